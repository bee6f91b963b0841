//! Claim: a simulated pool does the same work as a real one, reproducibly, in virtual time.

use crate::support::hash::hash;
use crate::support::panics::panic_text;
use crate::support::pools::checked;
use crate::support::simulated::simulate;
use crate::support::watchdog::must_end;
use sparring_sched::{Cancelled, Costs, Pool, PoolBuilder, PoolError, Scoped, Tally, Worker};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

const WORKERS: [usize; 5] = [1, 2, 3, 8, 40];

fn simulated(workers: usize, seed: u64) -> Pool {
    simulate(PoolBuilder::new().threads(workers), Costs::default()).seed(seed).build().unwrap()
}

fn fib(w: Worker<'_>, n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let (a, b) = w.join(move |w| fib(w, n - 1), move |w| fib(w, n - 2));
    a + b
}

fn meet(mut w: Worker<'_>) {
    let begun = &AtomicBool::new(false);
    w.lend().join(
        move |mut w| {
            while !begun.load(Relaxed) {
                w.lend().join(|_| (), |_| ());
            }
        },
        move |_| begun.store(true, Relaxed),
    );
}

fn tree(mut s: Scoped<'_>, seed: u64, depth: u32, nodes: &AtomicU64) -> Result<(), Cancelled> {
    s.poll()?;
    nodes.fetch_add(1, Relaxed);
    s.count(1);
    if depth == 0 {
        return Ok(());
    }
    let (branching, cut) = (1 + hash(seed) as usize % 7, hash(seed ^ 5) as usize % 9);
    s.lend().split(branching, |mut s, index| {
        tree(s.lend(), hash(seed + index as u64), depth - 1, nodes)?;
        if index == cut {
            s.cancel();
        }
        Ok(())
    })
}

fn run_tree(pool: &Pool, seed: u64) -> (Duration, Vec<Tally>) {
    let (stopwatch, nodes, scope) = (pool.stopwatch(), AtomicU64::new(0), pool.cancel_scope());
    pool.install_in(&scope, |s| tree(s, seed, 7, &nodes)).unwrap();
    let time = stopwatch.elapsed();
    assert_eq!(checked(pool).nodes, nodes.into_inner());
    (time, pool.snapshot().workers.into_iter().map(|worker| worker.tally).collect())
}

#[test]
fn equal_seeds_give_equal_runs_and_others_give_others() {
    for workers in WORKERS {
        let run = |seed| run_tree(&simulated(workers, seed), 11);
        assert!(run(1) == run(1), "{workers} workers");
        if workers > 2 {
            assert!(run(1) != run(2), "{workers} workers");
        }
    }
}

#[test]
fn a_pool_counts_what_a_real_one_counts_where_nothing_is_left_to_chance() {
    let real = PoolBuilder::new().threads(1).build().unwrap();
    let one = simulated(1, 0);
    for seed in 0..20 {
        let of = |pool: &Pool| {
            pool.reset();
            run_tree(pool, seed);
            let Tally { created, discarded, aborted, dud, overflowed, nodes, stolen, .. } = checked(pool);
            (created, discarded, aborted, dud, overflowed, nodes, stolen)
        };
        assert_eq!(of(&real), of(&one));
    }
    for workers in WORKERS {
        let pool = simulated(workers, 3);
        assert_eq!(pool.install(|w| fib(w, 20)), 6765);
        assert_eq!(checked(&pool).created, 10_945);
    }
}

#[test]
fn many_workers_are_faster_than_one_and_not_more_than_they_are() {
    let time = |workers| {
        let pool = simulated(workers, 0);
        pool.install(|_| ());
        let stopwatch = pool.stopwatch();
        pool.install(|w| fib(w, 24));
        stopwatch.elapsed().as_nanos() as f64
    };
    let one = time(1);
    for (workers, least) in [(2, 1.7), (4, 2.8), (8, 3.5)] {
        let speedup = one / time(workers);
        assert!((least..=workers as f64).contains(&speedup), "{workers} workers: {speedup}");
    }
}

/// A shared half that is taken back must not make thieves avoid its worker.
#[test]
fn a_worker_that_is_awake_gets_the_next_task_soon() {
    let pool = simulated(2, 1);
    let stopwatch = pool.stopwatch();
    let meetings = 500;
    pool.install(|mut w| (0..meetings).for_each(|_| meet(w.lend())));
    let each = stopwatch.elapsed() / meetings;
    assert!(each < Duration::from_micros(3), "{each:?}");
}

