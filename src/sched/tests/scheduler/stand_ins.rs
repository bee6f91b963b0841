//! Claim: a worker that waits for another pool runs nothing meanwhile, but its pool goes on. Its
//! locks do no harm, and no stack overflows.

use crate::support::pools::{checked, pool};
use crate::support::simulated::simulate;
use crate::support::waits::wait_for;
use crate::support::watchdog::must_end;
use sparring_sched::{Pool, PoolBuilder, Scoped};
use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Barrier, Mutex, OnceLock};
use std::thread::{self, ThreadId};
use std::time::Duration;

fn pause() {
    thread::sleep(Duration::from_millis(1));
}

fn clients(number: usize, client: impl Fn() + Sync) {
    thread::scope(|threads| {
        let clients: Vec<_> = (0..number).map(|_| threads.spawn(&client)).collect();
        clients.into_iter().for_each(|client| client.join().unwrap());
    });
}

#[test]
fn locks_may_be_held_over_an_install_in_another_pool() {
    must_end(|| {
        for threads in [1, 2, 4] {
            let (a, b) = (pool(threads), pool(1));
            let (lock, once) = (Mutex::new(0), OnceLock::new());
            clients(20, || {
                a.install(|_| {
                    let mut held = lock.lock().unwrap();
                    *held += b.install(|_| pause_and(1));
                    drop(held);
                    assert_eq!(*once.get_or_init(|| b.install(|_| pause_and(7))), 7);
                });
            });
            assert_eq!(lock.into_inner().unwrap(), 20);
            checked(&a);
        }
    });
}

fn pause_and<T>(value: T) -> T {
    pause();
    value
}

#[test]
fn so_they_may_if_that_pool_comes_back() {
    must_end(|| {
        let (a, b, lock) = (pool(1), pool(1), Mutex::new(()));
        let [held, wanted] = [(); 2].map(|()| AtomicBool::new(false));
        thread::scope(|threads| {
            threads.spawn(|| {
                a.install(|_| {
                    let _held = lock.lock().unwrap();
                    held.store(true, SeqCst);
                    b.install(|_| {
                        wait_for(&wanted);
                        thread::sleep(Duration::from_millis(20)); // by now the stand-in waits
                        a.install(|_| ());
                    });
                });
            });
            wait_for(&held);
            a.install(|_| {
                wanted.store(true, SeqCst);
                drop(lock.lock());
            });
        });
        checked(&a);
    });
}

#[test]
fn a_cell_of_the_thread_may_be_borrowed_over_an_install_in_another_pool() {
    thread_local! {
        static CELL: RefCell<u32> = const { RefCell::new(0) };
    }
    must_end(|| {
        let (a, b) = (pool(1), pool(1));
        clients(20, || {
            a.install(|_| {
                CELL.with_borrow_mut(|cell| {
                    *cell += 1;
                    b.install(|_| pause());
                });
            });
        });
        checked(&a);
    });
}

#[test]
fn two_hundred_and_fifty_workers_of_another_pool_overflow_no_stack() {
    must_end(|| {
        for threads in [1, 2] {
            let many = PoolBuilder::new().threads(250).stack(8 << 20).build().unwrap();
            let a = PoolBuilder::new().threads(threads).stack(8 << 20).build().unwrap();
            let (b, ran) = (pool(1), AtomicUsize::new(0));
            many.install(|w| {
                w.for_each(0..250, |_, _| {
                    a.install(|_| {
                        let frame = std::hint::black_box([1_u8; 1 << 20]);
                        b.install(|_| pause());
                        ran.fetch_add(usize::from(std::hint::black_box(frame)[17]), SeqCst);
                    });
                });
            });
            assert_eq!(ran.into_inner(), 250);
            checked(&a);
        }
    });
}

#[test]
fn pools_that_wait_for_each_other_go_on() {
    must_end(|| {
        for number in [1, 30] {
            let (a, b, all) = (pool(1), pool(1), Barrier::new(2 * number));
            let across = |here: &Pool, there: &Pool| {
                here.install(|_| {
                    there.install(|_| here.install(|_| there.install(|_| ())));
                });
            };
            thread::scope(|threads| {
                for _ in 0..number {
                    for [here, there] in [[&a, &b], [&b, &a]] {
                        let all = &all;
                        threads.spawn(move || {
                            all.wait();
                            (0..20).for_each(|_| across(here, there));
                        });
                    }
                }
            });
            checked(&a);
            checked(&b);
        }
    });
}

fn beside_a_wait(builder: PoolBuilder, test: impl FnOnce(&Pool)) {
    beside_a_wait_for(&pool(1), builder, test);
}

fn beside_a_wait_for(b: &Pool, builder: PoolBuilder, test: impl FnOnce(&Pool)) {
    let a = builder.threads(1).build().unwrap();
    let [begun, over] = [(); 2].map(|()| AtomicBool::new(false));
    thread::scope(|threads| {
        threads.spawn(|| {
            a.install(|_| {
                b.install(|_| {
                    begun.store(true, SeqCst);
                    wait_for(&over);
                });
            });
        });
        wait_for(&begun);
        test(&a);
        over.store(true, SeqCst);
    });
    checked(&a);
}

