//! Loops that end at a hit: `find_first`, whose result is that of the sequential loop, and
//! `find_any`.
//!
//! A hit makes all items to its right unnecessary, but an item to its left may have a better one.
//! So a split that is cut at its first hit need not have the leftmost: a body further left may
//! have been running, and was cut. Here the cut waits until nothing left of the best hit is under
//! way.
//!
//! # How it goes
//! 1. The items are taken from the left in runs, one for each index of a
//!    [`split`](Scoped::split). Whoever claims an index takes the leftmost run that is left,
//!    whatever the index is. So when an item is tried, all runs to its left have been taken.
//! 2. The first item of a run that has an answer ends the run. The answer is kept if it is the
//!    leftmost so far. From then on no run is taken, a run to the right of it ends before its next
//!    item, and who would take one lets the untried indices of the split go.
//! 3. When there is an answer and no run to its left is under way, the split is cut. So items to
//!    its right that still run hear of it at their next poll.
//!
//! `try_for_each` is a search for the first error.
//!
//! `find_any` ranks all answers equal, as if they stood at the left end: the first one in time is
//! kept, and nothing is left of it.
//!
//! # Why not by halves
//! [`for_each`](Worker::for_each) halves its items. A search by halves sends its first helper to
//! the middle, in vain if there is a hit before that: on 16 workers the search from the left is 1.4
//! times as fast (`benches/results/sched-loops.md`).

use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::handover::cancel::Cancelled;
use crate::loops::divisible::Divisible;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicUsize, Ordering::Relaxed};

