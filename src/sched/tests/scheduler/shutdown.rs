//! Claim: pools start, rest and end without hanging, and cost nothing in between.

use crate::support::pools::{checked, pool};
use crate::support::waits::wait_for;
use sparring_sched::{Pin, PoolBuilder};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::Duration;

#[test]
fn pools_come_and_go() {
    for round in 0..300 {
        let pool = pool(1 + round % 9);
        if round % 3 > 0 {
            pool.install(|w| w.split(round % 7, |_, _| Ok(())));
        }
        if round % 5 == 0 {
            checked(&pool);
        }
    }
}

#[test]
fn an_idle_pool_sleeps() {
    let pool = pool(4);
    pool.install(|w| w.split(100, |_, _| Ok(())));
    std::thread::sleep(Duration::from_millis(50));
    let before = pool.snapshot().total();
    std::thread::sleep(Duration::from_millis(300));
    let after = pool.snapshot().total() - before;
    // A worker that never slept would fail about 10^5 times.
    assert!(after.failed_steals < 4 * 1_000, "{after:?}");
    assert!(after.idle_ns > 4 * 250_000_000, "{after:?}");
}

#[test]
fn workers_beyond_the_processors_look_for_work_a_few_times_and_sleep() {
    let threads = 256;
    let processors = std::thread::available_parallelism().unwrap().get();
    if processors > threads / 2 {
        eprintln!(
            "skipped: workers_beyond_the_processors: needs fewer than 129 processors, got {processors}"
        );
        return;
    }
    // With a small pool's patience each worker would look at all others 17 times.
    let total = pool(threads).snapshot().total();
    let looks = total.failed_steals / (threads * (threads - 1)) as u64;
    assert!(looks < 8, "{looks}: {total:?}");
}

#[test]
fn what_cannot_be_built_is_refused_in_one_line() {
    for (builder, expected) in [
        (PoolBuilder::new().threads(0), "got 0 threads"),
        (PoolBuilder::new().threads(257), "got 257 threads"),
        (PoolBuilder::new().threads(1).pin(Pin::List(vec![99_999])), "processor 99999"),
    ] {
        let error = builder.build().err().unwrap().to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "{error}");
    }
}

#[test]
fn a_snapshot_waits_for_what_is_installed() {
    let (pool, begun) = (pool(2), AtomicBool::new(false));
    std::thread::scope(|outside| {
        let (pool, begun) = (&pool, &begun);
        outside.spawn(move || {
            pool.install(|w| {
                w.split(20, |s, _| {
                    begun.store(true, SeqCst);
                    s.count(1);
                    std::thread::sleep(Duration::from_millis(2));
                    Ok(())
                })
            })
        });
        wait_for(begun);
        assert_eq!(checked(pool).nodes, 20, "a snapshot in the middle");
    });
}
