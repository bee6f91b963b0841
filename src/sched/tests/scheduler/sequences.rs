//! Claim: what loops go over holds what the standard library's sequence of that name holds,
//! wherever it is divided.

use crate::support::hash::hash;
use crate::support::panics::panic_text;
use crate::support::pools::on_pools_of_all_sizes;
use sparring_sched::{Divisible, Pool, chunks, chunks_mut};
use std::fmt::Debug;

/// What `make` makes holds `expected`, and so do its two parts together, wherever it is divided.
fn holds<I: Divisible<Item: PartialEq + Debug>>(make: impl Fn() -> I, expected: &[I::Item]) {
    assert_eq!(make().count(), expected.len());
    for at in 0..=expected.len() {
        let (left, right) = make().divide(at);
        assert_eq!((left.count(), right.count()), (at, expected.len() - at));
        let (left, right): (Vec<I::Item>, Vec<I::Item>) = (left.items().collect(), right.items().collect());
        assert_eq!((&left[..], &right[..]), expected.split_at(at), "divided at {at}");
    }
}

/// All items in their order, gathered by a loop.
fn gathered<I: Divisible<Item: Send>>(pool: &Pool, items: I) -> Vec<I::Item> {
    let append = |mut left: Vec<I::Item>, mut right: Vec<I::Item>| {
        left.append(&mut right);
        left
    };
    pool.install(|w| w.reduce(items, Vec::new(), |_, item| vec![item], append))
}

/// Short ranges wherever they may go wrong: at both ends of each type, around 0, empty, reversed.
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

/// The count, which has the same name as one of [`Iterator`].
fn count(items: impl Divisible) -> usize {
    items.count()
}

#[test]
fn what_cannot_be_counted_is_refused() {
    assert_eq!(count(i64::MIN..i64::MAX), usize::MAX);
    assert_eq!(count(0..=usize::MAX - 1), usize::MAX);
    assert_eq!(count(u128::MAX - 3..u128::MAX), 3);
    let refused: [&dyn Fn() -> usize; 7] = [
        &|| count(0..=usize::MAX),
        &|| count(i64::MIN..=i64::MAX),
        &|| count(isize::MIN..=isize::MAX),
        &|| count(0..u128::MAX),
        &|| count(0..=u128::MAX),
        &|| count(i128::MIN..0),
        &|| count((0..1_u128 << 64, 0..3)),
    ];
    for count in refused {
        assert!(panic_text(count).unwrap().contains("more than usize::MAX numbers"));
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
