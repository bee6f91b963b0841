//! Claim: each spawned task is run or dropped once, and all end before their call returns.

use crate::support::canary::Canary;
use crate::support::hash::hash;
use crate::support::panics::panic_text;
use crate::support::pools::{checked, pool};
use crate::support::spin::spin;
use crate::support::stolen::is_over_in_time;
use crate::support::threads::THREADS;
use crate::support::waits::await_thief;
use crate::support::watchdog::must_end;
use sparring_sched::{Cancelled, Pool, Scoped, Tasks};
use std::sync::Arc;
use std::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};

#[derive(Clone, Copy)]
struct Wild {
    cancels: bool,
    panics: bool,
}

const TAME: Wild = Wild { cancels: false, panics: false };

fn program(
    s: Scoped<'_>,
    seed: u64,
    depth: u32,
    wild: Wild,
    alive: &Arc<AtomicUsize>,
) -> Result<u64, Cancelled> {
    let canary = Canary::new(alive);
    s.poll()?;
    if depth == 0 {
        spin(hash(seed) % 4);
        return Ok(1);
    }
    assert!(!(wild.panics && hash(seed).is_multiple_of(41)), "a wild program");
    let kid = |number: u64| hash(seed ^ number);
    s.tasks(|tasks| {
        let (mut handles, mut sum) = (Vec::new(), 0);
        for number in 1..=1 + kid(0) % 6 {
            let held = Canary::new(alive);
            let handle = tasks.spawn(move |s| {
                let _held = held;
                if wild.cancels && kid(number).is_multiple_of(37) {
                    s.cancel();
                }
                program(s, kid(number), depth - 1, wild, alive)
            });
            match kid(number) >> 8 & 7 {
                0 | 1 => {} // nobody will ask for it
                2 => sum += tasks.join(handle)?,
                3 => {
                    let half = |s: Scoped<'_>| program(s, kid(number + 100), depth - 1, wild, alive);
                    let (a, b) = tasks.lend().join(half, half)?;
                    sum += a + b;
                    handles.push(handle);
                }
                4 => {
                    tasks.lend().split(3, |s, _| s.poll())?;
                    handles.push(handle);
                }
                _ => handles.push(handle),
            }
        }
        while !handles.is_empty() {
            let place = kid(handles.len() as u64 + 50) as usize % handles.len();
            sum += tasks.join(handles.remove(place))?;
        }
        drop(canary);
        Ok(sum)
    })
}

fn oracle(seed: u64, depth: u32) -> (u64, u64) {
    if depth == 0 {
        return (1, 0);
    }
    let kid = |number: u64| hash(seed ^ number);
    let (mut sum, mut tasks) = (0, 0);
    for number in 1..=1 + kid(0) % 6 {
        let (below, tasks_below) = oracle(kid(number), depth - 1);
        tasks += 1 + tasks_below;
        match kid(number) >> 8 & 7 {
            0 | 1 => {}
            3 => {
                let (half, tasks_half) = oracle(kid(number + 100), depth - 1);
                sum += below + 2 * half;
                tasks += 1 + 2 * tasks_half;
            }
            4 => {
                sum += below;
                tasks += 3;
            }
            _ => sum += below,
        }
    }
    (sum, tasks)
}

#[test]
fn random_programs_add_up_and_have_their_value() {
    for threads in THREADS {
        let pool = pool(threads);
        for seed in 0..60 {
            let alive = Arc::new(AtomicUsize::new(0));
            let scope = pool.cancel_scope();
            let (sum, tasks) = oracle(hash(seed), 5);
            pool.reset();
            let value = pool.install_in(&scope, |s| program(s, hash(seed), 5, TAME, &alive));
            assert_eq!(value, Ok(sum), "seed {seed}, {threads} threads");
            assert_eq!(alive.load(SeqCst), 0);
            let total = checked(&pool);
            assert_eq!((total.asked(), total.discarded, total.dud), (tasks, 0, 0));
        }
    }
}

#[test]
fn random_programs_that_cancel_and_panic_add_up() {
    must_end(|| {
        for threads in THREADS {
            let pool = pool(threads);
            let mut ends = [0; 3];
            for seed in 0..150 {
                let alive = Arc::new(AtomicUsize::new(0));
                let scope = pool.cancel_scope();
                let wild = Wild { cancels: seed % 2 == 0, panics: seed % 3 == 0 };
                let mut value = None;
                let text = panic_text(|| {
                    value = Some(pool.install_in(&scope, |s| program(s, hash(seed), 5, wild, &alive)));
                });
                match (text, value) {
                    (Some(text), _) => {
                        assert_eq!(text, "a wild program");
                        ends[0] += 1;
                    }
                    (None, Some(Ok(sum))) => {
                        assert_eq!(sum, oracle(hash(seed), 5).0);
                        ends[1] += 1;
                    }
                    (None, _) => ends[2] += 1,
                }
                assert_eq!(alive.load(SeqCst), 0, "seed {seed}, {threads} threads");
                checked(&pool);
            }
            assert!(ends.iter().all(|&count| count > 5), "the programs are not wild enough: {ends:?}");
        }
    });
}

