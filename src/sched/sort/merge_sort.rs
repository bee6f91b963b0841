//! The stable sort: merge sort with a buffer as long as the slice.
//!
//! The slice is halved down to runs that the standard library sorts in place. Then runs are
//! merged in pairs, from the slice into the buffer or from the buffer into the slice, and every
//! merge is cut into merges that run in parallel (`merge.rs`). So no part of the work is done by
//! one worker alone, but for binary searches.
//!
//! # Order that is there already
//! Every part is looked at before it is halved (`presorted.rs`): what is ascending or strictly
//! descending is done after one look at each element. Two runs that follow each other in order
//! are not merged. They may lie in different places then; so a run knows where it lies.
//!
//! # Who keeps the elements together
//! Every part of the slice is a [`Run`] while it is sorted, and every merge is a [`Merge`]. When
//! a comparison panics, or the sort is cancelled, they are dropped from the inside out. A merge
//! that is dropped moves what it has left to where it merges to. A run that is dropped moves its
//! elements home, to the slice.

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
    // An even number, so that the last merge is from the buffer into the slice.
    let halvings = v.len().div_ceil(grain).next_power_of_two().ilog2().next_multiple_of(2);
    let (sort, mut run) = (MergeSort { compare, grain }, Run::new(v, buffer));
    sort.sort(s.lend(), &mut run, halvings)?;
    sort.bring_home(s, &mut run)
}

/// A part of the slice while it is sorted.
///
/// # Invariants
/// 1. If it is `away`, the elements are in the buffer, and `home` is all holes; otherwise it is
///    the other way round. While a [`Merge`] moves the elements, some are still where they come
///    from, until that is dropped.
/// 2. Its elements are in `home` when it has been dropped. A run whose `home` is a part of another
///    one's was made while that one was not `away`, and borrows it.
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
    /// `buffer` is as long as `v`.
    fn new(v: &'r mut [T], buffer: &'r mut Places<T>) -> Run<'r, T> {
        let places: *mut Places<T> = std::ptr::from_mut(v) as *mut Places<T>;
        // SAFETY: a `MaybeUninit<T>` has the layout of a `T`, and the borrow goes on. Nobody
        // reads `v` before it ends, when the run has been dropped: invariant 2 says that there is
        // an element in every place then.
        Run { home: unsafe { &mut *places }, buffer, away: false }
    }

    /// The parts before and after `mid`, of a run that is not `away`.
    fn divide(&mut self, mid: usize) -> [Run<'_, T>; 2] {
        assert!(!self.away, "a run is divided at home");
        let (left, right) = self.home.split_at_mut(mid);
        let (left_buffer, right_buffer) = self.buffer.split_at_mut(mid);
        [(left, left_buffer), (right, right_buffer)].map(|(home, buffer)| Run { home, buffer, away: false })
    }

    /// The elements, wherever they are.
    fn elements(&self) -> &[T] {
        let places: &Places<T> = if self.away { self.buffer } else { self.home };
        // SAFETY: there is an element in every place, by invariant 1. No merge is under way,
        // since a merge of this run borrows it.
        unsafe { places.assume_init_ref() }
    }

    /// The elements of a run that is not `away`.
    fn elements_at_home(&mut self) -> &mut [T] {
        assert!(!self.away, "a run is sorted in place at home");
        // SAFETY: as in `elements`. Exchanging elements keeps the invariant, and safe code can do
        // nothing else that leaves a hole.
        unsafe { self.home.assume_init_mut() }
    }

    /// Forgets a part, whose elements stay where they are: its parent knows now.
    fn leave(mut self) {
        self.away = false;
    }

    /// The merge of the parts before and after `mid`, both of which are `away` or both not.
    fn merge(&mut self, mid: usize) -> Merge<'_, T> {
        let (from, to) = if self.away {
            (&mut *self.buffer, &mut *self.home)
        } else {
            (&mut *self.home, &mut *self.buffer)
        };
        let (left, right) = from.split_at_mut(mid);
        self.away = !self.away;
        // SAFETY: `from` is where the elements were until here.
        unsafe { Merge::new(left, right, to) }
    }
}

struct MergeSort<'c, F> {
    compare: &'c F,
    grain: usize,
}

impl<F> MergeSort<'_, F> {
    /// Sorts a run that is not `away`, which may be so afterwards.
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

    /// Moves the elements of a run home, perhaps in parallel.
    fn bring_home<T>(&self, s: Scoped<'_>, run: &mut Run<'_, T>) -> Result<(), Cancelled>
    where
        T: Send,
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        if !run.away {
            return Ok(());
        }
        // A merge with nothing.
        run.merge(run.home.len()).run(s, self.compare, self.grain)
    }
}
