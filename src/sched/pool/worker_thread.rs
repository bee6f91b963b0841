//! A worker before its pool exists: what its thread prepares, and how the threads of a pool
//! begin and end.

use crate::error::PoolError;
use crate::platform::{Machine, Platform, Processors, Stacks};
use crate::pool::builder::{DEFAULT_STACK, PoolBuilder};
use crate::pool::hooks::Hooks;
use crate::sync::deque::{Stealer, Worker as Deque};
use crate::sync::mpsc::{Receiver, Sender, channel};
use crate::sync::thread;
use crate::task::entry::Entry;
use crate::worker::core::{Core, Shared};
use crate::worker::current;
use crate::worker::main_loop::run_worker;
use crate::worker::oneshot::Letter;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// A worker to be, on its way to its thread.
pub(crate) struct Beginner {
    pub(crate) index: usize,
    /// Where it is to be pinned, and out of which processors.
    pub(crate) cpu: Option<usize>,
    pub(crate) processors: Processors,
    pub(crate) seed: u64,
    pub(crate) record: usize,
    pub(crate) eager: bool,
    pub(crate) hooks: Hooks,
    pub(crate) platform: Platform,
    /// Where the builder waits for what this makes, or for the panic of that.
    pub(crate) letter: Arc<Letter<thread::Result<Newcomer>>>,
}

impl Beginner {
    /// On the worker's thread: pins it and makes its memory, so that the operating system puts
    /// that near its processor. Calls the start handler, and tells the builder. `None` if that or
    /// anything before panicked.
    pub(crate) fn prepare(self) -> Option<Prepared> {
        let Beginner { index, cpu, processors, seed, record, eager, hooks, platform, letter } = self;
        let (begin, shared) = channel();
        let made = catch_unwind(AssertUnwindSafe(|| {
            processors.widen();
            let pinned = cpu.is_some_and(|cpu| processors.pin(cpu));
            let (deque, core) = (Deque::new_lifo(), Core::new(index, record, &platform, eager));
            hooks.start(index);
            (Newcomer { pinned, core, stealer: deque.stealer(), begin }, deque)
        }));
        let (newcomer, deque) = match made {
            Ok((newcomer, deque)) => (Ok(newcomer), Some(deque)),
            Err(panic) => (Err(panic), None),
        };
        letter.send(newcomer);
        deque.map(|deque| Prepared { index, seed, deque, shared, hooks })
    }
}

/// A worker on its thread, which waits for its pool.
pub(crate) struct Prepared {
    index: usize,
    seed: u64,
    deque: Deque<Entry>,
    shared: Receiver<Arc<Shared>>,
    hooks: Hooks,
}

