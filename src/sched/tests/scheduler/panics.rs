//! Claim: after a panic, no job outlives its frame, everything is dropped exactly once, and the
//! pool continues.

use crate::support::canary::Canary;
use crate::support::panics::panic_text;
use crate::support::pools::{can_force, checked, on_pools_of_all_sizes, pool};
use crate::support::spin::spin;
use crate::support::stolen::is_over_in_time;
use crate::support::threads::THREADS;
use crate::support::waits::await_thief;
use sparring_sched::{Scoped, Worker};
use std::sync::Arc;
use std::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};
use std::time::{Duration, Instant};

/// Waits until a thief has set the flag. False where none needs to come.
fn wait_for(flag: &AtomicBool) -> bool {
    await_thief(flag, std::hint::spin_loop)
}

#[test]
fn the_second_half_is_over_before_a_panic_of_the_first_goes_on() {
    is_over_in_time(100, |pool, errand| {
        let first = |_: Worker<'_>| {
            errand.await_thief(std::hint::spin_loop);
            panic!("first half");
        };
        let text = panic_text(|| pool.install(|w| w.join(first, |_| errand.run(200))));
        assert_eq!(text.as_deref(), Some("first half"));
        true
    });
}

#[test]
fn small_closures_are_dropped_once_however_their_join_ends() {
    for threads in THREADS {
        let pool = pool(threads);
        let alive = Arc::new(AtomicUsize::new(0));
        for round in 0..120u8 {
            let (first, second) = (Canary::new(&alive), Canary::new(&alive));
            let panics = [round % 3 == 0, round % 5 == 0];
            let text = panic_text(|| {
                let a = move |_: Worker<'_>| {
                    let _first = &first;
                    assert!(!panics[0], "first half");
                    round
                };
                let b = move |_: Worker<'_>| {
                    let kept = second;
                    spin(u64::from(round % 4));
                    assert!(!panics[1], "second half");
                    kept
                };
                assert_eq!([size_of_val(&a), size_of_val(&b)], [16, 16]);
                let (tag, _second) = pool.install(|w| w.join(a, b));
                assert_eq!((tag, alive.load(SeqCst)), (round, 1));
            });
            let expected = if panics[0] { Some("first half") } else { panics[1].then_some("second half") };
            assert_eq!(text.as_deref(), expected);
            assert_eq!(alive.load(SeqCst), 0, "round {round}, {threads} threads");
        }
        checked(&pool);
    }
}

#[test]
fn the_panic_of_a_stolen_half_arrives_at_the_joiner() {
    let pool = pool(2);
    for _ in 0..100 {
        let begun = AtomicBool::new(false);
        let second = |_: Worker<'_>| {
            begun.store(true, SeqCst);
            panic!("second half")
        };
        let text = panic_text(|| pool.install(|w| w.join(|_| wait_for(&begun), second)));
        assert_eq!(text.as_deref(), Some("second half"));
        let total = checked(&pool);
        assert_eq!(total.aborted, 0, "a panicked task is run, not aborted");
    }
}

#[test]
fn of_two_panics_the_first_half_s_goes_on() {
    for threads in THREADS {
        let pool = pool(threads);
        let text = panic_text(|| {
            pool.install(|w| {
                w.join(
                    |_| {
                        spin(300);
                        panic!("first")
                    },
                    |_| panic!("second"),
                )
            })
        });
        assert_eq!(text.as_deref(), Some("first"));
        checked(&pool);
    }
}

#[test]
fn a_panic_in_a_split_body_arrives_and_cuts_the_rest() {
    on_pools_of_all_sizes(|pool| {
        for guilty in [0, 1, 7, 63] {
            let running = AtomicUsize::new(0);
            let body = |_: Scoped<'_>, index| {
                running.fetch_add(1, SeqCst);
                spin(10);
                running.fetch_sub(1, SeqCst);
                if index == guilty {
                    panic!("body {guilty}");
                }
                Ok(())
            };
            let text = panic_text(|| pool.install(|w| w.split(64, body)));
            assert_eq!(text, Some(format!("body {guilty}")));
            assert_eq!(running.into_inner(), 0, "a body ran on after the split was gone");
            checked(pool);
        }
    });
}

