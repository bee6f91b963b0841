//! Claim: between pools nothing hangs, nothing outlives what it points to, and nobody waits for
//! long without being told why: the table in the documentation of `Pool`.

use crate::support::panics::panic_text;
use crate::support::pools::{checked, pool};
use crate::support::spin::spin;
use crate::support::watchdog::within_seconds;
use corosensei::{Coroutine, CoroutineResult, Yielder};
use parking_lot::Mutex; // ThreadSanitizer does not see through the standard library's
use send_wrapper::SendWrapper;
use sparring::sched::{Pool, PoolBuilder, Worker};
use std::cell::RefCell;
use std::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

thread_local! {
    /// A coroutine that outlives the root that began it.
    static KEPT: RefCell<Option<Coroutine<(), (), ()>>> = const { RefCell::new(None) };
}

/// A pool that lives as long as the process, as what a kept coroutine borrows must.
fn forever(threads: usize) -> &'static Pool {
    Box::leak(Box::new(pool(threads)))
}

fn wait_for(flag: &AtomicBool) {
    while !flag.load(SeqCst) {
        thread::yield_now();
    }
}

/// Calls `f` and tells how long that took.
fn timed(f: impl FnOnce()) -> Duration {
    let start = Instant::now();
    f();
    start.elapsed()
}

/// An install on top of one root ends on top of another, when the thread that installed the first
/// is gone and its stack is unmapped.
#[test]
fn an_install_on_top_may_outlive_the_root_below_it() {
    within_seconds(60, || {
        let (pool, other) = (forever(1), forever(1));
        for _ in 0..10 {
            let first = move || {
                pool.install(|_| {
                    let mut coroutine = Coroutine::<(), (), ()>::new(move |yielder, ()| {
                        let yielder = SendWrapper::new(yielder);
                        pool.install(move |_| yielder.suspend(()));
                    });
                    coroutine.resume(());
                    KEPT.set(Some(coroutine));
                });
            };
            // A stack this large is not kept for the next thread.
            thread::Builder::new().stack_size(128 << 20).spawn(first).unwrap().join().unwrap();
            let again = pool.install(|_| {
                let mut coroutine = KEPT.take().expect("there is one worker");
                assert!(matches!(coroutine.resume(()), CoroutineResult::Return(())));
                other.install(|_| pool.install(|_| 5))
            });
            assert_eq!(again, 5);
        }
        checked(pool);
        checked(other);
    });
}

#[test]
fn a_snapshot_on_a_thread_of_any_pool_is_refused_in_one_line() {
    within_seconds(60, || {
        type Take = fn(&Pool);
        let takes: [(&str, Take); 3] = [
            ("snapshot", |pool| drop(pool.snapshot())),
            ("reset", |pool| pool.reset()),
            ("recording", |pool| drop(pool.recording())),
        ];
        let [a, b] = [2, 2].map(|threads| PoolBuilder::new().threads(threads).record(100).build().unwrap());
        let b = Arc::new(b);
        for (name, take) in takes {
            let refused = |text: Option<String>| {
                let text = text.expect("it was refused");
                assert!(text.starts_with(&format!("{name} was called on ")), "{text}");
                assert!(text.contains("expected a thread of no pool") && !text.contains('\n'), "{text}");
            };
            refused(panic_text(|| a.install(|_| take(&a))));
            refused(panic_text(|| a.install(|_| take(&b))));
            refused(panic_text(|| a.install(|_| b.install(|_| take(&a)))));
            let looks = b.clone();
            let builder = PoolBuilder::new().threads(1).start_handler(move |_| take(&looks));
            refused(panic_text(|| drop(builder.build())));
            take(&a);
            take(&b);
        }
    });
}

/// Two tasks of two pools each ask for a snapshot of the other pool.
#[test]
fn snapshots_across_each_other_do_not_hang() {
    within_seconds(60, || {
        for take in [|pool: &Pool| drop(pool.snapshot()), |pool: &Pool| pool.reset()] {
            let (a, b, both) = (pool(4), pool(4), Barrier::new(2));
            let across = |here: &Pool, there: &Pool| {
                panic_text(|| {
                    here.install(|_| {
                        both.wait();
                        take(there);
                    });
                })
            };
            thread::scope(|threads| {
                let other = threads.spawn(|| across(&b, &a));
                assert_eq!(across(&a, &b).is_some(), other.join().unwrap().is_some());
            });
            checked(&a);
            checked(&b);
        }
    });
}

