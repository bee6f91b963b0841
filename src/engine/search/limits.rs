//! Limits that end a search before its depth: time, nodes, or a request from another thread. All of
//! them cancel the root [`CancelScope`].

use crossbeam_utils::CachePadded;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use sparring_sched::{CancelScope, Stopwatch};

/// Limits that end a search before its depth, whichever is met first; by default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall time; virtual time in a simulated pool.
    pub movetime: Option<Duration>,
    /// Nodes of all workers together. A search may exceed it slightly, because workers report in
    /// batches.
    pub nodes: Option<u64>,
}

impl Limits {
    #[inline]
    pub(crate) fn cause(self, nodes: u64, time: impl FnOnce() -> Duration) -> Option<StopCause> {
        if self.nodes.is_some_and(|limit| nodes >= limit) {
            Some(StopCause::Nodes)
        } else if self.movetime.is_some_and(|limit| time() >= limit) {
            Some(StopCause::Time)
        } else {
            None
        }
    }

    /// True if a limit is set.
    pub fn may_stop_early(&self) -> bool {
        self.movetime.is_some() || self.nodes.is_some()
    }
}

/// The reason why a search ended before its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopCause {
    /// The limit [`Limits::movetime`].
    Time,
    /// The limit [`Limits::nodes`].
    Nodes,
    /// A stop from outside.
    Request,
}

/// Nodes between two checks of the limits.
const BATCH: u64 = 4096;
/// The same if time is limited: half a millisecond of a playing search.
const TIMED_BATCH: u64 = 512;

/// Watches the limits of one search and cancels its root scope when one is met.
pub struct Guard<'s> {
    scope: &'s CancelScope,
    stopwatch: Stopwatch,
    /// The moment at which the clock begins, if not with the search; real time, never virtual.
    begins: Option<&'s OnceLock<Instant>>,
    /// A scope other than `scope` whose cancellation ends the search too, at the end of a batch.
    stop: Option<&'s CancelScope>,
    /// True if the search is to end as soon as the clock runs.
    enough: AtomicBool,
    limits: Limits,
    /// The batch size, a power of two, less one: a worker reports when its count of nodes has none
    /// of these bits.
    mask: u64,
    /// Padded, because workers read the other fields at every node.
    spent: CachePadded<AtomicU64>,
    cause: AtomicU8,
}

impl<'s> Guard<'s> {
    /// A guard for `workers` workers. Each may exceed a node limit by less than a batch, so small
    /// limits get small ones.
    pub fn new(scope: &'s CancelScope, stopwatch: Stopwatch, limits: Limits, workers: usize) -> Guard<'s> {
        let most = if limits.movetime.is_some() { TIMED_BATCH } else { BATCH };
        let fair = limits.nodes.map_or(most, |nodes| nodes / (8 * workers as u64));
        let batch = if fair >= most { most } else { (fair / 2 + 1).next_power_of_two() };
        Guard {
            scope,
            stopwatch,
            begins: None,
            stop: None,
            enough: AtomicBool::new(false),
            limits,
            mask: batch - 1,
            spent: CachePadded::default(),
            cause: AtomicU8::new(0),
        }
    }

    /// A guard without limits, for the depth that is always finished.
    pub fn idle(scope: &'s CancelScope, stopwatch: Stopwatch) -> Guard<'s> {
        Guard { mask: u64::MAX, ..Guard::new(scope, stopwatch, Limits::default(), 1) }
    }

    /// A guard that heeds time and `stop` only after a batch of nodes.
    pub fn patient(
        scope: &'s CancelScope,
        stopwatch: Stopwatch,
        limits: Limits,
        stop: &'s CancelScope,
    ) -> Guard<'s> {
        let limits = Limits { nodes: None, ..limits };
        Guard { mask: TIMED_BATCH - 1, stop: Some(stop), ..Guard::new(scope, stopwatch, limits, 1) }
    }

    /// Starts the clock when `begins` is set, before which no limit of time is met.
    pub fn from(self, begins: Option<&'s OnceLock<Instant>>) -> Guard<'s> {
        Guard { begins, ..self }
    }

    pub fn elapsed(&self) -> Duration {
        match self.begins {
            None => self.stopwatch.elapsed(),
            Some(begins) => begins.get().map_or(Duration::ZERO, Instant::elapsed),
        }
    }

    /// The larger of the time of the search and that of its clock.
    pub fn spent(&self) -> Duration {
        self.elapsed().max(self.stopwatch.elapsed())
    }

    /// Returns true if the search, having found `enough`, ends now; otherwise it ends when its
    /// clock begins.
    pub fn ends(&self, enough: bool) -> bool {
        self.enough.store(enough, Relaxed);
        enough && self.runs()
    }

    fn runs(&self) -> bool {
        self.begins.is_none_or(|begins| begins.get().is_some())
    }

    pub fn scope(&self) -> &'s CancelScope {
        self.scope
    }

    /// True if a worker whose task has counted `nodes` (not 0) has to call [`Guard::report`] now.
    #[inline]
    pub fn is_due(&self, nodes: u64) -> bool {
        nodes & self.mask == 0
    }

    /// The nodes of the batches that are filled between the counts `before` and `after`.
    #[inline]
    pub fn batches(&self, before: u64, after: u64) -> u64 {
        (after & !self.mask) - (before & !self.mask)
    }

    #[inline]
    pub fn batch(&self) -> u64 {
        self.mask + 1
    }

    #[inline]
    pub fn unreported(&self, nodes: u64) -> u64 {
        nodes & self.mask
    }

    #[inline]
    pub fn is_batch(&self, nodes: u64) -> bool {
        nodes > self.mask
    }

    #[cold]
    #[inline(never)]
    pub fn report(&self, nodes: u64) {
        let spent = self.spent.fetch_add(nodes, Relaxed) + nodes;
        let enough = || (self.enough.load(Relaxed) && self.runs()).then_some(StopCause::Time);
        let stopped = || self.stop.is_some_and(CancelScope::is_cancelled).then_some(StopCause::Request);
        let limit = self.limits.cause(spent, || self.elapsed()).or_else(enough);
        let Some(cause) = limit.or_else(stopped) else { return };
        // The first cause stays. Relaxed: it is read only after the search is over.
        let _ = self.cause.compare_exchange(0, cause as u8 + 1, Relaxed, Relaxed);
        self.scope.cancel();
    }

    pub fn cause(&self) -> StopCause {
        match self.cause.load(Relaxed) {
            1 => StopCause::Time,
            2 => StopCause::Nodes,
            _ => StopCause::Request,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sparring_sched::Pool;

    #[test]
    fn a_search_that_has_found_enough_ends_with_the_beginning_of_its_clock() {
        let pool = Pool::new(1).unwrap();
        let (scope, begins) = (pool.cancel_scope(), OnceLock::new());
        let limits = Limits { movetime: Some(Duration::from_secs(3600)), nodes: None };
        let guard = Guard::new(&scope, pool.stopwatch(), limits, 1).from(Some(&begins));
        assert!(!guard.ends(true));
        guard.report(BATCH);
        assert!(!scope.is_cancelled());
        begins.set(Instant::now()).unwrap();
        guard.report(BATCH);
        assert!(scope.is_cancelled());
        assert_eq!(guard.cause(), StopCause::Time);
    }
}
