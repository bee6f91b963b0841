//! Memory for the tasks of one call: a first chunk in the call's frame, then allocated chunks. A
//! chunk is reused when all its values are gone.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

/// First memory of an [`Arena`], in its owner's frame, so a few tasks need no allocation.
#[repr(align(16))]
pub(crate) struct FirstChunk(UnsafeCell<MaybeUninit<[u8; 768]>>);

impl FirstChunk {
    pub(crate) fn new() -> FirstChunk {
        FirstChunk(UnsafeCell::new(MaybeUninit::uninit()))
    }
}

const SMALLEST: usize = 4096;
const ALIGNMENT: usize = 16;

/// Memory for values of any type, which it never drops. Each allocated chunk is as large as all
/// before.
pub(crate) struct Arena {
    free: usize,
    end: NonNull<u8>,
    current: usize,
    first: Chunk,
    others: Vec<(Chunk, Layout)>,
}

struct Chunk {
    start: NonNull<u8>,
    size: usize,
    values: usize,
}

impl Arena {
    /// # Safety
    /// `first` must not move until all values are gone, and nobody else may use it.
    pub(crate) unsafe fn new(first: &FirstChunk) -> Arena {
        let start = NonNull::new(first.0.get()).expect("the address of a reference").cast();
        let size = size_of::<FirstChunk>();
        let first = Chunk { start, size, values: 0 };
        // SAFETY: one past the end of the chunk.
        let end = unsafe { start.add(size) };
        Arena { free: size, end, current: 0, first, others: Vec::new() }
    }

    /// Stores a value and returns its place and its chunk. The value stays there until it is [given
    /// back](Arena::give_back) or the arena is dropped.
    #[inline]
    pub(crate) fn put<T>(&mut self, value: T) -> (NonNull<T>, usize) {
        let place = match self.place(size_of::<T>(), align_of::<T>()) {
            Some(place) => place,
            None => self.place_in_other_chunk(Layout::new::<T>()),
        };
        self.chunk(self.current).values += 1;
        let place = place.cast::<T>();
        // SAFETY: room for a `T`, which nothing else uses.
        unsafe { place.write(value) };
        (place, self.current)
    }

    #[inline(always)]
    fn place(&mut self, size: usize, align: usize) -> Option<NonNull<u8>> {
        // SAFETY: `free` bytes lie before the end of the chunk.
        let front = unsafe { self.end.sub(self.free) };
        let padding = front.align_offset(align);
        let taken = padding.checked_add(size)?;
        self.free = self.free.checked_sub(taken)?;
        // SAFETY: there was that much room.
        Some(unsafe { front.add(padding) })
    }

    #[cold]
    fn place_in_other_chunk(&mut self, value: Layout) -> NonNull<u8> {
        let fits = |(chunk, layout): &(Chunk, Layout)| {
            chunk.values == 0 && chunk.size >= value.size() && layout.align() >= value.align()
        };
        let place = self.others.iter().position(fits).unwrap_or_else(|| self.allocate(value));
        self.use_again(place + 1);
        self.place(value.size(), value.align()).expect("the chunk is large enough")
    }

    fn allocate(&mut self, value: Layout) -> usize {
        let before: usize = self.others.iter().map(|(chunk, _)| chunk.size).sum();
        let size = before.max(SMALLEST).max(value.size());
        let layout = Layout::from_size_align(size, value.align().max(ALIGNMENT)).expect("a layout");
        self.others.reserve(1);
        // SAFETY: the size is not zero.
        let start = NonNull::new(unsafe { alloc(layout) }).unwrap_or_else(|| handle_alloc_error(layout));
        self.others.push((Chunk { start, size, values: 0 }, layout));
        self.others.len() - 1
    }

    #[inline]
    fn chunk(&mut self, number: usize) -> &mut Chunk {
        if number == 0 { &mut self.first } else { &mut self.others[number - 1].0 }
    }

    /// Continues in a chunk without values.
    fn use_again(&mut self, chunk: usize) {
        let &mut Chunk { start, size, .. } = self.chunk(chunk);
        // SAFETY: one past the end of the chunk.
        (self.current, self.free, self.end) = (chunk, size, unsafe { start.add(size) });
    }

    /// Removes a value. Its memory is reused at once if it is the newest, otherwise when its whole
    /// chunk is empty.
    #[inline]
    pub(crate) fn give_back(&mut self, value: NonNull<u8>, chunk: usize, was_last: bool) {
        self.chunk(chunk).values -= 1;
        if chunk == self.current {
            if self.chunk(chunk).values == 0 {
                self.use_again(chunk);
            } else if was_last {
                self.free = self.end.addr().get() - value.addr().get();
            }
        }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        for (chunk, layout) in &self.others {
            // SAFETY: allocated with this layout; by the contract of `new` all values are gone.
            unsafe { dealloc(chunk.start.as_ptr(), *layout) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    #[test]
    fn values_stay_where_they_are() {
        let first = FirstChunk::new();
        // SAFETY: `first` stays here.
        let mut arena = unsafe { Arena::new(&first) };
        let mut places = Vec::new();
        for number in 0..10_000_u64 {
            places.push((arena.put([number; 5]).0, arena.put(number as u8).0));
        }
        let aligned = arena.put(Aligned(7)).0;
        assert!(aligned.is_aligned());
        // SAFETY: nothing is given back in this test.
        assert_eq!(unsafe { aligned.as_ref() }.0, 7);
        arena.put(());
        for (number, &(words, byte)) in (0_u64..).zip(&places) {
            // SAFETY: nothing was given back.
            assert_eq!(unsafe { (*words.as_ref(), *byte.as_ref()) }, ([number; 5], number as u8));
        }
        let chunks = arena.others.len();
        assert!(chunks < 12, "{chunks} chunks for 500 KB");
    }

    #[test]
    fn memory_is_used_again_whoever_goes_first() {
        let first = FirstChunk::new();
        // SAFETY: `first` stays here.
        let mut arena = unsafe { Arena::new(&first) };
        let mut values = VecDeque::new();
        for number in 0..200_000_u64 {
            values.push_back(arena.put([number; 9]));
            if values.len() > 50 {
                let newest = number / 1000 % 2 == 0;
                let gone = if newest { values.pop_back() } else { values.pop_front() };
                let (place, chunk) = gone.unwrap();
                // SAFETY: put there, and not given back.
                assert!(unsafe { place.as_ref() }.iter().all(|&word| word <= number));
                arena.give_back(place.cast(), chunk, newest);
            }
        }
        let kept: usize = arena.others.iter().map(|(chunk, _)| chunk.size).sum();
        assert!(kept <= 32 << 10, "{kept} bytes for 51 values of 72");
    }

    #[repr(align(256))]
    struct Aligned(u8);
}