/// Sixteen threads keep a pool busy while a snapshot waits. A task that has been there all the time
/// then waits for a thread whose install the snapshot holds up.
#[test]
fn what_a_snapshot_holds_up_does_not_wait_for_the_sum_of_what_ran_before() {
    within_seconds(60, || {
        let pool = pool(4);
        let [begun, over] = [(); 2].map(|()| AtomicBool::new(false));
        let waited = thread::scope(|threads| {
            let task = threads.spawn(|| {
                pool.install(|_| {
                    begun.store(true, SeqCst);
                    wait_for(&over);
                    thread::scope(|inner| inner.spawn(|| timed(|| pool.install(|_| ()))).join().unwrap())
                })
            });
            wait_for(&begun);
            let snapshot = threads.spawn(|| pool.snapshot().total().check().unwrap());
            thread::sleep(Duration::from_millis(20));
            let clients = [(); 16]
                .map(|()| threads.spawn(|| pool.install(|_| thread::sleep(Duration::from_millis(200)))));
            let mut left: Vec<_> = clients.into_iter().collect();
            while left.len() > 1 {
                left.retain(|client| !client.is_finished());
                thread::sleep(Duration::from_millis(1));
            }
            over.store(true, SeqCst); // what went ahead of the snapshot still runs
            left.into_iter().for_each(|client| client.join().unwrap());
            let waited = task.join().unwrap();
            snapshot.join().unwrap();
            waited
        });
        assert!(waited < Duration::from_secs(2), "{waited:?}, expected some 300 ms");
    });
}

/// Runs `test` with a pool of four, of which worker `busy` waits for another pool, until `test`
/// returns.
fn beside_a_wait(test: impl FnOnce(&Pool, usize)) {
    let (a, b, over) = (&pool(4), &pool(1), &AtomicBool::new(false));
    let busy = &AtomicUsize::new(usize::MAX);
    thread::scope(|threads| {
        let waiting = threads.spawn(move || {
            a.install(|w| {
                busy.store(w.index(), SeqCst);
                b.install(|_| wait_for(over));
            });
        });
        while busy.load(SeqCst) == usize::MAX {
            thread::yield_now();
        }
        test(a, busy.load(SeqCst));
        over.store(true, SeqCst);
        waiting.join().unwrap();
    });
    checked(a);
}

#[test]
fn installs_are_left_to_idle_workers_while_there_are_any() {
    within_seconds(120, || {
        beside_a_wait(|pool, busy| {
            let rounds = 1_000;
            let (on_top, meeting) = (AtomicUsize::new(0), Barrier::new(3));
            thread::scope(|threads| {
                let client = || {
                    for _ in 0..rounds {
                        pool.install(|w| {
                            on_top.fetch_add(usize::from(w.index() == busy), Relaxed);
                            meeting.wait(); // returns only if three run at once
                        });
                    }
                };
                let clients = [(); 3].map(|()| threads.spawn(client));
                clients.into_iter().for_each(|client| client.join().unwrap());
            });
            assert_eq!(on_top.into_inner(), 0, "of {} installs beside an idle worker", 3 * rounds);
        });
    });
}

/// A task that waits often and shortly finds roots of others just as it begins to wait.
#[test]
fn strangers_do_not_delay_a_task_that_waits_while_workers_are_idle() {
    within_seconds(60, || {
        let (a, b, over) = (pool(4), pool(1), AtomicBool::new(false));
        let (busy, on_top) = (AtomicUsize::new(usize::MAX), AtomicUsize::new(0));
        thread::scope(|threads| {
            let stranger = || {
                while !over.load(SeqCst) {
                    a.install(|w| on_top.fetch_add(usize::from(w.index() == busy.load(SeqCst)), Relaxed));
                }
            };
            let strangers = [(); 2].map(|()| threads.spawn(stranger));
            a.install(|w| {
                busy.store(w.index(), SeqCst);
                let start = Instant::now();
                while start.elapsed() < Duration::from_secs(1) {
                    b.install(|_| ());
                }
                busy.store(usize::MAX, SeqCst);
            });
            over.store(true, SeqCst);
            strangers.into_iter().for_each(|stranger| stranger.join().unwrap());
        });
        assert_eq!(on_top.into_inner(), 0);
    });
}

