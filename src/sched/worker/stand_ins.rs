//! Stand-ins: threads that run what is installed while workers wait for other threads.
//!
//! A task that installs in another pool, or builds or drops one, waits for threads of which its
//! own pool knows nothing; and what it waits for may be inside an install in its own pool. So its
//! worker cannot just wait, or the two may wait for each other. It could run what is installed on
//! top of its task. That was so for long, and went wrong in two ways. The task may hold a lock, or
//! a `RefCell`, that what runs on top of it wants: that hangs, or panics. And tasks that wait on
//! top of each other, as many as the program has clients, overflow a stack.
//!
//! So a worker that waits runs nothing, and another thread takes its place: a *stand-in*. It runs
//! roots and nothing else, as ordinary code: its handle stands above a ring that thieves do not
//! know, so every fork overflows. A stand-in that waits in turn leaves its place to the next one.
//! GHC does the same for foreign calls, and Java's `ForkJoinPool` calls it compensation.
//!
//! # When one works
//! Let `waiting` be the number of workers and stand-ins that wait for other threads, and `working`
//! that of the stand-ins that do not rest, those that wait among them. While nobody is idle, a
//! stand-in may begin a root if `working <= waiting`, itself included: then no more threads run
//! tasks than the pool has workers. (When a wait ends, there is one more until the stand-in has
//! ended its root.) A root that is known to be inside an install of this pool it may begin in any
//! case. All others may wait for what that install holds: one of them, on a stand-in, for a lock.
//!
//! # No root is forgotten
//! Whoever puts up a root, begins to wait, stops being idle or takes a root looks afterwards,
//! behind a fence, whether roots are open ([`Shared::hand_on_roots`]). If nobody is idle, it calls
//! a stand-in that may begin one. That is decided under the lock of [`State`], under which waits
//! begin and end, and under which a stand-in looks at the queue once more before it rests. So a
//! call that finds `working == waiting` can leave the root to those that work: each looks again, or
//! waits and calls another. (If the system starts no thread, or there are [`MOST`], the root stays
//! until somebody looks again. All may be waiting for it.)

use crate::Tally;
use crate::handle::Level;
use crate::handover::signal::CANCEL;
use crate::platform::{Platform, Processors};
use crate::pool::worker_thread::Thread;
use crate::sync::abort::AbortOnUnwind;
use crate::sync::deque::Worker as Deque;
use crate::sync::{Condvar, Mend, Mutex, full_fence, left_out};
use crate::worker::core::{Core, Own, Shared};
use crate::worker::current::set_worker;
use crate::worker::injector::Root;
use crate::task::pool_set::PoolSet;
use std::ptr::NonNull;
use std::sync::{Arc, OnceLock};

/// The most stand-ins of a pool.
pub(crate) const MOST: usize = if cfg!(sparring_shuttle) { 6 } else { 256 };

/// All stand-ins of a pool; see the module documentation.
pub(crate) struct StandIns {
    /// The memory of those that were started, in this order.
    cores: Box<[OnceLock<Box<Core>>]>,
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
    start: Option<Start>,
}

/// The settings that a stand-in is started with.
pub(crate) struct Start {
    pub(crate) stack: usize,
    pub(crate) processors: Processors,
}

impl StandIns {
    /// None yet. There never are any without `start`.
    pub(crate) fn new(start: Option<Start>) -> StandIns {
        let most = if start.is_some() { MOST } else { 0 };
        let state = State { waiting: 0, working: 0, calls: 0, threads: Vec::new(), start };
        let cores = (0..most).map(|_| OnceLock::new()).collect();
        StandIns { cores, state: Mutex::new(state), called: Condvar::new() }
    }

    fn cores(&self) -> impl Iterator<Item = &Core> {
        self.cores.iter().filter_map(OnceLock::get).map(|core| &**core)
    }

    /// The memory of one that was started.
    pub(crate) fn core(&self, number: usize) -> &Core {
        self.cores[number].get().expect("it was started")
    }

    /// A scope of the whole pool was cancelled: signals all.
    pub(crate) fn signal(&self) {
        self.cores().for_each(|core| core.signal.raise(CANCEL));
    }

    /// Sum of the counters of those that have the number of this worker. Their time is not in it:
    /// it was taken while that of a worker stood still, and counted as the worker's.
    fn tally(&self, worker: usize, workers: usize) -> Tally {
        let mut sum = Tally::default();
        let cores = self.cores.iter().skip(worker).step_by(workers).filter_map(OnceLock::get);
        cores.for_each(|core| sum += core.tally());
        Tally { busy_ns: 0, idle_ns: 0, filling_ns: 0, ..sum }
    }

    /// Sees to it that a stand-in looks for roots, if one may begin some.
    fn call(&self, pool: &Arc<Shared>) {
        let mut state = self.state.lock();
        let may = state.working < state.waiting || state.calls < pool.queue.open_inside();
        if !may || left_out(Mend::StandIn) || !self.has_at_rest(&mut state, pool) {
            return;
        }
        state.calls += 1;
        state.working += 1;
        self.called.notify_one();
    }

