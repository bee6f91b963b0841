//! Values out of a split: every index returns one, and the caller gets them in the order of the
//! indices, whichever worker ran them.
//!
//! Each index has a place of its own behind a lock that nobody else asks for, so a value costs two
//! uncontended locked instructions and a move: 12 ns an index, measured on one thread. Whatever
//! ends the split early, the places are dropped with what lies in them, each value once.

use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::handover::cancel::Cancelled;
use crate::split::check_length;
use crate::sync::Mutex;

/// The places for the values of a split.
struct Values<T>(Vec<Mutex<Option<T>>>);

impl<T: Send> Values<T> {
    fn new(n: usize) -> Values<T> {
        check_length(n);
        Values((0..n).map(|_| Mutex::new(None)).collect())
    }

    /// The body of the split: puts what `body` returns in its place.
    fn keep<F>(&self, body: F) -> impl Fn(Scoped<'_>, usize) -> Result<(), Cancelled> + Sync
    where
        F: Fn(Scoped<'_>, usize) -> Result<T, Cancelled> + Sync,
    {
        move |s, index| {
            let value = body(s, index)?;
            *self.0[index].lock() = Some(value);
            Ok(())
        }
    }

    fn in_order(self) -> Vec<Option<T>> {
        self.0.into_iter().map(Mutex::into_inner).collect()
    }
}

impl Scoped<'_> {
    /// As [`Scoped::split`], with a value from each index: element `i` of the result is what `body`
    /// returned for index `i`, or `None` if the split was cancelled and the index did not run to
    /// its end. Memory for `n` values is allocated first, as by `Vec`: without it the process
    /// ends.
    ///
    /// ```
    /// use sparring_sched::Pool;
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let scope = pool.cancel_scope();
    /// let squares = pool.install_in(&scope, |s| s.split_map(4, |_, index| Ok(index * index)));
    /// assert_eq!(squares.unwrap(), [Some(0), Some(1), Some(4), Some(9)]);
    /// ```
    ///
    /// # Errors
    /// As [`Scoped::split`]. Values that were there already are dropped.
    ///
    /// # Panics
    /// As [`Scoped::split`].
    pub fn split_map<T, F>(self, n: usize, body: F) -> Result<Vec<Option<T>>, Cancelled>
    where
        T: Send,
        F: Fn(Scoped<'_>, usize) -> Result<T, Cancelled> + Sync,
    {
        let values = Values::new(n);
        self.split(n, values.keep(body))?;
        Ok(values.in_order())
    }

    /// As [`Scoped::split`], with one value out of those of all indices: `None` if none ran to its
    /// end. They are combined by the caller from left to right, `combine(combine(v0, v1), v2)` and
    /// so on, after all of them are there. So an operation that is neither commutative nor
    /// associative gives the same at every number of threads, unless the split is cancelled: then
    /// the values of those indices are left out that did not run to their end.
    ///
    /// Memory for `n` values is allocated first. For many cheap values take [`Worker::reduce`].
    ///
    /// ```
    /// use sparring_sched::{Pool, Scoped};
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let scope = pool.cancel_scope();
    /// let scores = [3, 1, 4, 1, 5];
    /// let best = pool.install_in(&scope, |s| {
    ///     // The leftmost of the best, as a search wants it.
    ///     s.split_reduce(
    ///         scores.len(),
    ///         |_, index| Ok((scores[index], index)),
    ///         |best, next| if next.0 > best.0 { next } else { best },
    ///     )
    /// });
    /// assert_eq!(best, Ok(Some((5, 4))));
    /// ```
    ///
    /// # Errors
    /// As [`Scoped::split_map`].
    ///
    /// # Panics
    /// As [`Scoped::split`]; if `combine` panics, with its panic.
    pub fn split_reduce<T, F, C>(self, n: usize, body: F, combine: C) -> Result<Option<T>, Cancelled>
    where
        T: Send,
        F: Fn(Scoped<'_>, usize) -> Result<T, Cancelled> + Sync,
        C: FnMut(T, T) -> T,
    {
        Ok(self.split_map(n, body)?.into_iter().flatten().reduce(combine))
    }
}

impl Worker<'_> {
    /// As [`Scoped::split_map`], where there is no scope around that could be cancelled.
    ///
    /// # Panics
    /// As [`Worker::split`].
    pub fn split_map<T, F>(self, n: usize, body: F) -> Vec<Option<T>>
    where
        T: Send,
        F: Fn(Scoped<'_>, usize) -> Result<T, Cancelled> + Sync,
    {
        let values = Values::new(n);
        self.split(n, values.keep(body));
        values.in_order()
    }

    /// As [`Scoped::split_reduce`], where there is no scope around that could be cancelled.
    ///
    /// # Panics
    /// As [`Worker::split`]; if `combine` panics, with its panic.
    pub fn split_reduce<T, F, C>(self, n: usize, body: F, combine: C) -> Option<T>
    where
        T: Send,
        F: Fn(Scoped<'_>, usize) -> Result<T, Cancelled> + Sync,
        C: FnMut(T, T) -> T,
    {
        self.split_map(n, body).into_iter().flatten().reduce(combine)
    }
}