#[test]
fn the_only_worker_serves_its_pool_while_its_task_waits() {
    within_seconds(60, || {
        let (a, b) = (&pool(1), &pool(1));
        let [begun, over] = [(); 2].map(|()| AtomicBool::new(false));
        thread::scope(|threads| {
            let waiting = threads.spawn(|| {
                a.install(|_| {
                    b.install(|_| {
                        begun.store(true, SeqCst);
                        wait_for(&over);
                    });
                });
            });
            wait_for(&begun);
            let served: usize = (0..100).map(|_| a.install(|w| w.index() + 1)).sum();
            assert_eq!(served, 100);
            over.store(true, SeqCst);
            waiting.join().unwrap();
        });
        checked(a);
    });
}

/// How many clients there are says nothing of how deep a program nests.
#[test]
fn two_hundred_clients_fit_on_the_stack_of_one_worker_that_waits() {
    within_seconds(120, || {
        let a = PoolBuilder::new().threads(1).build().unwrap();
        let (b, first) = (pool(1), AtomicBool::new(true));
        let ran = AtomicUsize::new(0);
        thread::scope(|threads| {
            let client = || {
                a.install(|_| {
                    let frame = std::hint::black_box([1_u8; 512 << 10]);
                    b.install(|_| {
                        let ms = if first.swap(false, SeqCst) { 500 } else { 1 };
                        thread::sleep(Duration::from_millis(ms)); // the others come meanwhile
                    });
                    ran.fetch_add(usize::from(std::hint::black_box(frame)[17]), SeqCst);
                });
            };
            let clients: Vec<_> = (0..200).map(|_| threads.spawn(client)).collect();
            clients.into_iter().for_each(|client| client.join().unwrap());
        });
        assert_eq!(ran.into_inner(), 200);
        checked(&a);
    });
}

#[test]
fn hooks_of_a_pool_that_a_worker_builds_and_drops_may_install_into_that_workers_pool() {
    within_seconds(60, || {
        for (builders, built) in [(1, 1), (1, 3), (2, 2)] {
            let a = Arc::new(pool(builders));
            let calls = Arc::new(AtomicUsize::new(0));
            let call = |pool: &Arc<Pool>| {
                let (pool, calls) = (Arc::downgrade(pool), calls.clone());
                move |_| {
                    pool.upgrade().unwrap().install(|_| calls.fetch_add(1, SeqCst));
                }
            };
            let builder = PoolBuilder::new().threads(built).start_handler(call(&a)).exit_handler(call(&a));
            for _ in 0..10 {
                let five = a.install(|_| builder.build().unwrap().install(|_| a.install(|_| 5)));
                assert_eq!(five, 5);
            }
            let panics = PoolBuilder::new().threads(built).exit_handler(call(&a)).start_handler(|worker| {
                assert!(worker != 0, "not today");
            });
            let text = panic_text(|| a.install(|_| drop(panics.build())));
            assert_eq!(text.as_deref(), Some("not today"));
            assert_eq!(calls.load(SeqCst), 20 * built + built - 1);
            checked(&a);
        }
    });
}

#[test]
fn threads_that_look_in_a_loop_do_not_starve_installs() {
    within_seconds(60, || {
        let (pool, over) = (pool(4), AtomicBool::new(false));
        thread::scope(|threads| {
            let look = || {
                while !over.load(SeqCst) {
                    pool.snapshot().total().check().unwrap();
                }
            };
            let lookers = [(); 4].map(|()| threads.spawn(look));
            let mut times: Vec<_> = (0..100).map(|_| timed(|| pool.install(|_| ()))).collect();
            over.store(true, SeqCst);
            lookers.into_iter().for_each(|looker| looker.join().unwrap());
            times.sort();
            let (median, longest) = (times[50], times[99]);
            assert!(median < Duration::from_millis(50), "median {median:?}");
            assert!(longest < Duration::from_secs(1), "longest {longest:?}");
        });
    });
}

#[test]
fn workers_of_another_pool_that_install_in_a_loop_do_not_starve_a_snapshot() {
    within_seconds(60, || {
        let (a, b, over) = (pool(4), pool(4), AtomicBool::new(false));
        thread::scope(|threads| {
            let install_in_a_loop = || {
                b.install(|_| {
                    while !over.load(SeqCst) {
                        a.install(|_| spin(2_000));
                    }
                });
            };
            let installers = [(); 4].map(|()| threads.spawn(install_in_a_loop));
            let longest = (0..20).map(|_| {
                thread::sleep(Duration::from_millis(5));
                timed(|| a.snapshot().total().check().unwrap())
            });
            let longest = longest.max();
            over.store(true, SeqCst);
            installers.into_iter().for_each(|installer| installer.join().unwrap());
            assert!(longest < Some(Duration::from_secs(1)), "{longest:?}");
        });
    });
}

