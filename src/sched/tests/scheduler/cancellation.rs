//! Claim: cancelling a scope drops tasks that have not begun and stops running ones at their next
//! poll.

use crate::support::hash::hash;
use crate::support::pools::{checked, on_pools_of_all_sizes, pool};
use crate::support::spin::spin;
use crate::support::threads::THREADS;
use crate::support::watchdog::LIMIT;
use sparring_sched::{Cancelled, Scoped};
use std::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};
use std::time::Instant;

#[test]
fn a_cut_drops_the_untried_rest_at_once() {
    on_pools_of_all_sizes(|pool| {
        let ran = AtomicUsize::new(0);
        let body = |s: Scoped<'_>, index| {
            ran.fetch_add(1, Relaxed);
            if index == 100 {
                s.cancel();
            }
            Ok(())
        };
        pool.install(|w| w.split(1_000_000, body));
        let total = checked(pool);
        assert_eq!((total.created, total.run()), (1_000_000, ran.into_inner() as u64));
        assert!(total.run() >= 101);
    });
}

#[test]
fn indices_are_taken_from_the_left() {
    for threads in [1, 2, 8] {
        let pool = pool(threads);
        let next = AtomicUsize::new(0);
        pool.install(|w| {
            w.split(5_000, |_, index| {
                // All indices to the left have been claimed; at most one for each worker has not
                // reached this line.
                let begun = next.fetch_add(1, SeqCst);
                assert!(index < begun + threads, "index {index} began as number {begun}");
                Ok(())
            })
        });
    }
}

#[test]
fn running_brothers_hear_of_a_cut_at_their_next_poll() {
    let pool = pool(4);
    for _ in 0..50 {
        let (begun, stopped) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let start = Instant::now();
        pool.install(|w| {
            w.split(4, |s, index| {
                begun.fetch_add(1, SeqCst);
                if index == 0 {
                    while begun.load(SeqCst) < 2 {
                        s.poll()?;
                    }
                    s.cancel();
                    return Ok(());
                }
                loop {
                    assert!(start.elapsed() < LIMIT, "a brother never heard of the cut");
                    if let Err(cancelled) = s.poll() {
                        stopped.fetch_add(1, SeqCst);
                        return Err(cancelled);
                    }
                }
            })
        });
        let total = checked(&pool);
        assert!(stopped.into_inner() >= 1 && total.aborted >= 1);
    }
}

fn endless(s: Scoped<'_>, depth: u32, leaves: &AtomicUsize) -> Result<(), Cancelled> {
    if depth > 0 {
        return s.split(3, |s, _| endless(s, depth - 1, leaves));
    }
    leaves.fetch_add(1, SeqCst);
    loop {
        s.poll()?;
        std::thread::yield_now();
    }
}

#[test]
fn cancelling_from_outside_reaches_helpers_of_helpers() {
    for threads in [1, 2, 3, 8, 33] {
        let pool = pool(threads);
        for _ in 0..20 {
            let scope = pool.cancel_scope();
            let leaves = AtomicUsize::new(0);
            let result = std::thread::scope(|outside| {
                let running = outside.spawn(|| pool.install_in(&scope, |s| endless(s, 4, &leaves)));
                while leaves.load(SeqCst) < threads.min(4) {
                    std::thread::yield_now();
                }
                scope.cancel();
                running.join().unwrap()
            });
            assert!(result.is_err());
            assert!(scope.is_cancelled());
            checked(&pool);
        }
    }
}

#[test]
fn cancelling_an_inner_split_leaves_the_outer_one_alone() {
    for threads in THREADS {
        let pool = pool(threads);
        let finished = AtomicUsize::new(0);
        pool.install(|w| {
            w.split(40, |s, outer| {
                s.split(20, |s, inner| {
                    if inner == outer % 20 {
                        s.cancel();
                    }
                    spin(1);
                    Ok(())
                })?;
                finished.fetch_add(1, Relaxed);
                Ok(())
            })
        });
        let total = checked(&pool);
        assert_eq!(finished.into_inner(), 40, "an inner cut is an ordinary result");
        assert_eq!(total.created, 40 + 40 * 20);
        assert_eq!(total.aborted, 0);
    }
}

#[test]
fn what_is_asked_for_in_a_cancelled_scope_is_a_dud() {
    for threads in [1, 2] {
        let pool = pool(threads);
        pool.install(|w| {
            w.split(1, |mut s, _| {
                s.cancel();
                assert!(s.is_cancelled());
                assert!(s.lend().join(|_| Ok(()), |_| Ok(())).is_err());
                assert!(s.lend().join(|_| Ok(()), |_| Ok(())).is_err(), "and stays one");
                assert!(s.lend().split(10, |_, _| Ok(())).is_err());
                s.poll()
            })
        });
        let total = checked(&pool);
        assert_eq!((total.created, total.dud, total.discarded, total.aborted), (1, 12, 0, 1));
    }
}

