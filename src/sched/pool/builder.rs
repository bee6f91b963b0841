//! Building a pool: its settings, and where its workers are pinned.

use crate::error::PoolError;
use crate::handover::fence;
use crate::handover::oneshot::Oneshot;
use crate::platform::{Costs, MAX_SIMULATED, MAX_THREADS, Platform, Processors, usable_cpus};
use crate::pool::Pool;
use crate::pool::hooks::Hooks;
use crate::pool::start::{DEFAULT_STACK, PreparedWorker, WorkerPlan, start};
use crate::topology::Topology;
use crate::topology::affinity::{Pin, Pinning};
use crate::topology::neighbours::{Neighbours, Victims};
use crate::worker::core::Shared;
use crate::worker::forced::{LONGEST_SILENCE, SILENCE_NS};
use crate::worker::stand_ins::{Settings, StandIns};
use std::sync::Arc;
use std::time::Duration;

/// Stack of a simulated worker in bytes, unless asked for otherwise: there may be a thousand.
pub const SIMULATED_STACK: usize = 4 << 20;

/// Settings to build a [`Pool`] with.
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
    /// Topology of the simulated machine.
    topology: Option<Topology>,
}

impl Default for PoolBuilder {
    fn default() -> Self {
        PoolBuilder::new()
    }
}

impl PoolBuilder {
    /// One worker for each processor the calling thread may use, [`Pin::Auto`],
    /// [`DEFAULT_STACK`]. (On a pinned worker, one for each that its pool may use. Where the
    /// system does not say which those are, [`std::thread::available_parallelism`] says how
    /// many.)
    ///
    /// **With these settings the workers are pinned**, if there are at least two: see
    /// [`PoolBuilder::pin`].
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

    /// Number of workers, `1..=256`, or `1..=1024` if they are simulated.
    pub fn threads(mut self, threads: usize) -> PoolBuilder {
        self.threads = threads;
        self
    }

    /// Which workers to pin, each to one processor; by default [`Pin::Auto`]: all, if there are
    /// as many as processors, and at least two. [`Pool::pinning`] tells what became of it.
    ///
    /// *What for.* A kernel may wake a worker on the processor of the one that woke it, where it
    /// waits for its turn. On two virtual processors (Linux 6.18, little else running) the median
    /// wake-up took 1.9 ms, and 0.05 ms if both workers were pinned. Only of pinned workers it is
    /// known where they run, so only those have near and far victims ([`PoolBuilder::victims`]).
    ///
    /// *What it costs.* A pinned worker waits if something else uses its processor, though others
    /// may be free. And a thread, or a process, begins with the processors of the thread that
    /// starts it. So all that a task or a hook starts on a pinned worker shares that worker's one
    /// processor: a [`std::thread`], the threads of another library, a
    /// [`Command`](std::process::Command). There
    /// [`available_parallelism`](std::thread::available_parallelism) is 1, and a rayon pool has
    /// one thread by default. Start such things outside the pool, before a task needs them; or
    /// pin nothing:
    ///
    /// ```
    /// use sparring_sched::{Pin, PoolBuilder};
    ///
    /// let pool = PoolBuilder::new().pin(Pin::None).build().unwrap();
    /// let processors = || std::thread::available_parallelism().unwrap();
    /// assert_eq!(pool.install(|_| processors()), processors());
    /// ```
    ///
    /// Pools of this crate are exempt, on Linux: one that is built on a pinned worker may use all
    /// processors that the worker's pool may use, and by default has as many workers.
    pub fn pin(mut self, pin: Pin) -> PoolBuilder {
        self.pin = pin;
        self
    }

    /// Stack of each worker in bytes, and of each stand-in, 1 MiB at least.
    pub fn stack(mut self, bytes: usize) -> PoolBuilder {
        self.stack = bytes.max(1 << 20);
        self
    }

    /// Seed of the workers' choice of victims.
    pub fn seed(mut self, seed: u64) -> PoolBuilder {
        self.seed = seed;
        self
    }