impl Prepared {
    /// Waits for the pool and returns what the worker does then. No pool comes if it could not be
    /// built.
    pub(crate) fn wait(self) -> Option<impl FnOnce()> {
        let Prepared { index, seed, deque, shared, hooks } = self;
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

/// What a worker's thread has made, while it waits for its pool.
pub(crate) struct Newcomer {
    pub(crate) pinned: bool,
    pub(crate) core: Box<Core>,
    pub(crate) stealer: Stealer<Entry>,
    pub(crate) begin: Sender<Arc<Shared>>,
}

/// A thread of a pool.
pub(crate) struct Thread {
    handle: thread::JoinHandle<()>,
    ended: Arc<Letter<()>>,
}

impl Thread {
    pub(crate) fn spawn(
        name: String,
        stack: usize,
        body: impl FnOnce() + Send + 'static,
    ) -> io::Result<Thread> {
        let ended = Letter::new(&Platform::default());
        let end = ended.clone();
        let body = move || {
            // A panic here is the scheduler's own, and is seen by who joins the thread.
            let result = catch_unwind(AssertUnwindSafe(body));
            end.send(());
            result.unwrap_or_else(|panic| resume_unwind(panic));
        };
        let builder = thread::Builder::new().name(name);
        // A checker's threads all have stacks of one size.
        let builder = if cfg!(sparring_shuttle) { builder } else { builder.stack_size(stack) };
        let handle = builder.spawn(body)?;
        Ok(Thread { handle, ended })
    }

    /// Waits until the last hook has returned, and then for the operating system's thread, unless
    /// this is a thread of a pool: that is not kept any longer than it can serve.
    pub(crate) fn join(self) {
        self.ended.wait();
        if !current::is_of_a_pool() {
            self.handle.join().expect("a worker's panic ends the process");
        }
    }
}

impl PoolBuilder {
    /// Starts the threads and gathers what they have made. If one could not be started, or
    /// panicked, ends all.
    pub(crate) fn start(
        &self,
        plan: &[Option<usize>],
        names: Vec<String>,
        platform: &Platform,
        processors: &Processors,
        eager: bool,
    ) -> Result<(Vec<Newcomer>, Vec<Thread>), PoolError> {
        let (mut beginners, mut letters) = (Vec::new(), Vec::new());
        for (index, &cpu) in plan.iter().enumerate() {
            let seed = self.seed ^ (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let (hooks, record) = (self.hooks.clone(), self.record.div_ceil(self.threads));
            let (platform, letter) = (platform.clone(), Letter::new(&Platform::default()));
            let processors = processors.clone();
            letters.push(letter.clone());
            beginners.push(Beginner { index, cpu, processors, seed, record, eager, hooks, platform, letter });
        }
        let mut threads = Vec::new();
        let started = match platform.machine() {
            None => self.start_each(beginners, names, &mut threads),
            Some(machine) => self.start_simulated(beginners, machine.clone(), &mut threads),
        };
        if let Err(error) = started {
            threads.into_iter().for_each(Thread::join);
            return Err(PoolError::Spawn(error));
        }
        let (mut newcomers, mut panics) = (Vec::new(), Vec::new());
        for letter in letters {
            match letter.wait() {
                Ok(newcomer) => newcomers.push(newcomer),
                Err(panic) => panics.push(panic),
            }
        }
        if panics.is_empty() {
            return Ok((newcomers, threads));
        }
        drop(newcomers); // they are told that no pool comes
        threads.into_iter().for_each(Thread::join);
        let first = panics.swap_remove(0);
        std::mem::forget(panics); // their destructors might panic in turn
        resume_unwind(first)
    }

    /// A thread for each worker. They make nothing and call no hook before all are there: where
    /// one has no room, the others would find none either.
    fn start_each(
        &self,
        beginners: Vec<Beginner>,
        names: Vec<String>,
        threads: &mut Vec<Thread>,
    ) -> io::Result<()> {
        let mut all_are_there = Vec::new();
        for (beginner, name) in beginners.into_iter().zip(names) {
            let (sender, receiver) = channel();
            let body = move || {
                if receiver.recv().is_ok()
                    && let Some(ready) = beginner.prepare().and_then(Prepared::wait)
                {
                    ready();
                }
            };
            threads.push(Thread::spawn(name, self.stack, body)?);
            all_are_there.push(sender);
        }
        all_are_there.into_iter().for_each(|sender| sender.send(()).expect("the thread waits"));
        Ok(())
    }

    /// One thread for the machine that runs all workers.
    fn start_simulated(
        &self,
        beginners: Vec<Beginner>,
        machine: Arc<Machine>,
        threads: &mut Vec<Thread>,
    ) -> io::Result<()> {
        let stacks = Stacks::new(self.threads, self.stack)?;
        let body = move || {
            let prepared: Vec<Option<Prepared>> = beginners.into_iter().map(Beginner::prepare).collect();
            let ready: Vec<_> = prepared.into_iter().flatten().filter_map(Prepared::wait).collect();
            if !ready.is_empty() {
                machine.run(stacks, ready);
            }
        };
        threads.push(Thread::spawn("simulated".into(), DEFAULT_STACK, body)?);
        Ok(())
    }
}
