//! Claim: in virtual time, a cache line that all workers write costs more with every worker, and
//! separate lines do not.

use crate::support::pools::checked;
use crate::support::simulated::simulate;
use sparring_sched::{CacheLine, Costs, Pool, PoolBuilder};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

const TASKS: usize = 16;

fn run(pool: &Pool, line: impl Fn(usize) -> Option<CacheLine> + Sync) -> Duration {
    let stopwatch = pool.stopwatch();
    pool.install(|w| {
        w.split(TASKS, |s, i| {
            for _ in 0..200 {
                s.poll()?;
                s.reads(line(i));
                line(i).into_iter().for_each(|line| s.writes(line));
            }
            Ok(())
        })
    });
    checked(pool);
    stopwatch.elapsed()
}

fn pool(costs: Costs) -> Pool {
    simulate(PoolBuilder::new().threads(TASKS), costs).build().unwrap()
}

#[test]
fn a_line_that_all_write_holds_them_up() {
    let costs = Costs::default().with(|costs| costs.wake_ns = 100);
    let none = run(&pool(costs), |_| None);
    let own = run(&pool(costs), |i| Some(CacheLine::of(0, CacheLine::BYTES * i)));
    let one = run(&pool(costs), |_| Some(CacheLine::of(0, 0)));
    assert!(own < none + Duration::from_nanos(200), "{none:?} without lines, {own:?} with one each");
    let least = Duration::from_nanos(costs.line_ns * 200 * (TASKS as u64 - 1));
    assert!(one > least, "{one:?}, expected more than {least:?}");
}

#[test]
fn lines_that_cost_nothing_change_nothing() {
    let costs = Costs::default().with(|costs| (costs.miss_ns, costs.line_ns) = (0, 0));
    assert_eq!(run(&pool(costs), |_| None), run(&pool(costs), |_| Some(CacheLine::of(0, 0))));
}

#[test]
fn a_line_that_was_asked_for_early_is_there_in_time() {
    let costs = Costs::default();
    let pool = simulate(PoolBuilder::new().threads(1), costs).build().unwrap();
    let (stopwatch, scope) = (pool.stopwatch(), pool.cancel_scope());
    let waited = |polls: u64| {
        pool.install_in(&scope, |s| {
            let line = CacheLine::of(polls as u16, 0);
            s.prefetches([line]);
            (0..polls).try_for_each(|_| s.poll())?;
            let before = stopwatch.elapsed();
            s.reads([line]);
            Ok((stopwatch.elapsed() - before).as_nanos() as u64)
        })
        .unwrap()
    };
    assert_eq!(waited(0), costs.miss_ns);
    assert_eq!(waited(1), costs.miss_ns.saturating_sub(costs.poll_ns));
    assert_eq!(waited(2), 0);
}

#[test]
fn real_workers_do_not_even_ask_for_the_lines() {
    let (pool, asked) = (Pool::new(2).unwrap(), AtomicUsize::new(0));
    let line = || std::iter::once(CacheLine::of(0, 0)).inspect(|_| _ = asked.fetch_add(1, Relaxed));
    pool.install(|w| {
        w.split(1_000, |s, _| {
            s.poll()?;
            s.prefetches(line());
            s.reads(line());
            s.writes(CacheLine::of(0, 0));
            Ok(())
        })
    });
    checked(&pool);
    assert_eq!(asked.into_inner(), 0);
}

#[test]
fn lines_may_come_from_code_that_lets_time_pass() {
    let pool = pool(Costs::default());
    pool.install(|w| {
        w.split(TASKS, |s, i| {
            let line = |n| {
                s.poll().unwrap();
                s.reads([CacheLine::of(1, CacheLine::BYTES * n)]);
                CacheLine::of(0, CacheLine::BYTES * (n + i))
            };
            s.reads((0..10).map(line));
            Ok(())
        })
    });
    checked(&pool);
}
