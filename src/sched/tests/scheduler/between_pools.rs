//! Claim: between pools nothing hangs, and waits follow the table in the documentation of `Pool`.

use crate::support::panics::panic_text;
use crate::support::pools::{checked, pool};
use crate::support::spin::spin;
use crate::support::waits::{SetOnDrop, once, timed, wait_for};
use crate::support::watchdog::must_end;
use sparring_sched::{Pool, PoolBuilder};
use std::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn a_snapshot_on_a_thread_of_any_pool_is_refused_in_one_line() {
    must_end(|| {
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

#[test]
fn snapshots_across_each_other_do_not_hang() {
    must_end(|| {
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

#[test]
fn what_a_snapshot_holds_up_does_not_wait_for_the_sum_of_what_ran_before() {
    must_end(|| once(5, beside_sixteen_clients));
}

fn beside_sixteen_clients() -> Result<(), String> {
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
        let clients =
            [(); 16].map(|()| threads.spawn(|| pool.install(|_| thread::sleep(Duration::from_millis(200)))));
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
    let right = waited < Duration::from_secs(2);
    right.then_some(()).ok_or_else(|| format!("{waited:?}, expected some 300 ms"))
}

#[test]
fn what_a_task_installs_meanwhile_does_not_keep_a_snapshot_from_stepping_aside() {
    must_end(|| {
        let (a, b, back) = (&pool(2), &pool(1), &AtomicBool::new(false));
        thread::scope(|threads| {
            let task = threads.spawn(move || {
                a.install(|_| {
                    thread::sleep(Duration::from_millis(50)); // by now the snapshot waits
                    thread::scope(|inner| {
                        inner.spawn(|| {
                            a.install(|_| ());
                            back.store(true, SeqCst);
                        });
                        while !back.load(SeqCst) {
                            b.install(|_| a.install(|_| thread::sleep(Duration::from_millis(5))));
                        }
                    });
                });
            });
            thread::sleep(Duration::from_millis(20));
            a.snapshot().total().check().unwrap();
            task.join().unwrap();
        });
    });
}

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
    must_end(|| {
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

#[test]
fn strangers_do_not_delay_a_task_that_waits_while_workers_are_idle() {
    must_end(|| {
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
    must_end(|| {
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

#[test]
fn two_hundred_clients_fit_on_the_stack_of_one_worker_that_waits() {
    must_end(|| {
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
    must_end(|| {
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
fn workers_of_another_pool_that_install_in_a_loop_do_not_starve_a_snapshot() {
    must_end(|| {
        let (a, b, over) = (pool(4), pool(4), AtomicBool::new(false));
        thread::scope(|threads| {
            let _end = SetOnDrop(&over);
            let install_in_a_loop = || {
                b.install(|_| {
                    while !over.load(SeqCst) {
                        a.install(|_| spin(2_000));
                    }
                });
            };
            let installers = [(); 4].map(|()| threads.spawn(install_in_a_loop));
            once(10, || {
                let longest = (0..20).map(|_| {
                    thread::sleep(Duration::from_millis(5));
                    timed(|| a.snapshot().total().check().unwrap())
                });
                let longest = longest.max();
                (longest < Some(Duration::from_secs(1))).then_some(()).ok_or_else(|| format!("{longest:?}"))
            });
            over.store(true, SeqCst);
            installers.into_iter().for_each(|installer| installer.join().unwrap());
        });
    });
}

#[test]
fn installs_across_two_waiting_snapshots_do_not_hang() {
    must_end(|| {
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
