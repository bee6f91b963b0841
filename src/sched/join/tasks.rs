//! Tasks with handles, spawned one by one and joined in any order. All are over when their call
//! returns.
//!
//! A spawned task is a [`Job`] like the second half of a join, stored in the call's [`Arena`]. Its
//! entry stays in the private ring while the spawner continues one level higher.
//!
//! # Invariants
//! 1. *The frame outlives its tasks.* [`Tasks`] lies in the frame of [`Scoped::tasks`], which lends
//!    it out. Before that frame ends, by return or unwinding, every task is settled: run here,
//!    dropped unrun, or done by its thief. Handles own nothing, so they may be leaked.
//! 2. A [`State::Private`] task was put into its own ring slot, above the call's first level and
//!    below the current handle. The slot holds its entry until that is promoted, stolen or taken
//!    out. A slot whose entry was taken out holds a *gap* until the handle falls below it, so
//!    thieves see the entries behind it. (When the levels run out, [`Tasks::make_room`] closes the
//!    gaps.)
//! 3. The deque holds the promoted tasks in the order of spawning, and nothing older above them. If
//!    the newest promoted unsettled task is not the newest entry of the deque, it was stolen.

use crate::handle::Handle;
use crate::handle::scoped::{Scoped, open};
use crate::handle::worker::Worker;
use crate::handover::cancel::{Cancelled, ScopeNode};
use crate::handover::ring::RING;
use crate::join::arena::{Arena, FirstChunk};
use crate::join::fork::{InScope, Pending, Refused};
use crate::join::spawned::{LEFT_FREE, Link, State, Task, Typed};
use crate::sync::thread;
use crate::task::job::Job;
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::NonNull;

pub(crate) type Outcome<T> = Result<T, Cancelled>;

/// A place to spawn tasks and a handle of the worker that runs them; see [`Scoped::tasks`].
pub struct Tasks<'t, 'env> {
    pub(crate) handle: Handle<'t>,
    pub(crate) base: Handle<'t>,
    pub(crate) node: &'t ScopeNode,
    pub(crate) newest: Link<'t>,
    /// Newest task known to be outside the ring for good, together with all older ones.
    pub(crate) settled: Link<'t>,
    pub(crate) gaps: Cell<usize>,
    pub(crate) arena: Arena,
    pub(crate) cancelled: bool,
    /// Makes the type invariant in `'env`.
    env: PhantomData<Cell<&'env ()>>,
}

/// Handle of a spawned task; [`Tasks::join`] returns its value.
///
/// A task outlives the frame that spawned it, so it cannot borrow from that frame:
///
/// ```compile_fail
/// # use sparring_sched::Pool;
/// # Pool::new(1).unwrap().install(|w| w.scope(|s| {
/// s.tasks(|tasks| {
///     let local = 5;
///     let task = tasks.spawn(|_| Ok(&local));
///     tasks.join(task).copied()
/// })
/// # })).unwrap();
/// ```
///
/// A handle fits only the call in which its task was spawned:
///
/// ```compile_fail
/// # use sparring_sched::Pool;
/// # Pool::new(1).unwrap().install(|w| w.scope(|s| {
/// s.tasks(|outer| {
///     let task = outer.spawn(|_| Ok(5));
///     outer.lend().tasks(|inner| inner.join(task))
/// })
/// # })).unwrap();
/// ```
#[must_use = "a task without its handle is run all the same, but its value is lost"]
pub struct TaskHandle<'t, T> {
    task: NonNull<Task<'t>>,
    result: NonNull<MaybeUninit<thread::Result<Outcome<T>>>>,
    /// Makes the type invariant in `'t`, so the handle fits no other [`Tasks`].
    brand: PhantomData<Cell<&'t ()>>,
}

// SAFETY: a handle does nothing by itself. Only [`Tasks::join`] uses it, on the thread of its
// `Tasks`.
unsafe impl<T: Send> Send for TaskHandle<'_, T> {}

