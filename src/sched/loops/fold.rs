//! `fold`: a loop that carries a value from item to item.
//!
//! The items are halved as in `for_each.rs`. A second half that nobody took continues with the
//! value of the first half. A stolen one starts with a new value, and the join combines both, as in
//! Cilk's reducers (Frigo, Halpern, Leiserson and Lewin-Berlin 2009).

use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::handover::cancel::Cancelled;
use crate::loops::divisible::Divisible;
use crate::loops::for_each::grain;
use crate::sync::Mutex;

impl Worker<'_> {
    /// Folds all items, perhaps in parallel: `fold` adds an item to a value, `new` makes the value
    /// of a stolen part, and `combine` joins the values of two neighbouring parts.
    ///
    /// One worker alone makes one value and combines nothing. The parts depend on chance, so
    /// combining with a part's value must have the same effect as folding its items. For
    /// floating-point sums, [`Worker::reduce`] gives the same value at every number of threads.
    ///
    /// ```
    /// use sparring_sched::Pool;
    /// use std::collections::HashMap;
    ///
    /// let text = ["the eldest brother", "the young brothers wait"];
    /// let counts = Pool::new(2).unwrap().install(|w| {
    ///     let count = |mut counts: HashMap<_, u32>, word| {
    ///         *counts.entry(word).or_default() += 1;
    ///         counts
    ///     };
    ///     w.fold(
    ///         &text,
    ///         HashMap::new,
    ///         |_, counts, line| line.split(' ').fold(counts, count),
    ///         |mut all, more| {
    ///             for (word, count) in more {
    ///                 *all.entry(word).or_default() += count;
    ///             }
    ///             all
    ///         },
    ///     )
    /// });
    /// assert_eq!((counts["the"], counts["brothers"]), (2, 1));
    /// ```
    ///
    /// # Panics
    /// See [`Worker::for_each`], for all three closures. Existing values are dropped.
    pub fn fold<I, T, N, F, C>(self, items: I, new: N, fold: F, combine: C) -> T
    where
        I: Divisible,
        T: Send,
        N: Fn() -> T + Sync,
        F: Fn(Worker<'_>, T, I::Item) -> T + Sync,
        C: Fn(T, T) -> T + Sync,
    {
        let count = items.count();
        let how = How { grain: grain(count), new: &new, fold: &fold, combine: &combine };
        if count == 0 { new() } else { in_parts(self, new(), items, count, &how) }
    }
}

impl Scoped<'_> {
    /// Runs [`Worker::fold`] inside a cancel scope. Workers poll before each item.
    ///
    /// # Errors
    /// See [`Scoped::for_each`], for `fold`. Existing values are dropped.
    ///
    /// # Panics
    /// See [`Worker::fold`]. A panic takes precedence over a cancellation.
    pub fn fold<I, T, N, F, C>(self, items: I, new: N, fold: F, combine: C) -> Result<T, Cancelled>
    where
        I: Divisible,
        T: Send,
        N: Fn() -> T + Sync,
        F: Fn(Scoped<'_>, T, I::Item) -> Result<T, Cancelled> + Sync,
        C: Fn(T, T) -> T + Sync,
    {
        let count = items.count();
        let how = How { grain: grain(count), new: &new, fold: &fold, combine: &combine };
        if count == 0 { Ok(new()) } else { in_parts_in(self, new(), items, count, &how) }
    }
}

struct How<'h, N, F, C> {
    grain: usize,
    new: &'h N,
    fold: &'h F,
    combine: &'h C,
}

struct Left<T>(Mutex<Option<T>>);

impl<T> Left<T> {
    fn nothing() -> Left<T> {
        Left(Mutex::new(None))
    }

    fn leave(&self, value: T) {
        *self.0.lock() = Some(value);
    }

    fn take(&self) -> Option<T> {
        self.0.lock().take()
    }

    fn combined(self, second: T, combine: impl FnOnce(T, T) -> T) -> T {
        match self.0.into_inner() {
            Some(first) => combine(first, second),
            None => second, // which went on with the value of the first
        }
    }
}

fn in_parts<I, T, N, F, C>(mut w: Worker<'_>, start: T, items: I, count: usize, how: &How<'_, N, F, C>) -> T
where
    I: Divisible,
    T: Send,
    N: Fn() -> T + Sync,
    F: Fn(Worker<'_>, T, I::Item) -> T + Sync,
    C: Fn(T, T) -> T + Sync,
{
    if count <= how.grain {
        return items.items().fold(start, |value, item| (how.fold)(w.lend(), value, item));
    }
    let half = count / 2;
    let (first, second) = items.divide(half);
    let left = Left::nothing();
    let ((), value) = w.join(
        |w| left.leave(in_parts(w, start, first, half, how)),
        |w| in_parts(w, left.take().unwrap_or_else(how.new), second, count - half, how),
    );
    left.combined(value, how.combine)
}

fn in_parts_in<I, T, N, F, C>(
    mut s: Scoped<'_>,
    start: T,
    items: I,
    count: usize,
    how: &How<'_, N, F, C>,
) -> Result<T, Cancelled>
where
    I: Divisible,
    T: Send,
    N: Fn() -> T + Sync,
    F: Fn(Scoped<'_>, T, I::Item) -> Result<T, Cancelled> + Sync,
    C: Fn(T, T) -> T + Sync,
{
    if count <= how.grain {
        return items.items().try_fold(start, |value, item| {
            s.poll()?;
            (how.fold)(s.lend(), value, item)
        });
    }
    let half = count / 2;
    let (first, second) = items.divide(half);
    let left = Left::nothing();
    let ((), value) = s.join(
        |s| in_parts_in(s, start, first, half, how).map(|value| left.leave(value)),
        |s| in_parts_in(s, left.take().unwrap_or_else(how.new), second, count - half, how),
    )?;
    Ok(left.combined(value, how.combine))
}
