//! The stable sort: merge sort with a buffer as long as the slice.
//!
//! The slice is halved down to runs that the standard library sorts in place. Runs are then merged
//! in pairs, from the slice into the buffer or back, in parallel (`merge.rs`). Adjacent runs in
//! order are not merged. So runs may lie in different places, and each [`Run`] stores its place. A
//! dropped [`Run`] or [`Merge`] keeps all elements.

use crate::handle::scoped::Scoped;
use crate::handover::cancel::Cancelled;
use crate::sort::merge::{Merge, Places, move_all};
use crate::sort::presorted::presorted;
use crate::sort::quicksort::grain;
use std::cmp::Ordering;

pub(crate) fn sort<T, F>(mut s: Scoped<'_>, v: &mut [T], compare: &F) -> Result<(), Cancelled>
where
    T: Send,
    F: Fn(&T, &T) -> Ordering + Sync,
{
    s.poll()?;
    if size_of::<T>() == 0 || v.len() < 2 {
        return Ok(());
    }
    let grain = grain(v.len());
    if v.len() <= grain {
        v.sort_by(compare);
        return Ok(());
    }
    let mut buffer = Vec::with_capacity(v.len());
    let buffer = &mut buffer.spare_capacity_mut()[..v.len()];
    // Even, so the last merge goes from the buffer into the slice.
    let halvings = v.len().div_ceil(grain).next_power_of_two().ilog2().next_multiple_of(2);
    let (sort, mut run) = (MergeSort { compare, grain }, Run::new(v, buffer));
    sort.sort(s.lend(), &mut run, halvings)?;
    sort.bring_home(s, &mut run)
}

/// A part of the slice while it is sorted.
///
/// # Invariants
/// 1. The elements are in the buffer if it is `away`, otherwise in `home`; the other one is all
///    holes. While a [`Merge`] exists, some elements are still at their origin.
/// 2. Dropping it moves the elements to `home`. A run that borrows part of another's `home` was
///    made while that one was not `away`.
struct Run<'r, T> {
    home: &'r mut Places<T>,
    buffer: &'r mut Places<T>,
    away: bool,
}

impl<T> Drop for Run<'_, T> {
    fn drop(&mut self) {
        if self.away {
            move_all(self.buffer, self.home);
        }
    }
}

impl<'r, T> Run<'r, T> {
    fn new(v: &'r mut [T], buffer: &'r mut Places<T>) -> Run<'r, T> {
        let places: *mut Places<T> = std::ptr::from_mut(v) as *mut Places<T>;
        // SAFETY: a `MaybeUninit<T>` has the layout of a `T`, and the borrow continues. Nobody
        // reads `v` before the run is dropped, when every place has an element (invariant 2).
        Run { home: unsafe { &mut *places }, buffer, away: false }
    }

    fn divide(&mut self, mid: usize) -> [Run<'_, T>; 2] {
        assert!(!self.away, "a run is divided at home");
        let (left, right) = self.home.split_at_mut(mid);
        let (left_buffer, right_buffer) = self.buffer.split_at_mut(mid);
        [(left, left_buffer), (right, right_buffer)].map(|(home, buffer)| Run { home, buffer, away: false })
    }

    fn elements(&self) -> &[T] {
        let places: &Places<T> = if self.away { self.buffer } else { self.home };
        // SAFETY: every place has an element (invariant 1). No merge is under way, because it would
        // borrow this run.
        unsafe { places.assume_init_ref() }
    }

    fn elements_at_home(&mut self) -> &mut [T] {
        assert!(!self.away, "a run is sorted in place at home");
        // SAFETY: as in `elements`. Safe code can only exchange elements, which keeps the
        // invariant.
        unsafe { self.home.assume_init_mut() }
    }

    /// Drops a part but leaves its elements in place for its parent.
    fn leave(mut self) {
        self.away = false;
    }

    /// The merge of the parts before and after `mid`, which are both `away` or both not.
    fn merge(&mut self, mid: usize) -> Merge<'_, T> {
        let (from, to) = if self.away {
            (&mut *self.buffer, &mut *self.home)
        } else {
            (&mut *self.home, &mut *self.buffer)
        };
        let (left, right) = from.split_at_mut(mid);
        self.away = !self.away;
        // SAFETY: all elements were in `from` until here.
        unsafe { Merge::new(left, right, to) }
    }
}

struct MergeSort<'c, F> {
    compare: &'c F,
    grain: usize,
}

impl<F> MergeSort<'_, F> {
    /// Sorts a run that is not `away`, and may leave it `away`.
    fn sort<T>(&self, mut s: Scoped<'_>, run: &mut Run<'_, T>, halvings: u32) -> Result<(), Cancelled>
    where
        T: Send,
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        if halvings == 0 {
            run.elements_at_home().sort_by(self.compare);
            return Ok(());
        }
        if presorted(s.lend(), run.elements_at_home(), self.compare)? {
            return Ok(());
        }
        let mid = run.home.len() / 2;
        let [mut left, mut right] = run.divide(mid);
        s.lend()
            .join(|s| self.sort(s, &mut left, halvings - 1), |s| self.sort(s, &mut right, halvings - 1))?;
        let in_order = match (left.elements(), right.elements()) {
            ([.., last], [first, ..]) => (self.compare)(last, first) != Ordering::Greater,
            _ => true,
        };
        if left.away != right.away {
            self.bring_home(s.lend(), &mut left)?;
            self.bring_home(s.lend(), &mut right)?;
        }
        let away = left.away;
        left.leave();
        right.leave();
        run.away = away;
        if in_order {
            return Ok(());
        }
        run.merge(mid).run(s, self.compare, self.grain)
    }

    fn bring_home<T>(&self, s: Scoped<'_>, run: &mut Run<'_, T>) -> Result<(), Cancelled>
    where
        T: Send,
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        if !run.away {
            return Ok(());
        }
        run.merge(run.home.len()).run(s, self.compare, self.grain)
    }
}
