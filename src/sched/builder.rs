//! Building a pool: its settings, its threads, where they are pinned.

use super::affinity::{Pin, pin_current_thread};
use super::block::Core;
use super::hooks::{FirstPanic, Hooks};
use super::pool::{MAX_THREADS, Pool, Shared};
use super::worker::run_worker;
use crossbeam_deque::Worker as Deque;
use crossbeam_utils::sync::WaitGroup;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{panic, thread};

/// Stack of a worker in bytes, unless asked for otherwise. Only touched pages cost memory.
pub const DEFAULT_STACK: usize = 64 << 20;

/// What to build a [`Pool`] with.
///
/// ```
/// use sparring::sched::{Pin, PoolBuilder};
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
}

impl Default for PoolBuilder {
    fn default() -> Self {
        PoolBuilder::new()
    }
}

impl PoolBuilder {
    /// One worker for every processor this process may use, [`Pin::Auto`], [`DEFAULT_STACK`].
    pub fn new() -> PoolBuilder {
        let threads = super::platform::allowed_cpus().len().clamp(1, MAX_THREADS);
        PoolBuilder {
            threads,
            pin: Pin::Auto,
            stack: DEFAULT_STACK,
            seed: 0,
            record: 0,
            hooks: Hooks::default(),
        }
    }

    /// Number of workers, `1..=256`.
    pub fn threads(mut self, threads: usize) -> PoolBuilder {
        self.threads = threads;
        self
    }

    /// What to pin.
    pub fn pin(mut self, pin: Pin) -> PoolBuilder {
        self.pin = pin;
        self
    }

    /// Stack of each worker in bytes.
    pub fn stack(mut self, bytes: usize) -> PoolBuilder {
        self.stack = bytes;
        self
    }

    /// Seed of the workers' choice of victims.
    pub fn seed(mut self, seed: u64) -> PoolBuilder {
        self.seed = seed;
        self
    }

    /// Keeps a [`Recording`](super::Recording): room for about so many events, shared out evenly among
    /// the workers and allocated before they start. 16 bytes each, and for samples at most as much
    /// again. 0, the default, keeps none; nor does a crate without the feature `recording`.
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
    /// pinned and before its first task. [`PoolBuilder::build`] returns when all of these calls have.
    ///
    /// ```
    /// use sparring::sched::PoolBuilder;
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
    pub fn exit_handler(mut self, handler: impl Fn(usize) + Send + Sync + 'static) -> PoolBuilder {
        self.hooks.exit = Some(Arc::new(handler));
        self
    }

    /// Starts the workers and waits until all of them are up.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] if the number of threads or the list of processors is out of
    /// range, or a thread's name contains a zero byte; any other kind if the operating system refuses
    /// a thread. A refused pinning is no error: see [`Pool::pinning`].
    ///
    /// # Panics
    /// If the start handler panics on a worker, with the first such panic, after all threads have
    /// ended.
    pub fn build(&self) -> io::Result<Pool> {
        let invalid = |text: String| io::Error::new(io::ErrorKind::InvalidInput, text);
        if !(1..=MAX_THREADS).contains(&self.threads) {
            return Err(invalid(format!(
                "got {} threads, expected 1 to {MAX_THREADS}; try --threads 2",
                self.threads
            )));
        }
        let plan = self.pin.plan(self.threads).map_err(invalid)?;
        let names: Vec<String> = (0..self.threads).map(|index| self.hooks.thread_name(index)).collect();
        if let Some(name) = names.iter().find(|name| name.contains('\0')) {
            return Err(invalid(format!("got {name:?} to name a thread, expected no zero byte in it")));
        }
        let deques: Vec<_> = (0..self.threads).map(|_| Deque::new_lifo()).collect();
        let cores =
            (0..self.threads).map(|index| Core::new(index, self.record.div_ceil(self.threads))).collect();
        let shared = Arc::new(Shared::new(cores, deques.iter().map(Deque::stealer).collect()));
        let pinned: Arc<[AtomicBool]> = (0..self.threads).map(|_| AtomicBool::new(false)).collect();
        let mut pool = Pool::without_threads(shared);
        let start_panic = Arc::new(FirstPanic::default());
        let up = WaitGroup::new();
        for ((index, deque), name) in deques.into_iter().enumerate().zip(names) {
            let (shared, pinned, cpu, up) = (pool.shared.clone(), pinned.clone(), plan[index], up.clone());
            let (hooks, start_panic) = (self.hooks.clone(), start_panic.clone());
            let seed = self.seed ^ (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let body = move || {
                pinned[index].store(cpu.is_some_and(pin_current_thread), Relaxed); // ordered by `up`
                let started = hooks.start(index).map_err(|panic| start_panic.keep(panic)).is_ok();
                drop(up);
                run_worker(shared, index, deque, seed);
                if started {
                    hooks.exit(index);
                }
            };
            let builder = thread::Builder::new().name(name).stack_size(self.stack);
            pool.own_thread(builder.spawn(body)?); // on error `pool` is dropped, which ends those that run
        }
        up.wait();
        if let Some(panic) = start_panic.take() {
            drop(pool);
            panic::resume_unwind(panic);
        }
        let pinning = plan.iter().zip(pinned.iter());
        pool.set_pinning(
            pinning.map(|(&wanted, pinned)| Pinning { wanted, pinned: pinned.load(Relaxed) }).collect(),
        );
        Ok(pool)
    }
}

/// What became of a worker's pinning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pinning {
    /// The processor the worker was to be pinned to.
    pub wanted: Option<usize>,
    /// Whether the operating system did it.
    pub pinned: bool,
}

impl Pinning {
    /// The processor the worker is pinned to.
    pub fn cpu(self) -> Option<usize> {
        self.wanted.filter(|_| self.pinned)
    }
}