impl Scoped<'_> {
    /// Runs `f`, which may spawn tasks and join them, and returns when all are over, including
    /// those that `f` did not join. A task may borrow what outlives this call.
    ///
    /// ```
    /// use sparring_sched::Pool;
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let scope = pool.cancel_scope();
    /// let text = String::from("eldest brother");
    /// let (words, longest) = pool
    ///     .install_in(&scope, |s| {
    ///         s.tasks(|tasks| {
    ///             let words = tasks.spawn(|_| Ok(text.split(' ').count()));
    ///             let longest = tasks.spawn(|_| Ok(text.split(' ').map(str::len).max()));
    ///             // Here this worker may do something else: `tasks.lend()` is its handle.
    ///             Ok((tasks.join(words)?, tasks.join(longest)?))
    ///         })
    ///     })
    ///     .unwrap();
    /// assert_eq!((words, longest), (2, Some(7)));
    /// let total = pool.snapshot().total();
    /// assert_eq!(total.created, 2);
    /// total.check().unwrap();
    /// ```
    ///
    /// **While it joins a task that another worker runs, this worker runs other tasks of the same
    /// call**, on top of `f`. So do not hold a lock or a `RefCell` borrow over [`Tasks::join`] if
    /// another task of the call needs it.
    ///
    /// # Costs
    /// A spawn and its join take about ten nanoseconds more than a [`join`](Scoped::join). At most
    /// 3,072 tasks can wait to be started: further ones run at once and count as overflowed. Memory
    /// for many tasks is kept until the call returns.
    ///
    /// # Errors
    /// [`Cancelled`] if `f` or an unjoined task returned it, or if the scope was cancelled before
    /// all tasks were over. Tasks that had not begun are then dropped unrun.
    ///
    /// # Panics
    /// If `f` panics, with its panic, after all tasks have ended or been dropped unrun. Otherwise
    /// with the first panic, in the order of spawning, of an unjoined task.
    pub fn tasks<'env, R, F>(self, f: F) -> Result<R, Cancelled>
    where
        F: for<'t> FnOnce(&mut Tasks<'t, 'env>) -> Result<R, Cancelled>,
    {
        let first = FirstChunk::new();
        // SAFETY: declared before `tasks`, so dropped after it, and not moved; used only here.
        let arena = unsafe { Arena::new(&first) };
        let handle = self.handle().shorten();
        let (node, env) = (self.node(), PhantomData);
        let (newest, settled, gaps, cancelled) = (None, None, Cell::new(0), false);
        let mut tasks = Tasks { handle, base: handle, node, newest, settled, gaps, arena, cancelled, env };
        let value = f(&mut tasks);
        if value.is_ok() {
            tasks.run_all();
        }
        tasks.discard_all(true);
        tasks.result()?;
        value
    }
}

impl Worker<'_> {
    /// Runs [`Scoped::tasks`] in a cancel scope of its own.
    ///
    /// ```
    /// let pool = sparring_sched::Pool::new(2).unwrap();
    /// let sum = pool.install(|w| {
    ///     w.tasks(|tasks| {
    ///         let halves = [0..500_u64, 500..1000];
    ///         let halves = halves.map(|half| tasks.spawn(|_| Ok(half.sum::<u64>())));
    ///         halves.into_iter().map(|half| tasks.join(half)).sum()
    ///     })
    /// });
    /// assert_eq!(sum, Ok(499_500));
    /// ```
    ///
    /// # Errors
    /// See [`Scoped::tasks`].
    ///
    /// # Panics
    /// See [`Scoped::tasks`].
    pub fn tasks<'env, R, F>(self, f: F) -> Result<R, Cancelled>
    where
        F: for<'t> FnOnce(&mut Tasks<'t, 'env>) -> Result<R, Cancelled>,
    {
        open(self.handle(), None, |s| s.tasks(f))
    }
}

