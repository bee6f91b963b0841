//! The unstable sort: quicksort in place, without unsafe code.
//!
//! The slice is partitioned, and a join sorts both sides, down to slices that the standard library
//! sorts. Idle workers help with a partition (`partition.rs`). Elements are only exchanged within
//! slices, so none is lost whatever a comparison does.
//!
//! # Approximate partitions
//! Several workers partition by several pivots, neighbours in a sorted sample. Elements between the
//! smallest and the largest of these may be on the wrong side. After both sides are sorted, these
//! elements are next to the pivots. Binary searches find this zone, and it is sorted again.
//!
//! # Equal elements
//! No element to the right of a pivot is smaller. If a new pivot chosen there is not larger, the
//! elements equal to it are moved to the left and are done. So few distinct values take few
//! partitions.

use crate::handle::scoped::Scoped;
use crate::handover::cancel::Cancelled;
use crate::sort::nearly_sorted::{looks_nearly_sorted, sort_nearly_sorted};
use crate::sort::partition::partition;
use crate::sort::presorted::presorted;
use std::cmp::Ordering;

const PART: usize = 1 << 14;
const PARTS_A_WORKER: usize = 2;
/// Sample elements for each of several pivots.
const SAMPLE_A_PIVOT: usize = 64;
/// A nearly sorted part of up to 1/`NEARLY_SORTED` of the slice, or of [`PART`] elements, is sorted
/// sequentially.
const NEARLY_SORTED: usize = 32;

/// The largest number of elements, out of `count`, that are sorted sequentially.
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
    nearly_sorted: usize,
}

#[derive(Clone, Copy)]
struct Depth {
    /// Nested partitions left before the standard library takes over, which does not depend on good
    /// pivots.
    limit: u32,
    /// True if all parts around this one looked nearly sorted.
    in_order: bool,
}

impl<F> Quicksort<'_, F> {
    /// Sorts `v`; none of its elements is smaller than `below`.
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

    /// Moves pivots, the middle of a sorted sample, to the first `count` places, ascending.
    fn choose_pivots<T>(&self, v: &mut [T], count: usize)
    where
        F: Fn(&T, &T) -> Ordering,
    {
        let size = if count > 1 { count * SAMPLE_A_PIVOT } else { (v.len().isqrt() / 8) | 1 };
        let stratum = (v.len() - count) / size;
        // One random place in every stratum, so regular patterns do no harm.
        let place = |i: usize| count + i * stratum + scramble(i ^ v.len()) % stratum;
        let mut sample: Vec<usize> = (0..size).map(place).collect();
        sample.sort_unstable_by(|&a, &b| (self.compare)(&v[a], &v[b]));
        let first = (size - count) / 2;
        // All places are behind those of the pivots, so nothing is exchanged twice.
        sample[first..first + count].iter().enumerate().for_each(|(i, &place)| v.swap(i, place));
    }

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

fn parts_of(s: &Scoped<'_>, count: usize) -> usize {
    if count < 4 * PART {
        return 1;
    }
    match s.idle_workers() {
        0 => 1,
        idle => (PARTS_A_WORKER * (idle + 1)).min(count / PART),
    }
}

fn put_between<T>(v: &mut [T], pivots: usize, left: usize) {
    if left < pivots {
        v[..pivots + left].rotate_left(pivots);
    } else {
        (0..pivots).for_each(|i| v.swap(i, left + i));
    }
}

fn scramble(i: usize) -> usize {
    (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_right(32) as usize
}