#[test]
fn what_runs_on_a_stand_in_is_counted_and_can_be_cancelled() {
    must_end(|| {
        beside_a_wait(PoolBuilder::new(), |pool| {
            let before = pool.metrics().workers[0].tally.overflowed;
            let numbers: HashSet<usize> = (0..10).map(|_| pool.install(|w| w.index())).collect();
            assert_eq!(numbers, HashSet::from([0]));
            pool.install(|mut w| {
                w.lend().join(|_| (), |_| ());
                w.lend().for_each(0..5, |_, _| ());
                let cut = |s: Scoped<'_>| {
                    s.cancel();
                    s.poll()
                };
                assert!(w.lend().scope(cut).is_err());
                w.lend().join(|_| (), |_| ());
            });
            assert!(pool.metrics().workers[0].tally.overflowed >= before + 2);
            let (scope, inside) = (pool.cancel_scope(), AtomicBool::new(false));
            thread::scope(|threads| {
                let endless = threads.spawn(|| {
                    pool.install_in(&scope, |mut s| {
                        loop {
                            inside.store(true, SeqCst);
                            s.lend().join(|_| Ok(()), |_| Ok(()))?;
                        }
                        #[allow(unreachable_code)]
                        Ok(())
                    })
                });
                wait_for(&inside);
                scope.cancel();
                assert!(endless.join().unwrap().is_err());
            });
        });
    });
}

#[test]
fn all_stand_ins_hear_of_a_cancellation() {
    const WORKERS: usize = 8;
    must_end(|| {
        for _ in 0..30 {
            let [a, b] =
                [(); 2].map(|()| PoolBuilder::new().threads(WORKERS).stack(1 << 20).build().unwrap());
            let (waiting, over, inside) =
                (Barrier::new(WORKERS + 1), AtomicBool::new(false), Barrier::new(2));
            let (scope, first) = (a.cancel_scope(), AtomicBool::new(true));
            thread::scope(|threads| {
                for _ in 0..WORKERS {
                    threads.spawn(|| {
                        a.install(|_| {
                            b.install(|_| {
                                waiting.wait();
                                wait_for(&over);
                            });
                        });
                    });
                }
                waiting.wait();
                let endless = || {
                    a.install_in(&scope, |s| -> Result<(), _> {
                        if first.swap(false, SeqCst) {
                            inside.wait();
                        }
                        loop {
                            s.poll()?;
                        }
                    })
                };
                let endless: Vec<_> = (0..WORKERS).map(|_| threads.spawn(endless)).collect();
                inside.wait();
                scope.cancel();
                assert!(endless.into_iter().all(|endless| endless.join().unwrap().is_err()));
                over.store(true, SeqCst);
            });
            checked(&a);
        }
    });
}

#[test]
fn samples_after_a_reset_have_nothing_of_before() {
    must_end(|| {
        let (a, b) = (PoolBuilder::new().threads(1).record(1_000).build().unwrap(), pool(1));
        a.install(|_| b.install(|_| a.install(|w| w.count(1_000))));
        assert_eq!(checked(&a).nodes, 1_000);
        a.reset();
        a.install(|w| {
            w.count(1);
            thread::sleep(Duration::from_millis(5)); // the last sample has become old
            w.sample();
        });
        let recording = a.recording().unwrap();
        assert!(recording.tracks[0].samples.iter().all(|sample| sample.tally.nodes <= 1));
    });
}

#[test]
fn a_stand_in_is_kept_for_the_next_wait_and_calls_no_handlers() {
    must_end(|| {
        let (started, ended) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let count = |calls: &Arc<AtomicUsize>| {
            let calls = calls.clone();
            move |worker| {
                assert_eq!(worker, 0);
                calls.fetch_add(1, SeqCst);
            }
        };
        let builder = PoolBuilder::new().start_handler(count(&started)).exit_handler(count(&ended));
        beside_a_wait(builder, |pool| {
            let threads: HashSet<ThreadId> =
                (0..100).map(|_| pool.install(|_| thread::current().id())).collect();
            assert_eq!((threads.len(), started.load(SeqCst)), (1, 1));
        });
        assert_eq!(ended.load(SeqCst), 1);
    });
}

#[test]
fn a_worker_that_waits_for_a_simulated_pool_has_a_stand_in_too() {
    must_end(|| {
        let b = simulate(PoolBuilder::new().threads(2), Default::default()).build().unwrap();
        beside_a_wait_for(&b, PoolBuilder::new(), |a| assert_eq!(a.install(|w| w.index()), 0));
    });
}

#[test]
fn a_stand_in_may_build_and_drop_pools() {
    must_end(|| {
        beside_a_wait(PoolBuilder::new(), |a| {
            let hook = |_| assert_eq!(thread::current().name(), Some("worker-00"));
            let builder = PoolBuilder::new().threads(1).start_handler(hook);
            a.install(|_| {
                let inner = builder.build().unwrap();
                assert_eq!(inner.install(|_| a.install(|w| w.index() + 5)), 5);
            });
        });
    });
}
