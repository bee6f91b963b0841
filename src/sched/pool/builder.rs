//! Building a pool: settings and processors of its workers.

use crate::error::PoolError;
use crate::handover::fence;
use crate::handover::oneshot::Oneshot;
use crate::platform::{Costs, MAX_SIMULATED, MAX_THREADS, Platform, Processors, usable_cpus};
use crate::pool::Pool;
use crate::pool::hooks::Hooks;
use crate::pool::start::{DEFAULT_STACK, PreparedWorker, Spawn, WorkerPlan, start};
use crate::topology::Topology;
use crate::topology::affinity::{Pin, Pinning};
use crate::topology::neighbours::{Neighbours, Victims};
use crate::worker::core::Shared;
use crate::worker::forced::{LONGEST_SILENCE, SILENCE_NS};
use crate::worker::stand_ins::{Settings, StandIns};
use std::sync::Arc;
use std::time::Duration;

/// Default stack of a simulated worker in bytes: small, because there may be a thousand workers.
pub const SIMULATED_STACK: usize = 4 << 20;

/// Settings for building a [`Pool`].
///
/// ```
/// use sparring_sched::{Pin, PoolBuilder};
///
/// let pool = PoolBuilder::new().threads(3).pin(Pin::None).stack(1 << 20).seed(7).build().unwrap();
/// assert_eq!(pool.threads(), 3);
/// ```
#[derive(Clone, Debug)]
#[must_use = "a builder starts nothing before it is told to build"]
pub struct PoolBuilder {
    threads: usize,
    pin: Pin,
    stack: usize,
    seed: u64,
    record: usize,
    hooks: Hooks,
    victims: Victims,
    force_after: Option<Duration>,
    simulated: Option<Costs>,
    topology: Option<Topology>,
}

impl Default for PoolBuilder {
    fn default() -> Self {
        PoolBuilder::new()
    }
}

impl PoolBuilder {
    /// Returns the default settings: [`Pin::Auto`], [`DEFAULT_STACK`], and one worker for each
    /// processor of the calling thread (on a pinned worker, of its pool). Where the system does not
    /// list them, [`std::thread::available_parallelism`] gives their number.
    ///
    /// **These settings pin the workers** if there are at least two: see [`PoolBuilder::pin`].
    pub fn new() -> PoolBuilder {
        let threads = usable_cpus().min(MAX_THREADS);
        PoolBuilder {
            threads,
            pin: Pin::Auto,
            stack: DEFAULT_STACK,
            seed: 0,
            record: 0,
            hooks: Hooks::default(),
            victims: Victims::Near,
            force_after: Some(Duration::from_nanos(SILENCE_NS)),
            simulated: None,
            topology: None,
        }
    }

    /// Sets the number of workers: `1..=256`, or `1..=1024` in a simulated pool.
    pub fn threads(mut self, threads: usize) -> PoolBuilder {
        self.threads = threads;
        self
    }

    /// Chooses the workers to pin, each to one processor. The default, [`Pin::Auto`], pins all if
    /// there are as many as processors, and at least two. [`Pool::pinning`] reports the outcome.
    ///
    /// *Benefit.* A kernel may make a woken worker queue on its waker's processor: on two virtual
    /// processors pinning cut the median wake-up from 1.9 ms to 0.05 ms. Near and far victims
    /// ([`PoolBuilder::victims`]) need pinned workers.
    ///
    /// *Cost.* A pinned worker waits while another program uses its processor. Every
    /// [`std::thread`] or [`Command`](std::process::Command) started on it inherits that one
    /// processor. [`available_parallelism`](std::thread::available_parallelism) returns 1 there, so
    /// a rayon pool gets one thread. Start such things outside the pool, or pin nothing:
    ///
    /// ```
    /// use sparring_sched::{Pin, PoolBuilder};
    ///
    /// let pool = PoolBuilder::new().pin(Pin::None).build().unwrap();
    /// let processors = || std::thread::available_parallelism().unwrap();
    /// assert_eq!(pool.install(|_| processors()), processors());
    /// ```
    ///
    /// On Linux, a pool that is built on a pinned worker may use all processors of that worker's
    /// pool, and by default has one worker for each.
    pub fn pin(mut self, pin: Pin) -> PoolBuilder {
        self.pin = pin;
        self
    }

    /// Sets the stack of each worker and each stand-in in bytes, at least 1 MiB.
    pub fn stack(mut self, bytes: usize) -> PoolBuilder {
        self.stack = bytes.max(1 << 20);
        self
    }

    /// Sets the seed for the workers' random choice of victims.
    pub fn seed(mut self, seed: u64) -> PoolBuilder {
        self.seed = seed;
        self
    }

    /// Sets where the workers look for work first.
    pub fn victims(mut self, victims: Victims) -> PoolBuilder {
        self.victims = victims;
        self
    }

