//! Claim: every task of a group runs exactly once before the group's call returns, and a worker
//! that waits there runs nothing else.

use crate::support::hash::hash;
use crate::support::pools::{checked, on_pools_of_all_sizes, pool};
use crate::support::waits::wait_for;
use crate::support::watchdog::must_end;
use sparring_sched::{Pool, PoolBuilder, TaskGroup, WorkerState, current};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{
    AtomicBool, AtomicU64, AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};
use std::sync::mpsc::channel;
use std::sync::{Barrier, Mutex};
use std::thread;

/// A random tree: how many children the node with this seed has.
fn children(seed: u64, depth: u32) -> u64 {
    if depth == 0 { 0 } else { seed % 4 }
}

fn nodes(seed: u64, depth: u32) -> u64 {
    1 + (0..children(seed, depth)).map(|nth| nodes(hash(seed ^ nth << 32), depth - 1)).sum::<u64>()
}

fn visit<'env>(group: &TaskGroup<'env>, seed: u64, depth: u32, visited: &'env AtomicU64) {
    for nth in 0..children(seed, depth) {
        group.spawn(move |group| visit(group, hash(seed ^ nth << 32), depth - 1, visited));
    }
    visited.fetch_add(1, Relaxed);
}

#[test]
fn all_tasks_of_a_random_tree_run_once_wherever_the_group_is_opened() {
    on_pools_of_all_sizes(|pool| {
        for seed in 0..60 {
            let visited = AtomicU64::new(0);
            let open = || match seed % 2 {
                0 => pool.task_group(|group| visit(group, hash(seed), 7, &visited)),
                _ => pool.task_group_fifo(|group| visit(group, hash(seed), 7, &visited)),
            };
            let before = pool.snapshot().total();
            match seed % 3 {
                0 => open(),
                1 => pool.install(|_| open()),
                _ => pool.install(|w| w.as_current(open)),
            }
            let tasks = nodes(hash(seed), 7);
            assert_eq!(visited.into_inner(), tasks);
            let total = pool.snapshot().total() - before;
            assert_eq!((total.created, total.run()), (tasks - 1, tasks - 1), "{total:?}");
        }
    });
}

#[test]
fn one_worker_runs_the_newest_task_first_or_the_oldest() {
    let pool = pool(1);
    let (newest, oldest) = (&Mutex::new(Vec::new()), &Mutex::new(Vec::new()));
    pool.install(|_| {
        pool.task_group(|group| (0..3).for_each(|n| group.spawn(move |_| newest.lock().unwrap().push(n))));
        pool.task_group_fifo(|group| {
            (0..3).for_each(|n| group.spawn(move |_| oldest.lock().unwrap().push(n)))
        });
    });
    assert_eq!((&newest.lock().unwrap()[..], &oldest.lock().unwrap()[..]), (&[2, 1, 0][..], &[0, 1, 2][..]));
}

#[test]
fn a_lock_may_be_held_over_a_group() {
    // A worker that took another task of the outer group while it waits in the inner one would
    // want the lock that it holds.
    must_end(|| {
        for threads in [1, 2, 4] {
            let (pool, lock, ran) = (&pool(threads), &Mutex::new(()), &AtomicUsize::new(0));
            pool.install(|w| {
                w.as_current(|| {
                    pool.task_group(|outer| {
                        for _ in 0..100 {
                            outer.spawn(move |_| {
                                let _held = lock.lock().unwrap();
                                pool.task_group(|inner| {
                                    (0..3).for_each(|_| inner.spawn(move |_| _ = ran.fetch_add(1, Relaxed)));
                                });
                                current::join(|| (), || _ = ran.fetch_add(1, Relaxed));
                            });
                        }
                    });
                });
            });
            assert_eq!(ran.load(SeqCst), 400);
            checked(pool);
        }
    });
}

#[test]
fn whoever_waits_helps_the_tasks_that_others_run() {
    // The two halves meet, so another worker must take one; only the one that waits is left.
    must_end(|| {
        let pool = &pool(2);
        let (begun, both) = (&AtomicBool::new(false), &Barrier::new(2));
        pool.install(|w| {
            w.as_current(|| {
                pool.task_group(|group| {
                    let opener = current::index();
                    group.spawn(move |_| {
                        begun.store(true, SeqCst);
                        assert_ne!(current::index(), opener);
                        current::join(|| both.wait(), || both.wait());
                    });
                    wait_for(begun);
                });
            });
        });
        checked(pool);
    });
}

#[test]
fn all_tasks_run_though_some_panic_and_the_panic_goes_on() {
    on_pools_of_all_sizes(|pool| {
        let ran = &AtomicUsize::new(0);
        let group = |body_panics: bool| {
            ran.store(0, SeqCst);
            let open = || {
                pool.task_group(|group| {
                    for n in 0..20 {
                        group.spawn(move |_| {
                            ran.fetch_add(1, SeqCst);
                            if n == 7 {
                                resume_unwind(Box::new("of a task"));
                            }
                        });
                    }
                    if body_panics {
                        resume_unwind(Box::new("of the body"));
                    }
                });
            };
            let panic = catch_unwind(AssertUnwindSafe(|| pool.install(|w| w.as_current(open)))).unwrap_err();
            assert_eq!(ran.load(SeqCst), 20);
            *panic.downcast::<&str>().unwrap()
        };
        assert_eq!(group(false), "of a task");
        assert_eq!(group(true), "of the body");
    });
}

