//! Stand-ins: threads that run what is installed while workers wait for other threads.
//!
//! A task that installs in another pool, or builds or drops one, waits for threads of which its own
//! pool knows nothing; and what it waits for may be inside an install in its own pool. So its
//! worker cannot just wait, or the two may wait for each other. It could run what is installed on
//! top of its task. That was so for long, and went wrong in two ways. The task may hold a lock, or
//! a `RefCell`, that what runs on top of it wants: that hangs, or panics. And tasks that wait on
//! top of each other, as many as the program has clients, overflow a stack.
//!
//! So a worker that waits runs nothing, and another thread takes its place: a *stand-in*. It runs
//! injected jobs and nothing else, as ordinary code: its handle stands above a ring that thieves do
//! not know, so every fork overflows. A stand-in that waits in turn leaves its place to the next
//! one. GHC does the same for foreign calls, and Java's `ForkJoinPool` calls it compensation.
//!
//! # When one works
//! Let `waiting` be the number of workers and stand-ins that wait for other threads, and `working`
//! that of the stand-ins that do not rest, those that wait among them. While nobody is idle, a
//! stand-in may begin a job if `working <= waiting`, itself included: then no more threads run
//! tasks than the pool has workers. (When a wait ends, there is one more until the stand-in has
//! ended its job.) A job that is known to be inside an install of this pool it may begin in any
//! case. All others may wait for what that install holds: one of them, on a stand-in, for a lock.
//!
//! # No job is forgotten
//! Whoever puts up a job, begins to wait, stops being idle or takes a job looks afterwards, behind
//! a fence, whether jobs are open ([`Shared::hand_on_injected`]). If nobody is idle, it calls a
//! stand-in that may begin one. That is decided under the lock of [`State`], under which waits
//! begin and end, and under which a stand-in looks at the injector once more before it rests. So a
//! call that finds `working == waiting` can leave the job to those that work: each looks again, or
//! waits and calls another. (If the system starts no thread, or there are [`MOST`], the job stays
//! until somebody looks again. All may be waiting for it.)

use crate::handover::sleep::Sleep;
use crate::platform::Processors;
use crate::sync::{Condvar, Mutex, Rule, omitted};
use crate::worker::injector::{InjectedJob, Injector};
use crate::worker::thread::Thread;
use std::io;

/// The most stand-ins of a pool.
pub(crate) const MOST: usize = if cfg!(sparring_shuttle) { 6 } else { 256 };

/// The state of a pool's stand-ins: who waits, and who works; see the module documentation.
pub(crate) struct StandIns {
    /// The most that there can be: none in a simulated pool.
    most: usize,
    state: Mutex<State>,
    /// One that rests is called, or all are told to end.
    called: Condvar,
}

struct State {
    waiting: usize,
    working: usize,
    /// Number of those working that were called and have not looked since.
    calls: usize,
    threads: Vec<Thread>,
    /// `None` when the pool has none, or ends.
    settings: Option<Settings>,
}

/// The settings that a stand-in is started with.
pub(crate) struct Settings {
    pub(crate) stack: usize,
    pub(crate) processors: Processors,
}

impl StandIns {
    /// No stand-ins yet, and never any without `settings`.
    pub(crate) fn new(settings: Option<Settings>) -> StandIns {
        let most = if settings.is_some() { MOST } else { 0 };
        let state = State { waiting: 0, working: 0, calls: 0, threads: Vec::new(), settings };
        StandIns { most, state: Mutex::new(state), called: Condvar::new() }
    }

    /// The most stand-ins that there can be: their numbers are below this.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// The caller begins to wait for other threads.
    pub(crate) fn begin_waiting(&self) -> Waiting<'_> {
        self.state.lock().waiting += 1;
        Waiting(self)
    }

    /// Sees to it that a stand-in looks for jobs, if one may begin some. `start` starts the one
    /// with this number.
    pub(crate) fn call(
        &self,
        injector: &Injector,
        start: impl FnOnce(usize, &Settings) -> io::Result<Thread>,
    ) {
        let mut state = self.state.lock();
        let may = state.working < state.waiting || state.calls < injector.open_inside();
        if !may || omitted(Rule::StandIn) || !state.has_at_rest(start) {
            return;
        }
        state.calls += 1;
        state.working += 1;
        self.called.notify_one();
    }

    /// Stand-in: waits until it is called. `None` if the pool ends.
    pub(crate) fn rest(&self) -> Option<()> {
        let mut state = self.state.lock();
        while state.calls == 0 {
            state.settings.as_ref()?;
            self.called.wait(&mut state);
        }
        state.calls -= 1;
        Some(())
    }

    /// Stand-in that does not rest: takes the next job that it may begin. If there is none, it
    /// rests.
    pub(crate) fn next(&self, sleep: &Sleep, injector: &Injector) -> Option<InjectedJob> {
        let mut state = self.state.lock();
        let may_any = state.working <= state.waiting;
        let idle = sleep.is_anybody_idle() && !omitted(Rule::IdleFirst);
        let inside = || injector.take_first(InjectedJob::is_inside);
        let job = if idle { None } else { inside().or_else(|| may_any.then(|| injector.take()).flatten()) };
        state.working -= usize::from(job.is_none());
        job
    }

    /// Ends all stand-ins, which run nothing as the pool does not. Returns their threads, which the
    /// caller joins.
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
    /// Starts a stand-in if none is at rest. False if there is none, and cannot be.
    fn has_at_rest(&mut self, start: impl FnOnce(usize, &Settings) -> io::Result<Thread>) -> bool {
        let (number, Some(settings)) = (self.threads.len(), &self.settings) else { return false };
        if self.working < number {
            return true;
        }
        let started = if number < MOST { start(number, settings).ok() } else { None };
        started.map(|thread| self.threads.push(thread)).is_some()
    }
}

/// A thread of the pool waits for other threads until this is dropped.
pub(crate) struct Waiting<'p>(&'p StandIns);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.state.lock().waiting -= 1;
    }
}
