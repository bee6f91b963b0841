//! The unstable sort: quicksort in place, without unsafe code.
//!
//! The slice is partitioned, and both sides are sorted in the two halves of a join, down to
//! slices that the standard library sorts. A worker that partitions while others are idle lets
//! them help (`partition.rs`).
//!
//! # Approximate partitions
//! Several workers partition by several pivots, which are neighbours in a sorted sample.
//! Afterwards the elements between the least and the greatest of these pivots may be on the wrong
//! side. Both sides are sorted all the same; then the misplaced elements lie at the end of the
//! left side and at the start of the right one, next to the pivots. They are found by two binary
//! searches, and this zone is sorted again: about 1/64 of the slice, two sorted runs with the
//! pivots between them.
//!
//! # Equal elements
//! The elements right of a pivot are not less than it. If a new pivot that is chosen among them
//! is not greater either, the elements equal to it are moved to the left, and are done. So a
//! slice of few distinct values is sorted in as many partitions as there are values.
//!
//! # Safety by construction
//! Elements are only ever exchanged within slices. So whatever the comparison answers, and
//! whenever it panics or the sort is cancelled, the slice holds all its elements.

use crate::handle::scoped::Scoped;
use crate::handover::cancel::Cancelled;
use crate::sort::nearly_sorted::{looks_nearly_sorted, sort_nearly_sorted};
use crate::sort::partition::partition;
use crate::sort::presorted::presorted;
use std::cmp::Ordering;

/// A part that a worker partitions in parallel with others has at least this many elements.
const PART: usize = 1 << 14;
/// Parts for each worker, because not all workers start at once.
const PARTS_A_WORKER: usize = 2;
/// Elements of the sample for each pivot, if there are several. The more there are, the fewer
/// elements lie between the pivots.
const SAMPLE_A_PIVOT: usize = 64;
/// A part as large as this part of the slice, or as [`PART`], is sorted in a row if it is nearly
/// sorted.
const NEARLY_SORTED: usize = 32;

/// Largest number of elements that are sorted in a row, out of `count`: four times the square
/// root, and 256 at least.
///
/// So a million elements are about 250 to 500 tasks, and ten thousand are 25 to 50.
pub(crate) fn grain(count: usize) -> usize {
    (4 * count.isqrt()).max(256)
}

pub(crate) fn sort<T, F>(mut s: Scoped<'_>, v: &mut [T], compare: &F) -> Result<(), Cancelled>
where
    T: Send,
    F: Fn(&T, &T) -> Ordering + Sync,
{
    let grain = grain(v.len());
    if size_of::<T>() == 0 || v.len() > grain && presorted(s.lend(), v, compare)? {
        return s.poll();
    }
    let depth = Depth { limit: 2 * v.len().max(1).ilog2(), in_order: true };
    let nearly_sorted = (v.len() / NEARLY_SORTED).max(PART);
    Quicksort { compare, grain, nearly_sorted }.sort(s, v, None, depth)
}

struct Quicksort<'c, F> {
    compare: &'c F,
    grain: usize,
    /// Largest number of elements that are sorted in a row if they are nearly sorted.
    nearly_sorted: usize,
}

/// State that the recursion hands down from a part of the slice to its two sides.
#[derive(Clone, Copy)]
struct Depth {
    /// Number of further partitions, one inside another, before the standard library takes over,
    /// whose sort does not depend on good pivots.
    limit: u32,
    /// True if the part may be nearly sorted: all parts around it looked so.
    in_order: bool,
}

