//! Claim: sorts match those of the standard library, and the slice keeps its elements whatever a
//! comparison does.

use crate::support::canary::Canary;
use crate::support::hash::hash;
use crate::support::panics::panic_text;
use crate::support::pools::{checked, pool};
use sparring_sched::{Cancelled, Pool, Scoped};
use std::cell::Cell;
use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const THREADS: [usize; 3] = [1, 2, 5];
const LONG: usize = 150_000;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Stable,
    Unstable,
}

const KINDS: [Kind; 2] = [Kind::Stable, Kind::Unstable];

impl Kind {
    fn sort<T, F>(self, pool: &Pool, v: &mut [T], compare: F)
    where
        T: Send,
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        pool.install(|w| match self {
            Kind::Stable => w.sort_by(v, &compare),
            Kind::Unstable => w.sort_unstable_by(v, &compare),
        })
    }

    fn sort_in<T, F>(self, s: Scoped<'_>, v: &mut [T], compare: F) -> Result<(), Cancelled>
    where
        T: Send,
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        match self {
            Kind::Stable => s.sort_by(v, compare),
            Kind::Unstable => s.sort_unstable_by(v, compare),
        }
    }
}

type Numbered = (u32, usize);

type Key = Box<dyn Fn(usize) -> usize>;

fn patterns(len: usize) -> Vec<(&'static str, Vec<Numbered>)> {
    let random = move |i: usize| hash(i as u64 ^ len as u64) as usize;
    let patterns: Vec<(&'static str, Key)> = vec![
        ("ascending", Box::new(|i| i)),
        ("ascending with equals", Box::new(|i| i / 3)),
        ("descending", Box::new(move |i| len - i)),
        ("descending with equals", Box::new(move |i| (len - i) / 3)),
        ("equal", Box::new(|_| 7)),
        ("random", Box::new(random)),
        ("two values", Box::new(move |i| random(i) % 2)),
        ("few values", Box::new(move |i| random(i) % 16)),
        ("many equals", Box::new(move |i| random(i) % (len / 4 + 1))),
        ("up and down", Box::new(move |i| i.min(len - i))),
        ("down and up", Box::new(move |i| i.max(len - i))),
        ("sawtooth", Box::new(|i| i % 100)),
        ("falling sawtooth", Box::new(|i| 1_000 - i % 1_000)),
        ("two runs", Box::new(move |i| if i < len / 2 { 2 * i } else { 2 * (i - len / 2) + 1 })),
        ("exchanged halves", Box::new(move |i| if i < len / 2 { len + i } else { i })),
        ("last is least", Box::new(move |i| if i + 1 == len { 0 } else { i + 1 })),
        ("first is greatest", Box::new(move |i| if i == 0 { len } else { i })),
        ("random end", Box::new(move |i| if i < len - len / 10 { i } else { random(i) % len })),
        ("nearly ascending", Box::new(move |i| if i % 50 == 49 { random(i) % len } else { i })),
    ];
    let numbered = |key: &dyn Fn(usize) -> usize| (0..len).map(|i| (key(i) as u32, i)).collect();
    patterns.iter().map(|(name, key)| (*name, numbered(key))).collect()
}

fn lengths() -> impl Iterator<Item = usize> {
    let around = (8..14).flat_map(|power| [(1 << power) - 1, 1 << power, (1 << power) + 1]);
    (0..=200).chain(around).chain([1_000, 30_000, LONG])
}

fn by_key(a: &Numbered, b: &Numbered) -> Ordering {
    a.0.cmp(&b.0)
}

#[test]
fn sorts_are_those_of_the_standard_library() {
    for threads in THREADS {
        let pool = pool(threads);
        for (name, input) in lengths().flat_map(patterns) {
            let mut expected = input.clone();
            expected.sort_by(by_key);
            for kind in KINDS {
                let mut sorted = input.clone();
                kind.sort(&pool, &mut sorted, by_key);
                if kind == Kind::Unstable {
                    assert!(sorted.is_sorted_by_key(|item| item.0), "{name}, {}", input.len());
                    sorted.sort(); // equal keys, so that none is missing
                }
                assert!(sorted == expected, "{kind:?}, {name}, {} elements, {threads} threads", input.len());
            }
        }
        checked(&pool);
    }
}

