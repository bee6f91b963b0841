use crate::loops::divisible::Divisible;

/// The chunks of a slice, `size` elements each, the last perhaps shorter; like
/// [`slice::chunks`].
///
/// # Panics
/// If `size` is 0.
pub fn chunks<T>(slice: &[T], size: usize) -> Chunks<'_, T> {
    check(size);
    Chunks { slice, size }
}

/// The mutable chunks of a slice, `size` elements each, the last perhaps shorter; like
/// [`slice::chunks_mut`].
///
/// ```
/// use sparring_sched::{Pool, chunks_mut};
///
/// let pool = Pool::new(2).unwrap();
/// let mut data = [3, 1, 2, 9, 7, 8, 5];
/// pool.install(|w| w.for_each(chunks_mut(&mut data, 3), |_, chunk| chunk.sort()));
/// assert_eq!(data, [1, 2, 3, 7, 8, 9, 5]);
/// ```
///
/// # Panics
/// If `size` is 0.
pub fn chunks_mut<T>(slice: &mut [T], size: usize) -> ChunksMut<'_, T> {
    check(size);
    ChunksMut { slice, size }
}

fn check(size: usize) {
    assert!(size != 0, "got chunks of 0 elements, expected at least 1");
}

/// Chunks of a slice to loop over; made by [`chunks()`].
#[derive(Clone, Copy, Debug)]
#[must_use = "chunks are there to be looped over"]
pub struct Chunks<'s, T> {
    slice: &'s [T],
    size: usize,
}

/// Mutable chunks of a slice to loop over; made by [`chunks_mut()`].
#[derive(Debug)]
#[must_use = "chunks are there to be looped over"]
pub struct ChunksMut<'s, T> {
    slice: &'s mut [T],
    size: usize,
}

fn elements(at: usize, size: usize, len: usize) -> usize {
    at.saturating_mul(size).min(len)
}

impl<'s, T: Sync> Divisible for Chunks<'s, T> {
    type Item = &'s [T];
    type Part = Chunks<'s, T>;

    fn count(&self) -> usize {
        self.slice.len().div_ceil(self.size)
    }

    fn divide(self, at: usize) -> (Self, Self) {
        let Chunks { slice, size } = self;
        let (left, right) = slice.split_at(elements(at, size, slice.len()));
        (Chunks { slice: left, size }, Chunks { slice: right, size })
    }

    fn items(self) -> impl Iterator<Item = &'s [T]> {
        self.slice.chunks(self.size)
    }
}

impl<'s, T: Send> Divisible for ChunksMut<'s, T> {
    type Item = &'s mut [T];
    type Part = ChunksMut<'s, T>;

    fn count(&self) -> usize {
        self.slice.len().div_ceil(self.size)
    }

    fn divide(self, at: usize) -> (Self, Self) {
        let ChunksMut { slice, size } = self;
        let middle = elements(at, size, slice.len());
        let (left, right) = slice.split_at_mut(middle);
        (ChunksMut { slice: left, size }, ChunksMut { slice: right, size })
    }

    fn items(self) -> impl Iterator<Item = &'s mut [T]> {
        self.slice.chunks_mut(self.size)
    }
}
