//! What the benchmarks of searches share: contenders that take turns, and two copies of one that
//! run at once.

use sparring_engine::search::Counts;
use sparring_sched::{Pin, Pool, PoolBuilder};
use std::sync::Barrier;
use std::time::Duration;

/// Every contender's turns take at least this long.
pub const EACH: Duration = Duration::from_secs(1);

/// The sums of one contender's turns.
#[derive(Default, Clone, Copy)]
pub struct Turns {
    pub time: Duration,
    pub runs: u32,
    pub nodes: u64,
    pub cuts: u64,
    pub first_move_cuts: u64,
    pub evaluations: u64,
}

impl Turns {
    /// Adds a turn.
    pub fn add(&mut self, time: Duration, counts: Counts) {
        self.time += time;
        self.runs += 1;
        self.nodes += counts.nodes;
        self.cuts += counts.cuts;
        self.first_move_cuts += counts.first_move_cuts;
        self.evaluations += counts.evaluations;
    }

    /// Seconds a turn.
    pub fn mean(&self) -> f64 {
        self.time.as_secs_f64() / f64::from(self.runs)
    }

    /// How many more nodes a turn has than one of `other`, in per cent.
    pub fn more_nodes(&self, other: &Turns) -> f64 {
        let nodes = |turns: &Turns| turns.nodes as f64 / f64::from(turns.runs);
        100.0 * (nodes(self) / nodes(other) - 1.0)
    }
}

/// A pool of a worker on each of these processors.
pub fn pinned(processors: &[usize]) -> Pool {
    let pin = Pin::List(processors.to_vec());
    PoolBuilder::new().threads(processors.len()).pin(pin).build().expect("processors to pin to")
}

/// Runs two copies at once. The time is that of the later one.
pub fn at_once<T: Send>([one, two]: [T; 2], run: impl Fn(T) -> Duration + Sync) -> Duration {
    let barrier = Barrier::new(2);
    let run = |copy| {
        barrier.wait();
        run(copy)
    };
    std::thread::scope(|threads| {
        let other = threads.spawn(|| run(two));
        run(one).max(other.join().expect("the other copy"))
    })
}

/// Whether to run a part of a benchmark: it was asked for, or none was. Nothing is to be timed in
/// `cargo test --benches`.
pub fn wanted(name: &str) -> bool {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (flags, names): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| argument.starts_with("--"));
    !flags.iter().any(|flag| *flag == "--test") && (names.is_empty() || names.iter().any(|n| *n == name))
}
