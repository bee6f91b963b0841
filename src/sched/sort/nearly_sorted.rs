//! Slices that would be in order without a few of their elements.
//!
//! A pass over the slice keeps an ascending run at its front, and drops what does not continue
//! the run: the new element, or the last one that was kept, if the run goes on without that. The
//! dropped elements are sorted, and the standard library merges two runs. (Ernerfeldt 2016,
//! drop-merge sort; here nothing but exchanges are made.) Measured, ten million u64 of which one
//! in a hundred had been exchanged with any other, unstable sort on one thread: 61 ms, without
//! this 172.

use crate::handle::scoped::Scoped;
use crate::handover::cancel::Cancelled;
use std::cmp::Ordering;

/// Pairs of neighbours that are compared to guess whether a slice is nearly sorted.
const PAIRS: usize = 64;
/// Largest number of these pairs that may be descending. In random order half of them are.
const DESCENDING: usize = 6;
/// One element in so many may be dropped before the attempt is given up.
const DROPPED: usize = 8;
/// After so many elements in a row have been dropped, and after two, four, eight times as many,
/// what was kept before them may be to blame: it is dropped instead if it is not more than that.
const IN_A_ROW: usize = 8;
/// Elements between two polls, at which other workers get work too.
const BLOCK: usize = 4096;

/// Returns true if a few pairs of neighbours, looked at all over the slice, are mostly ascending.
/// A short slice, with fewer than two elements for each pair, gives false.
pub(crate) fn looks_nearly_sorted<T, F>(v: &[T], compare: &F) -> bool
where
    F: Fn(&T, &T) -> Ordering,
{
    let step = v.len() / PAIRS;
    if step < 2 {
        return false;
    }
    let pairs = (0..PAIRS).map(|i| i * step + i % (step - 1));
    let mut descending = pairs.filter(|&i| compare(&v[i], &v[i + 1]) == Ordering::Greater);
    descending.nth(DESCENDING).is_none()
}

/// Sorts the slice, if few of its elements are out of order; otherwise says false, and has
/// changed the order somehow.
pub(crate) fn sort_nearly_sorted<T, F>(s: &Scoped<'_>, v: &mut [T], compare: &F) -> Result<bool, Cancelled>
where
    F: Fn(&T, &T) -> Ordering,
{
    let Some(kept) = keep_ascending(s, v, compare)? else { return Ok(false) };
    if kept < v.len() {
        v[kept..].sort_unstable_by(compare);
        s.poll()?;
        v.sort_by(compare); // which finds the two runs
    }
    Ok(true)
}

/// Moves most elements to the front, where they are in order, and returns their number; `None` if
/// too many are left.
fn keep_ascending<T, F>(s: &Scoped<'_>, v: &mut [T], compare: &F) -> Result<Option<usize>, Cancelled>
where
    F: Fn(&T, &T) -> Ordering,
{
    let most = v.len() / DROPPED;
    let (mut kept, mut in_a_row) = (0, 0);
    for next in 0..v.len() {
        if next % BLOCK == 0 {
            s.poll()?;
        }
        // `v[..kept]` is ascending, and `v[kept..next]` was dropped.
        let follows =
            |v: &[T], kept: usize| kept == 0 || compare(&v[kept - 1], &v[next]) != Ordering::Greater;
        if follows(v, kept) {
            v.swap(kept, next);
            kept += 1;
            in_a_row = 0;
            continue;
        }
        in_a_row += 1;
        if follows(v, kept - 1) {
            v.swap(kept - 1, next); // the last one that was kept is too great
            in_a_row = 0;
        } else if in_a_row >= IN_A_ROW
            && in_a_row.is_power_of_two()
            && follows(v, kept.saturating_sub(in_a_row))
        {
            while !follows(v, kept) {
                kept -= 1;
            }
            v.swap(kept, next);
            kept += 1;
            in_a_row = 0;
        }
        if next + 1 - kept > most {
            return Ok(None);
        }
    }
    Ok(Some(kept))
}
