//! Preparation, start and end of a pool's threads.

use crate::error::PoolError;
use crate::handover::oneshot::Oneshot;
use crate::platform::{Machine, Platform, Processors, Stacks};
use crate::pool::Pool;
use crate::pool::builder::PoolBuilder;
use crate::pool::hooks::Hooks;
use crate::sync::deque::{Stealer, Worker as Deque};
use crate::sync::mpsc::{Receiver, Sender, channel};
use crate::sync::thread;
use crate::task::entry::Entry;
use crate::worker::core::{Core, Shared};
use crate::worker::current;
use crate::worker::main_loop::run_worker;
use crate::worker::thread::Thread;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// Default stack of a worker in bytes. Only touched pages cost memory.
pub const DEFAULT_STACK: usize = 64 << 20;

/// Starts threads, if not the scheduler does.
pub(crate) type Spawn<'s> = Option<&'s mut dyn FnMut(WorkerThread) -> io::Result<()>>;

/// A worker's thread, for a program that starts threads by itself: see
/// [`PoolBuilder::build_with`](crate::PoolBuilder::build_with).
#[must_use = "the pool waits until its threads run"]
pub struct WorkerThread {
    index: usize,
    name: String,
    stack: usize,
    body: Option<Box<dyn FnOnce() + Send>>,
}

impl WorkerThread {
    /// Returns the worker's number.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the name that its thread should have.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the size in bytes that its stack should have.
    #[must_use]
    pub fn stack(&self) -> usize {
        self.stack
    }

    /// Runs the worker. Returns when its pool has ended.
    pub fn run(self) {
        self.body.expect("set when the thread was handed out")();
    }
}

impl PoolBuilder {
    /// Builds a pool on threads that `spawn` starts. Each must call [`WorkerThread::run`].
    /// Stand-ins are started by the pool.
    ///
    /// ```
    /// use sparring_sched::{Pin, PoolBuilder};
    ///
    /// let builder = PoolBuilder::new().threads(2).pin(Pin::None);
    /// std::thread::scope(|threads| {
    ///     let pool = builder.build_with(|thread| {
    ///         threads.spawn(|| thread.run());
    ///         Ok(())
    ///     });
    ///     assert_eq!(pool.unwrap().install(|w| w.join(|_| 20, |_| 22)), (20, 22));
    /// });
    /// ```
    ///
    /// # Errors
    /// Same as [`PoolBuilder::build`], and any error of `spawn`, after which all threads end. A
    /// simulated pool starts its one thread itself.
    ///
    /// # Panics
    /// Same as [`PoolBuilder::build`].
    pub fn build_with(
        &self,
        mut spawn: impl FnMut(WorkerThread) -> io::Result<()>,
    ) -> Result<Pool, PoolError> {
        self.build_on(&Processors::of_this_thread(), Some(&mut spawn))
    }
}

impl fmt::Debug for WorkerThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WorkerThread { index, name, stack, .. } = self;
        f.debug_struct("WorkerThread")
            .field("index", index)
            .field("name", name)
            .field("stack", stack)
            .finish_non_exhaustive()
    }
}

pub(crate) struct WorkerPlan {
    pub(crate) index: usize,
    pub(crate) cpu: Option<usize>,
    pub(crate) processors: Processors,
    pub(crate) seed: u64,
    pub(crate) record: usize,
    pub(crate) eager: bool,
    pub(crate) hooks: Hooks,
    pub(crate) platform: Platform,
    pub(crate) reply: Arc<Oneshot<thread::Result<PreparedWorker>>>,
}

impl WorkerPlan {
    /// Pins the calling worker thread and allocates its memory there, so that this lies near its
    /// processor. Then calls the start handler and replies to the builder. Returns `None` if any of
    /// this panicked.
    pub(crate) fn prepare(self) -> Option<PreparedThread> {
        let WorkerPlan { index, cpu, processors, seed, record, eager, hooks, platform, reply } = self;
        let (begin, shared) = channel();
        let made = catch_unwind(AssertUnwindSafe(|| {
            processors.widen();
            let pinned = cpu.is_some_and(|cpu| processors.pin(cpu));
            let (deque, core) = (Deque::new_lifo(), Core::new(index, record, &platform, eager));
            if !hooks.late {
                hooks.start(index);
            }
            (PreparedWorker { pinned, core, stealer: deque.stealer(), begin }, deque)
        }));
        let (worker, deque) = match made {
            Ok((worker, deque)) => (Ok(worker), Some(deque)),
            Err(panic) => (Err(panic), None),
        };
        reply.send(worker);
        deque.map(|deque| PreparedThread { index, seed, deque, shared, hooks })
    }
}

pub(crate) struct PreparedThread {
    index: usize,
    seed: u64,
    deque: Deque<Entry>,
    shared: Receiver<Arc<Shared>>,
    hooks: Hooks,
}

