/// Time that each action of a simulated worker takes, in nanoseconds of virtual time.
///
/// The defaults are round numbers for pinned threads of a two-core x86-64 virtual machine, mostly
/// measured by `cargo bench -p benches --bench costs` (`benches/results/virtual.md`). Memory
/// bandwidth, shared caches and shared cores are not modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Costs {
    /// Work between two polls; in a search, one node. Set it to `time_ns / nodes` of a search on
    /// one worker, less the share of the next two costs.
    pub poll_ns: u64,
    /// A fork and its join, with the work around them: the sequential time per fork of
    /// `sparring sched fib --threads 1` plus the cost of a fork.
    pub fork_ns: u64,
    /// Opening a split: `tools/split-cost`.
    pub split_ns: u64,
    /// Claiming an index of a split with helpers.
    pub claim_ns: u64,
    /// Coming in to help with a split, or resuming after a wait.
    pub help_ns: u64,
    /// Finding the signal word set.
    pub attend_ns: u64,
    /// Putting the oldest private entry where thieves find it.
    pub promote_ns: u64,
    /// Seeing that a request to another worker is already set.
    pub ask_ns: u64,
    /// Setting a bit in the signal word of another worker.
    pub signal_ns: u64,
    /// Looking in vain at another worker's deque or splits.
    pub look_ns: u64,
    /// Taking an entry from another worker's deque: `sparring sched latency`.
    pub steal_ns: u64,
    /// A fence for the whole process.
    pub fence_ns: u64,
    /// Fetching a cache line from memory, where a task reports it (`Scoped::reads`).
    pub miss_ns: u64,
    /// Fetching a line that another core of the package had (23 to 107 ns on servers;
    /// `github.com/nviennot/core-to-core-latency`, 2022).
    pub line_ns: u64,
    /// Additional time to fetch a line from another package, with
    /// [`PoolBuilder::topology`](crate::PoolBuilder).
    pub far_ns: u64,
    /// One pause instruction.
    pub pause_ns: u64,
    /// Offering the processor to other threads when there are none.
    pub yield_ns: u64,
    /// Going to sleep, for the sleeper.
    pub sleep_ns: u64,
    /// Waking a sleeper, for the waker.
    pub notify_ns: u64,
    /// Time until a woken worker runs: `sparring sched latency --threads 2`, the median.
    pub wake_ns: u64,
}

impl Costs {
    /// Returns these costs with the changes that `change` makes.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Costs)) -> Costs {
        change(&mut self);
        self
    }
}

impl Default for Costs {
    fn default() -> Costs {
        Costs {
            poll_ns: 100,
            fork_ns: 4,
            split_ns: 40,
            claim_ns: 30,
            help_ns: 100,
            attend_ns: 60,
            promote_ns: 100,
            ask_ns: 5,
            signal_ns: 60,
            look_ns: 20,
            steal_ns: 300,
            fence_ns: 3_000,
            miss_ns: 90,
            line_ns: 60,
            far_ns: 100,
            pause_ns: 10,
            yield_ns: 400,
            sleep_ns: 1_000,
            notify_ns: 2_000,
            wake_ns: 40_000,
        }
    }
}
