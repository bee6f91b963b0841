//! Loops over items by value: those of vectors and arrays.
//!
//! A part owns its items in a vector of its own, the first item last. So what is cut off at the
//! left is moved into a new vector, and what is right of it stays where it is: a search, which
//! takes its items from the left, moves each of them once; a loop that is halved moves each as
//! often as it is in a left half. One allocation for each cut.

use crate::loops::divisible::Divisible;

/// Items by value to loop over: what a vector or an array is divided into.
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
