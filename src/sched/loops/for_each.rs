//! Loops in which every item is wanted: `for_each` and `reduce`.
//!
//! The items are halved by [`Worker::join`] down to runs of [`grain`] items, which are plain
//! loops. A join that nobody asks for costs 3 to 12 nanoseconds here, the more the closures
//! hold. So the loop is always halved all the way, and nobody has to guess whether a worker will
//! want work: when one does, the scheduler promotes the largest half that is left. For bodies that
//! may be cut short or that take long there is [`split`](Worker::split), in which every index is
//! a task of its own; `find.rs` has loops that end at a hit. Inside a scope the worker polls
//! before each item, so that the loop ends soon after a cancellation.
//!
//! # Determinism
//! Where the items are halved depends on their number alone. So [`Worker::reduce`] combines the
//! same values in the same order at every number of threads, with floating-point numbers as well.

use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::handover::cancel::Cancelled;
use crate::loops::divisible::Divisible;

/// Number of items that are run in a row, of `count`: a quarter of the square root, or less if
/// there would be less than 128 runs.
///
/// Up to 255 items every item can be taken by another worker: if few items were run in a row, a
/// long one would hold up the next. A thousand items are about 140 runs, a million 4,000. What runs
/// cost and save is measured in `benches/results/sched-loops.md`.
pub(crate) fn grain(count: usize) -> usize {
    (count.isqrt() / 4).min(count / 128).max(1)
}

impl Worker<'_> {
    /// Calls `f` for every item, perhaps in parallel. The order is that of the items where nobody
    /// helps.
    ///
    /// The items are halved by [`Worker::join`] down to runs as long as a quarter of the square
    /// root of their number, or shorter if there would be less than 128 runs: one item each of up
    /// to 255 items, 25 of 10,000. So there is one task less than there are runs. Where nobody
    /// helps, the loop costs 3 to 12 nanoseconds a run more than a plain one: nothing for items of
    /// a microsecond, much for a hundred items of a nanosecond. A run does not look for idle
    /// workers between two of its items, unless `f` forks.
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
    /// If `f` panics, with its panic, after every run that had begun is over. Runs that had not
    /// begun are left out.
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

    /// Combines what `map` makes of every item into one value; `empty` if there are no items.
    ///
    /// The values are combined in pairs of neighbours, so `combine` should be associative, but it
    /// need not be commutative. Which neighbours are combined first depends on the number of items
    /// alone: the value is the same at every number of threads, to the last bit.
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
    /// Same as [`Worker::for_each`], for `map` and `combine`. Values that were there already are
    /// dropped.
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
    /// Calls `f` for every item, perhaps in parallel, inside a cancel scope: see
    /// [`Worker::for_each`]. The workers poll before each item.
    ///
    /// ```
    /// use sparring_sched::Pool;
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let mut squares = vec![0; 1000];
    /// let done = pool.install(|w| {
    ///     w.scope(|s| s.for_each((0..1000, &mut squares), |_, (i, square)| Ok(*square = i * i)))
    /// });
    /// assert_eq!((done, squares[999]), (Ok(()), 998_001));
    /// ```
    ///
    /// # Errors
    /// [`Cancelled`] if the scope, or one around it, was seen to be cancelled before the last
    /// item was done, or if `f` returned it. Runs that had not begun then are left out.
    ///
    /// # Panics
    /// Same as [`Worker::for_each`]. A panic takes precedence over a cancellation.
    pub fn for_each<I, F>(self, items: I, f: F) -> Result<(), Cancelled>
    where
        I: Divisible,
        F: Fn(Scoped<'_>, I::Item) -> Result<(), Cancelled> + Sync,
    {
        let count = items.count();
        if count == 0 { Ok(()) } else { for_each_in(self, items, count, grain(count), &f) }
    }

    /// Combines what `map` makes of every item into one value, inside a cancel scope: see
    /// [`Worker::reduce`]. The workers poll before each item.
    ///
    /// # Errors
    /// Same as [`Scoped::for_each`], for `map`. Values that were there already are dropped.
    ///
    /// # Panics
    /// Same as [`Worker::reduce`]. A panic takes precedence over a cancellation.
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