impl Scoped<'_> {
    /// Calls `f` for the items until the leftmost value is known, inside a cancel scope: see
    /// [`Worker::find_first`].
    ///
    /// # Errors
    /// [`Cancelled`] if a scope *around* the search was cancelled; or if `f` returned it, though
    /// nothing was cancelled, for an item to the left of all hits.
    ///
    /// # Panics
    /// Same as [`Worker::find_first`].
    pub fn find_first<I, T, F>(self, items: I, f: F) -> Result<Option<T>, Cancelled>
    where
        I: Divisible,
        T: Send,
        F: Fn(Scoped<'_>, I::Item) -> Result<Option<T>, Cancelled> + Sync,
    {
        let search = Search::new(items, Wanted::Leftmost);
        self.split(runs(search.count), |s, _| search.run(s, &f))?;
        search.answer()
    }

    /// Calls `f` for the items until it has returned a value, inside a cancel scope: see
    /// [`Worker::find_any`].
    ///
    /// # Errors
    /// [`Cancelled`] if a scope *around* the search was cancelled; or if `f` returned it, though
    /// nothing was cancelled, before there was a hit.
    ///
    /// # Panics
    /// Same as [`Worker::find_any`].
    pub fn find_any<I, T, F>(self, items: I, f: F) -> Result<Option<T>, Cancelled>
    where
        I: Divisible,
        T: Send,
        F: Fn(Scoped<'_>, I::Item) -> Result<Option<T>, Cancelled> + Sync,
    {
        let search = Search::new(items, Wanted::Any);
        self.split(runs(search.count), |s, _| search.run(s, &f))?;
        search.answer()
    }

    /// Calls `f` for the items until the leftmost error is known, inside a cancel scope: see
    /// [`Worker::try_for_each`].
    ///
    /// # Errors
    /// The leftmost error; one made from [`Cancelled`] if a scope *around* the loop was
    /// cancelled.
    ///
    /// # Panics
    /// Same as [`Worker::try_for_each`].
    pub fn try_for_each<I, E, F>(self, items: I, f: F) -> Result<(), E>
    where
        I: Divisible,
        E: From<Cancelled> + Send,
        F: Fn(Scoped<'_>, I::Item) -> Result<(), E> + Sync,
    {
        self.find_first(items, |s, item| Ok(f(s, item).err()))?.map_or(Ok(()), Err)
    }
}

impl Worker<'_> {
    /// Calls `f` for the items, perhaps in parallel, until the leftmost value is known: what `f`
    /// returns for the first item, in their order, for which it returns one. The result is the
    /// same at every number of threads.
    ///
    /// Every item to the left of the result is tried. Items to its right are tried only until its
    /// value is there; those that still run then, for long perhaps, hear of it when they
    /// [poll](Scoped::poll): as soon as all items to the left are done.
    ///
    /// ```
    /// use sparring_sched::Pool;
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let root = pool.install(|w| w.find_first(0..100, |_, i| Ok((i * i > 5_000).then_some(i))));
    /// assert_eq!(root, Some(71));
    ///
    /// let words = ["eldest", "brother", "waits"];
    /// let numbered = (0..words.len(), &words);
    /// let position = pool.install(|w| {
    ///     w.find_first(numbered, |_, (i, word)| Ok(word.contains('w').then_some(i)))
    /// });
    /// assert_eq!(position, Some(2));
    /// ```
    ///
    /// If `f` cancels its scope, the search ends: it returns the best value there is, which need
    /// not be the leftmost one, or `None`.
    ///
    /// # Costs
    /// Items are taken from the left in runs, each of which is a task. The first 32 runs are one
    /// item each, the next 32 two, and so on: 66 runs for 100 items, 784 for 10,000, 8,000 for a
    /// million. A run costs 24 to 42 nanoseconds, and an item one poll and one load more. Measured
    /// on one thread, items of 0.64 ns, as multiples of [`Iterator::position`]: 100 items 29,
    /// 10,000 items 4.0, a million 1.5.
    ///
    /// # Panics
    /// If `f` panics, with its panic, once all items that had begun are over. There may be a hit
    /// to the left of that item: no panic is lost. Also if `f` returns [`Cancelled`], though
    /// nothing was cancelled, for an item to the left of all hits.
    pub fn find_first<I, T, F>(self, items: I, f: F) -> Option<T>
    where
        I: Divisible,
        T: Send,
        F: Fn(Scoped<'_>, I::Item) -> Result<Option<T>, Cancelled> + Sync,
    {
        let search = Search::new(items, Wanted::Leftmost);
        self.split(runs(search.count), |s, _| search.run(s, &f));
        search.answer().expect(GAVE_UP)
    }

    /// Calls `f` for the items, perhaps in parallel, until it has returned a value. The first one
    /// in time is the result, and cancels the search: no further item is begun, and those that run
    /// hear of it when they [poll](Scoped::poll).
    ///
    /// The items are tried from the left, as those of [`Worker::find_first`], and at the same
    /// cost; where nobody helps the result is the same, too.
    ///
    /// ```
    /// use sparring_sched::Pool;
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let divisor = pool.install(|w| w.find_any(2..91, |_, i| Ok((91 % i == 0).then_some(i))));
    /// assert!(divisor == Some(7) || divisor == Some(13));
    /// ```
    ///
    /// # Panics
    /// If `f` panics, with its panic, once all items that had begun are over; and if `f` returns
    /// [`Cancelled`] before there is a hit, though nothing was cancelled.
    pub fn find_any<I, T, F>(self, items: I, f: F) -> Option<T>
    where
        I: Divisible,
        T: Send,
        F: Fn(Scoped<'_>, I::Item) -> Result<Option<T>, Cancelled> + Sync,
    {
        let search = Search::new(items, Wanted::Any);
        self.split(runs(search.count), |s, _| search.run(s, &f));
        search.answer().expect(GAVE_UP)
    }

    /// Calls `f` for the items, perhaps in parallel, until the leftmost error is known: the one
    /// with which the sequential loop would end. It is the same at every number of threads.
    ///
    /// The errors are of any type. If that is made [`From`] [`Cancelled`], items that take long
    /// can [poll](Scoped::poll) with `?`: they end early when there is an error to their left.
    ///
    /// ```
    /// use sparring_sched::Pool;
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let texts = ["3", "5", "seven", "eleven"];
    /// let mut numbers = [0; 4];
    /// let parsed = pool.install(|w| {
    ///     w.try_for_each((&texts, &mut numbers), |_, (text, number)| {
    ///         *number = text.parse().map_err(|_| format!("got {text}, expected a number"))?;
    ///         Ok(())
    ///     })
    /// });
    /// assert_eq!(parsed, Err(String::from("got seven, expected a number")));
    /// assert_eq!(numbers[..2], [3, 5]);
    /// ```
    ///
    /// It goes as a search for the first error goes, at the cost of [`Worker::find_first`].
    ///
    /// # Errors
    /// The leftmost error. If `f` cancels its scope, the leftmost of those that are there then,
    /// which may be that of a poll, or none.
    ///
    /// # Panics
    /// If `f` panics, with its panic, once all items that had begun are over.
    pub fn try_for_each<I, E, F>(self, items: I, f: F) -> Result<(), E>
    where
        I: Divisible,
        E: Send,
        F: Fn(Scoped<'_>, I::Item) -> Result<(), E> + Sync,
    {
        self.find_first(items, |s, item| Ok(f(s, item).err())).map_or(Ok(()), Err)
    }
}

const GAVE_UP: &str = "got Cancelled for an item of a search, expected it only after a cancellation";

/// How many runs are of one item each, how many of two, and so on. So a run is a quarter as long
/// as the square root of the number of items before it, however many may follow: a search without
/// a limit, over `0..u64::MAX`, is shared from its beginning.
const STEP: usize = 32;

/// Number of items of a run that is not the last one.
fn length(run: usize) -> usize {
    1 + run / STEP
}

/// Number of runs of `count` items.
fn runs(count: usize) -> usize {
    // The most whole steps. They have 32 (1 + 2 + ... + steps) = 16 steps (steps + 1) items.
    let steps = ((1 + count / 4).isqrt() - 1) / 2;
    let rest = count - STEP / 2 * steps * (steps + 1);
    STEP * steps + rest.div_ceil(steps + 1)
}

/// A search under way.
struct Search<I: Divisible, T> {
    wanted: Wanted,
    count: usize,
    progress: Mutex<Progress<I::Part, T>>,
    /// Rank of the best answer, or `usize::MAX`. It may be read late, which costs work only.
    end: AtomicUsize,
}

/// Which answer is the best one.
enum Wanted {
    Leftmost,
    Any,
}

struct Progress<I, T> {
    /// The items that are not taken.
    rest: Option<I>,
    /// Number of items that are taken.
    taken: usize,
    /// Number of runs in which they were taken.
    runs: usize,
    /// Positions of the first items of the runs that are under way.
    under_way: Vec<usize>,
    best: Option<Answer<T>>,
}

/// What ends a search.
struct Answer<T> {
    /// The best is the one of the lowest rank.
    rank: usize,
    /// What was found, or that `f` gave up.
    value: Result<T, Cancelled>,
}

impl<I: Divisible, T: Send> Search<I, T> {
    fn new(items: I, wanted: Wanted) -> Search<I, T> {
        let count = items.count();
        let (_, rest) = items.divide(0); // as parts are divided into parts
        let progress = Progress { rest: Some(rest), taken: 0, runs: 0, under_way: Vec::new(), best: None };
        let (progress, end) = (Mutex::new(progress), AtomicUsize::new(usize::MAX));
        Search { wanted, count, progress, end }
    }

    /// The body of the split: takes a run and tries its items.
    fn run<F>(&self, mut s: Scoped<'_>, f: &F) -> Result<(), Cancelled>
    where
        F: Fn(Scoped<'_>, I::Item) -> Result<Option<T>, Cancelled> + Sync,
    {
        let Some((start, items)) = self.take() else {
            // There is an answer, but a run left of it is under way on another worker.
            s.begin_no_more();
            return Ok(());
        };
        let mut answer = None;
        for (position, item) in (start..).zip(items.items()) {
            let polled = s.poll();
            if self.end.load(Relaxed) < position {
                break; // though it may have been cut, it gave nothing up
            }
            polled?; // the run stays under way, so nobody takes the search for complete
            match f(s.lend(), item) {
                Ok(None) => {}
                Err(cancelled) if s.is_cancelled() => return Err(cancelled),
                found => {
                    answer = found.transpose().map(|value| Answer { rank: self.rank(position), value });
                    break;
                }
            }
        }
        if self.end_run(start, answer) {
            s.cancel();
        }
        Ok(())
    }

    fn take(&self) -> Option<(usize, I::Part)> {
        if self.end.load(Relaxed) != usize::MAX {
            return None;
        }
        let mut progress = self.progress.lock();
        if progress.best.is_some() {
            return None;
        }
        let rest = progress.rest.take()?; // gone if `divide` has panicked
        let (start, left) = (progress.taken, self.count - progress.taken);
        let length = length(progress.runs).min(left);
        let (run, rest) = rest.divide(length);
        progress.rest = Some(rest);
        progress.taken += length;
        progress.runs += 1;
        progress.under_way.push(start);
        Some((start, run))
    }

    /// An answer is better than those to its right, or than none.
    fn rank(&self, position: usize) -> usize {
        match self.wanted {
            Wanted::Leftmost => position,
            Wanted::Any => 0,
        }
    }

    /// Notes that a run is over, and its answer. True if that of the search is known now.
    fn end_run(&self, start: usize, answer: Option<Answer<T>>) -> bool {
        let mut progress = self.progress.lock();
        progress.under_way.retain(|&run| run != start);
        let Progress { best, under_way, .. } = &mut *progress;
        let mut worse = answer;
        if worse.as_ref().is_some_and(|new| best.as_ref().is_none_or(|best| new.rank < best.rank)) {
            std::mem::swap(best, &mut worse);
        }
        let over = best.as_ref().is_some_and(|best| {
            self.end.store(best.rank, Relaxed);
            under_way.iter().all(|&run| run >= best.rank)
        });
        drop(progress); // before `worse`, whose destructor may do anything
        over
    }

    fn answer(self) -> Result<Option<T>, Cancelled> {
        self.progress.into_inner().best.map(|best| best.value).transpose()
    }
}