#[test]
fn who_has_nothing_to_run_is_idle() {
    for workers in WORKERS {
        let pool = simulated(workers, 4);
        let (arrived, idle) = (AtomicU64::new(0), AtomicU64::new(u64::MAX));
        let body = |s: Scoped<'_>, _| {
            if arrived.fetch_add(1, Relaxed) + 1 == workers as u64 {
                idle.store(s.idle_workers() as u64, Relaxed);
            }
            while idle.load(Relaxed) == u64::MAX {
                s.poll()?;
            }
            Ok(())
        };
        let alone = pool.install_in(&pool.cancel_scope(), |mut s| {
            s.pass(100_000); // meanwhile the others look for work, and some fall asleep
            let alone = s.idle_workers();
            s.lend().split(workers, body)?;
            Ok::<_, Cancelled>(alone)
        });
        assert_eq!((alone, idle.into_inner()), (Ok(workers - 1), 0), "{workers} workers");
    }
}

#[test]
fn a_cut_reaches_those_who_run() {
    for workers in WORKERS {
        let pool = simulated(workers, 7);
        let scope = pool.cancel_scope();
        let ended = pool.install_in(&scope, |s| {
            s.split(1_000, |s, index| {
                if index == 0 {
                    (0..10_000).try_for_each(|_| s.poll())?;
                    s.cancel();
                    return Ok(());
                }
                loop {
                    s.poll()?;
                }
            })
        });
        assert_eq!(ended, Ok(()));
        let total = checked(&pool);
        assert_eq!(total.created, 1_000);
        assert_eq!(total.aborted, total.run() - 1);
    }
}

#[test]
fn a_cut_from_outside_reaches_those_who_run() {
    let pool = simulated(5, 0);
    let scope = pool.cancel_scope();
    std::thread::scope(|threads| {
        threads.spawn(|| {
            std::thread::sleep(Duration::from_millis(5));
            scope.cancel();
        });
        let endless = |s: Scoped<'_>, _| loop {
            s.poll()?;
        };
        assert!(pool.install_in(&scope, |s| s.split(9, endless)).is_err());
    });
    checked(&pool);
}

#[test]
fn panics_reach_the_installer_and_the_pool_goes_on() {
    for workers in WORKERS {
        let pool = simulated(workers, 0);
        for at in 0..12 {
            let panic = panic_text(|| {
                pool.install(|w| {
                    w.split(100, |s, index| {
                        (0..20 * (index % 7)).try_for_each(|_| s.poll())?;
                        assert_ne!(index, at, "as wanted");
                        Ok(())
                    });
                });
            });
            assert!(panic.unwrap().contains("as wanted"));
            checked(&pool);
        }
        assert_eq!(pool.install(|w| fib(w, 15)), 610);
    }
}

#[test]
fn two_panics_at_a_time_are_one() {
    let pool = simulated(4, 0);
    for seed in 0..50 {
        let late = |w: Worker<'_>, polls: u64| {
            w.scope(|s| (0..polls).try_for_each(|_| s.poll())).unwrap();
            panic!("as wanted");
        };
        let polls = [seed, seed + 99].map(|seed| hash(seed) % 2_000);
        let panic = panic_text(|| pool.install(|w| w.join(|w| late(w, polls[0]), |w| late(w, polls[1]))));
        assert!(panic.unwrap().contains("as wanted"));
        checked(&pool);
    }
}

#[test]
fn several_threads_may_install_at_once_and_from_inside() {
    let pool = simulated(6, 0);
    let real = Pool::new(2).unwrap();
    std::thread::scope(|threads| {
        for _ in 0..4 {
            threads.spawn(|| (0..20).for_each(|_| assert_eq!(pool.install(|w| fib(w, 12)), 144)));
        }
    });
    assert_eq!(pool.install(|_| pool.install(|w| fib(w, 12))), 144);
    assert_eq!(pool.install(|_| real.install(|w| fib(w, 12))), 144);
    assert_eq!(real.install(|_| pool.install(|w| fib(w, 12))), 144);
    checked(&pool);
    checked(&real);
}

#[test]
fn what_is_installed_from_outside_runs_beside_a_worker_that_is_alone() {
    must_end(|| {
        let pool = simulated(2, 0);
        let (begun, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let wait = |s: Scoped<'_>| {
            begun.store(true, Relaxed);
            while !done.load(Relaxed) {
                s.poll()?;
            }
            Ok(())
        };
        std::thread::scope(|threads| {
            threads.spawn(|| pool.install(|w| w.scope(wait)));
            while !begun.load(Relaxed) {
                std::thread::yield_now();
            }
            pool.install(|_| done.store(true, Relaxed));
        });
        checked(&pool);
    });
}

#[test]
fn there_may_be_a_thousand_and_some() {
    let run = || {
        let pool = simulated(1024, 0);
        let stopwatch = pool.stopwatch();
        assert_eq!(pool.install(|w| fib(w, 17)), 1597);
        (stopwatch.elapsed(), checked(&pool))
    };
    assert_eq!(run(), run());
    for workers in [0, 1025] {
        let refused = simulate(PoolBuilder::new().threads(workers), Costs::default()).build();
        assert!(matches!(refused.err(), Some(PoolError::Simulated(refused)) if refused == workers));
    }
}