/// Two snapshots each wait for a task whose install the other one holds up.
#[test]
fn installs_across_two_waiting_snapshots_do_not_hang() {
    within_seconds(60, || {
        let (a, b, both) = (&pool(1), &pool(1), &Barrier::new(2));
        let task = |here: &Pool, there: &Pool| {
            here.install(|_| {
                both.wait();
                thread::sleep(Duration::from_millis(50)); // by now both snapshots wait
                there.install(|_| ());
            });
        };
        let look = |pool: &Pool| {
            thread::sleep(Duration::from_millis(20));
            pool.snapshot();
        };
        thread::scope(|threads| {
            let tasks = [threads.spawn(move || task(a, b)), threads.spawn(move || task(b, a))];
            let snapshots = [threads.spawn(move || look(a)), threads.spawn(move || look(b))];
            tasks.into_iter().chain(snapshots).for_each(|thread| thread.join().unwrap());
        });
    });
}

/// Where nothing is promoted any more, what waits for a thief waits for ever.
#[test]
fn a_coroutine_forgotten_in_an_install_on_top_leaves_the_worker_able_to_share() {
    within_seconds(60, || {
        let pool = forever(2);
        pool.install(|mut w| {
            let mut coroutine = Coroutine::<(), (), ()>::new(move |yielder, ()| {
                let yielder = SendWrapper::new(yielder);
                pool.install(move |_| yielder.suspend(()));
            });
            coroutine.resume(());
            std::mem::forget(coroutine);
            for _ in 0..10 {
                let begun = AtomicBool::new(false);
                w.lend().join(
                    |mut w| {
                        while !begun.load(SeqCst) {
                            w.lend().join(|_| (), |_| ()); // shares the other half
                        }
                    },
                    |_| begun.store(true, SeqCst),
                );
            }
        });
        assert!(checked(pool).stolen >= 10);
    });
}

/// A worker waits for `b` inside a coroutine, and what it serves meanwhile suspends that for ever.
#[test]
fn a_coroutine_forgotten_while_it_waits_for_another_pool_keeps_no_snapshot_of_that_from_its_turn() {
    within_seconds(60, || {
        let [a, b, c] = [(); 3].map(|()| forever(1));
        a.install(|_| {
            let wait = move |yielder: &Yielder<(), ()>, ()| {
                let (yielder, suspends) = (SendWrapper::new(yielder), AtomicBool::new(false));
                thread::scope(|threads| {
                    threads.spawn(|| {
                        let suspend = |_: Worker<'_>| {
                            suspends.store(true, SeqCst);
                            yielder.suspend(());
                        };
                        c.install(|_| a.install(suspend)); // for a thread of a pool: served on any stack
                    });
                    b.install(|_| wait_for(&suspends));
                });
            };
            let mut coroutine = Coroutine::<(), (), ()>::new(wait);
            coroutine.resume(());
            std::mem::forget(coroutine);
        });
        assert_eq!(b.install(|_| 7), 7);
        checked(b);
        assert_eq!(a.install(|_| b.install(|_| a.install(|_| 8))), 8);
    });
}

/// The order in which things happened, seen from outside.
#[test]
fn installs_and_snapshots_take_turns_in_the_order_in_which_they_came() {
    within_seconds(60, || {
        let pool = pool(2);
        for _ in 0..20 {
            let (order, going) = (Mutex::new(Vec::new()), AtomicBool::new(false));
            let mut last = pool.snapshot().total().nodes;
            thread::scope(|threads| {
                let first = threads.spawn(|| {
                    pool.install(|w| {
                        going.store(true, SeqCst);
                        spin(30_000);
                        w.count(1);
                    });
                });
                wait_for(&going);
                let mut later = Vec::new();
                for round in 0..3 {
                    let (pool, order) = (&pool, &order);
                    thread::sleep(Duration::from_millis(5));
                    later.push(threads.spawn(move || {
                        let nodes = pool.snapshot().total().nodes;
                        order.lock().push((round, nodes));
                    }));
                    thread::sleep(Duration::from_millis(5));
                    later.push(threads.spawn(|| pool.install(|w| w.count(1))));
                }
                later.into_iter().chain([first]).for_each(|thread| thread.join().unwrap());
            });
            let mut order = order.into_inner();
            order.sort();
            for (round, nodes) in order {
                last += 1;
                assert_eq!(nodes, last, "snapshot {round} comes after as many installs as came before it");
            }
        }
    });
}
