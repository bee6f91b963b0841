//! The programs in virtual time, by numbers of workers.

use std::time::Instant;

use crate::documents::{ProgramSimulation, RunTime};
use sparring_microbench::parallel;
use sparring_microbench::programs::{Input, Program, sequential};
use sparring_sched::{Pool, PoolError};

/// A program to simulate.
#[derive(Clone, Copy, Debug)]
pub struct ProgramRun {
    /// Which.
    pub program: Program,
    /// Its size.
    pub n: u64,
    /// The seed of the order in which idle workers look for work.
    pub seed: u64,
    /// What a fork and its join cost, with the work around them.
    pub fork_ns: u64,
}

/// Runs a program once on one simulated worker, and then on each number of `workers`, as long as
/// `go_on`, which is asked after each. `pool` builds a simulated pool; it is told whether it is
/// the last. The pool of the last run is returned, too.
///
/// # Errors
/// Those of `pool`.
///
/// # Panics
/// If there are no numbers of workers, if a result is not that of plain calls, or if the ledger
/// of a run does not add up.
pub fn simulate(
    run: ProgramRun,
    workers: &[usize],
    pool: impl Fn(usize, bool) -> Result<Pool, PoolError>,
    go_on: impl Fn() -> bool,
) -> Result<(ProgramSimulation, Pool), PoolError> {
    let input = run.program.input(run.n);
    let expected = sequential::run((), &input);
    let time = |pool: &Pool| {
        let (result, ns) = by_its_own_clock(pool, &input);
        assert_eq!(result, expected, "{} {}", run.program.name(), run.n);
        ns
    };
    let twin_time_ns = time(&pool(1, false)?);
    let (mut rows, mut last) = (Vec::new(), None);
    for (nth, &count) in workers.iter().enumerate() {
        let (pool, wall) = (pool(count, nth + 1 == workers.len())?, Instant::now());
        let time_ns = time(&pool);
        let total = pool.snapshot().total();
        total.check().unwrap_or_else(|error| panic!("the ledger does not add up: {error}; in all {total:?}"));
        let wall_ns = wall.elapsed().as_nanos() as u64;
        rows.push(RunTime::of_program(count, time_ns, twin_time_ns, &total, wall_ns));
        last = Some(pool);
        if !go_on() {
            break;
        }
    }
    let last = last.expect("a number of workers");
    let what = (run.program.name(), run.n);
    let how = (run.seed, run.fork_ns);
    Ok((ProgramSimulation::new(what, how, twin_time_ns, rows, &last.snapshot()), last))
}

/// The result, and how long the worker took that began it.
fn by_its_own_clock(pool: &Pool, input: &Input) -> (u64, u64) {
    pool.install(|w| {
        let stopwatch = pool.stopwatch();
        let result = parallel::run(w, input);
        (result, stopwatch.elapsed().as_nanos() as u64)
    })
}
