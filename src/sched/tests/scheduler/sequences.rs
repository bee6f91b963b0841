//! Claim: sequences of loops hold the same items as the standard library's, wherever they are
//! divided.

use crate::support::hash::hash;
use crate::support::panics::panic_text;
use crate::support::pools::{checked, on_pools_of_all_sizes, pool};
use sparring_sched::{Divisible, Pool, chunks, chunks_mut};
use std::fmt::Debug;
use std::sync::Arc;

fn holds<I: Divisible<Item: PartialEq + Debug>>(make: impl Fn() -> I, expected: &[I::Item]) {
    assert_eq!(make().items().collect::<Vec<_>>(), expected);
    assert_eq!(make().count(), expected.len());
    for at in 0..=expected.len() {
        let (left, right) = make().divide(at);
        assert_eq!((left.count(), right.count()), (at, expected.len() - at));
        let (left, right): (Vec<I::Item>, Vec<I::Item>) = (left.items().collect(), right.items().collect());
        assert_eq!((&left[..], &right[..]), expected.split_at(at), "divided at {at}");
    }
}

fn gathered<I: Divisible<Item: Send>>(pool: &Pool, items: I) -> Vec<I::Item> {
    let append = |mut left: Vec<I::Item>, mut right: Vec<I::Item>| {
        left.append(&mut right);
        left
    };
    pool.install(|w| w.reduce(items, Vec::new(), |_, item| vec![item], append))
}

macro_rules! short_ranges {
    ($($integer:ident)*) => {$(
        let zero: $integer = 0;
        for base in [$integer::MIN, $integer::MAX - 5, zero.wrapping_sub(3)] {
            for (a, b) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))) {
                let (start, end) = (base.wrapping_add(a), base.wrapping_add(b));
                if start.abs_diff(end) < 6 {
                    holds(|| start..end, &(start..end).collect::<Vec<_>>());
                    holds(|| start..=end, &(start..=end).collect::<Vec<_>>());
                }
            }
        }
    )*};
}

#[test]
fn ranges_of_every_integer_hold_their_numbers() {
    short_ranges!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
    holds(|| 0..u8::MAX, &(0..u8::MAX).collect::<Vec<_>>());
    holds(|| 0..=u8::MAX, &(0..=u8::MAX).collect::<Vec<_>>());
    holds(|| i8::MIN..i8::MAX, &(i8::MIN..i8::MAX).collect::<Vec<_>>());
    holds(|| i8::MIN..=i8::MAX, &(i8::MIN..=i8::MAX).collect::<Vec<_>>());
    let mut used = 7..=9;
    assert_eq!(used.by_ref().last(), Some(9));
    holds(|| used.clone(), &[]);
}

#[test]
fn loops_go_over_whole_types() {
    on_pools_of_all_sizes(|pool| {
        assert!(gathered(pool, i16::MIN..=i16::MAX).into_iter().eq(i16::MIN..=i16::MAX));
        assert!(gathered(pool, 0..u16::MAX).into_iter().eq(0..u16::MAX));
        let (from, to) = (-(1_i128 << 100) - 500, -(1_i128 << 100) + 500);
        assert!(gathered(pool, from..to).into_iter().eq(from..to));
        let (from, to) = (5, 3);
        assert!(gathered(pool, from..to).is_empty());
    });
}

fn count(items: impl Divisible) -> usize {
    items.count()
}

#[test]
fn more_than_can_be_counted_counts_as_the_most() {
    assert_eq!(count(i64::MIN..i64::MAX), usize::MAX);
    assert_eq!(count(0..=usize::MAX - 1), usize::MAX);
    assert_eq!(count(u128::MAX - 3..u128::MAX), 3);
    let more = [
        count(0..=usize::MAX),
        count(i64::MIN..=i64::MAX),
        count(isize::MIN..=isize::MAX),
        count(0..u128::MAX),
    ];
    assert_eq!(more, [usize::MAX; 4]);
    assert_eq!([count(0..=u128::MAX), count(i128::MIN..0)], [usize::MAX; 2]);
    assert_eq!(count((0..1_u128 << 64, 0..3)), 3);
    assert_eq!((0..=usize::MAX).divide(usize::MAX), (0..=usize::MAX - 1, usize::MAX..=usize::MAX));
    let (left, right) = (0..1_u128 << 64).divide(usize::MAX);
    assert_eq!((left, right), (0..usize::MAX as u128, usize::MAX as u128..1 << 64));
    let (left, right) = (i64::MIN..=i64::MAX).divide(1 << 63);
    assert_eq!((left, right), (i64::MIN..=-1, 0..=i64::MAX));
}

