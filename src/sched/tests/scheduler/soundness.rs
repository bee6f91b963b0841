//! Claim: whatever safe code does, no frame ends before its tasks, and `Ok` means finished.

use crate::support::panics::panic_text;
use crate::support::pools::{checked, pool};
use crate::support::spin::spin;
use crate::support::stolen::is_over_in_time;
use crate::support::threads::THREADS;
use corosensei::{Coroutine, CoroutineResult};
use send_wrapper::SendWrapper;
use sparring_sched::{Cancelled, Pool, Scoped, Worker};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            panic!("bomb");
        }
    }
}

/// Joins a first half, which leaves a [`Bomb`], with a stolen second half. One of them cuts, so the
/// bomb explodes.
fn second_half_is_over_when_the_bomb_goes_off(
    first: impl Fn(Scoped<'_>) + Sync,
    second: impl Fn(Scoped<'_>) + Sync,
) {
    is_over_in_time(20, |pool, errand| {
        let first = |s: Scoped<'_>| {
            errand.await_thief(|| _ = s.poll());
            first(s);
            Ok(Bomb)
        };
        let second = |s: Scoped<'_>| {
            second(s);
            errand.run(20_000);
            Ok(())
        };
        let both = |s: Scoped<'_>| s.join(first, second).map(|(bomb, ())| std::mem::forget(bomb));
        let text = panic_text(|| pool.install(|w| w.scope(both)));
        text.as_deref() == Some("bomb")
    });
}

#[test]
fn a_result_that_panics_when_dropped_after_a_cut_does_not_unwind_under_a_thief() {
    second_half_is_over_when_the_bomb_goes_off(|s| s.cancel(), |_| {});
}

#[test]
fn nor_if_it_is_the_stolen_half_that_cuts() {
    second_half_is_over_when_the_bomb_goes_off(|_| {}, |s| s.cancel());
}

fn stray(pool: &Pool) -> Cancelled {
    let scope = pool.cancel_scope();
    scope.cancel();
    pool.install_in(&scope, |_| Ok(())).unwrap_err()
}

#[test]
fn a_split_whose_body_gave_up_is_not_ok_whatever_scope_it_names() {
    for threads in THREADS {
        let pool = pool(threads);
        let stray = stray(&pool);
        for guilty in [0, 1, 63] {
            let result = pool.install(|w| {
                w.scope(|s| {
                    s.split(64, |_, index| {
                        spin(1);
                        if index == guilty { Err(stray) } else { Ok(()) }
                    })
                })
            });
            assert!(result.is_err(), "{threads} threads: index {guilty} gave up, and the split says Ok");
            checked(&pool);
        }
        let text = panic_text(|| pool.install(|w| w.split(4, |_, _| Err(stray))));
        assert!(text.unwrap().starts_with("got Cancelled from a body of a split"));
        checked(&pool);
    }
}

#[test]
fn a_split_that_was_cut_is_ok_though_brothers_gave_up() {
    for threads in THREADS {
        let pool = pool(threads);
        for _ in 0..20 {
            let result = pool.install(|w| {
                w.scope(|s| {
                    s.split(64, |s, index| {
                        if index == 5 {
                            s.cancel();
                        }
                        spin(2);
                        s.poll()
                    })
                })
            });
            assert!(result.is_ok());
            checked(&pool);
        }
    }
}

fn nest(
    s: Scoped<'_>,
    depth: u32,
    last: &(dyn Fn(Scoped<'_>) -> Result<(), Cancelled> + Sync),
) -> Result<(), Cancelled> {
    if depth == 0 {
        return last(s);
    }
    s.split(1, |s, _| nest(s, depth - 1, last))
}

#[test]
fn a_split_without_a_slot_counts_what_it_ran_and_may_give_up_too() {
    let pool = pool(1);
    let stray = stray(&pool);
    pool.reset();
    let last = |s: Scoped<'_>| {
        s.split(100, |s, index| {
            if index == 9 {
                s.cancel();
            }
            Ok(())
        })
    };
    pool.install(|w| w.split(1, |s, _| nest(s, 63, &last)));
    let total = checked(&pool);
    assert_eq!((total.created, total.overflowed, total.dud), (64, 10, 90));

    let last = |s: Scoped<'_>| s.split(100, |_, index| if index == 3 { Err(stray) } else { Ok(()) });
    let result = pool.install(|w| w.scope(|s| nest(s, 64, &last)));
    assert!(result.is_err());
    checked(&pool);
}

fn tree(w: Worker<'_>, depth: u32, calls: &AtomicU64) {
    calls.fetch_add(1, Relaxed);
    if depth > 0 {
        w.join(|w| tree(w, depth - 1, calls), |w| tree(w, depth - 1, calls));
    }
}

/// A coroutine can end an install on top of a task before a later one. Then nothing may be
/// promoted.
#[test]
fn installs_on_top_may_end_in_another_order() {
    let pool = Arc::new(pool(2));
    for _ in 0..50 {
        let calls = AtomicU64::new(0);
        pool.install(|mut w| {
            tree(w.lend(), 12, &calls);
            let inner = pool.clone();
            let mut coroutine = Coroutine::<(), (), ()>::new(move |yielder, ()| {
                let yielder = SendWrapper::new(yielder);
                inner.install(move |_| yielder.suspend(()));
            });
            coroutine.resume(());
            let coroutine = SendWrapper::new(coroutine);
            pool.install(move |mut top| {
                assert!(matches!(coroutine.take().resume(()), CoroutineResult::Return(())));
                for _ in 0..20_000 {
                    assert_eq!(top.lend().join(|_| 1, |_| 2), (1, 2));
                }
            });
        });
        assert_eq!(calls.into_inner(), (1 << 13) - 1, "a job of a frame that is gone was run");
    }
    checked(&pool);
}
