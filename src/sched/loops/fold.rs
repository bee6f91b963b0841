//! `fold`: a loop that carries a value from item to item.
//!
//! The items are halved as in `for_each.rs`. Where nobody has taken a second half, it goes on with
//! the value that the first one has left; only one that begins earlier, on a worker that has taken
//! it, starts with a new value, and the two are combined at the join. So there are as many values
//! as thefts and one more. Cilk's reducers (Frigo, Halpern, Leiserson and Lewin-Berlin 2009) have
//! views by the same rule.

use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::handover::cancel::Cancelled;
use crate::loops::divisible::Divisible;
use crate::loops::for_each::grain;
use crate::sync::Mutex;

impl Worker<'_> {
    /// Folds all items, perhaps in parallel: `fold` adds an item to a value, `new` makes a value
    /// for a part of the items that another worker has taken, and `combine` joins the values of two
    /// neighbouring parts.
    ///
    /// That is for values that are costly to make or to combine: maps, lists, histograms. On one
    /// worker there is one of them, and nothing is combined. Which parts there are is chance. So
    /// the value is what one loop would give, if to combine a value with that of a part is to fold
    /// the items of that part into it. Where this is not so to the last bit, as with sums of
    /// floating-point numbers, [`Worker::reduce`] gives the same value at every number of threads.
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
    /// Same as [`Worker::for_each`], for all three closures. Values that were there already are
    /// dropped.
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
    /// Folds all items, perhaps in parallel, inside a cancel scope: see [`Worker::fold`]. The
    /// workers poll before each item.
    ///
    /// # Errors
    /// Same as [`Scoped::for_each`], for `fold`. Values that were there already are dropped.
    ///
    /// # Panics
    /// Same as [`Worker::fold`]. A panic takes precedence over a cancellation.
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

/// Where the first half leaves its value for the second one.
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

    /// The value of both halves, when both are over.
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
