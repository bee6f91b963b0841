//! Loops over all items: `for_each` and `reduce`.
//!
//! [`Worker::join`] halves the items down to runs of [`grain`] items, which are plain loops. The
//! loop is always halved completely, and the scheduler promotes the largest remaining half when a
//! worker asks. The halving depends only on the number of items, so [`Worker::reduce`] combines the
//! same values in the same order at every number of threads.

use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::handover::cancel::Cancelled;
use crate::loops::divisible::Divisible;

/// The length of a run among `count` items: a quarter of the square root, or less if there would be
/// fewer than 128 runs. Up to 255 items it is 1, so a long item never delays the next.
pub(crate) fn grain(count: usize) -> usize {
    (count.isqrt() / 4).min(count / 128).max(1)
}

impl Worker<'_> {
    /// Calls `f` for every item, perhaps in parallel; on one worker in order.
    ///
    /// The items are halved down to runs, which are plain loops: one item each up to 255 items, 25
    /// of 10,000. A run costs 3 to 12 nanoseconds more than a plain loop. Within a run, only `f`
    /// itself can share work with idle workers, by forking.
    ///
    /// ```
    /// use sparring_sched::Pool;
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let mut squares = vec![0; 1000];
    /// pool.install(|w| w.for_each((0..1000, &mut squares), |_, (i, square)| *square = i * i));
    /// assert_eq!(squares[999], 998_001);
    ///
    /// let words = ["eldest", "brother"];
    /// pool.install(|w| w.for_each(&words, |_, word| assert!(word.len() > 5)));
    /// ```
    ///
    /// # Panics
    /// If `f` panics, with its panic, after every started run has ended. The other runs are
    /// skipped.
    pub fn for_each<I, F>(self, items: I, f: F)
    where
        I: Divisible,
        F: Fn(Worker<'_>, I::Item) + Sync,
    {
        let count = items.count();
        if count > 0 {
            for_each(self, items, count, grain(count), &f);
        }
    }

    /// Combines the values of `map` for all items into one; returns `empty` if there are none.
    ///
    /// Neighbouring values are combined in pairs, so `combine` should be associative but need not
    /// be commutative. The pairs depend only on the number of items, so the result is bitwise the
    /// same at every number of threads.
    ///
    /// ```
    /// use sparring_sched::Pool;
    ///
    /// let harmonic = |threads| {
    ///     let pool = Pool::new(threads).unwrap();
    ///     pool.install(|w| w.reduce(1..100_001, 0.0, |_, i| 1.0 / i as f64, |a, b| a + b))
    /// };
    /// assert_eq!(harmonic(1), harmonic(3)); // though additions of f64 are not associative
    /// ```
    ///
    /// # Panics
    /// See [`Worker::for_each`], for `map` and `combine`. Existing values are dropped.
    pub fn reduce<I, T, M, C>(self, items: I, empty: T, map: M, combine: C) -> T
    where
        I: Divisible,
        T: Send,
        M: Fn(Worker<'_>, I::Item) -> T + Sync,
        C: Fn(T, T) -> T + Sync,
    {
        let count = items.count();
        if count == 0 { empty } else { reduce(self, items, count, grain(count), &map, &combine) }
    }
}

impl Scoped<'_> {
    /// Runs [`Worker::for_each`] inside a cancel scope. Workers poll before each item.
    ///
    /// # Errors
    /// [`Cancelled`] if this scope or one around it was found cancelled before the last item was
    /// done, or if `f` returned it. Runs not yet started are skipped.
    ///
    /// # Panics
    /// See [`Worker::for_each`]. A panic takes precedence over a cancellation.
    pub fn for_each<I, F>(self, items: I, f: F) -> Result<(), Cancelled>
    where
        I: Divisible,
        F: Fn(Scoped<'_>, I::Item) -> Result<(), Cancelled> + Sync,
    {
        let count = items.count();
        if count == 0 { Ok(()) } else { for_each_in(self, items, count, grain(count), &f) }
    }

    /// Runs [`Worker::reduce`] inside a cancel scope. Workers poll before each item.
    ///
    /// # Errors
    /// See [`Scoped::for_each`], for `map`. Existing values are dropped.
    ///
    /// # Panics
    /// See [`Worker::reduce`]. A panic takes precedence over a cancellation.
    pub fn reduce<I, T, M, C>(self, items: I, empty: T, map: M, combine: C) -> Result<T, Cancelled>
    where
        I: Divisible,
        T: Send,
        M: Fn(Scoped<'_>, I::Item) -> Result<T, Cancelled> + Sync,
        C: Fn(T, T) -> T + Sync,
    {
        let count = items.count();
        if count == 0 { Ok(empty) } else { reduce_in(self, items, count, grain(count), &map, &combine) }
    }
}

fn for_each<I, F>(mut w: Worker<'_>, items: I, count: usize, grain: usize, f: &F)
where
    I: Divisible,
    F: Fn(Worker<'_>, I::Item) + Sync,
{
    if count <= grain {
        return items.items().for_each(|item| f(w.lend(), item));
    }
    let half = count / 2;
    let (left, right) = items.divide(half);
    w.join(move |w| for_each(w, left, half, grain, f), move |w| for_each(w, right, count - half, grain, f));
}

fn reduce<I, T, M, C>(mut w: Worker<'_>, items: I, count: usize, grain: usize, map: &M, combine: &C) -> T
where
    I: Divisible,
    T: Send,
    M: Fn(Worker<'_>, I::Item) -> T + Sync,
    C: Fn(T, T) -> T + Sync,
{
    if count <= grain {
        let values = items.items().map(|item| map(w.lend(), item));
        return values.reduce(combine).expect("a run has an item");
    }
    let half = count / 2;
    let (left, right) = items.divide(half);
    let (a, b) = w.join(
        move |w| reduce(w, left, half, grain, map, combine),
        move |w| reduce(w, right, count - half, grain, map, combine),
    );
    combine(a, b)
}

fn for_each_in<I, F>(mut s: Scoped<'_>, items: I, count: usize, grain: usize, f: &F) -> Result<(), Cancelled>
where
    I: Divisible,
    F: Fn(Scoped<'_>, I::Item) -> Result<(), Cancelled> + Sync,
{
    if count <= grain {
        return items.items().try_for_each(|item| {
            s.poll()?;
            f(s.lend(), item)
        });
    }
    let half = count / 2;
    let (left, right) = items.divide(half);
    let left = move |s: Scoped<'_>| for_each_in(s, left, half, grain, f);
    s.join(left, move |s| for_each_in(s, right, count - half, grain, f))?;
    Ok(())
}

fn reduce_in<I, T, M, C>(
    mut s: Scoped<'_>,
    items: I,
    count: usize,
    grain: usize,
    map: &M,
    combine: &C,
) -> Result<T, Cancelled>
where
    I: Divisible,
    T: Send,
    M: Fn(Scoped<'_>, I::Item) -> Result<T, Cancelled> + Sync,
    C: Fn(T, T) -> T + Sync,
{
    if count <= grain {
        let mut values = items.items().map(|item| {
            s.poll()?;
            map(s.lend(), item)
        });
        let first = values.next().expect("a run has an item")?;
        return values.try_fold(first, |sum, value| Ok(combine(sum, value?)));
    }
    let half = count / 2;
    let (left, right) = items.divide(half);
    let left = move |s: Scoped<'_>| reduce_in(s, left, half, grain, map, combine);
    let (a, b) = s.join(left, move |s| reduce_in(s, right, count - half, grain, map, combine))?;
    Ok(combine(a, b))
}