impl<F> Quicksort<'_, F> {
    /// Sorts `v`, none of whose elements is less than `below`.
    fn sort<T>(
        &self,
        mut s: Scoped<'_>,
        mut v: &mut [T],
        mut below: Option<&mut T>,
        mut depth: Depth,
    ) -> Result<(), Cancelled>
    where
        T: Send,
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        s.poll()?;
        let mut parts;
        loop {
            depth.in_order = depth.in_order && looks_nearly_sorted(v, self.compare);
            if depth.in_order && v.len() <= self.nearly_sorted {
                if sort_nearly_sorted(&s, v, self.compare)? {
                    return Ok(());
                }
                depth.in_order = false;
            }
            if v.len() <= self.grain || depth.limit == 0 {
                v.sort_unstable_by(self.compare);
                return Ok(());
            }
            parts = parts_of(&s, v.len());
            self.choose_pivots(v, parts);
            let (pivots, items) = v.split_at_mut(parts);
            if below.as_ref().is_none_or(|below| self.is_less(below, &pivots[parts - 1])) {
                break;
            }
            let equal = partition(s.lend(), pivots, items, false, &|pivot, item| !self.is_less(pivot, item))?;
            (v, below) = (&mut v[parts + equal..], None);
        }
        let (pivots, items) = v.split_at_mut(parts);
        let left =
            partition(s.lend(), pivots, items, depth.in_order, &|pivot, item| self.is_less(item, pivot))?;
        put_between(v, parts, left);
        let (less, rest) = v.split_at_mut(left);
        let (pivots, greater) = rest.split_at_mut(parts);
        let below_greater = pivots.first_mut();
        depth.limit -= 1;
        s.join(
            move |s| self.sort(s, less, below, depth),
            move |s| self.sort(s, greater, below_greater, depth),
        )?;
        if parts > 1 {
            self.sort_zone(v, left, parts);
        }
        Ok(())
    }

    fn is_less<T>(&self, a: &T, b: &T) -> bool
    where
        F: Fn(&T, &T) -> Ordering,
    {
        (self.compare)(a, b) == Ordering::Less
    }

    /// Exchanges the first `count` elements with pivots in ascending order: the middle of a
    /// sample.
    fn choose_pivots<T>(&self, v: &mut [T], count: usize)
    where
        F: Fn(&T, &T) -> Ordering,
    {
        let size = if count > 1 { count * SAMPLE_A_PIVOT } else { (v.len().isqrt() / 8) | 1 };
        let stratum = (v.len() - count) / size;
        // One place in every stratum, at random, so that no usual pattern of elements is hit.
        let place = |i: usize| count + i * stratum + scramble(i ^ v.len()) % stratum;
        let mut sample: Vec<usize> = (0..size).map(place).collect();
        sample.sort_unstable_by(|&a, &b| (self.compare)(&v[a], &v[b]));
        let first = (size - count) / 2;
        // All places are behind those of the pivots, so nothing is exchanged twice.
        sample[first..first + count].iter().enumerate().for_each(|(i, &place)| v.swap(i, place));
    }

    /// Sorts what lies between the least and the greatest pivot, where both sides are sorted.
    fn sort_zone<T>(&self, v: &mut [T], left: usize, parts: usize)
    where
        F: Fn(&T, &T) -> Ordering,
    {
        let (least, greatest) = (&v[left], &v[left + parts - 1]);
        let start = v[..left].partition_point(|item| !self.is_less(least, item));
        let end = v[left + parts..].partition_point(|item| self.is_less(item, greatest));
        v[start..left + parts + end].sort_by(self.compare); // which finds the two runs
    }
}

/// Number of parts into which `count` elements are cut to be partitioned in parallel; 1 if one
/// worker partitions them alone.
fn parts_of(s: &Scoped<'_>, count: usize) -> usize {
    if count < 4 * PART {
        return 1;
    }
    match s.idle_workers() {
        0 => 1,
        idle => (PARTS_A_WORKER * (idle + 1)).min(count / PART),
    }
}

/// Moves the first `pivots` elements behind the `left` ones that follow them.
fn put_between<T>(v: &mut [T], pivots: usize, left: usize) {
    if left < pivots {
        v[..pivots + left].rotate_left(pivots);
    } else {
        (0..pivots).for_each(|i| v.swap(i, left + i));
    }
}

/// A number that looks random (a step of a congruential generator, and its upper half).
fn scramble(i: usize) -> usize {
    (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_right(32) as usize
}
