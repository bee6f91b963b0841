//! Claim: no install or snapshot waits for itself or starves the other.

use crate::support::panics::panic_text;
use crate::support::pools::{checked, pool};
use crate::support::spin::spin;
use crate::support::threads::THREADS;
use crate::support::waits::{SetOnDrop, once, timed};
use crate::support::watchdog::must_end;
use send_wrapper::SendWrapper;
use sparring_sched::Worker;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

fn fib(w: Worker<'_>, n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let (a, b) = w.join(move |w| fib(w, n - 1), move |w| fib(w, n - 2));
    a + b
}

#[test]
fn an_install_on_a_worker_of_the_same_pool_runs_there_as_ordinary_code() {
    must_end(|| {
        for threads in THREADS {
            let pool = pool(threads);
            let (outer, (inner, deepest)) = pool.install(|w| {
                w.join(
                    |w| fib(w, 15),
                    |w| {
                        let inner = pool.install(|w| fib(w, 10));
                        (inner + fib(w, 5), pool.install(|_| pool.install(|w| fib(w, 7))))
                    },
                )
            });
            assert_eq!((outer, inner, deepest), (610, 55 + 5, 13));
            let total = checked(&pool);
            assert_eq!(total.asked(), 986 + 1 + 88 + 7 + 20);
            assert_eq!(total.overflowed, 88 + 20, "what was installed on top");
        }
    });
}

#[test]
fn a_panic_of_an_install_on_top_leaves_the_work_below_as_it_was() {
    must_end(|| {
        let pool = pool(2);
        for _ in 0..50 {
            let value = pool.install(|w| {
                let (a, b) = w.join(
                    |w| {
                        let text = panic_text(|| pool.install(|_| panic!("on top")));
                        assert_eq!(text.as_deref(), Some("on top"));
                        fib(w, 12)
                    },
                    |w| fib(w, 12),
                );
                a + b
            });
            assert_eq!(value, 288);
            checked(&pool);
        }
    });
}

#[test]
fn pools_that_install_into_each_other_do_not_hang() {
    must_end(|| {
        for (a_threads, b_threads) in [(1, 1), (1, 2), (2, 1), (2, 2), (3, 8)] {
            let (a, b) = (pool(a_threads), pool(b_threads));
            for _ in 0..50 {
                assert_eq!(a.install(|_| b.install(|_| a.install(|w| fib(w, 10)))), 55);
                thread::scope(|outside| {
                    for _ in 0..4 {
                        outside.spawn(|| {
                            let there = a.install(|_| {
                                spin(50);
                                b.install(|_| a.install(|_| b.install(|w| fib(w, 10))))
                            });
                            let back = b.install(|_| a.install(|_| b.install(|w| fib(w, 11))));
                            assert_eq!((there, back), (55, 89));
                        });
                    }
                });
            }
            checked(&a);
            checked(&b);
        }
    });
}

#[test]
fn what_is_installed_as_a_wait_ends_is_not_forgotten() {
    must_end(|| {
        let (a, b) = (pool(2), pool(2));
        for round in 0..200 {
            let [first, second, going] = [(); 3].map(|()| AtomicBool::new(false));
            a.install(|w| {
                let one = |mut w: Worker<'_>| {
                    while !second.load(SeqCst) {
                        w.lend().join(|_| (), |_| ()); // shares the other half
                        thread::yield_now();
                    }
                    b.install(|_| {
                        first.store(true, SeqCst);
                        while !going.load(SeqCst) {
                            thread::yield_now();
                        }
                        spin(round % 50);
                    });
                };
                let other = |_: Worker<'_>| {
                    second.store(true, SeqCst);
                    b.install(|_| {
                        while !first.load(SeqCst) {
                            thread::yield_now();
                        }
                        spin(10);
                        going.store(true, SeqCst);
                        a.install(|_| ());
                    });
                };
                w.join(one, other);
            });
        }
        checked(&a);
        checked(&b);
    });
}

/// Installs into B by a task of A while B's only worker waits behind a snapshot of A, which waits
/// for that task. True if that came back before the snapshot stepped aside for B's worker.
fn install_behind_a_snapshot() -> bool {
    let (a, b) = (&pool(1), &pool(1));
    let [begun, entering, entered] = &[(); 3].map(|()| AtomicBool::new(false));
    let wait_for = |flag: &AtomicBool| {
        while !flag.load(SeqCst) {
            thread::yield_now();
        }
        thread::sleep(Duration::from_millis(10)); // until the thread that has set it waits
    };
    thread::scope(|threads| {
        let snapshot = threads.spawn(|| {
            wait_for(begun);
            a.snapshot();
        });
        let install = threads.spawn(move || {
            wait_for(begun);
            thread::sleep(Duration::from_millis(10));
            b.install(|_| {
                entering.store(true, SeqCst);
                a.install(|_| entered.store(true, SeqCst));
            });
        });
        let served_first = a.install(move |_| {
            begun.store(true, SeqCst);
            wait_for(entering);
            b.install(|_| ());
            !entered.load(SeqCst)
        });
        // Joined by their handles, because ThreadSanitizer does not see that the end of a scope
        // waits.
        [snapshot, install].into_iter().for_each(|thread| thread.join().unwrap());
        served_first
    })
}