impl PreparedThread {
    /// Returns the worker's main function, or `None` if the pool could not be built.
    pub(crate) fn wait(self) -> Option<impl FnOnce()> {
        let PreparedThread { index, seed, deque, shared, hooks } = self;
        match shared.recv() {
            Ok(shared) => Some(move || {
                if hooks.late {
                    let started = catch_unwind(AssertUnwindSafe(|| hooks.start(index)));
                    started.unwrap_or_else(|panic| shared.report(panic));
                }
                run_worker(shared, index, deque, seed);
                hooks.exit(index);
            }),
            Err(_) => {
                hooks.exit(index);
                None
            }
        }
    }
}

pub(crate) struct PreparedWorker {
    pub(crate) pinned: bool,
    pub(crate) core: Box<Core>,
    pub(crate) stealer: Stealer<Entry>,
    pub(crate) begin: Sender<Arc<Shared>>,
}

/// Starts the threads of these workers, or the one thread of `machine`, and collects the prepared
/// workers.
///
/// # Errors
/// If a thread could not be started. All others have ended then.
///
/// # Panics
/// If one panicked, after all have ended.
pub(crate) fn start(
    plans: Vec<WorkerPlan>,
    names: Vec<String>,
    stack: usize,
    machine: Option<&Arc<Machine>>,
    spawn: &mut Spawn<'_>,
) -> io::Result<(Vec<PreparedWorker>, Vec<Thread>)> {
    let replies: Vec<_> = plans.iter().map(|plan| plan.reply.clone()).collect();
    let mut threads = Vec::new();
    let started = match machine {
        None => start_each(plans, names, stack, spawn, &mut threads),
        Some(machine) => start_simulated(plans, stack, machine.clone(), &mut threads),
    };
    if let Err(error) = started {
        threads.into_iter().for_each(Thread::join);
        return Err(error);
    }
    let (mut prepared, mut panics) = (Vec::new(), Vec::new());
    for reply in replies {
        match current::wait_for(&reply) {
            Ok(worker) => prepared.push(worker),
            Err(panic) => panics.push(panic),
        }
    }
    if panics.is_empty() {
        return Ok((prepared, threads));
    }
    drop(prepared); // they are told that no pool comes
    threads.into_iter().for_each(Thread::join);
    let first = panics.swap_remove(0);
    std::mem::forget(panics); // their destructors might panic in turn
    resume_unwind(first)
}

/// Starts a thread for each worker. Each waits for the others before it allocates anything or calls
/// a hook, because where one thread does not fit, the others' memory would not either.
fn start_each(
    plans: Vec<WorkerPlan>,
    names: Vec<String>,
    stack: usize,
    spawn: &mut Spawn<'_>,
    threads: &mut Vec<Thread>,
) -> io::Result<()> {
    let mut all_are_there = Vec::new();
    for (plan, name) in plans.into_iter().zip(names) {
        let (sender, receiver) = channel();
        let index = plan.index;
        let body = move || {
            if receiver.recv().is_ok()
                && let Some(ready) = plan.prepare().and_then(PreparedThread::wait)
            {
                ready();
            }
        };
        threads.push(match spawn {
            Some(spawn) => spawn_by_user(spawn, WorkerThread { index, name, stack, body: None }, body)?,
            None => Thread::spawn(name, stack, body)?,
        });
        all_are_there.push(sender);
    }
    let waits = all_are_there.into_iter().all(|sender| sender.send(()).is_ok());
    if waits { Ok(()) } else { Err(io::Error::other("a worker's thread was dropped before it ran")) }
}

fn spawn_by_user(
    spawn: &mut dyn FnMut(WorkerThread) -> io::Result<()>,
    thread: WorkerThread,
    body: impl FnOnce() + Send + 'static,
) -> io::Result<Thread> {
    let (ended, body) = Thread::ending(body);
    spawn(WorkerThread { body: Some(Box::new(body)), ..thread })?;
    Ok(Thread { handle: None, ended })
}

fn start_simulated(
    plans: Vec<WorkerPlan>,
    stack: usize,
    machine: Arc<Machine>,
    threads: &mut Vec<Thread>,
) -> io::Result<()> {
    let stacks = Stacks::new(plans.len(), stack)?;
    let body = move || {
        let prepared: Vec<Option<PreparedThread>> = plans.into_iter().map(WorkerPlan::prepare).collect();
        let ready: Vec<_> = prepared.into_iter().flatten().filter_map(PreparedThread::wait).collect();
        if !ready.is_empty() {
            machine.run(stacks, ready);
        }
    };
    threads.push(Thread::spawn("simulated".into(), DEFAULT_STACK, body)?);
    Ok(())
}
