//! Stand-ins: threads that run installed jobs while workers wait for other threads.
//!
//! A task that installs in another pool, or builds or drops one, may wait for an install in its own
//! pool. Its worker must not run such jobs on top of the task: the task may hold a lock that they
//! want, and nested waits overflow the stack. So another thread takes its place (compensation in
//! Java's `ForkJoinPool`). It runs injected jobs only, and all its forks overflow. A stand-in that
//! waits leaves its place to the next.
//!
//! # When one works
//! Let `waiting` count the workers and stand-ins that wait for other threads, and `working` the
//! stand-ins that do not rest, including those that wait. While nobody is idle, a stand-in may
//! begin a job if `working <= waiting`, itself included. So no more threads run tasks than the pool
//! has workers (one more after a wait, until its stand-in has ended its job). A job known to be
//! inside an install of this pool may always begin, because all others may wait for it.
//!
//! # No job is forgotten
//! A thread that has added or taken a job, begun to wait or stopped being idle checks, after a
//! fence, for open jobs ([`Shared::hand_on_injected`]). If nobody is idle, it calls a stand-in that
//! may begin one. Calls, waits and a stand-in's last look before it rests are under one lock
//! ([`State`]). So if `working == waiting`, a call may leave the job to the working stand-ins: each
//! looks again, or waits and calls another. (If no thread can be started, or [`MOST`] exist, the
//! job may be left.)

use crate::handover::sleep::Sleep;
use crate::platform::Processors;
use crate::sync::{
    Condvar, Mutex, Rule,
    atomic::{AtomicUsize, Ordering::Relaxed},
    omitted,
};
use crate::worker::group::{Group, Taken};
use crate::worker::groups::Groups;
use crate::worker::injector::{InjectedJob, Injector};
use crate::worker::thread::Thread;
use std::io;
use std::sync::Arc;

pub(crate) const MOST: usize = if cfg!(sparring_shuttle) { 6 } else { 256 };

pub(crate) struct StandIns {
    most: usize,
    /// [`State::waiting`], for threads that ask without the lock.
    waiting: AtomicUsize,
    state: Mutex<State>,
    called: Condvar,
}

pub(crate) enum ForStandIn {
    Job(InjectedJob),
    Task(Arc<Group>, Taken),
}

struct State {
    waiting: usize,
    working: usize,
    /// Working stand-ins that were called and have not looked since.
    calls: usize,
    threads: Vec<Thread>,
    /// `None` if the pool has no stand-ins or ends.
    settings: Option<Settings>,
}

pub(crate) struct Settings {
    pub(crate) stack: usize,
    pub(crate) processors: Processors,
}

impl StandIns {
    pub(crate) fn new(settings: Option<Settings>) -> StandIns {
        let most = if settings.is_some() { MOST } else { 0 };
        let state = State { waiting: 0, working: 0, calls: 0, threads: Vec::new(), settings };
        StandIns { most, waiting: AtomicUsize::new(0), state: Mutex::new(state), called: Condvar::new() }
    }

    pub(crate) fn most(&self) -> usize {
        self.most
    }

    pub(crate) fn begin_waiting(&self) -> Waiting<'_> {
        self.change_waiting(|waiting| *waiting += 1);
        Waiting(self)
    }

    fn change_waiting(&self, change: impl FnOnce(&mut usize)) {
        let mut state = self.state.lock();
        change(&mut state.waiting);
        self.waiting.store(state.waiting, Relaxed);
    }

    /// True if a thread of the pool waits for another one; ask after a fence.
    pub(crate) fn are_wanted(&self) -> bool {
        self.waiting.load(Relaxed) > 0
    }

    /// Calls a stand-in, if one may begin a job; so many are `inside` an install of the pool.
    /// `start` starts the one with this number.
    pub(crate) fn call(&self, inside: usize, start: impl FnOnce(usize, &Settings) -> io::Result<Thread>) {
        let mut state = self.state.lock();
        let may = state.working < state.waiting || state.calls < inside;
        if !may || omitted(Rule::StandIn) || !state.has_at_rest(start) {
            return;
        }
        state.calls += 1;
        state.working += 1;
        self.called.notify_one();
    }

    pub(crate) fn rest(&self) -> Option<()> {
        let mut state = self.state.lock();
        while state.calls == 0 {
            state.settings.as_ref()?;
            self.called.wait(&mut state);
        }
        state.calls -= 1;
        Some(())
    }

    /// Takes the next job that a working stand-in may begin; if there is none, it rests.
    pub(crate) fn next(&self, sleep: &Sleep, injector: &Injector, groups: &Groups) -> Option<ForStandIn> {
        let mut state = self.state.lock();
        let may_any = state.working <= state.waiting;
        let idle = sleep.is_anybody_idle() && !omitted(Rule::IdleFirst);
        let inside = || injector.take_first(InjectedJob::is_inside);
        let job = || inside().or_else(|| may_any.then(|| injector.take()).flatten()).map(ForStandIn::Job);
        let task = || groups.take(usize::MAX, false).map(|(group, task)| ForStandIn::Task(group, task));
        let work = if idle { None } else { job().or_else(|| may_any.then(task).flatten()) };
        state.working -= usize::from(work.is_none());
        work
    }

    /// Ends all stand-ins, which run nothing now. The caller joins the threads.
    #[must_use = "threads that are dropped are not joined"]
    pub(crate) fn end(&self) -> Vec<Thread> {
        let mut state = self.state.lock();
        state.settings = None;
        let threads = std::mem::take(&mut state.threads);
        drop(state);
        self.called.notify_all();
        threads
    }
}

impl State {
    /// True if a stand-in rests, after starting one if needed.
    fn has_at_rest(&mut self, start: impl FnOnce(usize, &Settings) -> io::Result<Thread>) -> bool {
        let (number, Some(settings)) = (self.threads.len(), &self.settings) else { return false };
        if self.working < number {
            return true;
        }
        let started = if number < MOST { start(number, settings).ok() } else { None };
        started.map(|thread| self.threads.push(thread)).is_some()
    }
}

pub(crate) struct Waiting<'p>(&'p StandIns);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.change_waiting(|waiting| *waiting -= 1);
    }
}
