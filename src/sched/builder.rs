//! Building a pool: its settings, its threads, where they are pinned.

use super::affinity::{Pin, pin_current_thread};
use super::block::Core;
use super::pool::{MAX_THREADS, Pool, Shared};
use super::worker::run_worker;
use crossbeam_deque::Worker as Deque;
use crossbeam_utils::sync::WaitGroup;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

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
        PoolBuilder { threads, pin: Pin::Auto, stack: DEFAULT_STACK, seed: 0, record: 0 }
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

    /// Keeps a [`Recording`](super::Recording): room for about so many events, shared out evenly among the workers and allocated before they start. 16
    /// bytes each, and for samples at most as much again. 0, the default, keeps none.
    pub fn record(mut self, events: usize) -> PoolBuilder {
        self.record = events;
        self
    }

    /// Starts the workers and waits until all of them are up.
    ///
    /// # Errors
    /// Number of threads or list of processors out of range ([`io::ErrorKind::InvalidInput`]), or the operating system
    /// refuses a thread. A refused pinning is no error: see [`Pool::pinning`].
    pub fn build(&self) -> io::Result<Pool> {
        let invalid = |text: String| io::Error::new(io::ErrorKind::InvalidInput, text);
        if !(1..=MAX_THREADS).contains(&self.threads) {
            return Err(invalid(format!(
                "got {} threads, expected 1 to {MAX_THREADS}; try --threads 2",
                self.threads
            )));
        }
        let plan = self.pin.plan(self.threads).map_err(invalid)?;
        let deques: Vec<_> = (0..self.threads).map(|_| Deque::new_lifo()).collect();
        let cores =
            (0..self.threads).map(|index| Core::new(index, self.record.div_ceil(self.threads))).collect();
        let shared = Arc::new(Shared::new(cores, deques.iter().map(Deque::stealer).collect()));
        let pinned: Arc<[AtomicBool]> = (0..self.threads).map(|_| AtomicBool::new(false)).collect();
        let mut pool = Pool::without_threads(shared);
        let up = WaitGroup::new();
        for (index, deque) in deques.into_iter().enumerate() {
            let (shared, pinned, cpu, up) = (pool.shared.clone(), pinned.clone(), plan[index], up.clone());
            let seed = self.seed ^ (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let body = move || {
                pinned[index].store(cpu.is_some_and(pin_current_thread), Relaxed); // ordered by `up`
                drop(up);
                run_worker(shared, index, deque, seed);
            };
            let builder = thread::Builder::new().name(format!("worker-{index:02}")).stack_size(self.stack);
            pool.own_thread(builder.spawn(body)?); // on error `pool` is dropped, which ends those that run
        }
        up.wait();
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
