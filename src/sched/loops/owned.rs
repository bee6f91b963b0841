//! Loops over items by value: those of vectors and arrays.
//!
//! A part owns its items in a reversed vector. A cut moves the left part into a new vector, and the
//! right part stays.

use crate::loops::divisible::Divisible;

/// Items by value: the parts of a vector or an array.
#[derive(Clone, Debug)]
pub struct Owned<T> {
    reversed: Vec<T>,
}

impl<T: Send> Divisible for Owned<T> {
    type Item = T;
    type Part = Owned<T>;

    fn count(&self) -> usize {
        self.reversed.len()
    }

    fn divide(mut self, at: usize) -> (Self, Self) {
        let left = self.reversed.split_off(self.reversed.len() - at);
        (Owned { reversed: left }, self)
    }

    fn items(self) -> impl Iterator<Item = T> {
        self.reversed.into_iter().rev()
    }
}

impl<T: Send> Divisible for Vec<T> {
    type Item = T;
    type Part = Owned<T>;

    fn count(&self) -> usize {
        self.len()
    }

    fn divide(mut self, at: usize) -> (Owned<T>, Owned<T>) {
        self.reverse();
        Owned { reversed: self }.divide(at)
    }

    fn items(self) -> impl Iterator<Item = T> {
        self.into_iter()
    }
}

impl<T: Send, const N: usize> Divisible for [T; N] {
    type Item = T;
    type Part = Owned<T>;

    fn count(&self) -> usize {
        N
    }

    fn divide(self, at: usize) -> (Owned<T>, Owned<T>) {
        Vec::from(self).divide(at)
    }

    fn items(self) -> impl Iterator<Item = T> {
        self.into_iter()
    }
}
