//! Building a pool: its settings, its threads, where they are pinned.

use super::affinity::{Pin, Pinning};
use super::error::PoolError;
use super::hooks::Hooks;
use super::letter::Letter;
use super::memory::Shared;
use super::neighbours::{Neighbours, Victims};
use super::newcomer::{Beginner, Newcomer, Prepared, Thread};
use super::platform::{Costs, Machine, Platform, Stacks, allowed_cpus};
use super::pool::Pool;
use super::sync::mpsc::channel;
use super::topology::Topology;
use super::{MAX_SIMULATED, MAX_THREADS};
use std::sync::Arc;
use std::{io, panic};

/// Stack of a worker in bytes, unless asked for otherwise. Only touched pages cost memory.
pub const DEFAULT_STACK: usize = 64 << 20;

/// Stack of a simulated worker in bytes, unless asked for otherwise: there may be a thousand.
pub const SIMULATED_STACK: usize = 4 << 20;

/// What to build a [`Pool`] with.
///
/// ```
/// use sparring_sched::{Pin, PoolBuilder};
///
/// let pool = PoolBuilder::new().threads(3).pin(Pin::None).stack(1 << 20).seed(7).build().unwrap();
/// assert_eq!(pool.threads(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct PoolBuilder {
    threads: usize,
    pin: Pin,
    stack: usize,
    seed: u64,
    record: usize,
    hooks: Hooks,
    victims: Victims,
    simulated: Option<Costs>,
    /// Of the simulated machine.
    topology: Option<Topology>,
}

impl Default for PoolBuilder {
    fn default() -> Self {
        PoolBuilder::new()
    }
}

impl PoolBuilder {
    /// One worker for each processor the calling thread may use, [`Pin::Auto`], [`DEFAULT_STACK`].
    pub fn new() -> PoolBuilder {
        let threads = super::platform::usable_cpus().min(MAX_THREADS);
        PoolBuilder {
            threads,
            pin: Pin::Auto,
            stack: DEFAULT_STACK,
            seed: 0,
            record: 0,
            hooks: Hooks::default(),
            victims: Victims::Near,
            simulated: None,
            topology: None,
        }
    }

    /// Number of workers, `1..=256`, or `1..=1024` if they are simulated.
    pub fn threads(mut self, threads: usize) -> PoolBuilder {
        self.threads = threads;
        self
    }

    /// What to pin. Where workers run is known of pinned ones alone, so only those have near and
    /// far victims ([`PoolBuilder::victims`]).
    pub fn pin(mut self, pin: Pin) -> PoolBuilder {
        self.pin = pin;
        self
    }

    /// Stack of each worker in bytes, 1 MiB at least.
    pub fn stack(mut self, bytes: usize) -> PoolBuilder {
        self.stack = bytes.max(1 << 20);
        self
    }

    /// Seed of the workers' choice of victims.
    pub fn seed(mut self, seed: u64) -> PoolBuilder {
        self.seed = seed;
        self
    }

    /// Where the workers look for work first.
    pub fn victims(mut self, victims: Victims) -> PoolBuilder {
        self.victims = victims;
        self
    }

    /// Keeps a [`Recording`](super::Recording) with room for about `events` events, shared out
    /// evenly among the workers, rounded up to a power of two for each and allocated before they
    /// start: 16 bytes each, and for samples half as much again, at least 6 KiB for each worker.
    /// 0, the default, keeps none; nor does a crate without the feature `recording`. More than
    /// there can be memory for makes [`PoolBuilder::build`] panic.
    pub fn record(mut self, events: usize) -> PoolBuilder {
        self.record = events;
        self
    }

    /// Names the thread of each worker, by the worker's number. Without this they are called
    /// `worker-00`, `worker-01` and so on.
    pub fn thread_name(mut self, name: impl Fn(usize) -> String + Send + Sync + 'static) -> PoolBuilder {
        self.hooks.name = Some(Arc::new(name));
        self
    }

