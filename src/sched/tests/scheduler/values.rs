//! Claim: splits and loops return the sequential value at every number of threads, and drop every
//! value once.

use crate::support::canary::Canary;
use crate::support::hash::hash;
use crate::support::panics::panic_text;
use crate::support::pools::{checked, pool};
use crate::support::spin::spin;
use crate::support::threads::THREADS;
use sparring_sched::Worker;
use std::sync::Arc;
use std::sync::atomic::{
    AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};

fn chain(a: u64, b: u64) -> u64 {
    hash(a.wrapping_mul(3) ^ b)
}

#[test]
fn a_split_s_values_are_combined_from_left_to_right() {
    for threads in THREADS {
        let pool = pool(threads);
        for n in [0, 1, 2, 63, 500] {
            let value = |index: usize| {
                spin(hash(index as u64) % 4);
                hash(index as u64)
            };
            let all = pool.install(|w| w.split_map(n, |_, index| Ok(value(index))));
            assert_eq!(all, (0..n).map(|index| Some(value(index))).collect::<Vec<_>>());
            let one = pool.install(|w| w.split_reduce(n, |_, index| Ok(value(index)), chain));
            assert_eq!(one, (0..n).map(value).reduce(chain));
            assert_eq!(checked(&pool).discarded, 0);
        }
    }
}

#[test]
fn values_of_a_split_that_is_cut_or_panics_are_dropped_once() {
    for threads in THREADS {
        let pool = pool(threads);
        for round in 0..40 {
            let (alive, made) = (Arc::new(AtomicUsize::new(0)), AtomicUsize::new(0));
            let last = hash(round) as usize % 60;
            let text = panic_text(|| {
                let values = pool.install(|w| {
                    w.split_map(64, |s, index| {
                        spin(2);
                        if index == last {
                            assert!(round % 2 == 0, "no value");
                            s.cancel();
                        }
                        made.fetch_add(1, SeqCst);
                        Ok(Canary::new(&alive))
                    })
                });
                assert_eq!(values.len(), 64);
                let kept = values.iter().flatten().count();
                assert_eq!(kept, made.load(SeqCst), "what ran to its end has its value");
                assert!(
                    values[..=last].iter().all(Option::is_some),
                    "all to the left of the cut began before it"
                );
                assert_eq!(alive.load(SeqCst), kept);
            });
            assert_eq!(text.as_deref(), (round % 2 == 1).then_some("no value"));
            assert_eq!(alive.load(SeqCst), 0, "round {round}, {threads} threads");
            checked(&pool);
        }
    }
}

#[test]
fn an_outer_cut_leaves_no_value() {
    for threads in THREADS {
        let pool = pool(threads);
        let alive = Arc::new(AtomicUsize::new(0));
        for last in 0..20 {
            let scope = pool.cancel_scope();
            let result = pool.install_in(&scope, |s| {
                s.split_map(64, |s, index| {
                    let value = Canary::new(&alive);
                    if index == last {
                        scope.cancel();
                    }
                    spin(1);
                    s.poll().map(|()| value)
                })
            });
            assert!(result.is_err() && alive.load(SeqCst) == 0);
            checked(&pool);
        }
    }
}

#[test]
fn loops_visit_every_item_once() {
    for threads in THREADS {
        let pool = pool(threads);
        for n in [0, 1, 2, 3, 63, 64, 65, 1000, 20_000] {
            let mut visits = vec![0; n];
            pool.install(|mut w| {
                for _ in 0..2 {
                    w.lend().for_each((&mut visits[..], 0..usize::MAX), |_, (visit, index)| {
                        *visit += index + 1;
                    });
                }
            });
            assert!(visits.iter().enumerate().all(|(index, &visit)| visit == 2 * (index + 1)));
            let seen: Vec<AtomicUsize> = (0..n).map(|_| AtomicUsize::new(0)).collect();
            pool.install(|w| {
                w.for_each(&seen[..], |_, item| {
                    item.fetch_add(1, Relaxed);
                })
            });
            assert!(seen.into_iter().all(|item| item.into_inner() == 1));
            let total = checked(&pool);
            assert_eq!(total.discarded + total.overflowed, 0);
        }
    }
}

fn order(w: Worker<'_>, n: usize) -> String {
    w.reduce(0..n, String::new(), |_, i| i.to_string(), |a, b| format!("({a} {b})"))
}

#[test]
fn a_reduction_combines_neighbours_in_the_same_order_at_every_number_of_threads() {
    let alone = pool(1);
    for threads in THREADS {
        let pool = pool(threads);
        for n in [0, 1, 2, 64, 100, 1000] {
            let expected = alone.install(|w| order(w, n));
            let mut numbers = expected.split(['(', ')', ' ']).filter(|text| !text.is_empty());
            assert!((0..n).all(|i| numbers.next() == Some(&i.to_string())), "neighbours are out of order");
            assert_eq!(pool.install(|w| order(w, n)), expected);
        }
        let sum = pool.install(|w| w.reduce(0..100_000, 0, |_, i| hash(i as u64) >> 20, |a, b| a + b));
        assert_eq!(sum, (0..100_000).map(|i| hash(i) >> 20).sum::<u64>());
        checked(&pool);
    }
}

#[test]
fn loops_that_panic_drop_what_they_have_once() {
    for threads in THREADS {
        let pool = pool(threads);
        for guilty in [0, 7, 500, 999] {
            let alive = Arc::new(AtomicUsize::new(0));
            let make = |_: Worker<'_>, index| {
                assert!(index != guilty, "item {guilty}");
                spin(u64::from(index % 64 == 0));
                Canary::new(&alive)
            };
            let text = panic_text(|| {
                pool.install(|w| w.reduce(0..1000, Canary::new(&alive), make, |a, _| a));
            });
            assert_eq!(text, Some(format!("item {guilty}")));
            assert_eq!(alive.load(SeqCst), 0);
            checked(&pool);
        }
    }
}

#[test]
fn loops_inside_loops_are_shared() {
    let pool = pool(8);
    pool.install(|w| {
        w.for_each(0..8, |w, _| {
            w.for_each(0..8, |_, _| std::thread::sleep(std::time::Duration::from_millis(1)))
        })
    });
    assert_eq!(checked(&pool).created, 7 + 8 * 7);
    let busy = pool.snapshot().workers.iter().filter(|worker| worker.tally.run() > 0).count();
    assert!(busy >= 3, "only {busy} workers ran anything");
}

#[test]
fn values_of_too_many_indices_are_refused_before_there_is_room_for_them() {
    let pool = pool(1);
    let too_many = (1 << 40) + 1;
    let text = panic_text(|| drop(pool.install(|w| w.split_map(too_many, |_, _| Ok(())))));
    assert_eq!(text, Some(format!("got a split of {too_many} indices, expected at most {}", 1u64 << 40)));
}
