//! Claim: a scope entered on a worker behaves like one given to `install_in` and affects neither
//! earlier nor later work.

use crate::support::hash::hash;
use crate::support::panics::panic_text;
use crate::support::pools::{checked, pool};
use crate::support::spin::spin;
use crate::support::threads::THREADS;
use sparring_sched::{Cancelled, Scoped, Worker};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

fn tree(s: Scoped<'_>, depth: u32, leaf: &(impl Fn(&Scoped<'_>) -> Result<(), Cancelled> + Sync)) -> Done {
    if depth == 0 {
        return leaf(&s);
    }
    s.split(3, |s, _| tree(s, depth - 1, leaf))
}

type Done = Result<(), Cancelled>;

fn endless(s: &Scoped<'_>) -> Done {
    loop {
        s.poll()?;
        std::thread::yield_now();
    }
}

#[test]
fn each_of_a_series_is_cancelled_from_outside_for_itself() {
    for threads in THREADS {
        let pool = pool(threads);
        let scopes: Vec<_> = (0..20).map(|_| pool.cancel_scope()).collect();
        let (begun, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|outside| {
            outside.spawn(|| {
                for (number, scope) in scopes.iter().enumerate().step_by(2) {
                    while begun.load(SeqCst) <= number {
                        std::thread::yield_now();
                    }
                    scope.cancel();
                }
            });
            pool.install(|mut w| {
                for (number, scope) in scopes.iter().enumerate() {
                    let done = w.lend().enter(scope, |s| {
                        begun.store(number + 1, SeqCst);
                        tree(s, 3, &|s| {
                            if number % 2 == 0 {
                                return endless(s);
                            }
                            finished.fetch_add(1, SeqCst);
                            Ok(())
                        })
                    });
                    assert_eq!(done.is_err(), number % 2 == 0, "scope {number} on {threads} threads");
                }
            });
        });
        assert_eq!(finished.into_inner(), 10 * 27);
        checked(&pool);
    }
}

#[test]
fn a_cut_at_any_moment_loses_no_task() {
    for threads in THREADS {
        let pool = pool(threads);
        for round in 0..8 {
            let scopes: Vec<_> = (0..10).map(|_| pool.cancel_scope()).collect();
            std::thread::scope(|outside| {
                outside.spawn(|| {
                    for (i, scope) in scopes.iter().enumerate() {
                        spin(hash(round ^ i as u64) % 40);
                        scope.cancel();
                    }
                });
                pool.install(|mut w| {
                    for scope in &scopes {
                        let ran = AtomicUsize::new(0);
                        let done = w.lend().enter(scope, |s| {
                            tree(s, 3, &|s| {
                                spin(1);
                                s.poll()?;
                                ran.fetch_add(1, SeqCst);
                                Ok(())
                            })
                        });
                        let ran = ran.into_inner();
                        assert!(done.is_err() || ran == 27, "Ok after {ran} leaves");
                    }
                });
            });
            checked(&pool);
        }
    }
}

#[test]
fn both_halves_of_a_join_enter_scopes_of_their_own() {
    for threads in THREADS {
        let pool = pool(threads);
        for round in 0..10 {
            let [cut, whole] = [pool.cancel_scope(), pool.cancel_scope()];
            let cut_short = |w: Worker<'_>| {
                w.enter(&cut, |s| {
                    tree(s, 3, &|s| {
                        spin(hash(round) % 3);
                        s.cancel();
                        cut.cancel();
                        s.poll()
                    })
                })
            };
            let uncut = |w: Worker<'_>| {
                w.enter(&whole, |s| {
                    tree(s, 3, &|s| {
                        spin(1);
                        s.poll()
                    })
                })
            };
            let (first, second) = pool.install(|w| w.join(cut_short, uncut));
            assert_eq!((first.is_err(), second), (true, Ok(())));
            let (first, second) = pool.install(|w| w.join(uncut, cut_short));
            assert_eq!((first, second.is_err()), (Ok(()), true));
            checked(&pool);
        }
    }
}

#[test]
fn a_panic_in_an_entered_scope_leaves_the_worker_and_the_pool_whole() {
    for threads in THREADS {
        let pool = pool(threads);
        let [first, second] = [pool.cancel_scope(), pool.cancel_scope()];
        let text = pool.install(|mut w| {
            let panicking = |s: &Scoped<'_>| {
                s.poll()?;
                panic!("a leaf")
            };
            let text = panic_text(|| w.lend().enter(&first, |s| tree(s, 3, &panicking)));
            assert_eq!(w.enter(&second, |s| tree(s, 3, &|s| s.poll())), Ok(()));
            text
        });
        assert_eq!(text.as_deref(), Some("a leaf"));
        checked(&pool);
    }
}

#[test]
fn a_scope_cancelled_before_is_not_entered_and_another_pool_s_is_refused() {
    let (one, two) = (pool(1), pool(1));
    let scope = one.cancel_scope();
    let text = panic_text(|| two.install(|w| w.enter(&scope, |_| Ok(())))).unwrap();
    assert!(text.contains("enter was given another pool's cancel scope"), "{text}");
    scope.cancel();
    let entered: Result<(), Cancelled> = one.install(|w| w.enter(&scope, |_| panic!("it was entered")));
    assert!(entered.is_err());
}