#[test]
fn threads_that_are_no_workers_may_spawn_too() {
    on_pools_of_all_sizes(|pool| {
        let ran = &AtomicUsize::new(0);
        let spawn_from_threads = |group: &TaskGroup<'_>| {
            thread::scope(|threads| {
                (0..3).for_each(|_| _ = threads.spawn(|| (0..50).for_each(|_| group.spawn(|_| ()))));
            });
        };
        pool.task_group(spawn_from_threads);
        pool.install(|w| w.as_current(|| pool.task_group(spawn_from_threads)));
        pool.task_group(|group| group.spawn(|group| group.spawn(|_| _ = ran.fetch_add(1, SeqCst))));
        assert_eq!(ran.load(SeqCst), 1);
    });
}

#[test]
fn a_worker_that_waits_elsewhere_leaves_its_groups_tasks_to_a_stand_in() {
    must_end(|| {
        let (a, b) = (&pool(1), &pool(1));
        let (sender, receiver) = channel();
        a.install(|_| {
            a.task_group(|group| {
                group.spawn(move |_| sender.send(7).unwrap());
                assert_eq!(b.install(move |_| receiver.recv()), Ok(7));
            });
        });
        checked(a);
    });
}

#[test]
fn what_a_stand_in_spawns_wakes_the_worker_whose_number_it_has() {
    must_end(|| {
        let (a, b) = (&pool(1), &pool(1));
        let [begun, back] = &[(); 2].map(|()| AtomicBool::new(false));
        a.install(|_| {
            a.task_group(|group| {
                group.spawn(|group| {
                    begun.store(true, SeqCst);
                    wait_for(back);
                    while a.metrics().workers[0].state != WorkerState::Asleep {
                        thread::yield_now();
                    }
                    group.spawn(|_| ());
                });
                b.install(|_| wait_for(begun));
                back.store(true, SeqCst);
            });
        });
        assert_eq!(checked(a).created, 2);
    });
}

#[test]
fn a_broadcast_runs_once_on_every_worker_wherever_that_waits() {
    must_end(|| {
        for threads in [1, 2, 3] {
            let (a, b) = (&pool(threads), &pool(threads));
            let numbers = |pool: &Pool, meanwhile: &(dyn Fn() + Sync)| {
                let seen = Mutex::new(Vec::new());
                pool.install(|w| {
                    w.as_current(|| {
                        pool.task_group(|group| {
                            group.spawn_broadcast(|_| seen.lock().unwrap().push(current::index().unwrap()));
                            meanwhile();
                        });
                    });
                });
                let mut seen = seen.into_inner().unwrap();
                seen.sort_unstable();
                assert_eq!(seen, (0..threads).collect::<Vec<_>>());
            };
            numbers(a, &|| ());
            // Each pool waits for a broadcast in the other, at the same time.
            thread::scope(|clients| {
                for (here, there) in [(a, b), (b, a)] {
                    clients.spawn(move || (0..30).for_each(|_| numbers(here, &|| numbers(there, &|| ()))));
                }
            });
            // From outside, while a join waits.
            thread::scope(|clients| {
                clients.spawn(|| (0..100).for_each(|_| _ = a.install(|w| w.join(|_| (), |_| ()))));
                let calls = AtomicUsize::new(0);
                (0..30).for_each(|_| {
                    a.task_group(|group| group.spawn_broadcast(|_| _ = calls.fetch_add(1, SeqCst)))
                });
                assert_eq!(calls.into_inner(), 30 * threads);
            });
            checked(a);
            checked(b);
        }
    });
}

#[test]
fn groups_nest_in_joins_splits_and_each_other() {
    fn sum(pool: &Pool, seed: u64, depth: u32) -> u64 {
        let sum = &AtomicU64::new(1);
        let add = |n| sum.fetch_add(n, Relaxed);
        match (depth, seed % 5) {
            (0, _) => {}
            (_, 0 | 1) => {
                let half = |nth| sum_of(pool, seed, nth, depth);
                let (a, b) = current::join(|| half(1), || half(2));
                add(a + b);
            }
            (_, 2) => pool.task_group(|group| {
                (0..2).for_each(|nth| {
                    group.spawn(move |_| _ = sum.fetch_add(sum_of(pool, seed, nth, depth), Relaxed))
                });
            }),
            (_, 3) => pool.task_group_fifo(|group| {
                group.spawn(move |group| {
                    group.spawn(move |_| _ = sum.fetch_add(sum_of(pool, seed, 3, depth), Relaxed));
                });
                add(sum_of(pool, seed, 4, depth));
            }),
            _ => {
                add(pool.install(|w| w.as_current(|| sum_of(pool, seed, 5, depth))));
            }
        }
        sum.load(Relaxed)
    }

    fn sum_of(pool: &Pool, seed: u64, nth: u64, depth: u32) -> u64 {
        sum(pool, hash(seed ^ nth << 40), depth - 1)
    }

    // The oracle: the same without any worker, where everything is ordinary code.
    let value = |pool: &Pool, seed| sum(pool, seed, 6);
    let one = pool(1);
    on_pools_of_all_sizes(|pool| {
        for seed in (0..40).map(hash) {
            let alone = one.install(|w| w.as_current(|| value(&one, seed)));
            assert_eq!(pool.install(|w| w.as_current(|| value(pool, seed))), alone);
        }
    });
}

#[test]
fn snapshots_wait_for_groups_that_are_opened_outside() {
    let pool = &PoolBuilder::new().threads(2).stack(4 << 20).build().unwrap();
    let end = &AtomicBool::new(false);
    thread::scope(|threads| {
        threads.spawn(|| {
            for _ in 0..200 {
                pool.task_group(|group| {
                    (0..5).for_each(|_| group.spawn(|group| group.spawn(|group| group.spawn(|_| ()))));
                });
            }
            end.store(true, SeqCst);
        });
        while !end.load(SeqCst) {
            checked(pool);
        }
    });
    assert_eq!(checked(pool).created, 200 * 15);
}