#[test]
fn every_method_sorts_in_its_order() {
    let input: Vec<i64> = (0..5_000).map(|i| hash(i) as i64 % 1_000).collect();
    let sorted_by = |compare: &dyn Fn(&i64, &i64) -> Ordering| {
        let mut sorted = input.clone();
        sorted.sort_by(|a, b| compare(a, b));
        sorted
    };
    let ascending = sorted_by(&|a, b| a.cmp(b));
    let descending = sorted_by(&|a, b| b.cmp(a));
    let by_remainder = sorted_by(&|a, b| (a % 7).cmp(&(b % 7)));
    let pool = pool(2);
    let scope = pool.cancel_scope();
    macro_rules! each {
        ($expected:expr, $method:ident($($order:expr)?)) => {
            let mut sorted = input.clone();
            pool.install(|w| w.$method(&mut sorted $(, $order)?));
            assert_eq!(sorted, $expected);
            let mut sorted = input.clone();
            pool.install_in(&scope, |s| s.$method(&mut sorted $(, $order)?)).unwrap();
            assert_eq!(sorted, $expected);
        };
    }
    each!(ascending, sort());
    each!(descending, sort_by(|a, b| b.cmp(a)));
    each!(by_remainder, sort_by_key(|n| n % 7));
    each!(by_remainder, sort_by_cached_key(|n| n % 7));
    each!(ascending, sort_unstable());
    each!(descending, sort_unstable_by(|a, b| b.cmp(a)));
    each!(ascending, sort_unstable_by_key(|&n| n));
    checked(&pool);
}

