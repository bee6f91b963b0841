//! `install`: giving a pool work from outside, and waiting for it without waiting for oneself.
//!
//! The installed closure becomes a *root*: it goes through the pool's injector to some worker,
//! which sends the result back in a [`Letter`]. The installer waits.
//!
//! # No install waits for itself
//! The installer may be a task of this pool, or of another pool that this one installs into. So a
//! thread that waits must not keep others from what it waits for:
//!
//! * `install` on one of the pool's own workers runs the closure there and then;
//! * a worker that waits for another pool runs what is installed in its own pool meanwhile, if no
//!   idle worker does;
//! * `snapshot`, `reset` and `recording` wait for all installs to end. Inside an install of the
//!   same pool they panic, also if the way there led through other pools, and on top of a task
//!   that waits for such an install.
//!
//! Both kinds of root that run on top of other work run as ordinary code: the handle they get
//! stands at the ring's end, so every fork overflows. The reason is that nobody knows how deep the
//! work below them is (the depth travels in its handle). [`Worker`] is the way to fork inside a
//! task.
//!
//! # Who is inside what
//! Each worker names its [`Own`] in its local word (`platform`), and `Own` names a [`Caller`]:
//! the install that the present task belongs to. A worker that takes a task from another worker
//! takes the task's caller along. A caller names its pool, and the caller of the thread that
//! installed it. Code that runs on top of a waiting task has a second caller. It stands for what
//! the waiting task waits for: that cannot return before the code on top has. All callers lie in
//! frames that wait. The local word is the scheduler's only thread-local variable; no fork, poll
//! or theft of a real worker looks at it.

use super::caller::{Around, Caller};
use super::cancel::Cancelled;
use super::cancel_scope::CancelScope;
use super::level::Level;
use super::memory::{Own, Root, Shared};
use super::platform::{Platform, local_word, set_local_word};
use super::pool::Pool;
use super::scope::Scoped;
use super::signal::CANCEL;
use super::sleep::Why;
use super::sync::Monitor;
use super::worker::Worker;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::null;
use std::sync::Arc;
use std::thread;

/// Makes what runs here known as a worker; it must be made unknown again before `own` goes.
pub(super) fn set_worker(own: Option<&Own>) {
    set_local_word(own.map_or(null(), |own| std::ptr::from_ref(own).cast()));
}

/// The worker that this thread is, for the length of the call.
fn with_worker<R>(f: impl FnOnce(Option<&Own>) -> R) -> R {
    // SAFETY: set and taken back by `run_worker`, in whose frame the value lies.
    f(unsafe { local_word().cast::<Own>().as_ref() })
}

/// The name of this thread, if what runs here is inside an install of `pool`.
pub(super) fn inside(pool: &Arc<Shared>) -> Option<String> {
    let inside =
        with_worker(|own| own.is_some_and(|own| Arc::ptr_eq(&own.shared, pool) || is_inside(own, pool)));
    inside.then(|| thread::current().name().unwrap_or("a worker").to_string())
}

/// Whether what runs on this worker of any pool is inside an install of `pool`.
fn is_inside(own: &Own, pool: &Arc<Shared>) -> bool {
    // SAFETY: that of what runs here just now.
    unsafe { own.around.get().is_inside(name_of(pool)) }
}

fn name_of(pool: &Arc<Shared>) -> *const () {
    Arc::as_ptr(pool).cast()
}

/// If this thread is a worker: runs one thing installed in its pool, if there is one.
pub(super) fn run_one_root() {
    with_worker(|own| {
        if let Some(own) = own {
            let below = Caller::new(name_of(&own.shared), own.around.get());
            run_waiting_root(own, &below);
        }
    });
}

