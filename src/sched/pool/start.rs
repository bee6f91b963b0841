use crate::handover::oneshot::Oneshot;
use crate::platform::{Machine, Platform, Processors, Stacks};
use crate::pool::hooks::Hooks;
use crate::sync::deque::{Stealer, Worker as Deque};
use crate::sync::mpsc::{Receiver, Sender, channel};
use crate::sync::thread;
use crate::task::entry::Entry;
use crate::worker::core::{Core, Shared};
use crate::worker::current;
use crate::worker::main_loop::run_worker;
use crate::worker::thread::Thread;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// Default stack of a worker in bytes. Only touched pages cost memory.
pub const DEFAULT_STACK: usize = 64 << 20;

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
    /// Pins the calling worker thread and allocates its memory there, so this lies near its
    /// processor. Then calls the start handler and replies to the builder. Returns `None` if any of
    /// this panicked.
    pub(crate) fn prepare(self) -> Option<PreparedThread> {
        let WorkerPlan { index, cpu, processors, seed, record, eager, hooks, platform, reply } = self;
        let (begin, shared) = channel();
        let made = catch_unwind(AssertUnwindSafe(|| {
            processors.widen();
            let pinned = cpu.is_some_and(|cpu| processors.pin(cpu));
            let (deque, core) = (Deque::new_lifo(), Core::new(index, record, &platform, eager));
            hooks.start(index);
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
    /// The worker's main function, or `None` if the pool could not be built.
    pub(crate) fn wait(self) -> Option<impl FnOnce()> {
        let PreparedThread { index, seed, deque, shared, hooks } = self;
        match shared.recv() {
            Ok(shared) => Some(move || {
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
) -> io::Result<(Vec<PreparedWorker>, Vec<Thread>)> {
    let replies: Vec<_> = plans.iter().map(|plan| plan.reply.clone()).collect();
    let mut threads = Vec::new();
    let started = match machine {
        None => start_each(plans, names, stack, &mut threads),
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
    threads: &mut Vec<Thread>,
) -> io::Result<()> {
    let mut all_are_there = Vec::new();
    for (plan, name) in plans.into_iter().zip(names) {
        let (sender, receiver) = channel();
        let body = move || {
            if receiver.recv().is_ok()
                && let Some(ready) = plan.prepare().and_then(PreparedThread::wait)
            {
                ready();
            }
        };
        threads.push(Thread::spawn(name, stack, body)?);
        all_are_there.push(sender);
    }
    all_are_there.into_iter().for_each(|sender| sender.send(()).expect("the thread waits"));
    Ok(())
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