    /// Sets where the workers look for work first.
    pub fn victims(mut self, victims: Victims) -> PoolBuilder {
        self.victims = victims;
        self
    }

    /// Sets the time for which a worker may leave a request for work unanswered. After that,
    /// other workers take what it has put up without its help. The default is 20 microseconds. A
    /// worker answers where it forks, splits, polls or claims an index; this is for the time in
    /// between. The worker that asks stays awake for this time, so it is limited to one
    /// millisecond: larger values count as that.
    ///
    /// With `None` other workers never do so. They cannot do so either on systems without the
    /// fence that it takes. (Linux has this fence; a filter on system calls may forbid it.) In
    /// both cases each worker keeps one entry where others find it before they ask, so its forks
    /// cost some nanoseconds more. The rest of what it has put up then waits for its next fork,
    /// split, poll or index. [`Pool::forces_after`] tells whether entries can be taken, and after
    /// which time.
    pub fn force_after(mut self, silence: Option<Duration>) -> PoolBuilder {
        self.force_after = silence.map(|silence| silence.min(LONGEST_SILENCE));
        self
    }

    /// Keeps a [`Recording`](crate::Recording) with room for about `events` events, shared out
    /// evenly among the workers, rounded up to a power of two for each and allocated before they
    /// start: 16 bytes each, and for samples half as much again, at least 6 KiB for each worker.
    /// 0, the default, keeps none; nor does a crate without the feature `recording`. More than
    /// there can be memory for makes [`PoolBuilder::build`] panic.
    pub fn record(mut self, events: usize) -> PoolBuilder {
        self.record = events;
        self
    }

    /// Names the thread of each worker, by the worker's number. Without this they are called
    /// `worker-00`, `worker-01` and so on. (Stand-ins, which [`Pool`] tells of, are called
    /// `stand-in-00` and so on.)
    pub fn thread_name(mut self, name: impl Fn(usize) -> String + Send + Sync + 'static) -> PoolBuilder {
        self.hooks.name = Some(Arc::new(name));
        self
    }

    /// Calls `handler` on the thread of each worker, with the worker's number, after the thread was
    /// pinned and before its first task. [`PoolBuilder::build`] returns a pool when all of these
    /// calls have returned. Stand-ins, which [`Pool`] tells of, call no handler.
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
    /// Only with the feature `simulate`.
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
    /// Only with the feature `simulate`.
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
        self.build_on(&Processors::of_this_thread())
    }

    /// Starts the workers as [`PoolBuilder::build`] does on a thread that may use `processors`.
    pub(crate) fn build_on(&self, processors: &Processors) -> Result<Pool, PoolError> {
        let (most, error): (_, fn(usize) -> PoolError) = match self.simulated {
            None => (MAX_THREADS, PoolError::Threads),
            Some(_) => (MAX_SIMULATED, PoolError::Simulated),
        };
        if !(1..=most).contains(&self.threads) {
            return Err(error(self.threads));
        }
        let (plan, topology) = self.placed(processors)?;
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
        let started = start(plans, names, self.stack, platform.machine());
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
        let shared = Shared::new(cores.into(), stealers.into(), platform, neighbours, silence_ns, stand_ins);
        let shared = Arc::new(shared);
        for begin in begin {
            begin.send(shared.clone()).expect("a worker waits for its pool");
        }
        Ok(Pool::new_running(shared, threads, pinning, self.hooks.clone()))
    }

    /// The processor of each worker, and the topology of the machine as far as that says anything.
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
    /// A pool of `threads` workers with the other settings of [`PoolBuilder::new`]. So they are
    /// pinned if there are as many as processors, and at least two: see [`PoolBuilder::pin`] for
    /// what that means for threads that a task starts, and for how to pin nothing.
    ///
    /// # Errors
    /// As [`PoolBuilder::build`].
    pub fn new(threads: usize) -> Result<Pool, PoolError> {
        PoolBuilder::new().threads(threads).build()
    }
}