fn tree(w: Worker<'_>, depth: u32, guilty: u32, alive: &Arc<AtomicUsize>) -> Canary {
    if depth == 0 {
        spin(2);
        assert!(guilty != 0, "guilty");
        return Canary::new(alive);
    }
    let (mine, theirs) = (Canary::new(alive), Canary::new(alive));
    let (left, right) = w.join(
        move |w| {
            let _held = mine;
            tree(w, depth - 1, guilty / 2, alive)
        },
        move |w| {
            let _held = theirs;
            tree(w, depth - 1, guilty.wrapping_sub(1 << (depth - 1)), alive)
        },
    );
    drop(left);
    right
}

#[test]
fn closures_and_results_are_dropped_exactly_once() {
    for threads in THREADS {
        let pool = pool(threads);
        let alive = Arc::new(AtomicUsize::new(0));
        for guilty in [0, 1, 5, 100, 1 << 20] {
            let _ = panic_text(|| drop(pool.install(|w| tree(w, 8, guilty, &alive))));
            checked(&pool);
            assert_eq!(alive.load(Relaxed), 0, "guilty {guilty}, {threads} threads");
        }
    }
}

#[test]
fn a_panic_in_a_cancelled_scope_does_not_wait_for_a_thief_that_was_not_told() {
    let pool = pool(2);
    for _ in 0..50 {
        let begun = AtomicBool::new(false);
        let first = |s: Scoped<'_>| -> Result<(), _> {
            while !begun.load(SeqCst) {
                s.poll()?;
            }
            s.cancel();
            panic!("after the cut");
        };
        let second = |s: Scoped<'_>| -> Result<(), _> {
            begun.store(true, SeqCst);
            loop {
                s.poll()?;
            }
        };
        let text = panic_text(|| pool.install(|w| w.scope(|s| s.join(first, second))));
        assert_eq!(text.as_deref(), Some("after the cut"));
        checked(&pool);
    }
}

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            panic!("the payload's own panic");
        }
    }
}

#[test]
fn payloads_that_panic_when_dropped_do_not_unwind_a_helper() {
    let pool = pool(4);
    for _ in 0..50 {
        let here = AtomicUsize::new(0);
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            pool.install(|w| {
                w.split(4, |_, _| {
                    here.fetch_add(1, SeqCst);
                    let start = Instant::now();
                    while here.load(SeqCst) < 3 && start.elapsed() < Duration::from_millis(20) {
                        std::hint::spin_loop();
                    }
                    std::panic::panic_any(Bomb)
                })
            })
        }));
        std::mem::forget(result.expect_err("a bomb"));
        checked(&pool);
    }
}

#[test]
fn the_panic_of_a_stolen_half_beats_a_cancellation() {
    let pool = pool(2);
    let mut panics = 0;
    for _ in 0..50 {
        let begun = AtomicBool::new(false);
        let first = |s: Scoped<'_>| {
            wait_for(&begun);
            s.cancel();
            s.poll()
        };
        let second = |_: Scoped<'_>| -> Result<(), _> {
            begun.store(true, SeqCst);
            panic!("a failed assertion")
        };
        let text = panic_text(|| pool.install(|w| w.scope(|s| s.join(first, second))));
        panics += usize::from(text.is_some());
        assert!(text.is_none_or(|text| text == "a failed assertion"));
        checked(&pool);
    }
    assert!(panics > 25 || !can_force(), "only {panics} of 50 second halves were stolen");
}

#[test]
fn a_snapshot_from_inside_says_what_is_wrong() {
    let pool = pool(1);
    let text = panic_text(|| pool.install(|_| pool.snapshot())).unwrap();
    assert!(text.contains("snapshot was called on worker-00"), "{text}");
}

#[test]
fn another_pool_s_scope_is_refused() {
    let (one, two) = (pool(1), pool(1));
    let scope = one.cancel_scope();
    let text = panic_text(|| two.install_in(&scope, |_| Ok(()))).unwrap();
    assert!(text.contains("another pool"), "{text}");
}