    /// Sets how long a worker may leave a request for work unanswered before others take its tasks
    /// without its help: 20 microseconds by default, at most one millisecond, because the asking
    /// worker stays awake meanwhile. A worker answers when it forks, splits, polls or claims an
    /// index.
    ///
    /// With `None`, or without the process-wide memory fence that this needs (Linux has it, but a
    /// system call filter may forbid it), each worker keeps one task visible to others, which makes
    /// forks some nanoseconds slower. Its other tasks wait for its next answer.
    /// [`Pool::forces_after`] returns the time in force.
    pub fn force_after(mut self, silence: Option<Duration>) -> PoolBuilder {
        self.force_after = silence.map(|silence| silence.min(LONGEST_SILENCE));
        self
    }

    /// Keeps a [`Recording`](crate::Recording) of about `events` events. The default, 0, keeps
    /// none, nor does a crate without the feature `recording`.
    ///
    /// Each worker gets an equal share, rounded up to a power of two and allocated in advance: 16
    /// bytes an event, half as much again for samples, at least 6 KiB. [`PoolBuilder::build`]
    /// panics without enough memory.
    pub fn record(mut self, events: usize) -> PoolBuilder {
        self.record = events;
        self
    }

    /// Names the thread of each worker, by the worker's number. The default names are `worker-00`,
    /// `worker-01` and so on. Stand-ins are always called `stand-in-00` and so on.
    pub fn thread_name(mut self, name: impl Fn(usize) -> String + Send + Sync + 'static) -> PoolBuilder {
        self.hooks.name = Some(Arc::new(name));
        self
    }

    /// Calls `handler` on each worker's thread, with the worker's number, after pinning and before
    /// its first task. [`PoolBuilder::build`] waits for these calls.
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

    /// Lets [`PoolBuilder::build`] return before the start handlers are called. A panic of one
    /// then goes to [`PoolBuilder::panic_handler`].
    pub fn start_late(mut self) -> PoolBuilder {
        self.hooks.late = true;
        self
    }

    /// Calls `handler` on each worker's thread, with the worker's number, after its last task,
    /// unless its start handler panicked. Dropping the pool waits for these calls. A panic of
    /// `handler` is printed and has no other effect.
    ///
    /// The hooks are dropped by the thread that drops the builder or the pool, or after
    /// [`Pool::shutdown`] by the last worker.
    pub fn exit_handler(mut self, handler: impl Fn(usize) + Send + Sync + 'static) -> PoolBuilder {
        self.hooks.exit = Some(Arc::new(handler));
        self
    }

    /// Calls `handler` with the panic of a closure of [`Pool::spawn_detached`], for which nobody
    /// waits. Without a handler, and if it panics in turn, the process is aborted.
    pub fn panic_handler(
        mut self,
        handler: impl Fn(Box<dyn std::any::Any + Send>) + Send + Sync + 'static,
    ) -> PoolBuilder {
        self.hooks.panic = Some(Arc::new(handler));
        self
    }

    /// Builds a pool in virtual time: the workers are coroutines on one unpinned thread, and time
    /// passes for each of them by `costs`. Needs the feature `simulate`.
    ///
    /// With equal seed and costs, runs are identical on every computer if one thread uses the pool
    /// and the tasks read no real clock and wait only for tasks. Time passes only where tasks fork
    /// or poll, so they must do that regularly. Each worker gets [`SIMULATED_STACK`] unless
    /// [`PoolBuilder::stack`] is called afterwards.
    ///
    /// # Safety
    /// All tasks share one thread, and every method of [`Worker`](crate::Worker) or
    /// [`Scoped`](crate::Scoped) and every wait may switch to another task. So tasks share
    /// thread-local variables, and calls need not return in reverse order. A task must not hold a
    /// thread-local value across such a switch if memory safety relies on that order, as with the
    /// frame pointers of the crate `scoped_tls`. Nor may a handle reach another task in a wrapper
    /// that only compares threads, like that of the crate `send_wrapper`.
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

    /// Sets the simulated machine's topology. A theft between two packages takes [`Costs::far_ns`]
    /// longer for each cache line. [`PoolBuilder::pin`] places the workers, where [`Pin::Auto`]
    /// means [`Pin::Cores`]. Hardware threads of one core do not slow each other. By default all
    /// workers are equally near. A real pool ignores this. Needs the feature `simulate`.
    #[cfg(feature = "simulate")]
    pub fn topology(mut self, topology: Topology) -> PoolBuilder {
        self.topology = Some(topology);
        self
    }

    /// Starts the workers and waits until all of them are ready.
    ///
    /// # Errors
    /// See [`PoolError`]. If a thread cannot be started, no hook is called. A refused pinning is
    /// not an error: see [`Pool::pinning`].
    ///
    /// # Panics
    /// If a start handler panics: with the first such panic, after the exit handlers of the other
    /// workers.
    pub fn build(&self) -> Result<Pool, PoolError> {
        self.build_on(&Processors::of_this_thread(), None)
    }