    /// Starts a stand-in if none is at rest. False if there is none, and cannot be.
    fn has_at_rest(&self, state: &mut State, pool: &Arc<Shared>) -> bool {
        let (number, Some(start)) = (state.threads.len(), &state.start) else { return false };
        if state.working < number {
            return true;
        }
        let started = if number < self.cores.len() { start.thread(pool, number).ok() } else { None };
        started.map(|thread| state.threads.push(thread)).is_some()
    }

    /// Stand-in: waits until it is called. `None` if the pool ends.
    fn rest(&self) -> Option<()> {
        let mut state = self.state.lock();
        while state.calls == 0 {
            state.start.as_ref()?;
            self.called.wait(&mut state);
        }
        state.calls -= 1;
        Some(())
    }

    /// Stand-in that does not rest: the next root. If there is none that it may begin, it rests.
    fn next(&self, pool: &Shared) -> Option<Root> {
        let mut state = self.state.lock();
        let may_any = state.working <= state.waiting;
        let idle = pool.sleep.is_anybody_idle() && !left_out(Mend::IdleFirst);
        let inside = || pool.queue.take_first(Root::is_inside);
        let root =
            if idle { None } else { inside().or_else(|| may_any.then(|| pool.queue.take()).flatten()) };
        state.working -= usize::from(root.is_none());
        root
    }

    /// Ends all. They run nothing, as the pool does not.
    pub(crate) fn end(&self) {
        let mut state = self.state.lock();
        state.start = None;
        let threads = std::mem::take(&mut state.threads);
        drop(state);
        self.called.notify_all();
        threads.into_iter().for_each(Thread::join);
    }
}

/// A thread of the pool waits for other threads until this is dropped.
pub(crate) struct Waiting<'p>(&'p StandIns);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.state.lock().waiting -= 1;
    }
}

impl Shared {
    /// A worker or stand-in begins to wait for other threads.
    pub(crate) fn begin_waiting(self: &Arc<Self>) -> Waiting<'_> {
        self.stand_ins.state.lock().waiting += 1;
        let waiting = Waiting(&self.stand_ins);
        if !left_out(Mend::HandOnWaiting) {
            self.hand_on_roots();
        }
        waiting
    }

    /// After roots were opened, or one who may have been woken for them takes up something
    /// else, or begins to wait: sees to it that somebody comes for them.
    pub(crate) fn hand_on_roots(self: &Arc<Self>) {
        full_fence(); // pairs with the fence in `Sleep::sleep`
        if self.queue.has_open() && !self.sleep.wake_for_roots() {
            self.stand_ins.call(self);
        }
    }

    /// All that was counted under the number of this worker, by itself and by stand-ins.
    pub(crate) fn tally(&self, worker: usize) -> Tally {
        let mut tally = self.cores[worker].tally();
        tally += self.stand_ins.tally(worker, self.cores.len());
        tally
    }
}

impl Start {
    /// Starts stand-in `number`.
    fn thread(&self, pool: &Arc<Shared>, number: usize) -> std::io::Result<Thread> {
        let (pool, processors) = (pool.clone(), self.processors.clone());
        let body = move || {
            processors.widen();
            run(pool, number);
        };
        Thread::spawn(format!("stand-in-{number:02}"), self.stack, body)
    }
}

/// The life of a stand-in's thread.
fn run(pool: Arc<Shared>, number: usize) {
    let index = number % pool.cores.len();
    let core = Core::of_thread(index, pool.cores.len() + number, 0, &Platform::default(), false);
    let core = &**pool.stand_ins.cores[number].get_or_init(|| core);
    full_fence(); // pairs with that of a canceller: it signals this core, or its flag is seen here
    let own = Own::new(pool.clone(), core, Deque::new_lifo(), 0);
    core.own.set(Some(NonNull::from(&own)));
    set_worker(Some(&own));
    // Installers wait for what runs here.
    let running = AbortOnUnwind::new("ran a stand-in");
    while pool.stand_ins.rest().is_some() {
        while let Some(root) = pool.stand_ins.next(&pool) {
            pool.hand_on_roots();
            core.stretch.begin(core.platform.now_ns(), true);
            own.run_on_top(root.inside, |level| root.run_at(level, || ()));
        }
    }
    running.disarm();
    set_worker(None);
    core.own.set(None);
}

impl Own {
    /// Returns true on a stand-in, false on a worker.
    pub(crate) fn is_stand_in(&self) -> bool {
        self.thread >= self.shared.cores.len()
    }

    pub(crate) fn core(&self) -> &Core {
        let (cores, stand_ins) = (&self.shared.cores, &self.shared.stand_ins);
        if self.is_stand_in() { stand_ins.core(self.thread - cores.len()) } else { &cores[self.index] }
    }

    /// Runs `f` on top of whatever this thread is at, with a handle whose forks overflow.
    pub(crate) fn run_on_top<R>(
        &self,
        inside: PoolSet,
        f: impl FnOnce(Level<'_>) -> R,
    ) -> R {
        struct Signal<'c>(&'c Core);
        impl Drop for Signal<'_> {
            fn drop(&mut self) {
                // Lets the task below poll for itself: what ran on top has other scopes, and may
                // have cleared a signal meant for that task (invariant 3 of cancel.rs).
                self.0.signal.raise(CANCEL);
            }
        }
        let signal = Signal(self.core());
        self.within(inside, || f(Level::on_top(signal.0)))
    }
}
