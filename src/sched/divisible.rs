//! What loops go over: sequences that can be cut in two.
//!
//! `ranges.rs` has those of integers, `chunks.rs` those of chunks of slices.

/// A sequence of items that can be cut in two; what loops and searches go over.
///
/// There are
/// - ranges `a..b` and `a..=b` of every integer type,
/// - slices and mutable slices,
/// - [`chunks`](super::chunks()) and [`chunks_mut`](super::chunks_mut()) of slices,
/// - pairs of these, which go side by side as far as the shorter one reaches. So
///   `(0..usize::MAX, items)` numbers the items.
///
/// ```
/// use sparring_sched::{Pool, chunks_mut};
///
/// let pool = Pool::new(2).unwrap();
/// let mut pixels = vec![0_u8; 64 * 48];
/// pool.install(|w| {
///     w.for_each((0..48_u8, chunks_mut(&mut pixels, 64)), |_, (row, line)| line.fill(row));
/// });
/// assert_eq!((pixels[63], pixels[64], pixels[64 * 48 - 1]), (0, 1, 47));
/// ```
#[diagnostic::on_unimplemented(
    note = "loops go over ranges with an end, `&v[..]`, `&mut v[..]`, `chunks(..)`, `chunks_mut(..)` and pairs",
    note = "to number items, loop over the pair `(0..usize::MAX, items)`"
)]
pub trait Divisible: Sized + Send {
    /// What it is a sequence of.
    type Item;

    /// Number of items.
    ///
    /// # Panics
    /// If there are more than [`usize::MAX`], which only a range can have.
    fn count(&self) -> usize;

    /// The items before `at` and those from there on; `at` is at most [`Divisible::count`].
    fn divide(self, at: usize) -> (Self, Self);

    /// The items in their order.
    fn items(self) -> impl Iterator<Item = Self::Item>;
}

impl<'s, T: Sync> Divisible for &'s [T] {
    type Item = &'s T;

    fn count(&self) -> usize {
        self.len()
    }

    fn divide(self, at: usize) -> (Self, Self) {
        self.split_at(at)
    }

    fn items(self) -> impl Iterator<Item = &'s T> {
        self.iter()
    }
}

impl<'s, T: Send> Divisible for &'s mut [T] {
    type Item = &'s mut T;

    fn count(&self) -> usize {
        self.len()
    }

    fn divide(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }

    fn items(self) -> impl Iterator<Item = &'s mut T> {
        self.iter_mut()
    }
}

impl<A: Divisible, B: Divisible> Divisible for (A, B) {
    type Item = (A::Item, B::Item);

    fn count(&self) -> usize {
        self.0.count().min(self.1.count())
    }

    fn divide(self, at: usize) -> (Self, Self) {
        let ((a, more_a), (b, more_b)) = (self.0.divide(at), self.1.divide(at));
        ((a, b), (more_a, more_b))
    }

    fn items(self) -> impl Iterator<Item = Self::Item> {
        self.0.items().zip(self.1.items())
    }
}
