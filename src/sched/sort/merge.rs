//! The parallel merge of the stable sort.
//!
//! A [`Merge`] owns two sorted runs and their destination. When it ends, by merging or by being
//! dropped after a panic or a cancellation, every element has been moved to `dest` exactly once.
//! Elements are moved as `MaybeUninit` values, which is safe code: [`take`] leaves a hole. Only
//! reading a place as an element is unsafe.

use crate::handle::scoped::Scoped;
use crate::handover::cancel::Cancelled;
use std::cmp::Ordering;
use std::mem::{self, MaybeUninit};

pub(crate) type Places<T> = [MaybeUninit<T>];

/// Two sorted runs and the destination of the merged run.
///
/// # Invariants
/// 1. All places of `left` and `right` hold elements.
/// 2. `dest` is as long as both together and holds only holes.
pub(crate) struct Merge<'m, T> {
    left: &'m mut Places<T>,
    right: &'m mut Places<T>,
    dest: &'m mut Places<T>,
}

fn take<T>(place: &mut MaybeUninit<T>) -> MaybeUninit<T> {
    mem::replace(place, MaybeUninit::uninit())
}

pub(crate) fn move_all<T>(from: &mut Places<T>, to: &mut Places<T>) {
    assert_eq!(from.len(), to.len(), "places for as many elements as there are");
    to.iter_mut().zip(from).for_each(|(to, from)| *to = take(from));
}

impl<T> Drop for Merge<'_, T> {
    fn drop(&mut self) {
        let (start, end) = self.dest.split_at_mut(self.left.len());
        move_all(self.left, start);
        move_all(self.right, end);
    }
}

impl<'m, T> Merge<'m, T> {
    /// # Safety
    /// The first invariant must hold.
    ///
    /// # Panics
    /// If the lengths do not fit.
    pub(crate) unsafe fn new(
        left: &'m mut Places<T>,
        right: &'m mut Places<T>,
        dest: &'m mut Places<T>,
    ) -> Merge<'m, T> {
        assert_eq!(left.len() + right.len(), dest.len(), "places for both runs");
        Merge { left, right, dest }
    }

    /// Merges the runs; equal elements keep their order, `left` first. More than `grain` elements
    /// become two merges that may run in parallel.
    ///
    /// # Errors
    /// [`Cancelled`] if the scope was found cancelled: then `dest` has all elements, but unsorted.
    pub(crate) fn run<F>(mut self, s: Scoped<'_>, compare: &F, grain: usize) -> Result<(), Cancelled>
    where
        T: Send,
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        if self.dest.len() <= grain.max(2) {
            self.run_here(&|a, b| compare(a, b) == Ordering::Less);
            return Ok(());
        }
        let (left, right) = self.cut(compare);
        let (first, second) = self.divide(left, right);
        s.join(move |s| first.run(s, compare, grain), move |s| second.run(s, compare, grain))?;
        Ok(())
    }

    fn cut<F>(&self, compare: &F) -> (usize, usize)
    where
        F: Fn(&T, &T) -> Ordering,
    {
        let (left, right) = (elements(self.left), elements(self.right));
        if left.len() >= right.len() {
            let middle = &left[left.len() / 2];
            (left.len() / 2, right.partition_point(|item| compare(item, middle) == Ordering::Less))
        } else {
            let middle = &right[right.len() / 2];
            (left.partition_point(|item| compare(middle, item) != Ordering::Less), right.len() / 2)
        }
    }

    fn divide(mut self, left: usize, right: usize) -> (Merge<'m, T>, Merge<'m, T>) {
        // The places are taken out of `self`, so dropping it moves nothing.
        let (left_a, left_b) = mem::take(&mut self.left).split_at_mut(left);
        let (right_a, right_b) = mem::take(&mut self.right).split_at_mut(right);
        let (dest_a, dest_b) = mem::take(&mut self.dest).split_at_mut(left + right);
        (
            Merge { left: left_a, right: right_a, dest: dest_a },
            Merge { left: left_b, right: right_b, dest: dest_b },
        )
    }

    fn run_here<L: Fn(&T, &T) -> bool>(&mut self, is_less: &L) {
        loop {
            let rounds = self.left.len().min(self.right.len()) / 2;
            if rounds == 0 {
                break;
            }
            let mut ends = Ends::new(self);
            for _ in 0..rounds {
                // Each round takes at most two elements of each run.
                ends.take_first(is_less);
                ends.take_last(is_less);
            }
        }
        let mut ends = Ends::new(self);
        while ends.both_have_elements() {
            ends.take_first(is_less);
        }
        // Dropping `self` moves the rest, which is already in order.
    }
}

