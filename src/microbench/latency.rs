use std::hint::{black_box, spin_loop};
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Release},
};
use std::thread::sleep;
use std::time::{Duration, Instant};

use sparring_report::LatencyLine;
use sparring_sched::{Pool, Worker};

/// Rest of the pool before each fork.
const REST: Duration = Duration::from_millis(10);
/// The longest wait for the second half; longer ones count as this.
const GIVE_UP: Duration = Duration::from_millis(100);

/// Time from a fork to the start of its second half on another worker.
#[derive(Clone, Copy, Debug)]
pub struct Starts {
    /// The first half does not touch the scheduler.
    pub silent: LatencyLine,
    /// The first half runs empty joins.
    pub polling: LatencyLine,
}

/// Measures `reps` forks of each kind.
///
/// # Panics
/// If the pool has only one worker.
pub fn latency(pool: &Pool, reps: u64, tick: &dyn Fn()) -> Starts {
    assert!(pool.threads() > 1, "on one worker nothing starts elsewhere");
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..reps {
        times[0].push(fork(pool, |_| spin_loop()));
        times[1].push(fork(pool, |w| {
            black_box(w.join(|_| (), |_| ()));
        }));
        tick();
    }
    let [silent, polling] = times.map(line);
    Starts { silent, polling }
}

/// The nanoseconds until the second half of a fork starts on a rested pool.
fn fork(pool: &Pool, meanwhile: impl Fn(Worker<'_>) + Send + Sync) -> u64 {
    sleep(REST);
    pool.install(|w| {
        let start = Instant::now();
        let since = || (start.elapsed().as_nanos() as u64).max(1);
        let limit = GIVE_UP.as_nanos() as u64;
        let started = AtomicU64::new(0);
        w.join(
            |mut w| {
                while started.load(Acquire) == 0 && since() < limit {
                    meanwhile(w.lend());
                }
            },
            |_| started.store(since(), Release), // pairs with the load that spins
        );
        started.into_inner().min(limit)
    })
}

fn line(mut times: Vec<u64>) -> LatencyLine {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    LatencyLine { median_ns: at(0.5), p99_ns: at(0.99) }
}