impl Pool {
    /// Runs `f` on one of the workers and waits for it. May be called from several threads at once.
    ///
    /// The closure itself is not a task. On one of the pool's own workers it runs there and then,
    /// as ordinary code: what it forks overflows. (A task forks with the [`Worker`] it was given.)
    ///
    /// The caller's thread sleeps meanwhile; it is no worker. To be one it would have to be pinned
    /// as its worker's place is and pinned back afterwards, run the tasks on a stack whose size
    /// nobody chose, and be there whenever a [`snapshot`](Pool::snapshot) asks all workers to rest,
    /// also between two installs. So an install costs a wake-up or two, some tens of microseconds:
    /// install the whole computation, not its parts.
    ///
    /// A task may install into another pool and wait for that. Its worker runs meanwhile what is
    /// installed in its own pool, if nobody else does, but shares nothing: what the tasks around
    /// this one have put up, and nobody had asked for before, waits with it. If a destructor
    /// that is run by unwinding waits so, [`std::thread::panicking`] is true for what runs
    /// meanwhile.
    ///
    /// # Panics
    /// If `f` panics, with its panic.
    pub fn install<R: Send>(&self, f: impl FnOnce(Worker<'_>) -> R + Send) -> R {
        with_worker(|own| match own {
            Some(own) if Arc::ptr_eq(&own.shared, &self.shared) => run_on_top(own, own.around.get(), f),
            own => self.install_from_outside(own, f),
        })
    }

    fn install_from_outside<R: Send>(&self, own: Option<&Own>, f: impl FnOnce(Worker<'_>) -> R + Send) -> R {
        let inside = own.is_some_and(|own| is_inside(own, &self.shared));
        let result = {
            // A snapshot that goes first may wait for what is installed in this worker's pool.
            let meanwhile = own.map(|_| run_one_root as fn());
            let _running = (!inside).then(|| self.installs.enter(meanwhile));
            self.run_root(own, f)
        };
        #[cfg(debug_assertions)]
        if !inside {
            self.check_if_at_rest();
        }
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// As [`Pool::install`], inside a cancel scope.
    ///
    /// # Errors
    /// [`Cancelled`] if the scope was cancelled before `f` began, or if `f` returns it.
    ///
    /// # Panics
    /// As [`Pool::install`]; and if the scope is another pool's.
    pub fn install_in<R: Send>(
        &self,
        scope: &CancelScope,
        f: impl FnOnce(Scoped<'_>) -> Result<R, Cancelled> + Send,
    ) -> Result<R, Cancelled> {
        scope.check_is_of(&self.shared, "install_in");
        self.install(|worker| worker.enter(scope, f))
    }

    /// Sends `f` to a worker and waits for what it returns.
    fn run_root<R: Send>(
        &self,
        own: Option<&Own>,
        f: impl FnOnce(Worker<'_>) -> R + Send,
    ) -> thread::Result<R> {
        let around = own.map_or(Around::NOTHING, |own| own.around.get());
        let caller = Caller::new(name_of(&self.shared), around);
        // The workers of a simulated pool run only while somebody waits for them and does nothing
        // else.
        let own = own.filter(|_| !self.shared.platform.is_simulated());
        let letter = Arc::new(Letter {
            result: Monitor::new(None),
            platform: self.shared.platform.clone(),
            addressee: own.map(|own| (own.shared.clone(), own.index)),
        });
        let reply = letter.clone();
        let sent = SendPtr(&raw const caller);
        let root = move |level: Level<'_>| {
            let result =
                level.in_caller(sent.get(), || catch_unwind(AssertUnwindSafe(|| f(Worker::new(level)))));
            reply.send(result);
        };
        let root: Box<dyn FnOnce(Level<'_>) + Send + '_> = Box::new(root);
        // SAFETY: only the lifetime changes. Everything borrowed is in `f` and `caller`, which are
        // not used any more when the letter is sent; this frame waits for that, and cannot unwind
        // before. What is left of the closure then owns only `reply`.
        let root: Root = unsafe { std::mem::transmute(root) };
        self.shared.injector.push(root);
        self.shared.sleep.wake_for_install();
        match own {
            Some(own) => letter.wait_on(own, &caller),
            None => letter.wait(),
        }
    }
}

/// A pointer that may cross threads: the frame it points into waits, and `Caller` is only read.
struct SendPtr(*const Caller);

// SAFETY: see the type.
unsafe impl Send for SendPtr {}

impl SendPtr {
    fn get(&self) -> *const Caller {
        self.0
    }
}

/// Where the result of an `install` is left for the installer.
struct Letter<R> {
    result: Monitor<Option<thread::Result<R>>>,
    /// That of the worker who sends it.
    platform: Platform,
    /// The installer, if it is a worker: pool and index.
    addressee: Option<(Arc<Shared>, usize)>,
}

impl<R> Letter<R> {
    fn send(&self, result: thread::Result<R>) {
        self.platform.change(&self.result, |arrived| *arrived = Some(result));
        if let Some((shared, worker)) = &self.addressee {
            shared.sleep.wake(*worker);
        }
    }

    fn wait(&self) -> thread::Result<R> {
        self.platform.wait_until(&self.result, |arrived| arrived.is_some());
        self.result.look(Option::take).expect("it has arrived")
    }

    /// As [`Letter::wait`], on a worker, for this install: runs what is installed in its own
    /// pool meanwhile.
    fn wait_on(&self, own: &Own, install: &Caller) -> thread::Result<R> {
        loop {
            if let Some(result) = self.result.look(Option::take) {
                if !own.shared.injector.is_empty() {
                    // This worker may have been woken for that, and may never get to it: what
                    // it does next may wait for a worker that still waits here.
                    own.shared.sleep.wake_for_install();
                }
                return result;
            }
            if !run_waiting_root(own, install) {
                let shared = &own.shared;
                shared.sleep.sleep(own.index, Why::Installing, || {
                    self.result.look(|arrived| arrived.is_some()) || !shared.injector.is_empty()
                });
            }
        }
    }
}

/// Runs one thing that is installed in this worker's pool and that nobody has taken, on top of a
/// task that waits for the install `below`. False if there is none.
fn run_waiting_root(own: &Own, below: &Caller) -> bool {
    let Some(root) = own.shared.take_root() else { return false };
    run_on_top(own, Around { caller: null(), below }, |worker| root(worker.level()));
    true
}

/// Runs `f` on top of whatever this worker is at, with a handle whose forks overflow.
fn run_on_top<R>(own: &Own, around: Around, f: impl FnOnce(Worker<'_>) -> R) -> R {
    struct OnTop<'o>(&'o Own);
    impl Drop for OnTop<'_> {
        fn drop(&mut self) {
            self.0.on_top.set(self.0.on_top.get() - 1);
            // Lets the task below poll for itself: what ran on top has other scopes, and may
            // have cleared a signal meant for that task (invariant 3 of cancel.rs).
            self.0.shared.cores[self.0.index].signal.raise(CANCEL);
        }
    }
    // While this runs nothing of the ring is promoted. The handle stands at its end, and
    // between that and the handle of the task below lie stale entries. A number of its own
    // says so, not `first_private`: a handle of the task below, smuggled in, may set that. And
    // a number, because coroutines on this stack need not return in the order of their calls.
    own.on_top.set(own.on_top.get() + 1);
    let _on_top = OnTop(own);
    let _around = Replaced::new(&own.around, around);
    f(Worker::new(Level::ring_end(&own.shared.cores[own.index])))
}

/// A value in a cell for a while; then the old one is there again.
struct Replaced<'c, T: Copy>(&'c Cell<T>, T);

impl<'c, T: Copy> Replaced<'c, T> {
    fn new(cell: &'c Cell<T>, value: T) -> Replaced<'c, T> {
        Replaced(cell, cell.replace(value))
    }
}

impl<T: Copy> Drop for Replaced<'_, T> {
    fn drop(&mut self) {
        self.0.set(self.1);
    }
}

impl Level<'_> {
    /// Runs `f` as part of the install that `caller` stands for.
    pub(super) fn in_caller<R>(self, caller: *const Caller, f: impl FnOnce() -> R) -> R {
        let own = self.own();
        let outer = own.around.get();
        // What a waiting task runs is a part of what it waits for (`strays.rs`), or a root. But
        // a root may have been given a handle of the task below, and wait with that for another.
        let waiting = Caller::new(name_of(&own.shared), outer);
        let below = if outer.caller.is_null() { outer.below } else { &raw const waiting };
        let _restore = Replaced::new(&own.around, Around { caller, below });
        f()
    }
}