#[test]
fn a_scope_cancelled_before_the_start_runs_nothing() {
    let pool = pool(2);
    let scope = pool.cancel_scope();
    scope.cancel();
    let ran = AtomicBool::new(false);
    assert!(
        pool.install_in(&scope, |_| {
            ran.store(true, Relaxed);
            Ok(())
        })
        .is_err()
    );
    assert!(!ran.into_inner());
}

#[test]
fn a_scope_in_the_middle_of_joins_can_be_cancelled_by_the_thief() {
    let pool = pool(2);
    for _ in 0..200 {
        let result = pool.install(|w| {
            w.scope(|s| {
                s.join(
                    |s| loop {
                        s.poll()?;
                    },
                    |s| {
                        s.cancel();
                        Ok(())
                    },
                )
                .map(|((), ())| ())
            })
        });
        assert!(result.is_err());
        checked(&pool);
    }
}

#[test]
fn a_cut_during_an_install_on_top_reaches_the_task_below() {
    let pool = pool(1);
    let (below, on_top) = (pool.cancel_scope(), pool.cancel_scope());
    let ended = pool.install_in(&below, |s| {
        let done = pool.install_in(&on_top, |t| {
            below.cancel();
            (0..10).try_for_each(|_| t.poll()) // finds the signal, which does not concern it
        });
        assert_eq!(done, Ok(()));
        (0..1_000).try_for_each(|_| s.poll())
    });
    assert!(ended.is_err(), "1,000 polls did not notice that their scope was cancelled");
    checked(&pool);
}

#[test]
fn a_cut_during_an_install_by_another_pool_reaches_the_task_below() {
    let (pool, other) = (pool(1), pool(1));
    let (below, on_top) = (pool.cancel_scope(), pool.cancel_scope());
    let ended = pool.install_in(&below, |s| {
        // While this worker waits for the other pool, a stand-in runs installs in this one.
        other.install(|_| {
            let done = pool.install_in(&on_top, |t| {
                below.cancel();
                (0..10).try_for_each(|_| t.poll())
            });
            assert_eq!(done, Ok(()));
        });
        (0..1_000).try_for_each(|_| s.poll())
    });
    assert!(ended.is_err(), "1,000 polls did not notice that their scope was cancelled");
    checked(&pool);
}

fn storm(s: Scoped<'_>, seed: u64, depth: u32) -> Result<(), Cancelled> {
    s.poll()?;
    if depth == 0 {
        return Ok(());
    }
    s.split(6, |mut s, index| {
        let here = hash(seed ^ index as u64);
        storm(s.lend(), here, depth - 1)?;
        if here.is_multiple_of(5) {
            s.cancel();
        }
        s.join(|s| s.poll(), |s| s.poll()).map(|((), ())| ())
    })
}

#[test]
fn storms_of_cuts_on_more_threads_than_processors() {
    let pool = pool(100);
    for seed in 0..30 {
        let scope = pool.cancel_scope();
        std::thread::scope(|outside| {
            let running = outside.spawn(|| pool.install_in(&scope, |s| storm(s, seed, 5)));
            if seed % 3 == 0 {
                spin(500);
                scope.cancel();
            }
            let _ = running.join().unwrap();
        });
        checked(&pool);
    }
}

#[test]
fn ok_from_a_split_means_that_all_of_it_ran_or_that_it_was_cut() {
    for threads in [2, 3, 8] {
        let pool = pool(threads);
        for round in 0..300 {
            let scope = pool.cancel_scope();
            std::thread::scope(|outside| {
                let canceller = outside.spawn(|| {
                    spin(hash(round) % 60);
                    scope.cancel()
                });
                let result = pool.install_in(&scope, |s| {
                    let ran = AtomicUsize::new(0);
                    s.split(64, |s, _| {
                        s.split(4, |s, _| {
                            spin(1);
                            s.poll()?;
                            ran.fetch_add(1, Relaxed);
                            Ok(())
                        })
                    })?;
                    Ok(ran.into_inner())
                });
                canceller.join().unwrap();
                if let Ok(ran) = result {
                    assert_eq!(ran, 256, "a split under a cancelled scope claimed to be whole");
                }
            });
        }
        checked(&pool);
    }
}
