//! Taking turns: the sequential twin and the parallel run, on the same workers.

use std::hint::black_box;
use std::time::Instant;

use super::{Forks, fib, nqueens, tree, uts};
use crate::report::{Ledger, ns_per};
use crate::sched::{Latencies, Pool, Worker};

/// What was measured.
#[derive(Clone, Debug)]
pub struct Twins {
    /// What became of the tasks of exactly one run, the first.
    pub ledger: Ledger,
    /// The scheduler's latencies over all runs.
    pub latencies: Latencies,
    /// Best time of a parallel run.
    pub best_ns: u64,
    /// Best time of the twin.
    pub twin_ns: u64,
}

impl Twins {
    /// Joins of one run.
    pub fn forks(&self) -> u64 {
        self.ledger.total.asked()
    }

    /// What a fork costs beyond a plain call.
    pub fn ns_per_fork(&self) -> f64 {
        ns_per(self.best_ns as f64 - self.twin_ns as f64, self.forks())
    }

    /// How many times faster than the twin.
    pub fn speedup(&self) -> f64 {
        self.twin_ns as f64 / self.best_ns.max(1) as f64
    }
}

/// Measures a benchmark of forks, best of `reps`; `tick` hears of every finished turn.
///
/// # Errors
/// Twin and parallel run disagree.
pub fn twins(forks: Forks, n: u64, reps: u64, pool: &Pool, tick: &dyn Fn()) -> Result<Twins, String> {
    match forks {
        Forks::Fib => {
            take_turns(pool, reps, tick, |w| fib::fib(w, black_box(n)), || fib::fib_twin(black_box(n)))
        }
        Forks::Tree => {
            let root = tree::grow(n, 1);
            take_turns(
                pool,
                reps,
                tick,
                |w| tree::sum(w, black_box(&root)),
                || tree::sum_twin(black_box(&root)),
            )
        }
        Forks::NQueens => {
            let rows = || nqueens::Rows::empty(black_box(n));
            take_turns(pool, reps, tick, |w| nqueens::queens(w, rows()), || nqueens::queens_twin(rows()))
        }
        Forks::Uts => {
            let root = || uts::Node::root(black_box(n));
            take_turns(pool, reps, tick, |w| uts::count(w, root()), || uts::count_twin(root()))
        }
    }
}

fn take_turns(
    pool: &Pool,
    reps: u64,
    tick: &dyn Fn(),
    parallel: impl Fn(Worker<'_>) -> u64 + Sync,
    twin: impl Fn() -> u64 + Sync,
) -> Result<Twins, String> {
    let before = pool.snapshot();
    let expected = pool.install(&parallel);
    let ledger = Ledger::between(&before, &pool.snapshot());
    let (mut best_ns, mut twin_ns) = (u64::MAX, u64::MAX);
    for _ in 0..reps {
        let (time, result) = pool.install(|_| timed(&twin));
        twin_ns = twin_ns.min(time);
        let (again, repeated) = pool.install(|w| timed(|| parallel(w)));
        best_ns = best_ns.min(again);
        if (result, repeated) != (expected, expected) {
            return Err(format!("got {expected}, then {repeated}; the sequential twin gives {result}"));
        }
        tick();
    }
    Ok(Twins { ledger, latencies: pool.snapshot().latencies(), best_ns, twin_ns })
}

/// How long `f` takes, on the worker that runs it, and its result.
fn timed<R>(f: impl FnOnce() -> R) -> (u64, R) {
    let start = Instant::now();
    let result = black_box(f());
    (start.elapsed().as_nanos() as u64, result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_join_is_in_the_ledger() {
        let pool = Pool::new(2).unwrap();
        let forks = |bench, n| twins(bench, n, 1, &pool, &|| ()).unwrap().forks();
        assert_eq!(forks(Forks::Fib, 20), 10_945);
        assert_eq!(forks(Forks::Tree, 10), 1_023);
        assert_eq!(forks(Forks::NQueens, 4), 3 + 2); // the first row, and the second below each corner
        assert!(forks(Forks::Uts, 4) > 100);
    }
}
