//! Tasks with handles: spawned one after the other, joined in any order, all over when the call
//! that they were spawned in returns.
//!
//! A spawned task is a [`Job`], as the second half of a join is, but it lies on the heap, and its
//! entry stays in the private ring while the spawner goes on one level higher. So it is as lazy as
//! a join: while nobody is hungry, nothing is published. What it costs beyond a join are
//! three allocations (closure, job, place of the value): 175 ns to spawn and join, measured.
//!
//! # Invariants
//! 1. *No frame goes before its tasks.* [`Tasks`] lies in the frame of [`Scoped::tasks`], which
//!    lends it out. Before that frame goes, by return or by unwinding, every task is settled: run
//!    here, dropped unrun, or done by its thief. Handles own nothing but the place of their value,
//!    so it does not matter what becomes of them.
//! 2. Task `k` has the `k`-th ring slot above the level at which the call began. The handle in use
//!    is above all of them. The slot holds the task's entry while the task is private, and nothing
//!    afterwards: a task joined out of turn leaves a hole, which promotion passes over.
//! 3. The deque holds the promoted tasks in the order of their spawning, and above them nothing
//!    that is older. Take the newest promoted task that is not settled: if it is not the newest
//!    entry of the deque, it was stolen.

use super::abort::AbortOnUnwind;
use super::cancel::{Cancelled, ScopeNode};
use super::fork::{InScope, Pending, Refused};
use super::job::{Job, Task};
use super::level::Level;
use super::scope::Scoped;
use super::sync::{Mutex, thread};
use std::cell::Cell;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::Arc;

type Body<'env> = Box<dyn FnOnce(Scoped<'_>) -> Result<(), Cancelled> + Send + 'env>;
type SpawnedJob<'t, 'env> = Job<InScope<'t, Body<'env>>, Result<(), Cancelled>>;

/// What became of a spawned task.
enum State {
    /// Not settled.
    Open,
    /// Settled, and not yet asked for.
    Over(thread::Result<Result<(), Cancelled>>),
    /// Settled, and nobody will ask for it.
    Gone,
}

/// A task that was put up.
struct Spawned<'t, 'env> {
    job: Rc<SpawnedJob<'t, 'env>>,
    /// The level of its ring slot.
    level: Level<'t>,
    state: State,
}

/// Where tasks are spawned, and a worker to run them on; see [`Scoped::tasks`].
pub struct Tasks<'t, 'env> {
    /// The level above all tasks.
    level: Level<'t>,
    base: Level<'t>,
    node: &'t ScopeNode,
    spawned: Vec<Spawned<'t, 'env>>,
    /// Tasks that have no value and no place in `spawned`, and were not joined.
    given_up: usize,
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
    /// `None` if the task was not put up: it is over.
    index: Option<usize>,
    value: Arc<Mutex<Option<T>>>,
    /// Invariant in `'t`, so that it fits no other [`Tasks`].
    brand: PhantomData<Cell<&'t ()>>,
}

impl<T> TaskHandle<'_, T> {
    fn take(self) -> Result<T, Cancelled> {
        self.value.lock().take().ok_or(Cancelled(()))
    }
}

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
    /// # Costs
    /// A spawn costs three allocations beside what a [`join`](Scoped::join) costs. Each task takes
    /// one of 4,096 levels of nesting, until it and all that were spawned after it are joined.
    /// What finds no room is counted as overflowed, and [`Tasks::spawn`] runs it at once.
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
        let level = self.level().shorten();
        let mut tasks = Tasks { level, base: level, node: self.node(), spawned: Vec::new(), given_up: 0 };
        let value = f(&mut tasks);
        if value.is_ok() {
            tasks.run_all();
        }
        tasks.discard_all(true);
        tasks.result()?;
        value
    }
}

impl<'t, 'env> Tasks<'t, 'env> {
    /// Puts up `f` as a task. Another worker runs it, or this one when it is joined, at the latest
    /// at the end of [`Scoped::tasks`].
    ///
    /// # Panics
    /// If there is no room for the task, so that it is run here, and it panics.
    pub fn spawn<T, F>(&mut self, f: F) -> TaskHandle<'t, T>
    where
        T: Send + 'env,
        F: FnOnce(Scoped<'_>) -> Result<T, Cancelled> + Send + 'env,
    {
        let value = Arc::new(Mutex::new(None));
        let place = value.clone();
        let body = move |s: Scoped<'_>| {
            let value = f(s)?;
            *place.lock() = Some(value);
            Ok(())
        };
        let index = self.put_up(Box::new(body));
        TaskHandle { index, value, brand: PhantomData }
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
    pub fn join<T>(&mut self, task: TaskHandle<'t, T>) -> Result<T, Cancelled> {
        let Some(index) = task.index else {
            return task.take().inspect_err(|_| self.given_up -= 1);
        };
        self.lend().poll()?;
        self.settle(index);
        let state = std::mem::replace(&mut self.spawned[index].state, State::Gone);
        self.drop_gone();
        match state {
            State::Over(Ok(result)) => result.and_then(|()| task.take()),
            State::Over(Err(panic)) => resume_unwind(panic),
            State::Open | State::Gone => unreachable!("a task is settled once and joined once"),
        }
    }

    /// A handle to this worker, above all tasks: to poll, fork, split or cancel with.
    pub fn lend(&mut self) -> Scoped<'_> {
        Scoped::new(self.level, self.node)
    }

