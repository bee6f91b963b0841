//! Claim: both kinds of handles have the same methods, and closures may return their own errors.

use crate::support::canary::Canary;
use crate::support::hash::hash;
use crate::support::panics::panic_text;
use crate::support::pools::{checked, on_pools_of_all_sizes, pool};
use crate::support::simulated::simulate;
use crate::support::waits::wait_for;
use crate::support::watchdog::must_end;
use sparring_sched::{CacheLine, Cancelled, Costs, Pool, PoolBuilder, Scoped, Worker};
use std::sync::Arc;
use std::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    Item(usize),
    Cancelled,
}

impl From<Cancelled> for Failure {
    fn from(_: Cancelled) -> Failure {
        Failure::Cancelled
    }
}

#[test]
fn loops_inside_a_scope_have_the_values_of_those_outside() {
    on_pools_of_all_sizes(|pool| {
        for n in [0, 1, 2, 63, 64, 1_000] {
            let (sum, expected) = (AtomicUsize::new(0), (0..n).sum::<usize>());
            let add = |_: Scoped<'_>, i| Ok(_ = sum.fetch_add(i, Relaxed));
            assert_eq!(pool.install(|w| w.scope(|s| s.for_each(0..n, add))), Ok(()));
            assert_eq!(sum.into_inner(), expected);
            let third = |i: usize| i as f64 / 3.0;
            let inside =
                pool.install(|w| w.scope(|s| s.reduce(0..n, 0.5, |_, i| Ok(third(i)), |a, b| a + b)));
            let outside = pool.install(|w| w.reduce(0..n, 0.5, |_, i| third(i), |a, b| a + b));
            assert_eq!(inside.map(f64::to_bits), Ok(outside.to_bits()));
        }
    });
}

#[test]
fn loops_inside_a_scope_end_when_it_is_cancelled() {
    on_pools_of_all_sizes(|pool| {
        let done = AtomicUsize::new(0);
        let cut = |s: Scoped<'_>, i| {
            done.fetch_add(1, Relaxed);
            if i == 2_000 {
                s.cancel();
            }
            Ok(i)
        };
        let ended_at_once = || pool.threads() > 1 || done.load(Relaxed) == 2_001;
        let ended = pool.install(|w| w.scope(|s| s.for_each(0..100_000, |s, i| cut(s, i).map(drop))));
        assert!(ended.is_err() && ended_at_once(), "{done:?}");
        done.store(0, Relaxed);
        let ended = pool.install(|w| w.scope(|s| s.reduce(0..100_000, 0, cut, usize::max)));
        assert!(ended.is_err() && ended_at_once(), "{done:?}");
        let inner = |s: Scoped<'_>| {
            s.cancel();
            s.poll()
        };
        let gave_up = |s: Scoped<'_>, i| if i == 50 { s.scope(inner) } else { Ok(()) };
        assert!(pool.install(|w| w.scope(|s| s.for_each(0..100, gave_up))).is_err());
    });
}

fn listed(w: Worker<'_>, n: usize, made: &AtomicUsize, scoped: bool) -> Vec<usize> {
    let new = || {
        made.fetch_add(1, Relaxed);
        Vec::new()
    };
    let push = |mut list: Vec<usize>, i| {
        list.push(i);
        list
    };
    let append = |mut left: Vec<usize>, mut right| {
        left.append(&mut right);
        left
    };
    match scoped {
        false => w.fold(0..n, new, |_, list, i| push(list, i), append),
        true => w.scope(|s| s.fold(0..n, new, |_, list, i| Ok(push(list, i)), append)).unwrap(),
    }
}

#[test]
fn a_fold_is_that_of_one_loop_with_a_value_for_each_theft() {
    for threads in 1..4 {
        let pool = PoolBuilder::new().threads(threads).force_after(Some(Duration::ZERO)).build().unwrap();
        for round in 0..200 {
            let (n, scoped) = ([0, 1, 2, 63, 64, 1_000, 20_000][round % 7], round % 2 == 0);
            let (made, before) = (AtomicUsize::new(0), pool.snapshot().total().stolen);
            let list = pool.install(|w| listed(w, n, &made, scoped));
            assert!(list.into_iter().eq(0..n), "round {round}");
            let thefts = pool.snapshot().total().stolen - before;
            assert!(made.into_inner() as u64 <= thefts + 1, "round {round}");
        }
        checked(&pool);
    }
}

#[test]
fn a_fold_ends_by_a_cancellation_and_drops_what_there_is() {
    on_pools_of_all_sizes(|pool| {
        let alive = Arc::new(AtomicUsize::new(0));
        let cut = |s: Scoped<'_>, mut list: Vec<Canary>, i: usize| {
            if i == 700 {
                s.cancel();
            }
            list.push(Canary::new(&alive));
            Ok(list)
        };
        let append = |mut left: Vec<Canary>, right| {
            left.extend(right);
            left
        };
        let ended = pool.install(|w| w.scope(|s| s.fold(0..2_000, Vec::new, cut, append)));
        assert!(ended.is_err());
        assert_eq!(alive.load(SeqCst), 0);
        let fail = |_: Worker<'_>, list: Vec<Canary>, i: usize| {
            assert!(i != 300, "the three hundredth");
            list
        };
        let text = panic_text(|| pool.install(|w| w.fold(0..2_000, Vec::new, fail, append)).len());
        assert_eq!(text.as_deref(), Some("the three hundredth"));
    });
}