#[test]
fn ranges_without_end_number_what_stands_beside_them() {
    on_pools_of_all_sizes(|pool| {
        let letters: Vec<char> = ('a'..='z').collect();
        let numbered: Vec<_> = (0..).zip(&letters).collect();
        assert_eq!(gathered(pool, (0..=usize::MAX, &letters)), numbered);
        assert_eq!(gathered(pool, (0..=usize::MAX, &letters[..0])), []);
        let far = pool.install(|w| w.find_first(0..=u128::MAX, |_, i| Ok((i == 5_000).then_some(i))));
        assert_eq!(far, Some(5_000));
    });
}

#[test]
fn vectors_and_arrays_hold_their_items_by_reference_and_by_value() {
    let texts = || ["a", "b", "c", "d", "e"].map(String::from);
    let (array, vector) = (texts(), Vec::from(texts()));
    let references: Vec<&String> = vector.iter().collect();
    holds(|| &vector, &references);
    holds(|| &array, &references);
    holds(texts, &array);
    holds(|| vector.clone(), &array);
    holds(Vec::<String>::new, &[]);
    let triples: Vec<_> = (0..).zip(texts()).zip(&array).map(|((i, owned), text)| (i, owned, text)).collect();
    holds(|| (0..usize::MAX, texts(), &array), &triples);
    holds(|| (0..3, vector.clone(), &array), &triples[..3]);
    for at in 0..=5 {
        let (mut array, mut vector) = (texts(), Vec::from(texts()));
        let (left, right) = (&mut array, &mut vector).divide(at);
        assert_eq!((left.count(), right.count()), (at, 5 - at));
        left.items().for_each(|(a, v)| a.push_str(v));
        right.items().for_each(|(a, v)| v.push_str(a));
        let (doubled, single) = (texts().map(|text| text.repeat(2)), texts());
        assert_eq!(array, [&doubled[..at], &single[at..]].concat()[..]);
        assert_eq!(vector, [&single[..at], &doubled[at..]].concat());
    }
}

#[test]
fn items_by_value_are_dropped_once_wherever_a_loop_ends() {
    for threads in [1, 3] {
        let (pool, alive) = (pool(threads), Arc::new(()));
        let items = |n: usize| -> Vec<(usize, Arc<()>)> { (0..n).map(|i| (i, alive.clone())).collect() };
        pool.install(|w| w.for_each(items(1_000), |_, _| ()));
        assert_eq!(Arc::strong_count(&alive), 1);
        let found =
            pool.install(|w| w.find_first(items(1_000), |_, item| Ok((item.0 >= 70).then_some(item))));
        assert_eq!((found.as_ref().map(|item| item.0), Arc::strong_count(&alive)), (Some(70), 2));
        drop(found);
        let text = panic_text(|| {
            pool.install(|w| w.for_each(items(1_000), |_, (i, _)| assert!(i != 500, "item {i}")));
        });
        assert_eq!((text.as_deref(), Arc::strong_count(&alive)), (Some("item 500"), 1));
        checked(&pool);
    }
}

#[test]
fn chunks_are_those_of_the_standard_library() {
    for (len, size) in (0..20).flat_map(|len| [1, 2, 3, 7, 19, 20, 21, usize::MAX].map(|size| (len, size))) {
        let data: Vec<usize> = (0..len).collect();
        holds(|| chunks(&data, size), &data.chunks(size).collect::<Vec<_>>());
        let numbered: Vec<_> = (0..usize::MAX).zip(data.chunks(size)).collect();
        holds(|| (0..usize::MAX, chunks(&data, size)), &numbered);
    }
    let nothing = [(); usize::MAX];
    assert_eq!(chunks(&nothing, 2).divide(usize::MAX / 2 + 1).0.count(), usize::MAX / 2 + 1);
    for text in [panic_text(|| chunks(&[1], 0).count()), panic_text(|| chunks_mut(&mut [1], 0).count())] {
        assert_eq!(text.unwrap(), "got chunks of 0 elements, expected at least 1");
    }
}

#[test]
fn loops_write_to_every_chunk_once() {
    on_pools_of_all_sizes(|pool| {
        for round in 0..40 {
            let (len, size) = ((hash(round) % 3_000) as usize, 1 + (hash(round ^ 99) % 50) as usize);
            let mut data = vec![0; len];
            pool.install(|w| {
                w.for_each((0..usize::MAX, chunks_mut(&mut data, size)), |_, (nth, chunk)| {
                    chunk.iter_mut().for_each(|number| *number += nth + 1);
                })
            });
            let mut expected = vec![0; len];
            expected.chunks_mut(size).enumerate().for_each(|(nth, chunk)| chunk.fill(nth + 1));
            assert_eq!(data, expected);
        }
    });
}
