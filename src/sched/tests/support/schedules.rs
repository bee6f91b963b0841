//! Random schedules: a seed decides the workers, their topology and all costs in virtual time, and
//! so the order of events.

use super::hash::hash;
use super::simulated::simulate;
use sparring_sched::{Costs, Pool, PoolBuilder};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::available_parallelism;
use std::time::Duration;

/// A pool with log-uniform costs between a nanosecond and 32 microseconds.
pub fn random_pool(seed: u64) -> Pool {
    let pick = |salt: u64| hash(seed ^ salt << 32);
    let cost = |salt| 1 + hash(pick(salt)) % (1 << (pick(salt) % 16));
    let costs = Costs::default().with(|costs| {
        costs.poll_ns = cost(1);
        costs.fork_ns = cost(2);
        costs.split_ns = cost(3);
        costs.claim_ns = cost(4);
        costs.help_ns = cost(5);
        costs.attend_ns = cost(6);
        costs.promote_ns = cost(7);
        costs.ask_ns = cost(8);
        costs.signal_ns = cost(9);
        costs.look_ns = cost(10);
        costs.steal_ns = cost(11);
        costs.fence_ns = cost(22);
        costs.miss_ns = cost(20);
        costs.line_ns = cost(21);
        costs.far_ns = cost(18);
        costs.pause_ns = cost(12);
        costs.yield_ns = cost(13);
        costs.sleep_ns = cost(14);
        costs.notify_ns = cost(15);
        costs.wake_ns = cost(16);
    });
    let workers = [1, 2, 2, 3, 3, 4, 5, 9][(pick(17) % 8) as usize];
    let pool = simulate(PoolBuilder::new().threads(workers), costs).stack(1 << 20).seed(seed);
    let pool = match pick(23) % 4 {
        0 => pool.force_after(None),
        1 => pool,
        _ => pool.force_after(Some(Duration::from_nanos(cost(24) - 1))),
    };
    let pool = match pick(19) % 4 {
        0 => pool,
        which => pool.topology(["2x1x2", "2x3", "3x2x2"][which as usize - 1].parse().unwrap()),
    };
    pool.build().unwrap()
}

/// Runs `test` with the first `short` seeds, or with those of `SPARRING_SCHEDULES`, such as
/// `0..100000`.
///
/// # Panics
/// If a test panics, with its seed.
pub fn on_schedules(short: u64, test: impl Fn(u64) + Sync) {
    let seeds = std::env::var("SPARRING_SCHEDULES").map_or(0..short, |text| range(&text));
    let next = AtomicU64::new(seeds.start);
    let failed = Mutex::new(None);
    let threads = available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let seed = next.fetch_add(1, Relaxed)
                    && seed < seeds.end
                    && failed.lock().unwrap().is_none()
                {
                    let test = std::panic::AssertUnwindSafe(|| test(seed));
                    if std::panic::catch_unwind(test).is_err() {
                        failed.lock().unwrap().get_or_insert(seed);
                    }
                }
            });
        }
    });
    if let Some(seed) = failed.into_inner().unwrap() {
        panic!("schedule {seed} failed: try tools/schedules {seed} {}", seed + 1);
    }
}

fn range(text: &str) -> Range<u64> {
    let (from, to) = text.split_once("..").expect("SPARRING_SCHEDULES=FROM..TO");
    from.parse().unwrap()..to.parse().unwrap()
}