fn in_scope<R: Send>(
    pool: &Pool,
    f: impl FnOnce(Scoped<'_>) -> Result<R, Cancelled> + Send,
) -> Result<R, Cancelled> {
    pool.install(|w| w.scope(f))
}

/// Polls until a thief has set the flag.
fn poll_until(flag: &AtomicBool, tasks: &mut Tasks<'_, '_>) {
    await_thief(flag, || _ = tasks.lend().poll());
}

#[test]
fn values_come_back_in_any_order_also_from_thieves() {
    let pool = pool(3);
    let order = [3, 0, 4, 1, 2];
    for _ in 0..100 {
        let begun = AtomicBool::new(false);
        let values = in_scope(&pool, |s| {
            s.tasks(|tasks| {
                let begun = &begun;
                let spawn = |number| {
                    Some(tasks.spawn(move |_| {
                        begun.store(true, SeqCst);
                        spin(50);
                        Ok(number)
                    }))
                };
                let mut handles: Vec<_> = (0..5).map(spawn).collect();
                poll_until(begun, tasks);
                order
                    .iter()
                    .map(|&place| tasks.join(handles[place].take().unwrap()))
                    .collect::<Result<Vec<_>, _>>()
            })
        });
        assert_eq!(values.as_deref(), Ok(&order[..]));
    }
    let total = checked(&pool);
    assert_eq!(total.created, 500);
    assert!(total.stolen > 50, "only {} tasks were stolen: the test tests nothing", total.stolen);
}

#[test]
fn what_nobody_joined_is_over_at_the_end() {
    for threads in THREADS {
        let pool = pool(threads);
        let ran = AtomicUsize::new(0);
        in_scope(&pool, |s| {
            s.tasks(|tasks| {
                for _ in 0..500 {
                    let _ = tasks.spawn(|_| {
                        spin(1);
                        ran.fetch_add(1, Relaxed);
                        Ok(())
                    });
                }
                Ok(())
            })
        })
        .unwrap();
        assert_eq!(ran.into_inner(), 500);
        assert_eq!(checked(&pool).created, 500);
    }
}

#[test]
fn a_panic_of_a_task_goes_on_where_it_is_joined_or_else_at_the_end() {
    for threads in THREADS {
        let pool = pool(threads);
        for joined in [false, true] {
            let after = AtomicBool::new(false);
            let text = panic_text(|| {
                in_scope(&pool, |s| {
                    s.tasks(|tasks| {
                        let guilty = tasks.spawn(|_| -> Result<(), _> { panic!("guilty") });
                        let _ = tasks.spawn(|_| -> Result<(), _> { panic!("later") });
                        if joined {
                            tasks.join(guilty)?;
                        }
                        after.store(true, SeqCst);
                        Ok(())
                    })
                })
            });
            assert_eq!(text.as_deref(), Some("guilty"));
            assert_eq!(after.into_inner(), !joined);
            checked(&pool);
        }
    }
}

#[test]
fn a_panic_beside_stolen_tasks_waits_for_them() {
    is_over_in_time(50, |pool, errand| {
        let text = panic_text(|| {
            in_scope(pool, |s| {
                s.tasks(|tasks| -> Result<(), _> {
                    let _ = tasks.spawn(|_| {
                        errand.run(300);
                        Ok(())
                    });
                    errand.await_thief(|| _ = tasks.lend().poll());
                    panic!("beside");
                })
            })
        });
        assert_eq!(text.as_deref(), Some("beside"));
        true
    });
}

#[test]
fn a_cut_drops_what_has_not_begun() {
    let pool = pool(1);
    let ran = AtomicUsize::new(0);
    let result = in_scope(&pool, |s| {
        s.tasks(|tasks| {
            let task = |_: Scoped<'_>| {
                ran.fetch_add(1, Relaxed);
                Ok(())
            };
            let (first, second) = (tasks.spawn(task), tasks.spawn(task));
            tasks.join(first)?;
            tasks.lend().cancel();
            let late = tasks.spawn(task);
            assert!(tasks.join(second).is_err() && tasks.join(late).is_err());
            Ok(())
        })
    });
    assert!(result.is_err(), "a task that was not joined has no value");
    let total = checked(&pool);
    assert_eq!((ran.into_inner(), total.created, total.dud, total.discarded), (1, 2, 1, 1));
}

#[test]
fn tasks_without_room_are_run_at_once() {
    for threads in [1, 2] {
        let pool = pool(threads);
        let sum = in_scope(&pool, |s| {
            s.tasks(|tasks| {
                let handles: Vec<_> = (0..5000_u64).map(|number| tasks.spawn(move |_| Ok(number))).collect();
                handles.into_iter().map(|handle| tasks.join(handle)).sum::<Result<u64, _>>()
            })
        });
        assert_eq!(sum, Ok(4999 * 5000 / 2));
        let total = checked(&pool);
        assert_eq!(total.created + total.overflowed, 5000);
        assert!(total.created == 3072 || threads > 1 && total.created > 3072, "{total:?}");
    }
}

#[test]
fn tasks_that_were_stolen_make_room_for_others() {
    const TASKS: usize = 20_000;
    let pool = pool(2);
    let (ran, order) = (&AtomicUsize::new(0), |number| hash(number as u64) as usize);
    let sum = in_scope(&pool, |s| {
        s.tasks(|tasks| {
            let mut handles: Vec<_> = Vec::new();
            for number in 0..TASKS {
                handles.push(tasks.spawn(move |_| {
                    ran.fetch_add(1, SeqCst);
                    Ok(number)
                }));
                while ran.load(SeqCst) < number / 2 {
                    tasks.lend().poll()?;
                }
            }
            let mut sum = 0;
            while !handles.is_empty() {
                sum += tasks.join(handles.swap_remove(order(handles.len()) % handles.len()))?;
            }
            Ok(sum)
        })
    });
    assert_eq!((sum, ran.load(SeqCst)), (Ok(TASKS * (TASKS - 1) / 2), TASKS));
    checked(&pool);
}
