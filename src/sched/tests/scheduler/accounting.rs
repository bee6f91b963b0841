//! Claim: every task asked for is counted exactly once, whatever happens to it.

use crate::support::hash::hash;
use crate::support::panics::panic_text;
use crate::support::pools::{checked, pool};
use crate::support::spin::spin;
use crate::support::threads::THREADS;
use crate::support::watchdog::LIMIT;
use sparring_sched::{Cancelled, Scoped, Worker};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

fn fib(w: Worker<'_>, n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let (a, b) = w.join(move |w| fib(w, n - 1), move |w| fib(w, n - 2));
    a + b
}

fn joins(n: u64) -> u64 {
    if n < 2 { 0 } else { 1 + joins(n - 1) + joins(n - 2) }
}

#[test]
fn every_join_of_fib_is_one_task() {
    for threads in THREADS {
        let pool = pool(threads);
        for n in [1, 2, 10, 24] {
            pool.reset();
            assert_eq!(
                pool.install(|w| fib(w, n)),
                [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55].get(n as usize).copied().unwrap_or(46368)
            );
            let total = checked(&pool);
            assert_eq!(total.asked(), joins(n));
            assert_eq!(total.discarded + total.aborted + total.dud + total.overflowed, 0);
        }
    }
}

fn chain(w: Worker<'_>, depth: u64) -> u64 {
    if depth == 0 {
        return 0;
    }
    let (a, b) = w.join(move |w| chain(w, depth - 1), |_| 1);
    a + b
}

/// Nesting depth far beyond the ring, within ThreadSanitizer's shadow stack of 65,536 and the stack
/// of unoptimised joins.
const DEEP: u64 = if cfg!(any(sparring_tsan, debug_assertions)) { 20_000 } else { 100_000 };

#[test]
fn what_finds_no_room_in_the_ring_overflows_and_is_run_all_the_same() {
    for threads in [1, 2, 8] {
        let pool = sparring_sched::Pool::new(threads).unwrap();
        assert_eq!(pool.install(|w| chain(w, DEEP)), DEEP);
        let total = checked(&pool);
        assert_eq!((total.created, total.overflowed), (4096, DEEP - 4096));
    }
}

fn nest(s: Scoped<'_>, depth: u32, leaves: &AtomicU64) -> Result<(), Cancelled> {
    if depth == 0 {
        leaves.fetch_add(1, Relaxed);
        return Ok(());
    }
    s.split(2, |s, index| if index == 0 { nest(s, depth - 1, leaves) } else { nest(s, 0, leaves) })
}

#[test]
fn what_finds_no_slot_overflows_and_is_run_all_the_same() {
    for threads in [1, 2, 8] {
        let pool = pool(threads);
        let leaves = AtomicU64::new(0);
        pool.install(|w| w.split(1, |s, _| nest(s, 500, &leaves)));
        assert_eq!(leaves.into_inner(), 501);
        let total = checked(&pool);
        assert_eq!(total.asked(), 1 + 2 * 500);
        if threads == 1 {
            assert_eq!(
                (total.created, total.overflowed),
                (1 + 2 * 63, 2 * 437),
                "64 slots, the outermost for the loop of one"
            );
        }
    }
}

fn program(s: Scoped<'_>, seed: u64, depth: u32, wild: bool) -> Result<u64, Cancelled> {
    s.poll()?;
    let choice = hash(seed);
    if depth == 0 {
        if choice.is_multiple_of(29) {
            spin(20);
        }
        return Ok(1);
    }
    if wild && choice.is_multiple_of(61) {
        panic!("a wild program");
    }
    if wild && choice.is_multiple_of(17) {
        s.cancel();
    }
    let kids = 1 + choice % 5;
    if (choice >> 8).is_multiple_of(2) {
        let (a, b) = s.join(
            move |s| program(s, seed ^ hash(1), depth - 1, wild),
            move |s| program(s, seed ^ hash(2), depth - 1, wild),
        )?;
        return Ok(a + b);
    }
    let sum = AtomicU64::new(0);
    s.split(kids as usize, |s, index| {
        let value = program(s, seed ^ hash(3 + index as u64), depth - 1, wild)?;
        sum.fetch_add(value, Relaxed);
        Ok(())
    })?;
    Ok(sum.into_inner())
}

