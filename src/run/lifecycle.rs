//! The life of a run on a pool, from the first guard against Ctrl-C to the record that is left.
//!
//! [`Run`] owns the order of events, which every command shares: Ctrl-C is told what to stop, the
//! counters of the pool are reset, the clocks start, the work goes on under a [`Screen`], and at
//! the end the pool is asked what it counted and recorded. Work in a scope gets a [`RunScope`];
//! what has switches of its own says how it is stopped ([`Run::stopped_by`]).

use std::sync::Arc;
use std::time::Instant;

use super::interrupt::Interrupt;
use super::live::{Fill, ProgressView, Screen};
use super::observation::{Detail, Observation};
use super::progress::Progress;
use super::usage::CpuClock;
use sparring_report::RunKeys;
use sparring_sched::{CancelScope, Cancelled, Pool, Scoped};

/// The workers of a run, what stops it, and what it shows and tells.
#[derive(Clone)]
pub struct Run {
    /// The workers.
    pub pool: Arc<Pool>,
    /// Ctrl-C.
    pub interrupt: Interrupt,
    /// The line or view on the terminal meanwhile.
    pub view: ProgressView,
    /// Keys and lines that are told besides the answer.
    pub detail: Detail,
}

/// A run under way: the scope that Ctrl-C cancels, its workers, and the terminal.
pub struct RunScope<'r> {
    /// The workers.
    pub pool: &'r Pool,
    /// Cancelled by Ctrl-C.
    pub scope: &'r CancelScope,
    /// The terminal.
    pub screen: &'r Screen<'r>,
}

/// A run that has ended.
pub struct RunOutcome<R> {
    /// The result of the work.
    pub value: R,
    /// Its duration in real time.
    pub time_ns: u64,
    /// The pool's counters and recording of it.
    pub observed: Observation,
}

impl Run {
    /// A run that shows a progress line and tells nothing besides its answer.
    pub fn new(pool: impl Into<Arc<Pool>>, interrupt: &Interrupt) -> Run {
        Run {
            pool: pool.into(),
            interrupt: interrupt.clone(),
            view: ProgressView::default(),
            detail: Detail::default(),
        }
    }

    /// Works in a scope that Ctrl-C cancels, with `line` on the terminal.
    pub fn scoped<R>(&self, line: Progress, work: impl FnOnce(&RunScope<'_>) -> R) -> RunOutcome<R> {
        self.shown(line, |screen| self.scoped_on(screen, work))
    }

    /// The same with something on the terminal already.
    pub fn scoped_on<R>(&self, screen: &Screen<'_>, work: impl FnOnce(&RunScope<'_>) -> R) -> RunOutcome<R> {
        let scope = Arc::new(self.pool.cancel_scope());
        let switch = scope.clone();
        let running = RunScope { pool: &self.pool, scope: &scope, screen };
        self.stopped_by(move || switch.cancel(), || work(&running))
    }

    /// Works until it is done or has heard `stop`, which Ctrl-C calls.
    pub fn stopped_by<R>(&self, stop: impl Fn() + Send + 'static, work: impl FnOnce() -> R) -> RunOutcome<R> {
        self.interrupt.guard(stop);
        self.counted(work)
    }

    /// Works with counters and clocks that begin at zero. The work guards itself against Ctrl-C.
    pub fn counted<R>(&self, work: impl FnOnce() -> R) -> RunOutcome<R> {
        self.pool.reset();
        let (clock, start) = (CpuClock::start(), Instant::now());
        let value = work();
        let time_ns = start.elapsed().as_nanos() as u64;
        RunOutcome { value, time_ns, observed: Observation::timed(&self.pool, Vec::new(), clock) }
    }

    /// Shows `line` or the workers while `work` goes on.
    pub fn shown<R>(&self, line: Progress, work: impl FnOnce(&Screen<'_>) -> R) -> R {
        self.shown_with_table(line, &|| None, work)
    }

    /// The same, and how full a transposition table is.
    pub fn shown_with_table<R>(
        &self,
        line: Progress,
        fill: Fill<'_>,
        work: impl FnOnce(&Screen<'_>) -> R,
    ) -> R {
        Screen::during(self.view, line, &self.pool, fill, work)
    }
}

impl RunScope<'_> {
    /// Works on a worker of the pool, in the scope.
    ///
    /// # Errors
    /// If Ctrl-C was pressed.
    pub fn install<R: Send>(
        &self,
        work: impl FnOnce(Scoped<'_>) -> Result<R, Cancelled> + Send,
    ) -> Result<R, Cancelled> {
        self.pool.install_in(self.scope, work)
    }
}

impl<R> RunOutcome<R> {
    /// Workers, time and nodes, as documents tell them.
    pub fn keys(&self) -> RunKeys {
        let snapshot = &self.observed.snapshot;
        RunKeys { threads: snapshot.workers.len(), time_ns: self.time_ns, nodes: snapshot.total().nodes }
    }
}
