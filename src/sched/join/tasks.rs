//! Tasks with handles: spawned one after the other, joined in any order, all over when the call
//! that they were spawned in returns.
//!
//! A spawned task is a [`Job`], as the second half of a join is, and its entry stays in the private
//! ring while the spawner goes on one level higher. So it is as lazy as a join: while nobody
//! wants work, nothing is published. The job lies in an [`Arena`] of the call, whose first memory
//! is part of the call's frame. How a call sees to it that its tasks are over is in `spawned.rs`.
//!
//! # Invariants
//! 1. *No frame goes before its tasks.* [`Tasks`] lies in the frame of [`Scoped::tasks`], which
//!    lends it out. Before that frame goes, by return or by unwinding, every task is settled: run
//!    here, dropped unrun, or done by its thief. Handles own nothing, so it does not matter what
//!    becomes of them.
//! 2. A task that is [`State::Private`] was put into a ring slot of its own, above the level at
//!    which the call began. The handle in use is above all of them. The slot holds the task's entry
//!    until it is promoted or stolen, and nothing afterwards, or until it is taken out, and then a
//!    *gap*, until the handle falls below it: so thieves see what lies behind. (When the levels
//!    run out, what is left moves down: [`Tasks::make_room`].)
//! 3. The deque holds the promoted tasks in the order of their spawning, and above them nothing
//!    that is older. Take the newest promoted task that is not settled: if it is not the newest
//!    entry of the deque, it was stolen.

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

/// A place to spawn tasks, and a worker to run them on; see [`Scoped::tasks`].
pub struct Tasks<'t, 'env> {
    /// The level above all tasks.
    pub(crate) handle: Handle<'t>,
    pub(crate) base: Handle<'t>,
    pub(crate) node: &'t ScopeNode,
    pub(crate) newest: Link<'t>,
    /// Neither this task nor an older one was in the ring when room was last made, and none of them
    /// gets there any more.
    pub(crate) settled: Link<'t>,
    /// About how many gaps the tasks have left in the ring.
    pub(crate) gaps: Cell<usize>,
    pub(crate) arena: Arena,
    /// The scope was cancelled before all tasks were over.
    pub(crate) cancelled: bool,
    /// Invariant in `'env`.
    env: PhantomData<Cell<&'env ()>>,
}

/// A spawned task, to be asked for its value.
///
/// A task outlives the frame that spawned it, so it cannot borrow from that:
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
/// and a handle fits only the call in which it was spawned:
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
    /// Invariant in `'t`, so that it fits no other [`Tasks`].
    brand: PhantomData<Cell<&'t ()>>,
}

// SAFETY: it does nothing by itself; [`Tasks::join`] alone uses it, on the thread of its `Tasks`.
unsafe impl<T: Send> Send for TaskHandle<'_, T> {}

impl Scoped<'_> {
    /// Runs `f`, which may spawn tasks and join them, and returns when all of them are over.
    ///
    /// A task may borrow what lives longer than this call. Tasks that `f` did not join are run
    /// before the return.
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
    /// **A join of a task that another worker has runs other tasks of the same call meanwhile**, on
    /// top of `f`. So do not hold a lock, or a `RefCell`'s borrow, over [`Tasks::join`] if another
    /// task of the call takes it. (A [`join`](Scoped::join) runs nothing but parts of its own.)
    ///
    /// # Costs
    /// A spawn and its join cost some ten nanoseconds beside what a [`join`](Scoped::join) costs.
    /// Some tasks find room in the frame of the call; memory for more of them is allocated in
    /// pieces that grow, and kept until the call returns. At most 3,072 tasks that nobody has begun
    /// wait at a time: what is spawned beyond that is counted as overflowed, and run at once.
    ///
    /// # Errors
    /// [`Cancelled`] if `f` returned it, if the scope was cancelled before all tasks were over
    /// (those that had not begun are dropped unrun), or if a task that `f` did not join returned
    /// it.
    ///
    /// # Panics
    /// If `f` panics, with its panic; otherwise with that of the first task, in the order of
    /// spawning, that panicked and was not joined. Both only after all tasks are over; of those
    /// that had not begun when `f` panicked, none is run.
    pub fn tasks<'env, R, F>(self, f: F) -> Result<R, Cancelled>
    where
        F: for<'t> FnOnce(&mut Tasks<'t, 'env>) -> Result<R, Cancelled>,
    {
        let first = FirstChunk::new();
        // SAFETY: declared before `tasks`, so dropped after it, and not moved; used here only.
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
    /// Runs `f`, which may spawn tasks and join them, in a cancel scope of its own: see
    /// [`Scoped::tasks`].
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
    /// The same as [`Scoped::tasks`].
    ///
    /// # Panics
    /// The same as [`Scoped::tasks`].
    pub fn tasks<'env, R, F>(self, f: F) -> Result<R, Cancelled>
    where
        F: for<'t> FnOnce(&mut Tasks<'t, 'env>) -> Result<R, Cancelled>,
    {
        open(self.handle(), None, |s| s.tasks(f))
    }
}

impl<'t, 'env> Tasks<'t, 'env> {
    /// Puts up `f` as a task. Another worker runs it, or this one when it is joined, at the latest
    /// at the end of [`Scoped::tasks`]; or now, if there is no room for it.
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
            // SAFETY: the chain has tasks that are in the arena; so too below.
            unsafe { newest.as_ref() }.after.set(Some(task));
        }
        if self.is_full() {
            // SAFETY: just put there.
            unsafe { self.not_put_up(place, Refused::Full) };
        } else {
            // The pending half is forgotten, because `Tasks` settles it: invariant 1.
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

    /// A task that was not put up: runs it as ordinary code, or drops it.
    ///
    /// # Safety
    /// The task is in the arena, and nobody else knows of its job.
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

    /// Waits for a task, which may mean to run it here and now, and returns its value.
    ///
    /// If another worker has the task, this one runs what is left of the later tasks first.
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
        // SAFETY: it is over, and the result is taken out once: it is gone then.
        let result = unsafe { result.as_ref().assume_init_read() };
        self.remove(place);
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// A handle to this worker, above all tasks: to poll, fork, split or cancel with.
    pub fn lend(&mut self) -> Scoped<'_> {
        Scoped::new(self.handle, self.node)
    }

    /// Returns true if there is no room for one more task.
    #[inline]
    fn is_full(&mut self) -> bool {
        self.handle.is_at_least(RING - LEFT_FREE) && !self.make_room()
    }
}

impl Drop for Tasks<'_, '_> {
    fn drop(&mut self) {
        // Only unwinding leaves an open task. Nothing else is run then: tasks expect a world in
        // which nobody panics.
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

/// Shows no value, which another worker may be writing.
impl<T> fmt::Debug for TaskHandle<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TaskHandle").finish_non_exhaustive()
    }
}