#[test]
fn cached_keys_are_computed_once() {
    for threads in THREADS {
        let pool = pool(threads);
        for (name, input) in [0, 1, 2, 100, 257, 10_000].into_iter().flat_map(patterns) {
            let (mut sorted, mut expected) = (input.clone(), input.clone());
            let calls = AtomicUsize::new(0);
            pool.install(|w| {
                w.sort_by_cached_key(&mut sorted, |item| {
                    calls.fetch_add(1, Relaxed);
                    item.0
                })
            });
            expected.sort_by_key(|item| item.0);
            assert!(sorted == expected, "{name}, {} elements", input.len());
            assert_eq!(calls.into_inner(), input.len());
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
struct Large(u64, [u64; 20]);

#[test]
fn elements_of_any_size_are_sorted() {
    let pool = pool(2);
    for kind in KINDS {
        let mut large: Vec<Large> = (0..100_000).map(|i| Large(hash(i) % 50_000, [i; 20])).collect();
        let mut expected = large.clone();
        expected.sort_by_key(|item| (item.0, item.1[0]));
        kind.sort(&pool, &mut large, |a, b| (a.0, a.1[0]).cmp(&(b.0, b.1[0])));
        assert!(large == expected);

        kind.sort(&pool, &mut [(); 10_000], |(), ()| panic!("nothing can be out of order"));
        kind.sort(&pool, &mut [(); usize::MAX], |(), ()| Ordering::Greater);
    }
}

#[test]
fn elements_need_not_be_sync() {
    let pool = pool(5);
    for kind in KINDS {
        let looks = AtomicUsize::new(0);
        let mut cells: Vec<(u64, Cell<usize>)> = (0..LONG as u64).map(|i| (hash(i), Cell::new(0))).collect();
        kind.sort(&pool, &mut cells, |a, b| {
            a.1.set(a.1.get() + 1);
            b.1.set(b.1.get() + 1);
            looks.fetch_add(2, Relaxed);
            a.0.cmp(&b.0)
        });
        assert!(cells.is_sorted_by_key(|cell| cell.0));
        assert_eq!(cells.iter().map(|cell| cell.1.get()).sum::<usize>(), looks.into_inner());
    }
}

struct Counted {
    key: u64,
    number: Box<usize>,
    _canary: Canary,
}

fn counted(len: usize, alive: &Arc<AtomicUsize>, key: impl Fn(u64) -> u64) -> Vec<Counted> {
    let new = |i: usize| Counted { key: key(i as u64), number: Box::new(i), _canary: Canary::new(alive) };
    (0..len).map(new).collect()
}

fn assert_complete(items: Vec<Counted>, alive: &AtomicUsize, what: &str) {
    let mut numbers: Vec<usize> = items.iter().map(|item| *item.number).collect();
    numbers.sort_unstable();
    assert!(numbers.iter().copied().eq(0..items.len()), "{what}: elements are missing");
    assert_eq!(alive.load(Relaxed), items.len(), "{what}");
    drop(items);
    assert_eq!(alive.load(Relaxed), 0, "{what}");
}

const KEYS: [fn(u64) -> u64; 2] = [hash, |i| if i % 2_000 < 1_000 { i } else { hash(i) % 3_000 }];

#[test]
fn a_comparison_that_panics_leaves_all_elements() {
    for threads in THREADS {
        let pool = pool(threads);
        for (kind, len, at) in KINDS.into_iter().flat_map(|kind| {
            let short = [0, 5, 100].map(|at| (kind, 50, at));
            let long = [0, 40, 3_000, 10_000, 30_000, 50_000].map(|at| (kind, 6_000, at));
            short.into_iter().chain(long).chain([(kind, LONG, 200_000)])
        }) {
            for key in KEYS {
                let (alive, calls) = (Arc::new(AtomicUsize::new(0)), AtomicUsize::new(0));
                let mut items = counted(len, &alive, key);
                let text = panic_text(|| {
                    kind.sort(&pool, &mut items, |a, b| {
                        assert!(calls.fetch_add(1, Relaxed) < at, "enough");
                        a.key.cmp(&b.key)
                    })
                });
                assert!(text.is_none_or(|text| text == "enough"));
                assert!(calls.into_inner() > at || at > len, "the sort ended before its panic");
                assert_complete(items, &alive, &format!("{kind:?}, {len} elements, panic at {at}"));
            }
        }
        checked(&pool);
    }
}

#[test]
fn comparisons_that_contradict_each_other_lose_no_element() {
    type Compare = fn(&Counted, &Counted) -> Ordering;
    let compares: [(&str, Compare); 6] = [
        ("less", |_, _| Ordering::Less),
        ("greater", |_, _| Ordering::Greater),
        ("equal", |_, _| Ordering::Equal),
        ("circular", |a, b| (a.key % 3).cmp(&((b.key + 1) % 3))),
        ("random", |a, b| hash(a.key ^ b.key.rotate_left(9)).cmp(&hash(b.key))),
        ("not transitive", |a, b| {
            if a.key.abs_diff(b.key) < u64::MAX / 8 { Ordering::Equal } else { a.key.cmp(&b.key) }
        }),
    ];
    for threads in THREADS {
        let pool = pool(threads);
        for (name, compare) in compares {
            for (kind, len) in
                KINDS.into_iter().flat_map(|kind| [3, 40, 700, 5_000, LONG].map(|len| (kind, len)))
            {
                let alive = Arc::new(AtomicUsize::new(0));
                let mut items = counted(len, &alive, hash);
                _ = panic_text(|| kind.sort(&pool, &mut items, compare));
                assert_complete(items, &alive, &format!("{kind:?}, {name}, {len} elements"));
            }
        }
        checked(&pool);
    }
}

#[test]
fn a_cancelled_sort_ends_early_and_leaves_all_elements() {
    for threads in THREADS {
        let pool = pool(threads);
        for (kind, at) in
            KINDS.into_iter().flat_map(|kind| [0, 100, 20_000, 70_000, 100_000].map(|at| (kind, at)))
        {
            for key in KEYS {
                let (alive, calls) = (Arc::new(AtomicUsize::new(0)), AtomicUsize::new(0));
                let mut items = counted(20_000, &alive, key);
                let scope = pool.cancel_scope();
                let result = pool.install_in(&scope, |s| {
                    kind.sort_in(s, &mut items, |a, b| {
                        if calls.fetch_add(1, Relaxed) == at {
                            scope.cancel();
                        }
                        a.key.cmp(&b.key)
                    })
                });
                assert!(result.is_err(), "{kind:?} cancelled at {at}");
                assert!(calls.into_inner() < at + threads * 20_000, "{kind:?} went on");
                assert_complete(items, &alive, &format!("{kind:?}, cancelled at {at}"));
            }
        }
        checked(&pool);
    }
}
