//! Loops that end at a hit: `find_first`, with the same result as the sequential loop, and
//! `find_any`.
//!
//! A split that is cut at its first hit might also cut a body further left that has a better one.
//! Here the cut waits until nothing to the left of the best hit is running.
//!
//! 1. The items are taken from the left in runs, one for each index of a [`split`](Scoped::split).
//!    Claiming any index takes the leftmost remaining run. So when an item is tried, all runs to
//!    its left have been taken.
//! 2. The first item with an answer ends its run. The leftmost answer so far is kept. From then on
//!    no run is taken, runs to its right end before their next item, and a worker that would take
//!    one drops the untried indices of the split.
//! 3. When there is an answer and no run to its left is under way, the split is cut. Items to its
//!    right learn of it at their next poll.
//!
//! `find_any` gives all answers the same rank, so the first in time is kept.

use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::handover::cancel::Cancelled;
use crate::loops::divisible::Divisible;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicUsize, Ordering::Relaxed};

impl Scoped<'_> {
    /// Runs [`Worker::find_first`] inside a cancel scope.
    ///
    /// # Errors
    /// [`Cancelled`] if a scope *around* the search was cancelled, or if `f` returned it without a
    /// cancellation for an item to the left of all hits.
    ///
    /// # Panics
    /// If `f` panics: see [`Worker::find_first`].
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

    /// Runs [`Worker::find_any`] inside a cancel scope.
    ///
    /// # Errors
    /// [`Cancelled`] if a scope *around* the search was cancelled, or if `f` returned it without a
    /// cancellation before there was a hit.
    ///
    /// # Panics
    /// If `f` panics: see [`Worker::find_any`].
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

    /// Runs [`Worker::try_for_each`] inside a cancel scope.
    ///
    /// # Errors
    /// The leftmost error, or one made from [`Cancelled`] if a scope *around* the loop was
    /// cancelled.
    ///
    /// # Panics
    /// See [`Worker::try_for_each`].
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
    /// Calls `f` for the items, perhaps in parallel, and returns the value of the first item, in
    /// their order, that has one. The result is the same at every number of threads.
    ///
    /// Every item to its left is tried. No item to its right is started after its value is known.
    /// Running ones learn of it when they [poll](Scoped::poll), once all items to its left are
    /// done.
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
    /// If `f` cancels its scope, the search returns its best value so far, which need not be the
    /// leftmost, or `None`.
    ///
    /// # Costs
    /// Items are taken from the left in runs, each of which is a task: 32 runs of one item, 32 of
    /// two, and so on. A run costs 24 to 42 nanoseconds, and each item one poll and one load more.
    ///
    /// # Panics
    /// If `f` panics, with its panic, after all started items have ended. Also if `f` returns
    /// [`Cancelled`] without a cancellation for an item to the left of all hits.
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

    /// Calls `f` for the items, perhaps in parallel, until it has returned a value: the result is
    /// the first in time. No further item is started then, and running ones learn of it when they
    /// [poll](Scoped::poll).
    ///
    /// Items are tried from the left, at the cost of [`Worker::find_first`]. On one worker the
    /// result is the same as there.
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
    /// If `f` panics, with its panic, after all started items have ended. Also if `f` returns
    /// [`Cancelled`] without a cancellation before there is a hit.
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

    /// Calls `f` for the items, perhaps in parallel, until the leftmost error is known. This is the
    /// error of the sequential loop, at every number of threads.
    ///
    /// If the error type is made [`From`] [`Cancelled`], long items can [poll](Scoped::poll) with
    /// `?` and end early when there is an error to their left.
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
    /// The costs are those of [`Worker::find_first`].
    ///
    /// # Errors
    /// The leftmost error. If `f` cancels its scope, the leftmost error so far, if any; it may come
    /// from a poll.
    ///
    /// # Panics
    /// If `f` panics, with its panic, after all started items have ended.
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

/// Number of runs of each length: of one item first, then of two, and so on.
const STEP: usize = 32;

fn length(run: usize) -> usize {
    1 + run / STEP
}

fn runs(count: usize) -> usize {
    // The largest number of whole steps. They have 32 (1 + 2 + ... + steps) = 16 steps (steps + 1)
    // items.
    let steps = ((1 + count / 4).isqrt() - 1) / 2;
    let rest = count - STEP / 2 * steps * (steps + 1);
    STEP * steps + rest.div_ceil(steps + 1)
}

struct Search<I: Divisible, T> {
    wanted: Wanted,
    count: usize,
    progress: Mutex<Progress<I::Part, T>>,
    /// Rank of the best answer, or `usize::MAX`. `Relaxed`: a late value only costs work.
    end: AtomicUsize,
}

enum Wanted {
    Leftmost,
    Any,
}

struct Progress<I, T> {
    rest: Option<I>,
    taken: usize,
    runs: usize,
    under_way: Vec<usize>,
    best: Option<Answer<T>>,
}

struct Answer<T> {
    rank: usize,
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

    fn run<F>(&self, mut s: Scoped<'_>, f: &F) -> Result<(), Cancelled>
    where
        F: Fn(Scoped<'_>, I::Item) -> Result<Option<T>, Cancelled> + Sync,
    {
        let Some((start, items)) = self.take() else {
            // There is an answer, but a run to its left is under way on another worker.
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

    fn rank(&self, position: usize) -> usize {
        match self.wanted {
            Wanted::Leftmost => position,
            Wanted::Any => 0,
        }
    }

    /// Records the end of a run. Returns true if the search's answer is known.
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
