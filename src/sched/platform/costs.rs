//! What everything costs in virtual time.

/// Time that each action of a simulated worker takes, in nanoseconds of virtual time.
///
/// The defaults are round numbers, chosen for pinned threads of a two-core x86-64 virtual
/// machine. `cargo bench -p benches --bench costs` measures most of them on the machine at hand.
/// `benches/results/virtual.md` has what it found on one: up to some eight times more or less than
/// the defaults. Where another command measures a cost it is named. Lines of other workers take
/// what they do on servers and not on that machine, whose two processors may be near each other.
/// Nothing is known here of memory bandwidth, of shared caches and of processors that share a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Costs {
    /// The work between two polls: in a search, one node. Set this to the time per node of the
    /// search in question on one worker (`time_ns / nodes` of its document), less what the
    /// next two make of it on one worker.
    pub poll_ns: u64,
    /// A fork and its join, with the work around them: `sparring sched fib --threads 1`,
    /// sequential time per fork plus the cost of a fork.
    pub fork_ns: u64,
    /// Opening a split: `tools/split-cost`.
    pub split_ns: u64,
    /// Claiming an index of a split that others may be in: one locked instruction on a line that
    /// moves between processors.
    pub claim_ns: u64,
    /// Coming in to help with a split, or going on with the tasks of one's own after a wait.
    pub help_ns: u64,
    /// Finding the signal word set.
    pub attend_ns: u64,
    /// Putting the oldest private entry where thieves find it.
    pub promote_ns: u64,
    /// Seeing that another worker is known to be asked already.
    pub ask_ns: u64,
    /// Setting a bit in the signal word of another worker.
    pub signal_ns: u64,
    /// Looking at another worker's deque, or at its splits, and finding nothing.
    pub look_ns: u64,
    /// Taking something from another worker's deque: `sparring sched latency`, the median while
    /// the first worker polls.
    pub steal_ns: u64,
    /// A fence for the whole process: what a thief pays before it takes something from a worker
    /// that does not answer, and an idle worker before it sleeps.
    pub fence_ns: u64,
    /// Fetching a cache line from memory, where a task tells of it (`Scoped::reads`).
    pub miss_ns: u64,
    /// Fetching one that another core of the package has written or fetched before. Medians are 44
    /// to 51 ns on Xeons, 23 and 107 ns (the same and another complex of cores) on EPYC 7R13, 46
    /// ns on Graviton3 (`github.com/nviennot/core-to-core-latency`, 2022).
    pub line_ns: u64,
    /// Additional time that it takes to fetch a cache line from another package than from a core of
    /// the same one, in a simulated machine with [`PoolBuilder::topology`](crate::PoolBuilder).
    pub far_ns: u64,
    /// One pause instruction.
    pub pause_ns: u64,
    /// Offering the processor to other threads, when there are none.
    pub yield_ns: u64,
    /// Going to sleep, for the one who does.
    pub sleep_ns: u64,
    /// Waking a sleeper, for the waker: a system call.
    pub notify_ns: u64,
    /// Until the woken worker runs: `sparring sched latency --threads 2`, the median.
    pub wake_ns: u64,
}

impl Costs {
    /// These costs with what `change` changes. More costs will come, so this is how some are set:
    ///
    /// ```
    /// use sparring_sched::Costs;
    ///
    /// let costs = Costs::default().with(|costs| costs.poll_ns = 250);
    /// assert_eq!((costs.poll_ns, costs.fork_ns), (250, 4));
    /// ```
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
