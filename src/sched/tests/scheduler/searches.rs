//! Claim: `find_first` returns the sequential loop's result at every number of threads, `find_any`
//! some hit. Both end once their result is fixed.

use crate::support::canary::Canary;
use crate::support::hash::hash;
use crate::support::panics::panic_text;
use crate::support::pools::{checked, on_pools_of_all_sizes, pool};
use crate::support::simulated::simulate;
use crate::support::spin::spin;
use crate::support::threads::THREADS;
use sparring_sched::{Cancelled, Costs, Pool, PoolBuilder, Scoped, chunks_mut};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

type Found<T> = Result<Option<T>, Cancelled>;

fn simulated(workers: usize, seed: u64) -> Pool {
    simulate(PoolBuilder::new().threads(workers), Costs::default()).seed(seed).build().unwrap()
}

#[test]
fn the_first_is_that_of_the_sequential_loop() {
    on_pools_of_all_sizes(|pool| {
        for n in [0, 1, 2, 63, 64, 65, 1_000, 5_000] {
            for rare in [1, n / 3 + 1, 2 * n + 1] {
                let find = |i: u64| hash(i ^ rare << 32).is_multiple_of(rare).then_some(hash(i));
                let body = |s: Scoped<'_>, i| {
                    spin(hash(i) % 3);
                    s.poll().map(|()| find(i))
                };
                let expected = (0..n).find_map(find);
                assert_eq!(pool.install(|w| w.find_first(0..n, body)), expected, "{n} items");
                let any = pool.install(|w| w.find_any(0..n, body));
                assert_eq!(any.is_some(), expected.is_some());
                assert!(any.is_none_or(|any| (0..n).filter_map(find).any(|hit| hit == any)));
            }
        }
        for hit in [0, 1, 499, 999] {
            let first = pool.install(|w| w.find_first(0..1_000, |_, i| Ok((i >= hit).then_some(i))));
            assert_eq!(first, Some(hit));
        }
    });
}

#[test]
fn a_search_may_write_to_what_it_goes_over() {
    on_pools_of_all_sizes(|pool| {
        let mut data: Vec<u64> = (0..1_000).map(|i| hash(i) % 100).collect();
        let expected = data.chunks(10).position(|chunk| chunk.iter().sum::<u64>() > 700);
        let found = pool.install(|w| {
            w.find_first((0..usize::MAX, chunks_mut(&mut data, 10)), |_, (nth, chunk)| {
                chunk.sort();
                Ok((chunk.iter().sum::<u64>() > 700).then_some(nth))
            })
        });
        assert!(expected.is_some() && found == expected);
        assert!(data.chunks(10).take(expected.unwrap() + 1).all(|chunk| chunk.is_sorted()));
    });
}