    /// `None` if the task was refused, and is over.
    fn put_up(&mut self, body: Body<'env>) -> Option<usize> {
        self.spawned.reserve(1); // so that nothing can fail between fork and push
        let job = Rc::new(Job::new(InScope(body, self.node)));
        // The pending half is forgotten, because `Tasks` settles it: invariant 1.
        match Pending::fork(self.level, &*job, Some(self.node)).map(std::mem::forget) {
            Ok(()) => {
                self.spawned.push(Spawned { job, level: self.level, state: State::Open });
                self.level = self.level.next();
                Some(self.spawned.len() - 1)
            }
            Err(refused) => {
                // SAFETY: the fork was refused, so nobody else ever sees the job; taken once.
                let InScope(body, node) = unsafe { job.take() };
                let done = match refused {
                    Refused::Full => body(Scoped::new(self.level, node)),
                    Refused::Cancelled(cancelled) => {
                        self.level.refused(1);
                        Err(cancelled)
                    }
                };
                self.given_up += usize::from(done.is_err());
                None
            }
        }
    }

    fn is_open(&self, index: usize) -> bool {
        matches!(self.spawned[index].state, State::Open)
    }

    /// Takes an open task out of the ring or the deque. False if another worker has it. Its later
    /// brothers are settled or stolen, or the task is private.
    fn regain(&mut self, index: usize) -> bool {
        let Spawned { job, level, .. } = &self.spawned[index];
        if level.slot().is_private() {
            level.slot().take();
            return true;
        }
        let unsettled = AbortOnUnwind::new("took back a spawned task");
        // SAFETY: it is not in the ring any more.
        let regained = level.regain(unsafe { job.promoted() });
        unsettled.disarm();
        regained
    }

    /// Sees to it that a task is over.
    fn settle(&mut self, index: usize) {
        if !self.is_open(index) {
            return;
        }
        if self.spawned[index].level.slot().is_private() {
            self.regain(index);
            return self.run(index);
        }
        // The task was promoted, and all later ones that were promoted lie above it in the deque.
        // Those that are private must not wait below this worker's stack either (invariant 4 of
        // worker.rs), so it runs them all.
        for later in (index..self.spawned.len()).rev() {
            if self.is_open(later) && self.regain(later) {
                self.run(later);
            }
        }
        if self.is_open(index) && !self.wait(index, true) {
            self.run(index);
        }
    }

    /// Runs a task that was regained.
    fn run(&mut self, index: usize) {
        let level = self.level;
        level.inlined(1);
        let Spawned { job, state, .. } = &mut self.spawned[index];
        // SAFETY: regained, so this frame has the job, and takes it once: it is not open any more.
        let task = unsafe { job.take() };
        *state = State::Over(catch_unwind(AssertUnwindSafe(|| task.run(level))));
    }

    /// Waits for the thief of a task; all later ones are settled or stolen. False if it is
    /// regained instead.
    fn wait(&mut self, index: usize, help: bool) -> bool {
        let unsettled = AbortOnUnwind::new("waited for a spawned task");
        let newest = self.spawned.last().expect("there is this task").level;
        let Spawned { job, state, .. } = &mut self.spawned[index];
        // SAFETY: another worker has it, so it was promoted.
        let done = newest.await_thief(unsafe { job.promoted() }, Some(self.node), help);
        if done {
            // SAFETY: `await_thief` saw it done, and it is read once: it is not open any more.
            *state = State::Over(unsafe { job.result() });
        }
        unsettled.disarm();
        done
    }

    /// Runs what is left, the newest first, unless the scope is cancelled.
    fn run_all(&mut self) {
        for index in (0..self.spawned.len()).rev() {
            if self.is_open(index) {
                if self.lend().poll().is_err() {
                    self.given_up += 1;
                    return;
                }
                self.settle(index);
            }
        }
    }

    /// Drops what is left unrun, and waits for what others are at.
    fn discard_all(&mut self, help: bool) {
        for index in (0..self.spawned.len()).rev() {
            if !self.is_open(index) {
                continue;
            }
            if self.regain(index) || !self.wait(index, help) {
                self.level.discarded(1);
                let Spawned { job, state, .. } = &mut self.spawned[index];
                *state = State::Gone; // first: the closure's destructor may panic
                // SAFETY: regained, so this frame has the job, and takes it once: it was open.
                drop(unsafe { job.take() });
            }
        }
        self.level = self.base;
        self.level.settle_down_to();
    }

    /// Gives back the levels of the latest tasks that nobody will ask for.
    fn drop_gone(&mut self) {
        while let Some(last) = self.spawned.pop_if(|last| matches!(last.state, State::Gone)) {
            self.level = last.level;
        }
        self.level.settle_down_to();
    }

    /// At the end: the first panic goes on, and [`Cancelled`] counts for more than a value.
    fn result(&mut self) -> Result<(), Cancelled> {
        let mut result = if self.given_up > 0 { Err(Cancelled(())) } else { Ok(()) };
        for spawned in &mut self.spawned {
            match std::mem::replace(&mut spawned.state, State::Gone) {
                State::Over(Err(panic)) => resume_unwind(panic),
                State::Over(Ok(outcome)) => result = result.and(outcome),
                State::Open | State::Gone => {}
            }
        }
        result
    }
}

impl Drop for Tasks<'_, '_> {
    fn drop(&mut self) {
        // Only unwinding leaves an open task. Nothing else is run then: tasks expect a world in
        // which nobody panics.
        self.discard_all(!thread::panicking());
        for spawned in self.spawned.drain(..) {
            if let State::Over(Err(panic)) = spawned.state {
                std::mem::forget(panic); // one panic is under way already; it wins
            }
        }
    }
}
