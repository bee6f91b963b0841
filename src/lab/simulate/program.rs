use std::time::Instant;

use crate::documents::{ProgramSimulation, RunTime};
use sparring_microbench::parallel;
use sparring_microbench::programs::{Input, Program, sequential};
use sparring_sched::{Pool, PoolError};

/// A program to simulate.
#[derive(Clone, Copy, Debug)]
pub struct ProgramRun {
    pub program: Program,
    pub n: u64,
    pub seed: u64,
    /// Virtual nanoseconds of a fork, its join and the work around them.
    pub fork_ns: u64,
}

/// Runs a program on one simulated worker, then on each number of `workers` while `go_on` returns
/// true. `pool` builds a simulated pool, given the number of workers and true for the last. The
/// last pool is returned too.
///
/// # Panics
/// If `workers` is empty, a result differs from that of plain calls, or a ledger does not add up.
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

/// The result, and the time by the starting worker's clock.
fn by_its_own_clock(pool: &Pool, input: &Input) -> (u64, u64) {
    pool.install(|w| {
        let stopwatch = pool.stopwatch();
        let result = parallel::run(w, input);
        (result, stopwatch.elapsed().as_nanos() as u64)
    })
}