fn elements<T>(run: &Places<T>) -> &[T] {
    // SAFETY: called only with the runs of a `Merge`, whose places all have elements (invariant 1,
    // which `Merge::new` requires and `Merge::divide` and `Ends` keep).
    unsafe { run.assume_init_ref() }
}

/// A merge from both ends at once.
///
/// # Invariant
/// The places `left_first..left_end` of `left` and `right_first..right_end` of `right` have
/// elements. All others are holes, whose elements are at the two ends of `dest`. Dropping this
/// shortens the merge accordingly.
struct Ends<'e, 'm, T> {
    /// Gets its places back on drop. Meanwhile their addresses stay in registers.
    merge: &'e mut Merge<'m, T>,
    left: &'m mut Places<T>,
    right: &'m mut Places<T>,
    dest: &'m mut Places<T>,
    left_first: usize,
    left_end: usize,
    right_first: usize,
    right_end: usize,
}

impl<'e, 'm, T> Ends<'e, 'm, T> {
    #[inline(always)]
    fn new(merge: &'e mut Merge<'m, T>) -> Self {
        let left = mem::take(&mut merge.left);
        let right = mem::take(&mut merge.right);
        let dest = mem::take(&mut merge.dest);
        let (left_end, right_end) = (left.len(), right.len());
        Ends { merge, left, right, dest, left_first: 0, left_end, right_first: 0, right_end }
    }

    #[inline(always)]
    fn both_have_elements(&self) -> bool {
        self.left_first < self.left_end && self.right_first < self.right_end
    }

    /// Moves the smaller of the two first elements, `left` if they are equal.
    #[inline(always)]
    fn take_first<L: Fn(&T, &T) -> bool>(&mut self, is_less: &L) {
        debug_assert!(self.both_have_elements());
        let (left, right) = (&mut self.left[self.left_first], &mut self.right[self.right_first]);
        // SAFETY: both runs have elements left (`run_here` checks), so both places have elements
        // (the invariant of `Ends`).
        let right_is_less = unsafe { is_less(right.assume_init_ref(), left.assume_init_ref()) };
        let place = &mut self.dest[self.left_first + self.right_first];
        *place = take(if right_is_less { right } else { left });
        self.right_first += usize::from(right_is_less);
        self.left_first += usize::from(!right_is_less);
    }

    #[inline(always)]
    fn take_last<L: Fn(&T, &T) -> bool>(&mut self, is_less: &L) {
        debug_assert!(self.both_have_elements());
        let (left, right) = (&mut self.left[self.left_end - 1], &mut self.right[self.right_end - 1]);
        // SAFETY: as in `take_first`.
        let right_is_less = unsafe { is_less(right.assume_init_ref(), left.assume_init_ref()) };
        let place = &mut self.dest[self.left_end + self.right_end - 1];
        *place = take(if right_is_less { left } else { right });
        self.left_end -= usize::from(right_is_less);
        self.right_end -= usize::from(!right_is_less);
    }
}

impl<T> Drop for Ends<'_, '_, T> {
    #[inline(always)]
    fn drop(&mut self) {
        let dest = self.left_first + self.right_first..self.left_end + self.right_end;
        self.merge.left = &mut mem::take(&mut self.left)[self.left_first..self.left_end];
        self.merge.right = &mut mem::take(&mut self.right)[self.right_first..self.right_end];
        self.merge.dest = &mut mem::take(&mut self.dest)[dest];
    }
}