    /// Calls `handler` on the thread of each worker, with the worker's number, after the thread was
    /// pinned and before its first task. [`PoolBuilder::build`] returns a pool when all of these
    /// calls have returned.
    ///
    /// ```
    /// use sparring_sched::PoolBuilder;
    /// use std::sync::{Arc, atomic::{AtomicUsize, Ordering::SeqCst}};
    ///
    /// let running = Arc::new(AtomicUsize::new(0));
    /// let (up, down) = (running.clone(), running.clone());
    /// let pool = PoolBuilder::new()
    ///     .threads(2)
    ///     .thread_name(|worker| format!("search {worker}"))
    ///     .start_handler(move |_| { up.fetch_add(1, SeqCst); })
    ///     .exit_handler(move |_| { down.fetch_sub(1, SeqCst); })
    ///     .build()
    ///     .unwrap();
    /// assert_eq!(running.load(SeqCst), 2);
    /// let name = pool.install(|_| std::thread::current().name().map(String::from));
    /// assert!(name.unwrap().starts_with("search "));
    /// drop(pool);
    /// assert_eq!(running.load(SeqCst), 0);
    /// ```
    pub fn start_handler(mut self, handler: impl Fn(usize) + Send + Sync + 'static) -> PoolBuilder {
        self.hooks.start = Some(Arc::new(handler));
        self
    }

    /// Calls `handler` on the thread of each worker, with the worker's number, after its last task.
    /// Dropping the pool waits for these calls. It is not called for a worker whose start handler
    /// panicked. If `handler` panics, the panic hook prints that, and nothing else comes of it.
    ///
    /// What the hooks own is dropped by the thread that drops the builder or the pool, not by a
    /// worker of a pool that was built.
    pub fn exit_handler(mut self, handler: impl Fn(usize) + Send + Sync + 'static) -> PoolBuilder {
        self.hooks.exit = Some(Arc::new(handler));
        self
    }

    /// Builds a pool in virtual time: the workers are coroutines on one thread of their own,
    /// which is pinned nowhere, and time passes for each of them as `costs` say. So one processor
    /// shows what many would do. With the same seed and the same costs the same happens again, on
    /// every computer, if one thread uses the pool and the tasks neither ask a real clock nor
    /// wait for anything but tasks.
    ///
    /// Tasks that polled and forked nothing would take no time, so a program that is to be
    /// simulated forks or polls regularly. Each worker gets [`SIMULATED_STACK`] unless
    /// [`PoolBuilder::stack`] follows.
    ///
    /// # Safety
    /// All tasks share one thread, and may change places in every call of a method of their
    /// [`Worker`](crate::Worker) or [`Scoped`](crate::Scoped), and where they wait. So what a task
    /// stores in a thread-local variable before such a place, others see and overwrite;
    /// and calls on one thread no longer return in the order in which they began. A task must
    /// not do so across such a place with a variable whose users rely on that order for memory
    /// safety. Those are pointers to a frame, set for the length of a call, as in the crate
    /// `scoped_tls`. Nor may a handle get from one task to another in a wrapper that asks only
    /// whether the thread is the same, as in the crate `send_wrapper`.
    ///
    /// ```
    /// use sparring_sched::{Costs, PoolBuilder, Worker};
    ///
    /// fn fib(w: Worker<'_>, n: u64) -> u64 {
    ///     if n < 2 {
    ///         return n;
    ///     }
    ///     let (a, b) = w.join(move |w| fib(w, n - 1), move |w| fib(w, n - 2));
    ///     a + b
    /// }
    ///
    /// let time = |workers| {
    ///     let pool = PoolBuilder::new().threads(workers);
    ///     // SAFETY: fib uses no thread-local variable.
    ///     let pool = unsafe { pool.simulate(Costs::default()) }.build().unwrap();
    ///     let stopwatch = pool.stopwatch();
    ///     pool.install(|w| fib(w, 20));
    ///     stopwatch.elapsed()
    /// };
    /// assert_eq!(time(100), time(100)); // to the nanosecond
    /// ```
    #[cfg(feature = "simulate")]
    pub unsafe fn simulate(mut self, costs: Costs) -> PoolBuilder {
        self.simulated = Some(costs);
        self.stack = SIMULATED_STACK;
        self
    }

    /// The machine that a simulated pool runs on: a theft between two packages takes longer there,
    /// by [`Costs::far_ns`] for each cache line. The workers are on the processors that
    /// [`PoolBuilder::pin`] says; [`Pin::Auto`] is [`Pin::Cores`] here, as nobody else uses the
    /// machine. Without this all workers are equally near. A real pool ignores it.
    ///
    /// Two hardware threads of a core take no time from each other.
    #[cfg(feature = "simulate")]
    pub fn topology(mut self, topology: Topology) -> PoolBuilder {
        self.topology = Some(topology);
        self
    }