fn oracle(seed: u64, depth: u32) -> u64 {
    let choice = hash(seed);
    if depth == 0 {
        1
    } else if (choice >> 8).is_multiple_of(2) {
        oracle(seed ^ hash(1), depth - 1) + oracle(seed ^ hash(2), depth - 1)
    } else {
        (0..1 + choice % 5).map(|index| oracle(seed ^ hash(3 + index), depth - 1)).sum()
    }
}

#[test]
fn random_programs_add_up_and_have_their_value() {
    for threads in THREADS {
        let pool = pool(threads);
        for seed in 0..60 {
            let scope = pool.cancel_scope();
            let value = pool.install_in(&scope, |s| program(s, seed, 7, false)).unwrap();
            assert_eq!(value, oracle(seed, 7));
            checked(&pool);
        }
    }
}

#[test]
fn random_programs_that_cancel_and_panic_add_up() {
    for threads in THREADS {
        let pool = pool(threads);
        let mut ends = [0; 3];
        for seed in 0..150 {
            let scope = pool.cancel_scope();
            let mut value = None;
            let panicked =
                panic_text(|| value = Some(pool.install_in(&scope, |s| program(s, seed, 7, true))));
            match (panicked, value) {
                (Some(text), _) => {
                    assert_eq!(text, "a wild program");
                    ends[0] += 1;
                }
                (None, Some(Ok(_))) => ends[1] += 1,
                (None, _) => ends[2] += 1,
            }
            checked(&pool);
        }
        assert!(ends.iter().all(|&count| count > 5), "the programs are not wild enough: {ends:?}");
        assert_eq!(pool.install(|w| fib(w, 15)), 610, "the pool survives");
    }
}

#[test]
fn installs_from_many_threads_at_once_add_up() {
    for threads in [1, 2, 8] {
        let pool = pool(threads);
        std::thread::scope(|outside| {
            for caller in 0..16 {
                let pool = &pool;
                outside.spawn(move || {
                    for round in 0..20 {
                        assert_eq!(
                            pool.install(|w| fib(w, 12 + (caller + round) % 3)),
                            [144, 233, 377][((caller + round) % 3) as usize]
                        );
                        if round % 7 == 0 {
                            pool.snapshot().total().check().unwrap();
                        }
                    }
                });
            }
        });
        let expected: u64 = (0..16).flat_map(|c| (0..20).map(move |r| joins(12 + (c + r) % 3))).sum();
        assert_eq!(checked(&pool).created, expected);
    }
}

#[test]
fn a_third_worker_finds_the_tickets_of_a_split_with_slow_leaves() {
    let (pool, came) = (pool(8), [const { AtomicUsize::new(0) }; 8]);
    pool.install(|w| {
        w.split(64, |s, _| {
            came[s.index()].store(1, Relaxed);
            let start = Instant::now();
            while came.iter().map(|came| came.load(Relaxed)).sum::<usize>() < 3 && start.elapsed() < LIMIT {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(())
        })
    });
    let snapshot = pool.snapshot();
    assert_eq!(checked(&pool).created, 64);
    let busy = snapshot.workers.iter().filter(|worker| worker.tally.run() > 0).count();
    assert!(busy >= 3, "only {busy} workers ran anything: {snapshot:?}");
}

#[test]
fn a_flat_split_of_slow_indices_brings_in_every_worker() {
    const WORKERS: usize = 64;
    let pool = pool(WORKERS);
    for _ in 0..3 {
        pool.reset();
        let inside = AtomicU64::new(0);
        pool.install(|w| {
            w.split(WORKERS, |_, _| {
                inside.fetch_add(1, Relaxed);
                let start = Instant::now();
                while inside.load(Relaxed) < WORKERS as u64 && start.elapsed() < LIMIT {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(())
            })
        });
        let idle = pool.snapshot().workers.iter().filter(|worker| worker.tally.run() == 0).count();
        assert_eq!(idle, 0, "of {WORKERS} workers this number never came");
        checked(&pool);
    }
}

#[test]
fn nodes_are_those_of_the_tasks() {
    let pool = pool(3);
    let body = |s: Scoped<'_>, index| {
        s.count(index as u64);
        Ok(())
    };
    pool.install(|w| w.split(100, body));
    assert_eq!(checked(&pool).nodes, 99 * 100 / 2);
}