#[test]
fn the_leftmost_error_ends_a_loop_at_every_number_of_threads() {
    on_pools_of_all_sizes(|pool| {
        for seed in 0..10 {
            let fails = |i: usize| hash(i as u64 ^ seed << 32).is_multiple_of(400);
            let expected = (0..5_000).find(|&i| fails(i)).map_or(Ok(()), |i| Err(Failure::Item(i)));
            let item = |s: Scoped<'_>, i: usize| {
                s.poll()?;
                if fails(i) { Err(Failure::Item(i)) } else { Ok(()) }
            };
            assert_eq!(pool.install(|w| w.try_for_each(0..5_000, item)), expected);
            let scope = pool.cancel_scope();
            assert_eq!(pool.try_install_in(&scope, |s| s.try_for_each(0..5_000, item)), expected);
        }
        let none: Result<(), Failure> = pool.install(|w| w.try_for_each(0..5_000, |_, _| Ok(())));
        assert_eq!(none, Ok(()));
    });
}

#[test]
fn a_loop_that_is_cancelled_from_outside_ends_with_that_error() {
    must_end(|| {
        for threads in [1, 2, 8] {
            let (pool, begun) = (pool(threads), AtomicBool::new(false));
            let scope = pool.cancel_scope();
            std::thread::scope(|outside| {
                outside.spawn(|| {
                    wait_for(&begun);
                    scope.cancel();
                });
                let endless = pool.try_install_in(&scope, |s| {
                    s.try_for_each(0..100, |s, _| -> Result<(), Failure> {
                        begun.store(true, SeqCst);
                        loop {
                            s.poll()?;
                        }
                    })
                });
                assert_eq!(endless, Err(Failure::Cancelled));
            });
            checked(&pool);
        }
    });
}

#[test]
fn errors_of_any_type_come_out_of_scopes() {
    let pool = pool(2);
    let (open, cut) = (pool.cancel_scope(), pool.cancel_scope());
    cut.cancel();
    let never = |_: Scoped<'_>| -> Result<(), Failure> { panic!("it was entered") };
    assert_eq!(pool.try_install_in(&cut, never), Err(Failure::Cancelled));
    pool.install(|mut w| {
        assert_eq!(w.lend().try_enter(&cut, never), Err(Failure::Cancelled));
        let own = w.lend().try_enter(&open, |s| s.try_scope(|_| Err::<(), _>(Failure::Item(3))));
        assert_eq!(own, Err(Failure::Item(3)));
        let both = w.lend().try_scope(|s| -> Result<u8, Failure> {
            s.cancel();
            s.poll()?;
            Ok(1)
        });
        assert_eq!(both, Err(Failure::Cancelled));
        assert_eq!(w.try_scope(|_| Err::<(), &str>("own")), Err("own"));
    });
    let text = panic_text(|| Pool::new(1).unwrap().try_install_in(&open, |_| Ok::<(), Failure>(())));
    assert_eq!(text.unwrap(), "install_in was given another pool's cancel scope");
    checked(&pool);
}

#[test]
fn a_worker_that_polls_shares_its_work() {
    must_end(|| {
        let (pool, ran) = (pool(2), AtomicBool::new(false));
        for _ in 0..100 {
            ran.store(false, SeqCst);
            pool.install(|w| {
                let wait = |w: sparring_sched::Worker<'_>| {
                    while !ran.load(SeqCst) {
                        w.poll();
                    }
                };
                w.join(wait, |_| ran.store(true, SeqCst));
            });
        }
        assert_eq!(checked(&pool).stolen, 100);
    });
}

#[test]
fn time_passes_for_workers_as_it_does_inside_scopes() {
    let costs = Costs::default();
    let pool = simulate(PoolBuilder::new().threads(3), costs).build().unwrap();
    let (stopwatch, line) = (pool.stopwatch(), CacheLine::of(1, 0));
    let ns = |f: &dyn Fn()| {
        let before = stopwatch.elapsed();
        f();
        (stopwatch.elapsed() - before).as_nanos() as u64
    };
    pool.install(|mut w| {
        w.pass(1_000_000); // until the others sleep
        w.poll(); // has nothing for them
        assert_eq!(w.idle_workers(), 2);
        assert_eq!(ns(&|| w.pass(7)), 7 * costs.poll_ns);
        assert_eq!(ns(&|| w.poll()), costs.poll_ns);
        assert_eq!(ns(&|| w.reads([line])), costs.miss_ns);
        assert_eq!(ns(&|| w.prefetches([line])), 0);
        assert_eq!(ns(&|| w.writes(line)), 0);
        w.sample();
        assert_eq!(w.lend().scope(|s| Ok(s.idle_workers())), Ok(2));
    });
}