impl<'t, 'env> Tasks<'t, 'env> {
    /// Spawns `f` as a task. Another worker may run it, otherwise this one at its join or at the
    /// end of [`Scoped::tasks`]. It runs at once if there is no room for it.
    #[inline]
    pub fn spawn<T, F>(&mut self, f: F) -> TaskHandle<'t, T>
    where
        T: Send + 'env,
        F: FnOnce(Scoped<'_>) -> Result<T, Cancelled> + Send + 'env,
    {
        let (place, chunk) = self.arena.put(Typed {
            task: Task {
                before: Cell::new(self.newest),
                after: Cell::new(None),
                job: std::ptr::null(),
                kind: const { &Typed::<F, T>::KIND },
                above: Cell::new(self.handle),
                state: Cell::new(State::Gone),
                chunk: 0,
            },
            job: Job::new(InScope(f, self.node)),
        });
        let mut task = place.cast::<Task<'t>>();
        // SAFETY: the arena keeps it until it is gone.
        let job = unsafe { &(*place.as_ptr()).job };
        // SAFETY: nobody else knows the task yet.
        let new = unsafe { task.as_mut() };
        (new.job, new.chunk) = (job.as_header(), chunk);
        if let Some(newest) = self.newest.replace(task) {
            // SAFETY: tasks of the chain are in the arena; so too below.
            unsafe { newest.as_ref() }.after.set(Some(task));
        }
        if self.is_full() {
            // SAFETY: just put there.
            unsafe { self.not_put_up(place, Refused::Full) };
        } else {
            // `Tasks` settles the forgotten pending half: invariant 1.
            match Pending::fork(self.handle, job, Some(self.node)).map(std::mem::forget) {
                Ok(()) => {
                    self.handle = self.handle.next();
                    // SAFETY: in the arena.
                    let new = unsafe { task.as_ref() };
                    new.state.set(State::Private);
                    new.above.set(self.handle);
                }
                // SAFETY: just put there, and the fork was refused.
                Err(refused) => unsafe { self.not_put_up(place, refused) },
            }
        }
        TaskHandle { task, result: job.result_place(), brand: PhantomData }
    }

    /// Runs a refused task as ordinary code, or drops it.
    ///
    /// # Safety
    /// The task must be in the arena, and nobody else may know its job.
    #[cold]
    unsafe fn not_put_up<T, F>(&mut self, place: NonNull<Typed<'t, F, T>>, refused: Refused)
    where
        F: FnOnce(Scoped<'_>) -> Result<T, Cancelled>,
    {
        // SAFETY: by the contract.
        let Typed { task, job } = unsafe { place.as_ref() };
        // SAFETY: by the contract; taken once.
        let InScope(closure, node) = unsafe { job.take() };
        let result = match refused {
            Refused::Full => {
                self.handle.core().overflowed(1);
                catch_unwind(AssertUnwindSafe(|| closure(Scoped::new(self.handle, node))))
            }
            Refused::Cancelled(cancelled) => {
                self.handle.core().refused(1);
                drop(closure);
                Ok(Err(cancelled))
            }
        };
        // SAFETY: as above.
        unsafe { job.result_place().as_ptr().write(MaybeUninit::new(result)) };
        task.state.set(State::Over);
    }

    /// The value of a task, after running it here or waiting for it. If another worker has
    /// the task, this one first runs the later tasks that are left.
    ///
    /// # Errors
    /// [`Cancelled`] if the task returned it, or the scope is cancelled.
    ///
    /// # Panics
    /// If the task panicked, with its panic.
    #[inline]
    pub fn join<T>(&mut self, task: TaskHandle<'t, T>) -> Result<T, Cancelled> {
        let TaskHandle { task: place, result, .. } = task;
        // SAFETY: a task whose handle was not joined is in the arena; so too below.
        if unsafe { place.as_ref() }.state.get() != State::Over {
            self.lend().poll()?;
            self.settle(place);
        }
        // SAFETY: it is over, and the result is taken once, after which the task is gone.
        let result = unsafe { result.as_ref().assume_init_read() };
        self.remove(place);
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// A handle to this worker, above all tasks, for polling, forking, splitting or
    /// cancelling.
    pub fn lend(&mut self) -> Scoped<'_> {
        Scoped::new(self.handle, self.node)
    }

    #[inline]
    fn is_full(&mut self) -> bool {
        self.handle.is_at_least(RING - LEFT_FREE) && !self.make_room()
    }
}

impl Drop for Tasks<'_, '_> {
    fn drop(&mut self) {
        // Only unwinding leaves an open task here. No other task may run meanwhile, because tasks
        // must not see a thread that panics.
        self.discard_all(!thread::panicking());
        for outcome in self.all().filter_map(Task::take_outcome) {
            if let Err(panic) = outcome {
                std::mem::forget(panic); // one panic is under way already; it wins
            }
        }
    }
}

impl fmt::Debug for Tasks<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tasks")
            .field("index", &self.handle.index())
            .field("depth", &self.handle.depth())
            .field("cancelled", &self.node.is_cancelled())
            .finish_non_exhaustive()
    }
}

/// Shows no value, because another worker may be writing it.
impl<T> fmt::Debug for TaskHandle<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TaskHandle").finish_non_exhaustive()
    }
}