    pub(crate) fn build_on(&self, processors: &Processors, mut spawn: Spawn<'_>) -> Result<Pool, PoolError> {
        self.check_threads()?;
        let (plan, topology) = self.placed(processors)?;
        let platform = match self.simulated {
            #[cfg(feature = "simulate")]
            Some(costs) => Platform::simulated(costs, self.threads),
            _ => Platform::default(),
        };
        let names = self.thread_names()?;
        let simulated = platform.is_simulated();
        let silence = self.force_after.filter(|_| simulated || fence::register());
        let wanted = if simulated { vec![None; self.threads] } else { plan.clone() };
        let worker_plan = |(index, &cpu): (usize, &Option<usize>)| WorkerPlan {
            index,
            cpu,
            processors: processors.clone(),
            seed: self.seed ^ (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            record: self.record.div_ceil(self.threads),
            eager: silence.is_none(),
            hooks: self.hooks.clone(),
            platform: platform.clone(),
            reply: Oneshot::new(&Platform::default()),
        };
        let plans = wanted.iter().enumerate().map(worker_plan).collect();
        let started = start(plans, names, self.stack, platform.machine(), &mut spawn);
        let (prepared, threads) = started.map_err(PoolError::Spawn)?;
        let unknown = !simulated && processors.numbers().is_none();
        let pinning = |(&wanted, worker): (&Option<usize>, &PreparedWorker)| match wanted {
            Some(cpu) if worker.pinned => Pinning::Pinned(cpu),
            Some(cpu) => Pinning::Refused(cpu),
            None if unknown && self.pin.pins(self.threads, processors.usable()) => Pinning::Unknown,
            None => Pinning::None,
        };
        let pinning: Vec<Pinning> = wanted.iter().zip(&prepared).map(pinning).collect();
        let known = if simulated { plan } else { pinning.iter().map(|pinning| pinning.cpu()).collect() };
        let neighbours = Neighbours::new(&known, &topology, self.victims);
        let (mut cores, mut stealers, mut begin) = (vec![], vec![], vec![]);
        for worker in prepared {
            cores.push(worker.core);
            stealers.push(worker.stealer);
            begin.push(worker.begin);
        }
        let silence_ns = silence.map(|silence| silence.as_nanos().try_into().unwrap_or(u64::MAX));
        let settings = Settings { stack: self.stack, processors: processors.of_pinned() };
        let stand_ins = StandIns::new((!simulated).then_some(settings));
        let shared = Shared::new(
            cores.into(),
            stealers.into(),
            platform,
            neighbours,
            silence_ns,
            stand_ins,
            self.hooks.panic.clone(),
        );
        let shared = Arc::new(shared);
        for begin in begin {
            begin.send(shared.clone()).expect("a worker waits for its pool");
        }
        Ok(Pool::new_running(shared, threads, pinning, self.hooks.clone()))
    }

    fn check_threads(&self) -> Result<(), PoolError> {
        let (most, error): (_, fn(usize) -> PoolError) = match self.simulated {
            None => (MAX_THREADS, PoolError::Threads),
            Some(_) => (MAX_SIMULATED, PoolError::Simulated),
        };
        if (1..=most).contains(&self.threads) { Ok(()) } else { Err(error(self.threads)) }
    }

    fn thread_names(&self) -> Result<Vec<String>, PoolError> {
        let name = |index| match self.hooks.thread_name(index) {
            name if name.contains('\0') => Err(PoolError::ThreadName(name)),
            name => Ok(name),
        };
        (0..self.threads).map(name).collect()
    }

    fn placed(&self, processors: &Processors) -> Result<(Vec<Option<usize>>, Topology), PoolError> {
        let simulated = self.simulated.is_some();
        let topology = match (&self.topology, processors.numbers()) {
            (Some(topology), _) if simulated => topology.clone(),
            (_, None) if !simulated => return Ok((self.pin.plan_blindly(self.threads)?, Topology::flat([]))),
            (_, Some(numbers)) if !simulated && self.pin.pins(self.threads, numbers.len()) => {
                Topology::of(processors)
            }
            _ => Topology::flat([]),
        };
        let pin = if simulated && self.pin == Pin::Auto { &Pin::Cores } else { &self.pin };
        Ok((pin.plan(self.threads, &topology)?, topology))
    }
}

impl Pool {
    /// Builds a pool of `threads` workers with the other settings of [`PoolBuilder::new`], which
    /// may pin them: see [`PoolBuilder::pin`].
    ///
    /// # Errors
    /// The same as for [`PoolBuilder::build`].
    pub fn new(threads: usize) -> Result<Pool, PoolError> {
        PoolBuilder::new().threads(threads).build()
    }
}