fn cut_at_a_hit<F>(s: Scoped<'_>, n: usize, f: F) -> Found<usize>
where
    F: Fn(Scoped<'_>, usize) -> Found<usize> + Sync,
{
    let first = AtomicUsize::new(usize::MAX);
    s.split(n, |mut s, i| {
        if let Some(hit) = f(s.lend(), i)? {
            first.fetch_min(hit, SeqCst);
            s.cancel();
        }
        Ok(())
    })?;
    Ok(Some(first.into_inner()).filter(|&hit| hit < n))
}

#[test]
fn a_hit_does_not_cut_what_runs_to_its_left() {
    for (left, right) in [(0, 1), (0, 40), (17, 18), (31, 49)] {
        let has_hit = AtomicBool::new(false);
        let body = |s: Scoped<'_>, i| {
            while i == left && !has_hit.load(SeqCst) {
                s.poll()?;
            }
            has_hit.fetch_or(i == right, SeqCst);
            (0..if i == left { 1_000 } else { 1 }).try_for_each(|_| s.poll())?;
            Ok((i == left || i == right).then_some(i))
        };
        for pool in [pool(2), pool(8), simulated(2, 1), simulated(8, 2)] {
            has_hit.store(false, SeqCst);
            assert_eq!(pool.install(|w| w.find_first(0..50, body)), Some(left));
            checked(&pool);
        }
        for pool in [simulated(2, 1), simulated(8, 2)] {
            has_hit.store(false, SeqCst);
            let found = pool.install(|w| w.scope(|s| cut_at_a_hit(s, 50, body)));
            assert_eq!(found, Ok(Some(right)), "the naive recipe is as good, so this test is not");
        }
    }
}

#[test]
fn what_runs_to_the_right_of_the_answer_is_called_back() {
    for pool in [pool(3), pool(8), simulated(3, 1), simulated(8, 2)] {
        let (has_hit, endless, cut) =
            (AtomicBool::new(false), AtomicBool::new(false), AtomicBool::new(false));
        let first = pool.install(|w| {
            w.find_first(0..50, |s, i| {
                match i {
                    3 => {
                        while !has_hit.load(SeqCst) {
                            s.poll()?;
                        }
                        (0..1_000).try_for_each(|_| s.poll())?;
                        assert!(!cut.load(SeqCst), "cut too early");
                    }
                    4 => {
                        while !endless.load(SeqCst) {
                            s.poll()?;
                        }
                        has_hit.store(true, SeqCst);
                        return Ok(Some(i));
                    }
                    5 => {
                        endless.store(true, SeqCst);
                        loop {
                            s.poll().inspect_err(|_| cut.store(true, SeqCst))?;
                        }
                    }
                    _ => {}
                }
                Ok(None)
            })
        });
        assert_eq!((first, cut.into_inner()), (Some(4), true));
        assert_eq!(checked(&pool).aborted, 1);
    }
}

#[test]
fn any_hit_cuts_what_runs_on_both_sides() {
    for pool in [pool(3), pool(8), simulated(3, 1), simulated(8, 2)] {
        let begun = AtomicUsize::new(0);
        let any = pool.install(|w| {
            w.find_any(0..50, |s, i| {
                begun.fetch_add(1, SeqCst);
                if i == 1 {
                    while begun.load(SeqCst) < 3 {
                        s.poll()?;
                    }
                    return Ok(Some(i));
                }
                loop {
                    s.poll()?;
                }
            })
        });
        assert_eq!(any, Some(1));
        assert!(checked(&pool).aborted >= 2);
    }
}

/// Uses virtual time, so workers advance evenly.
#[test]
fn little_is_tried_in_vain_and_the_rest_is_dropped() {
    for (workers, hit) in
        [1, 2, 4, 16].into_iter().flat_map(|workers| [0, 100, 7_000].map(|hit| (workers, hit)))
    {
        let (pool, ran) = (simulated(workers, 5), AtomicUsize::new(0));
        let first = pool.install(|w| {
            w.find_first(0..10_000, |s, i| {
                ran.fetch_add(1, SeqCst);
                s.pass(50);
                Ok((i >= hit).then_some(i))
            })
        });
        assert_eq!(first, Some(hit));
        // Besides the hit's own run, each other worker may have finished one run and begun another.
        let (in_vain, longest) = (ran.into_inner() - hit - 1, 1 + (hit.isqrt() + 4) / 4);
        assert!(in_vain <= 2 * longest * (workers - 1), "{in_vain} items in vain on {workers} workers");
        assert_eq!(checked(&pool).aborted, 0);
    }
    let pool = pool(2);
    let far = pool.install(|w| w.find_first(0..u64::MAX, |_, i| Ok((i == 1_000_000).then_some(i))));
    assert_eq!(far, Some(1_000_000));
}

#[test]
fn every_run_is_a_task() {
    let pool = pool(2);
    for n in (0..300).chain([1_000, 12_345, 16 * 30 * 31 - 1, 16 * 30 * 31, 16 * 30 * 31 + 1]) {
        pool.reset();
        pool.install(|w| assert_eq!(w.find_first(0..n, |_, _| Ok(None::<()>)), None));
        let mut begins = (0..).scan(0, |begin, run| Some(std::mem::replace(begin, *begin + 1 + run / 32)));
        let total = checked(&pool);
        assert_eq!(
            (total.created, total.discarded),
            (begins.position(|begin| begin >= n).unwrap() as u64, 0)
        );
    }
}

#[test]
fn values_are_dropped_once_however_a_search_ends() {
    for threads in THREADS {
        let pool = pool(threads);
        for round in 0..30_usize {
            let alive = Arc::new(AtomicUsize::new(0));
            let guilty = if round.is_multiple_of(3) { 7 * round } else { usize::MAX };
            let text = panic_text(|| {
                let body = |s: Scoped<'_>, i: usize| {
                    let value = Canary::new(&alive);
                    spin(i as u64 % 3);
                    assert!(i != guilty, "item {i}");
                    s.poll()?;
                    Ok((i >= 300 || i.is_multiple_of(101) && i > 0).then_some((i, value)))
                };
                let first = pool.install(|w| w.find_first(0..500, body)).unwrap();
                assert_eq!((first.0, alive.load(SeqCst)), (101, 1));
            });
            let left_of_the_hit = guilty < 101;
            let expected = format!("item {guilty}");
            assert!(text.is_none() && !left_of_the_hit || text == Some(expected), "round {round}");
            assert!(threads > 1 || left_of_the_hit || text.is_none());
            assert_eq!(alive.load(SeqCst), 0);
            checked(&pool);
        }
    }
}