    /// Starts the workers and waits until all of them are up.
    ///
    /// # Errors
    /// See [`PoolError`]. If a thread cannot be started, no hook is called on any other. A refused
    /// pinning is no error: see [`Pool::pinning`].
    ///
    /// # Panics
    /// If the start handler panics on a worker, with the first such panic, when the exit handlers
    /// of the others have returned.
    pub fn build(&self) -> Result<Pool, PoolError> {
        let (most, error): (_, fn(usize) -> PoolError) = match self.simulated {
            None => (MAX_THREADS, PoolError::Threads),
            Some(_) => (MAX_SIMULATED, PoolError::Simulated),
        };
        if !(1..=most).contains(&self.threads) {
            return Err(error(self.threads));
        }
        let (plan, topology) = self.placed()?;
        let platform = match self.simulated {
            #[cfg(feature = "simulate")]
            Some(costs) => Platform::simulated(costs, self.threads),
            _ => Platform::default(),
        };
        let names: Vec<String> = (0..self.threads).map(|index| self.hooks.thread_name(index)).collect();
        if let Some(name) = names.iter().find(|name| name.contains('\0')) {
            return Err(PoolError::ThreadName(name.clone()));
        }
        let simulated = platform.is_simulated();
        let wanted = if simulated { vec![None; self.threads] } else { plan.clone() };
        let (newcomers, threads) = self.start(&wanted, names, &platform)?;
        let pinning = wanted.iter().zip(&newcomers);
        let pinning: Vec<Pinning> =
            pinning.map(|(&wanted, newcomer)| Pinning { wanted, pinned: newcomer.pinned }).collect();
        let known = if simulated { plan } else { pinning.iter().map(|pinning| pinning.cpu()).collect() };
        let neighbours = Neighbours::new(&known, &topology, self.victims);
        let (mut cores, mut stealers, mut begin) = (vec![], vec![], vec![]);
        for newcomer in newcomers {
            cores.push(newcomer.core);
            stealers.push(newcomer.stealer);
            begin.push(newcomer.begin);
        }
        let shared = Arc::new(Shared::new(cores.into(), stealers.into(), platform, neighbours));
        for begin in begin {
            begin.send(shared.clone()).expect("a worker waits for its pool");
        }
        Ok(Pool::new_running(shared, threads, pinning, self.hooks.clone()))
    }

    /// The processor of each worker, and the topology of the machine as far as that says anything.
    fn placed(&self) -> Result<(Vec<Option<usize>>, Topology), PoolError> {
        let simulated = self.simulated.is_some();
        let topology = match &self.topology {
            Some(topology) if simulated => topology.clone(),
            _ if !simulated && self.pin.pins(self.threads, allowed_cpus().len()) => {
                Topology::of_this_machine()
            }
            _ => Topology::flat([]),
        };
        let pin = if simulated && self.pin == Pin::Auto { &Pin::Cores } else { &self.pin };
        Ok((pin.plan(self.threads, &topology)?, topology))
    }

    /// Starts the threads and gathers what they have made. If one could not be started, or
    /// panicked, ends all.
    fn start(
        &self,
        plan: &[Option<usize>],
        names: Vec<String>,
        platform: &Platform,
    ) -> Result<(Vec<Newcomer>, Vec<Thread>), PoolError> {
        let (mut beginners, mut letters) = (Vec::new(), Vec::new());
        for (index, &cpu) in plan.iter().enumerate() {
            let seed = self.seed ^ (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let (hooks, record) = (self.hooks.clone(), self.record.div_ceil(self.threads));
            let (platform, letter) = (platform.clone(), Letter::new(&Platform::default()));
            letters.push(letter.clone());
            beginners.push(Beginner { index, cpu, seed, record, hooks, platform, letter });
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
        panic::resume_unwind(first)
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

impl Pool {
    /// A pool of `threads` workers with the other settings of [`PoolBuilder::new`].
    ///
    /// # Errors
    /// As [`PoolBuilder::build`].
    pub fn new(threads: usize) -> Result<Pool, PoolError> {
        PoolBuilder::new().threads(threads).build()
    }
}
