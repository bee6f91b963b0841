//! Splits that return the values of their indices, in order. Each index has its own place behind an
//! uncontended lock.

use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::handover::cancel::Cancelled;
use crate::split::check_length;
use crate::sync::Mutex;

struct Values<T>(Vec<Mutex<Option<T>>>);

impl<T: Send> Values<T> {
    fn new(n: usize) -> Values<T> {
        check_length(n);
        Values((0..n).map(|_| Mutex::new(None)).collect())
    }

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
    /// Runs a split like [`Scoped::split`] and returns the value of each index, or `None` where a
    /// cancellation prevented it. The memory for `n` values is allocated first; without it the
    /// process ends.
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
    /// See [`Scoped::split`]. Existing values are dropped.
    ///
    /// # Panics
    /// See [`Scoped::split`].
    pub fn split_map<T, F>(self, n: usize, body: F) -> Result<Vec<Option<T>>, Cancelled>
    where
        T: Send,
        F: Fn(Scoped<'_>, usize) -> Result<T, Cancelled> + Sync,
    {
        let values = Values::new(n);
        self.split(n, values.keep(body))?;
        Ok(values.in_order())
    }

    /// Runs a split like [`Scoped::split`] and combines the values of all indices, or returns
    /// `None` if there are none. The caller combines them at the end, from left to right. So the
    /// result is the same at every number of threads for any `combine`, unless a cancellation
    /// leaves out some indices. For many cheap values use [`Worker::reduce`].
    ///
    /// ```
    /// use sparring_sched::{Pool, Scoped};
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let scope = pool.cancel_scope();
    /// let scores = [3, 1, 4, 1, 5];
    /// let best = pool.install_in(&scope, |s| {
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
    /// See [`Scoped::split_map`].
    ///
    /// # Panics
    /// See [`Scoped::split`]. If `combine` panics, with its panic.
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
    /// Runs [`Scoped::split_map`] outside any scope.
    ///
    /// # Panics
    /// See [`Worker::split`].
    pub fn split_map<T, F>(self, n: usize, body: F) -> Vec<Option<T>>
    where
        T: Send,
        F: Fn(Scoped<'_>, usize) -> Result<T, Cancelled> + Sync,
    {
        let values = Values::new(n);
        self.split(n, values.keep(body));
        values.in_order()
    }

    /// Runs [`Scoped::split_reduce`] outside any scope.
    ///
    /// # Panics
    /// See [`Worker::split`]. If `combine` panics, with its panic.
    pub fn split_reduce<T, F, C>(self, n: usize, body: F, combine: C) -> Option<T>
    where
        T: Send,
        F: Fn(Scoped<'_>, usize) -> Result<T, Cancelled> + Sync,
        C: FnMut(T, T) -> T,
    {
        self.split_map(n, body).into_iter().flatten().reduce(combine)
    }
}
