//! The life of a run on a pool.
//!
//! [`Run`] fixes the order of events: guard against Ctrl-C, reset of the counters, start of the
//! clocks, work under a [`Screen`], collection of counts and recording.

use std::sync::Arc;
use std::time::Instant;

use super::interrupt::Interrupt;
use super::live::{Fill, ProgressView, Screen};
use super::observation::{Detail, Observation};
use super::progress::Progress;
use super::usage::CpuClock;
use sparring_report::RunKeys;
use sparring_sched::{CancelScope, Cancelled, Pool, Scoped};

#[derive(Clone)]
pub struct Run {
    pub pool: Arc<Pool>,
    pub interrupt: Interrupt,
    pub view: ProgressView,
    pub detail: Detail,
}

pub struct RunScope<'r> {
    pub pool: &'r Pool,
    /// Cancelled by Ctrl-C.
    pub scope: &'r CancelScope,
    pub screen: &'r Screen<'r>,
}

pub struct RunOutcome<R> {
    pub value: R,
    pub time_ns: u64,
    pub observed: Observation,
}

impl Run {
    pub fn new(pool: impl Into<Arc<Pool>>, interrupt: &Interrupt) -> Run {
        Run {
            pool: pool.into(),
            interrupt: interrupt.clone(),
            view: ProgressView::default(),
            detail: Detail::default(),
        }
    }

    /// Works in a scope that Ctrl-C cancels, under `line`.
    pub fn scoped<R>(&self, line: Progress, work: impl FnOnce(&RunScope<'_>) -> R) -> RunOutcome<R> {
        self.shown(line, |screen| self.scoped_on(screen, work))
    }

    /// Works in a scope on an existing screen.
    pub fn scoped_on<R>(&self, screen: &Screen<'_>, work: impl FnOnce(&RunScope<'_>) -> R) -> RunOutcome<R> {
        let scope = Arc::new(self.pool.cancel_scope());
        let switch = scope.clone();
        let running = RunScope { pool: &self.pool, scope: &scope, screen };
        self.stopped_by(move || switch.cancel(), || work(&running))
    }

    /// Works until done or stopped; Ctrl-C calls `stop`.
    pub fn stopped_by<R>(&self, stop: impl Fn() + Send + 'static, work: impl FnOnce() -> R) -> RunOutcome<R> {
        self.interrupt.guard(stop);
        self.counted(work)
    }

    /// Works with counters and clocks from zero. The work must guard itself against Ctrl-C.
    pub fn counted<R>(&self, work: impl FnOnce() -> R) -> RunOutcome<R> {
        self.pool.reset();
        let (clock, start) = (CpuClock::start(), Instant::now());
        let value = work();
        let time_ns = start.elapsed().as_nanos() as u64;
        RunOutcome { value, time_ns, observed: Observation::timed(&self.pool, Vec::new(), clock) }
    }

    /// Shows `line` or the workers during `work`.
    pub fn shown<R>(&self, line: Progress, work: impl FnOnce(&Screen<'_>) -> R) -> R {
        self.shown_with_table(line, &|| None, work)
    }

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
    pub fn install<R: Send>(
        &self,
        work: impl FnOnce(Scoped<'_>) -> Result<R, Cancelled> + Send,
    ) -> Result<R, Cancelled> {
        self.pool.install_in(self.scope, work)
    }
}

impl<R> RunOutcome<R> {
    pub fn keys(&self) -> RunKeys {
        let snapshot = &self.observed.snapshot;
        RunKeys { threads: snapshot.workers.len(), time_ns: self.time_ns, nodes: snapshot.total().nodes }
    }
}