#[test]
fn a_worker_that_waits_behind_a_snapshot_runs_what_is_installed_in_its_own_pool() {
    must_end(|| {
        once(100, || {
            install_behind_a_snapshot().then_some(()).ok_or("the snapshot stepped aside".to_owned())
        });
    });
}

#[test]
fn long_installs_that_overlap_do_not_starve_a_snapshot() {
    must_end(|| {
        let (pool, done) = (pool(4), AtomicBool::new(false));
        thread::scope(|outside| {
            let install_in_a_loop = || {
                while !done.load(SeqCst) {
                    pool.install(|_| thread::sleep(Duration::from_millis(250)));
                }
            };
            let installers = [(); 4].map(|()| {
                thread::sleep(Duration::from_millis(80));
                outside.spawn(install_in_a_loop)
            });
            pool.snapshot().total().check().unwrap();
            done.store(true, SeqCst);
            installers.into_iter().for_each(|installer| installer.join().unwrap());
        });
    });
}

#[test]
fn threads_that_install_in_a_loop_do_not_starve_a_snapshot() {
    must_end(|| {
        for threads in [1, 2, 4] {
            let (pool, done) = (pool(threads), AtomicBool::new(false));
            thread::scope(|outside| {
                let install_in_a_loop = || {
                    while !done.load(SeqCst) {
                        pool.install(|_| spin(4_000));
                    }
                };
                let installers = [(); 3].map(|()| outside.spawn(install_in_a_loop));
                for _ in 0..10 {
                    thread::sleep(Duration::from_millis(5));
                    pool.snapshot().total().check().unwrap();
                    pool.reset();
                }
                done.store(true, SeqCst);
                installers.into_iter().for_each(|installer| installer.join().unwrap());
            });
        }
    });
}

#[test]
fn installs_by_a_thread_that_a_task_started_do_not_wait_for_a_waiting_snapshot() {
    must_end(|| {
        let pool = pool(2);
        let inside = AtomicBool::new(false);
        thread::scope(|outside| {
            outside.spawn(|| {
                pool.install(|_| {
                    inside.store(true, SeqCst);
                    spin(20_000); // by now the snapshot waits
                    thread::scope(|threads| {
                        threads.spawn(|| {
                            (0..10).for_each(|_| assert_eq!(pool.install(|w| fib(w, 10)), 55));
                        });
                    });
                });
            });
            while !inside.load(SeqCst) {
                thread::yield_now();
            }
            pool.snapshot().total().check().unwrap();
        });
    });
}

#[test]
fn a_handle_used_below_an_install_promotes_nothing_that_is_gone() {
    must_end(|| {
        for _ in 0..20 {
            let pool = pool(2);
            pool.install(|mut w| {
                fib(w.lend(), 16); // leaves the addresses of its frames in the ring
                let below = SendWrapper::new(w);
                pool.install(move |mut top| {
                    below.take().scope(|s| s.tasks(|_| Ok(()))).unwrap();
                    for _ in 0..50_000 {
                        assert_eq!(top.lend().join(|_| 1, |_| 2), (1, 2));
                    }
                });
            });
            checked(&pool);
        }
    });
}

#[test]
fn threads_that_look_in_a_loop_do_not_starve_installs() {
    must_end(|| {
        let (pool, over) = (pool(4), AtomicBool::new(false));
        thread::scope(|threads| {
            let _end = SetOnDrop(&over);
            let look = || {
                while !over.load(SeqCst) {
                    pool.snapshot().total().check().unwrap();
                }
            };
            let lookers = [(); 4].map(|()| threads.spawn(look));
            once(20, || {
                let mut times: Vec<_> = (0..100).map(|_| timed(|| pool.install(|_| ()))).collect();
                times.sort();
                let (median, longest) = (times[50], times[99]);
                let right = median < Duration::from_millis(50) && longest < Duration::from_secs(1);
                right.then_some(()).ok_or_else(|| format!("median {median:?}, longest {longest:?}"))
            });
            over.store(true, SeqCst);
            lookers.into_iter().for_each(|looker| looker.join().unwrap());
        });
    });
}
