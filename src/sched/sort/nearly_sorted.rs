//! Slices in which only a few elements are out of order (Ernerfeldt 2016, drop-merge sort).
//!
//! One pass keeps an ascending run at the front. An element that does not continue it is dropped,
//! or replaces the last kept one if it fits before that. The dropped elements are sorted, and the
//! standard library merges the two runs.

use crate::handle::scoped::Scoped;
use crate::handover::cancel::Cancelled;
use std::cmp::Ordering;

const PAIRS: usize = 64;
/// Maximum number of descending pairs.
const DESCENDING: usize = 6;
const DROPPED: usize = 8;
/// After this many consecutive drops, and after two, four, eight times as many, the kept elements
/// before them are dropped instead if they are not more numerous.
const IN_A_ROW: usize = 8;
const BLOCK: usize = 4096;

/// True if pairs sampled from the whole slice are mostly ascending.
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

/// Sorts the slice if few elements are out of order. Otherwise returns false, with another order.
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
