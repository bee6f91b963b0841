//! Slices that are already sorted or exactly reversed, which take one pass.
//!
//! Elements need not be `Sync`, so no two workers may read one. The slice is therefore halved
//! mutably, and the pair across the cut is compared first.

use crate::handle::scoped::Scoped;
use crate::handover::cancel::Cancelled;
use crate::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::cmp::Ordering;

const LOOK: usize = 32;

fn run_of(count: usize) -> usize {
    (count / 128).max(4096)
}

/// Makes a slice ascending if it is strictly descending. Returns true if it is ascending then;
/// equal elements keep their order.
pub(crate) fn presorted<T, F>(mut s: Scoped<'_>, v: &mut [T], compare: &F) -> Result<bool, Cancelled>
where
    T: Send,
    F: Fn(&T, &T) -> Ordering + Sync,
{
    let ascending = |a: &T, b: &T| compare(a, b) != Ordering::Greater;
    let descending = |a: &T, b: &T| compare(a, b) == Ordering::Greater;
    let start = &v[..v.len().min(LOOK)];
    if start.is_sorted_by(ascending) {
        all_pairs(s, v, &ascending)
    } else if start.is_sorted_by(descending) && all_pairs(s.lend(), v, &descending)? {
        let (front, back) = v.split_at_mut(v.len() / 2);
        let (odd, run) = (back.len() - front.len(), run_of(back.len()));
        exchange_mirrored(s, front, &mut back[odd..], run)?;
        Ok(true)
    } else {
        Ok(false)
    }
}

fn all_pairs<T, P>(s: Scoped<'_>, v: &mut [T], pair: &P) -> Result<bool, Cancelled>
where
    T: Send,
    P: Fn(&T, &T) -> bool + Sync,
{
    let failed = AtomicBool::new(false);
    look_for_failure(s, v, run_of(v.len()), &failed, pair)?;
    Ok(!failed.into_inner())
}

fn look_for_failure<T, P>(
    s: Scoped<'_>,
    v: &mut [T],
    run: usize,
    failed: &AtomicBool,
    pair: &P,
) -> Result<(), Cancelled>
where
    T: Send,
    P: Fn(&T, &T) -> bool + Sync,
{
    if failed.load(Relaxed) {
        return Ok(());
    }
    let half = v.len() / 2;
    let holds = if v.len() <= run { v.is_sorted_by(pair) } else { pair(&v[half - 1], &v[half]) };
    if !holds {
        failed.store(true, Relaxed);
    } else if v.len() > run {
        let (left, right) = v.split_at_mut(half);
        s.join(
            move |s| look_for_failure(s, left, run, failed, pair),
            move |s| look_for_failure(s, right, run, failed, pair),
        )?;
    }
    Ok(())
}

fn exchange_mirrored<T: Send>(
    s: Scoped<'_>,
    front: &mut [T],
    back: &mut [T],
    run: usize,
) -> Result<(), Cancelled> {
    let count = front.len();
    if count <= run {
        front.iter_mut().zip(back.iter_mut().rev()).for_each(|(a, b)| std::mem::swap(a, b));
        return Ok(());
    }
    let (outer_front, inner_front) = front.split_at_mut(count / 2);
    let (inner_back, outer_back) = back.split_at_mut(count - count / 2);
    s.join(
        move |s| exchange_mirrored(s, outer_front, outer_back, run),
        move |s| exchange_mirrored(s, inner_front, inner_back, run),
    )?;
    Ok(())
}