#[test]
fn a_cut_around_a_search_leaves_no_answer() {
    on_pools_of_all_sizes(|pool| {
        let scope = pool.cancel_scope();
        let never = pool.install_in(&scope, |mut s| {
            s.cancel();
            let first = s.lend().find_first(0..100, |_, _| -> Found<()> { panic!("of a cancelled scope") });
            first.and(s.find_any(0..100, |_, _| -> Found<()> { panic!("of a cancelled scope") }))
        });
        assert!(never.is_err());
        for last in [0, 20, 80] {
            let scope = pool.cancel_scope();
            let cut = pool.install_in(&scope, |s| {
                s.find_first(0..100, |s, i| {
                    if i == last {
                        scope.cancel();
                    }
                    s.poll().map(|()| (i > last).then_some(i))
                })
            });
            assert!(cut.is_err());
        }
    });
}

#[test]
fn an_item_that_gives_up_counts_where_it_stands() {
    on_pools_of_all_sizes(|pool| {
        for (quitter, hit) in [(10, 20), (20, 10), (0, 1), (99, 98)] {
            let body = |s: Scoped<'_>, i| {
                spin(hash(i) % 3);
                if i == quitter {
                    s.scope(|s| {
                        s.cancel();
                        s.poll()
                    })?;
                }
                Ok((i == hit).then_some(i))
            };
            let first = pool.install(|w| w.scope(|s| s.find_first(0..100, body)));
            assert_eq!(first.ok(), (hit < quitter).then_some(Some(hit)));
            let text = panic_text(|| pool.install(|w| w.find_first(0..100, body)));
            assert_eq!(text.is_some(), quitter < hit);
            assert!(text.is_none_or(|text| text.starts_with("got Cancelled for an item of a search")));
        }
    });
}

#[test]
fn an_item_may_end_its_search() {
    on_pools_of_all_sizes(|pool| {
        let none = pool.install(|w| {
            w.find_first(0..10_000, |s, i| {
                if i == 50 {
                    s.cancel();
                }
                Ok((i == 9_999).then_some(i))
            })
        });
        assert_eq!(none, None);
        let nested = pool.install(|w| {
            w.find_first(10..100, |s, i| s.find_first(2..i, |_, j| Ok((j * j == i).then_some((i, j)))))
        });
        assert_eq!(nested, Some((16, 4)));
    });
}

#[test]
fn indices_that_cannot_win_are_not_begun() {
    let pool = pool(2);
    let answered = AtomicBool::new(false);
    let first = pool.install(|w| {
        w.find_first(0..1_usize << 40, |s, i| {
            if i > 0 {
                answered.store(true, SeqCst);
                return Ok(Some(i));
            }
            while !answered.load(SeqCst) {
                s.poll()?;
            }
            (0..1_000_000).try_for_each(|_| s.poll())?;
            Ok(None)
        })
    });
    assert!(first.is_some_and(|first| first > 0));
    let total = checked(&pool);
    assert!(total.run() < 1_000, "{total:?}");
}
