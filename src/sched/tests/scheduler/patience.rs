//! Claim: installs and snapshots never wait long for each other.

use crate::support::pools::{checked, pool};
use crate::support::waits::{once, timed, wait_for};
use crate::support::watchdog::must_end;
use corosensei::Coroutine;
use sparring_sched::{Pool, PoolBuilder};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

#[test]
fn the_patience_of_a_snapshot_does_not_feed_on_itself() {
    must_end(|| once(10, two_threads_a_task));
}

fn two_threads_a_task() -> Result<(), String> {
    let (pool, over) = (pool(4), AtomicBool::new(false));
    thread::scope(|threads| {
        let long = threads.spawn(|| pool.install(|_| wait_for(&over)));
        thread::sleep(Duration::from_millis(20));
        let snapshot = threads.spawn(|| _ = pool.snapshot());
        thread::sleep(Duration::from_millis(20));
        let join_two = || {
            pool.install(|_| {
                for _ in 0..2 {
                    thread::scope(|inner| inner.spawn(|| pool.install(|_| ())).join().unwrap());
                }
            });
        };
        let times: Vec<_> = (0..6).map(|_| timed(join_two)).collect();
        over.store(true, SeqCst);
        [long, snapshot].into_iter().for_each(|thread| thread.join().unwrap());
        let right = times[5] < 3 * times[0] + Duration::from_millis(200);
        right.then_some(()).ok_or_else(|| format!("{times:?}"))
    })
}

#[test]
fn nor_is_it_kept_for_later_snapshots() {
    must_end(|| once(10, a_thread_a_task));
}

fn a_thread_a_task() -> Result<(), String> {
    let (pool, over) = (pool(4), AtomicBool::new(false));
    thread::scope(|threads| {
        let look = || {
            while !over.load(SeqCst) {
                pool.snapshot();
            }
        };
        let lookers = [(); 4].map(|()| threads.spawn(look));
        pool.install(|_| thread::sleep(Duration::from_secs(1)));
        let join_one = || thread::scope(|inner| inner.spawn(|| pool.install(|_| ())).join().unwrap());
        let times: Vec<_> = (0..4).map(|_| timed(|| pool.install(|_| join_one()))).collect();
        over.store(true, SeqCst);
        lookers.into_iter().for_each(|looker| looker.join().unwrap());
        let right = times.iter().all(|time| *time < Duration::from_millis(600));
        right.then_some(()).ok_or_else(|| format!("{times:?}"))
    })
}

fn wait_by_way_of_a_thread(here: &Pool, there: &Pool) {
    there.install(|_| {
        thread::scope(|threads| threads.spawn(|| here.install(|_| ())).join().unwrap());
    });
}

fn deep(frames: usize, f: &dyn Fn()) {
    let frame = std::hint::black_box([1_u8; 16 << 10]);
    if frames == 0 {
        f()
    } else {
        deep(frames - 1, f)
    }
    std::hint::black_box(&frame);
}

#[test]
fn a_worker_that_waits_serves_threads_wherever_its_stack_is() {
    must_end(|| {
        let [a, b] = [(); 2].map(|()| &*Box::leak(Box::new(pool(1))));
        a.install(|_| wait_by_way_of_a_thread(a, b));
        a.install(|_| deep(150, &|| wait_by_way_of_a_thread(a, b)));
        a.install(|_| {
            let mut coroutine = Coroutine::<(), (), ()>::new(move |_, ()| wait_by_way_of_a_thread(a, b));
            coroutine.resume(());
        });
        checked(a);
        checked(b);
    });
}

#[test]
fn two_hundred_clients_by_way_of_another_pool_fit_on_one_stack_too() {
    must_end(|| {
        let a = PoolBuilder::new().threads(1).build().unwrap();
        let (between, c, ran) = (pool(1), pool(1), AtomicUsize::new(0));
        thread::scope(|threads| {
            let client = || {
                between.install(|_| {
                    a.install(|_| {
                        let frame = std::hint::black_box([1_u8; 512 << 10]);
                        c.install(|_| thread::sleep(Duration::from_millis(2)));
                        ran.fetch_add(usize::from(std::hint::black_box(frame)[17]), SeqCst);
                    });
                });
            };
            let clients: Vec<_> = (0..200).map(|_| threads.spawn(client)).collect();
            clients.into_iter().for_each(|client| client.join().unwrap());
        });
        assert_eq!(ran.into_inner(), 200);
    });
}

#[test]
fn a_snapshot_is_not_starved_by_the_sixty_fifth_pool() {
    must_end(|| once(5, beside_the_sixty_fifth_pool));
}

fn beside_the_sixty_fifth_pool() -> Result<(), String> {
    let a = pool(4);
    (0..63).for_each(|_| drop(pool(1)));
    let (b, over) = (pool(4), AtomicBool::new(false));
    thread::scope(|threads| {
        let install_in_a_loop = || {
            b.install(|_| {
                while !over.load(SeqCst) {
                    a.install(|_| thread::sleep(Duration::from_millis(20)));
                }
            });
        };
        let installers = [(); 4].map(|()| {
            thread::sleep(Duration::from_millis(5));
            threads.spawn(install_in_a_loop)
        });
        let time = timed(|| a.snapshot().total().check().unwrap());
        over.store(true, SeqCst);
        installers.into_iter().for_each(|installer| installer.join().unwrap());
        (time < Duration::from_secs(3)).then_some(()).ok_or_else(|| format!("{time:?}"))
    })
}

#[test]
fn a_hundred_pools_that_install_in_each_other_hang_nowhere() {
    must_end(|| {
        let pools: Vec<Pool> = (0..100).map(|_| pool(1)).collect();
        let last = &pools[99];
        let begun = AtomicBool::new(false);
        thread::scope(|threads| {
            let task = threads.spawn(|| {
                last.install(|_| {
                    begun.store(true, SeqCst);
                    thread::sleep(Duration::from_millis(50)); // by now the snapshot waits
                    pools[..99].iter().map(|pool| pool.install(|_| 1)).sum::<u32>()
                        + pools[98].install(|_| last.install(|_| 1))
                })
            });
            wait_for(&begun);
            last.snapshot().total().check().unwrap();
            assert_eq!(task.join().unwrap(), 100);
        });
    });
}
