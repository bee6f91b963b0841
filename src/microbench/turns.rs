use std::hint::black_box;
use std::time::Instant;

use super::programs::{Program, sequential};
use sparring_report::{Ledger, ns_per};
use sparring_sched::{Latencies, Pool};

/// The programs on this project's scheduler.
pub mod parallel {
    use crate::programs::{Board, Input, TreeNode, UtsNode};
    use sparring_sched::Worker;
    crate::programs!(Worker<'_>, |w, a, b| w.join(a, b));
}

#[derive(Clone, Debug)]
pub struct Turns {
    /// The tasks of exactly one run, the first.
    pub ledger: Ledger,
    /// The scheduler's latencies over all runs.
    pub latencies: Latencies,
    pub best_ns: u64,
    pub baseline_ns: u64,
}

impl Turns {
    pub fn forks(&self) -> u64 {
        self.ledger.total.asked()
    }

    pub fn ns_per_fork(&self) -> f64 {
        ns_per(self.best_ns as f64 - self.baseline_ns as f64, self.forks())
    }

    pub fn speedup(&self) -> f64 {
        self.baseline_ns as f64 / self.best_ns.max(1) as f64
    }
}

/// Measures a program of size `n`, best of `reps`; calls `tick` after every turn.
///
/// # Errors
/// If baseline and parallel run disagree.
pub fn take_turns(
    program: Program,
    n: u64,
    reps: u64,
    pool: &Pool,
    tick: &dyn Fn(),
) -> Result<Turns, String> {
    let input = program.input(n);
    let before = pool.snapshot();
    let expected = pool.install(|w| parallel::run(w, black_box(&input)));
    let ledger = Ledger::between(&before, &pool.snapshot());
    let (mut best_ns, mut baseline_ns) = (u64::MAX, u64::MAX);
    for _ in 0..reps {
        let (time, result) = pool.install(|_| timed(|| sequential::run((), black_box(&input))));
        baseline_ns = baseline_ns.min(time);
        let (again, repeated) = pool.install(|w| timed(|| parallel::run(w, black_box(&input))));
        best_ns = best_ns.min(again);
        if (result, repeated) != (expected, expected) {
            return Err(format!("got {expected}, then {repeated}; the sequential baseline gives {result}"));
        }
        tick();
    }
    Ok(Turns { ledger, latencies: pool.snapshot().latencies(), best_ns, baseline_ns })
}

fn timed<R>(f: impl FnOnce() -> R) -> (u64, R) {
    let start = Instant::now();
    let result = black_box(f());
    (start.elapsed().as_nanos() as u64, result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::UtsNode;

    #[test]
    fn every_join_is_in_the_ledger() {
        let pool = Pool::new(2).unwrap();
        let forks = |program, n| take_turns(program, n, 1, &pool, &|| ()).unwrap().forks();
        assert_eq!(forks(Program::Fib, 20), 10_945);
        assert_eq!(forks(Program::Tree, 10), 1_023);
        // The first row, and the second below each corner.
        assert_eq!(forks(Program::NQueens, 4), 3 + 2);
        assert_eq!(forks(Program::Uts, 9), 5_522_133); // what the choice of the root says
    }

    #[test]
    fn the_programs_give_the_known_results() {
        let result = |program: Program, n| sequential::run((), &program.input(n));
        assert_eq!(result(Program::Fib, 20), 6_765);
        assert_eq!(result(Program::Tree, 10), 2_047 * 2_048 / 2); // the nodes are numbered from 1
        let queens: Vec<u64> = (1..=9).map(|n| result(Program::NQueens, n)).collect();
        assert_eq!(queens, [1, 0, 0, 2, 10, 4, 40, 92, 352]);
        assert_eq!(result(Program::Uts, 9), nodes(UtsNode::root(9)));
    }

    fn nodes(node: UtsNode) -> u64 {
        1 + (0..node.children()).map(|i| nodes(node.child(i))).sum::<u64>()
    }
}
