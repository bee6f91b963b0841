//! A small value as two words, passed in registers.
//!
//! The compiler passes a struct of two words but more than two fields through memory, where one
//! load follows several stores, which processors cannot forward.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// Bytes of a value of at most two words. Dropping them does not drop the value, so nothing can
/// panic between [`TwoWords::new`] and [`TwoWords::into_inner`].
///
/// The words are pointers, so the bytes of a pointer in them stay a valid pointer.
pub(crate) struct TwoWords<T> {
    low: Word,
    high: Word,
    value: PhantomData<T>,
}

type Word = MaybeUninit<*const ()>;

impl<T> TwoWords<T> {
    pub(crate) const FITS: bool = size_of::<T>() <= size_of::<[Word; 2]>();

    /// # Panics
    /// If it does not fit.
    #[inline(always)]
    pub(crate) fn new(value: T) -> TwoWords<T> {
        assert!(Self::FITS);
        let mut words = [Word::uninit(); 2];
        // SAFETY: `words` is large enough, as just asserted. Only `into_inner` reads the bytes as a
        // `T`, and it needs no alignment.
        unsafe { words.as_mut_ptr().cast::<T>().write_unaligned(value) }
        TwoWords { low: words[0], high: words[1], value: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn into_inner(self) -> T {
        let words = [self.low, self.high];
        // SAFETY: the words are the bytes of the `T` that was moved into `new`, and this consumes
        // them.
        unsafe { words.as_ptr().cast::<T>().read_unaligned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back<T>(value: T) -> T {
        TwoWords::new(value).into_inner()
    }

    #[test]
    fn values_of_every_size_up_to_two_words_come_back() {
        assert_eq!(there_and_back(()), ());
        assert_eq!(there_and_back(7u8), 7);
        assert_eq!(there_and_back((1u8, 2u16, 3u32)), (1, 2, 3));
        assert_eq!(there_and_back((1u8, u64::MAX)), (1, u64::MAX));
        assert_eq!(there_and_back([1u8; 15]), [1; 15]);
        assert_eq!(there_and_back(u128::MAX - 1), u128::MAX - 1);
        assert_eq!(there_and_back(Some(Box::new(5))).as_deref(), Some(&5));
        assert_eq!(there_and_back(String::from("text").into_boxed_str()).as_ref(), "text");
    }

    #[test]
    #[should_panic = "FITS"]
    fn three_words_do_not_fit() {
        TwoWords::new([0usize; 3]);
    }
}
