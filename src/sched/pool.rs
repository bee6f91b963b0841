//! The pool: starting workers, giving them work from outside, reading their numbers at rest, ending them.

use super::affinity::{Pin, pin_current_thread};
use super::block::{Core, Entry};
use super::cancel::{Cancelled, Home, Node};
use super::counters::Tally;
use super::latency::Latencies;
use super::platform::now_ns;
use super::recording::Recording;
use super::sleep::Sleep;
use super::split::Scoped;
use super::sync::full_fence;
use super::worker::{Worker, run_worker};
use crossbeam_deque::{Injector, Stealer, Worker as Deque};
use crossbeam_utils::sync::WaitGroup;
use parking_lot::{Condvar, Mutex, RecursiveRwLock};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::thread::{self, JoinHandle};
use std::time::SystemTime;

/// The most workers a pool can have.
pub const MAX_THREADS: usize = 256;

/// Stack of a worker in bytes, unless asked for otherwise. Only touched pages cost memory.
pub const DEFAULT_STACK: usize = 64 << 20;

/// The closure of an `install`, wrapped so that it reports to its installer.
pub(super) type Root = Box<dyn FnOnce(Worker<'_>) + Send>;

/// What all workers of a pool share.
pub(super) struct Shared {
    pub(super) cores: Box<[Box<Core>]>,
    pub(super) stealers: Box<[Stealer<Entry>]>,
    pub(super) injector: Injector<Root>,
    pub(super) sleep: Sleep,
    closing: AtomicBool,
    /// Number of the latest request for rest; workers acknowledge it when they have nothing to do.
    rest_wanted: AtomicU64,
    resting: Mutex<usize>,
    all_rest: Condvar,
}

impl Shared {
    /// Sets a reason in a worker's signal word and wakes it if it sleeps.
    pub(super) fn signal_and_wake(&self, worker: usize, reason: isize) {
        self.cores[worker].signal(reason);
        self.sleep.wake(worker);
    }

    pub(super) fn is_closing(&self) -> bool {
        self.closing.load(Acquire) // pairs with the release in `Pool::drop`
    }

    pub(super) fn rest_wanted(&self) -> u64 {
        self.rest_wanted.load(Acquire) // pairs with the release in `Pool::snapshot`
    }

    /// Whether there is a reason for an idle worker not to sleep.
    pub(super) fn has_news(&self, acknowledged: u64) -> bool {
        self.is_closing()
            || self.rest_wanted() != acknowledged
            || !self.injector.is_empty()
            || self.stealers.iter().any(|stealer| !stealer.is_empty())
    }

    /// One more worker is at rest.
    pub(super) fn at_rest(&self) {
        *self.resting.lock() += 1; // the lock hands the worker's counters over to the reader
        self.all_rest.notify_all();
    }

    fn wake_everybody(&self) {
        (0..self.cores.len()).for_each(|worker| {
            self.sleep.wake(worker);
        });
    }
}

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

    /// Keeps a [`Recording`]: room for about so many events, shared out evenly among the workers and allocated before they start. 16
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
        let shared = Arc::new(Shared {
            cores: (0..self.threads)
                .map(|index| Core::new(index, self.record.div_ceil(self.threads)))
                .collect(),
            stealers: deques.iter().map(Deque::stealer).collect(),
            injector: Injector::new(),
            sleep: Sleep::new(self.threads),
            closing: AtomicBool::new(false),
            rest_wanted: AtomicU64::new(0),
            resting: Mutex::new(0),
            all_rest: Condvar::new(),
        });
        let pinned: Arc<[AtomicBool]> = (0..self.threads).map(|_| AtomicBool::new(false)).collect();
        let mut pool = Pool {
            shared,
            threads: Vec::new(),
            pinning: Vec::new(),
            zero: Mutex::new(Zero {
                at_ns: now_ns(),
                started: SystemTime::now(),
                tallies: vec![Tally::default(); self.threads],
            }),
            installs: RecursiveRwLock::new(()),
        };
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
            pool.threads.push(builder.spawn(body)?); // on error `pool` is dropped, which ends those that run
        }
        up.wait();
        pool.pinning = plan
            .iter()
            .zip(pinned.iter())
            .map(|(&wanted, pinned)| Pinning { wanted, pinned: pinned.load(Relaxed) })
            .collect();
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

/// A pool of workers. Dropping it ends them.
pub struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    pinning: Vec<Pinning>,
    zero: Mutex<Zero>,
    /// Held for reading by every `install` under way, for writing by a snapshot.
    installs: RecursiveRwLock<()>,
}

/// Where counters and recording were last reset. They go on: only their owners write them.
struct Zero {
    at_ns: u64,
    started: SystemTime,
    /// What the counters stood at, by worker.
    tallies: Vec<Tally>,
}

/// One worker's numbers at rest.
#[derive(Clone, Debug)]
pub struct WorkerReport {
    /// Its counters.
    pub tally: Tally,
    /// Its latencies.
    pub latencies: Latencies,
    /// The processor it is pinned to.
    pub pinned_to: Option<usize>,
}

/// All workers' numbers at one moment of rest: plain data.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// By worker.
    pub workers: Vec<WorkerReport>,
}

impl Snapshot {
    /// The counters summed over workers; the identities hold for this sum.
    pub fn total(&self) -> Tally {
        self.workers.iter().fold(Tally::default(), |mut sum, worker| {
            sum += worker.tally;
            sum
        })
    }

    /// The latencies of all workers together.
    pub fn latencies(&self) -> Latencies {
        self.workers.iter().fold(Latencies::new(), |mut sum, worker| {
            sum.merge(&worker.latencies);
            sum
        })
    }
}

impl Pool {
    /// A pool of `threads` workers with the other settings of [`PoolBuilder::new`].
    ///
    /// # Errors
    /// As [`PoolBuilder::build`].
    pub fn new(threads: usize) -> io::Result<Pool> {
        PoolBuilder::new().threads(threads).build()
    }

    /// Number of workers.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Which worker is pinned where.
    pub fn pinning(&self) -> &[Pinning] {
        &self.pinning
    }

    /// A cancel scope for work of this pool, to be cancelled from any thread.
    pub fn cancel_scope(&self) -> CancelScope {
        CancelScope { node: Node::new(Home::Pool, None), shared: self.shared.clone() }
    }

    /// Runs `f` on one of the workers and waits for it. May be called from several threads at once.
    ///
    /// The closure itself is not a task.
    ///
    /// # Panics
    /// If `f` panics, with its panic. If called on one of the pool's own threads, which would wait for itself.
    pub fn install<R: Send>(&self, f: impl FnOnce(Worker<'_>) -> R + Send) -> R {
        self.refuse_own_threads("install");
        let result = {
            // Recursive: the caller may be a task of another pool that was installed from within this one.
            let _running = self.installs.read();
            self.run_root(f)
        };
        #[cfg(debug_assertions)]
        self.check_if_at_rest();
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// As [`Pool::install`], inside a cancel scope.
    ///
    /// # Errors
    /// [`Cancelled`] if the scope was cancelled before `f` began, or if `f` returns it.
    ///
    /// # Panics
    /// As [`Pool::install`]; and if the scope is another pool's.
    pub fn install_in<R: Send>(
        &self,
        scope: &CancelScope,
        f: impl FnOnce(Scoped<'_>) -> Result<R, Cancelled> + Send,
    ) -> Result<R, Cancelled> {
        assert!(Arc::ptr_eq(&self.shared, &scope.shared), "install_in was given another pool's cancel scope");
        self.install(|worker| {
            if scope.is_cancelled() {
                Err(Cancelled(()))
            } else {
                f(Scoped::new(worker.level().again(), &scope.node))
            }
        })
    }

    fn refuse_own_threads(&self, what: &str) {
        let current = thread::current();
        assert!(
            self.threads.iter().all(|thread| thread.thread().id() != current.id()),
            "{what} was called on {}, a thread of the same pool, which would wait for itself; use the worker it was given",
            current.name().unwrap_or("a worker")
        );
    }

    fn run_root<R: Send>(&self, f: impl FnOnce(Worker<'_>) -> R + Send) -> thread::Result<R> {
        let letter = Arc::new(Letter { result: Mutex::new(None), arrived: Condvar::new() });
        let reply = letter.clone();
        let root = move |worker: Worker<'_>| {
            let result = catch_unwind(AssertUnwindSafe(|| f(worker)));
            *reply.result.lock() = Some(result);
            reply.arrived.notify_one();
        };
        let root: Box<dyn FnOnce(Worker<'_>) + Send + '_> = Box::new(root);
        // SAFETY: only the lifetime changes. Everything borrowed is in `f`, which has been consumed when the result is
        // there; this frame waits for that, and cannot unwind before. What is left of the closure then owns only `reply`.
        let root: Root = unsafe { std::mem::transmute(root) };
        self.shared.injector.push(root);
        self.shared.sleep.wake_one_idle();
        let mut result = letter.result.lock();
        loop {
            match result.take() {
                Some(result) => return result,
                None => letter.arrived.wait(&mut result),
            }
        }
    }

    /// The numbers of all workers, once everything installed has ended and each worker has said that it is at rest.
    ///
    /// # Panics
    /// If called on one of the pool's own threads, which would wait for itself.
    pub fn snapshot(&self) -> Snapshot {
        self.refuse_own_threads("snapshot");
        let _no_installs = self.installs.write();
        self.read_at_rest()
    }

    fn read_at_rest(&self) -> Snapshot {
        let shared = &self.shared;
        let mut resting = shared.resting.lock();
        *resting = 0;
        shared.rest_wanted.fetch_add(1, Release); // pairs with the acquire in `rest_wanted`
        shared.wake_everybody();
        while *resting < self.threads() {
            shared.all_rest.wait(&mut resting);
        }
        let report = |(worker, pinning): (usize, &Pinning)| WorkerReport {
            tally: shared.cores[worker].counters.read() - self.zero.lock().tallies[worker],
            latencies: shared.cores[worker].latencies.lock().clone(),
            pinned_to: pinning.cpu(),
        };
        Snapshot { workers: self.pinning.iter().enumerate().map(report).collect() }
    }

    /// What the workers have done since the last [`Pool::reset`], at rest as [`Pool::snapshot`]; `None` if the pool was not built to
    /// [`record`](PoolBuilder::record).
    ///
    /// # Panics
    /// As [`Pool::snapshot`].
    pub fn recording(&self) -> Option<Recording> {
        self.refuse_own_threads("recording");
        let shared = &self.shared;
        if !shared.cores[0].log.is_on() {
            return None;
        }
        let _no_installs = self.installs.write();
        self.read_at_rest();
        let (zero, now_ns) = (self.zero.lock(), now_ns());
        let cores = shared.cores.iter().zip(&zero.tallies);
        let tracks = cores.map(|(core, &tally)| core.track((zero.at_ns, tally), now_ns)).collect();
        Some(Recording { tracks, started: zero.started, end_ns: now_ns - zero.at_ns })
    }

    /// Sets all counters and latencies back to nothing, and begins the recording anew, at rest as [`Pool::snapshot`].
    ///
    /// # Panics
    /// As [`Pool::snapshot`].
    pub fn reset(&self) {
        self.refuse_own_threads("reset");
        let _no_installs = self.installs.write();
        self.read_at_rest();
        let mut zero = self.zero.lock();
        for (core, tally) in self.shared.cores.iter().zip(&mut zero.tallies) {
            *tally = core.counters.read();
            *core.latencies.lock() = Latencies::new();
            core.log.reset();
        }
        (zero.at_ns, zero.started) = (now_ns(), SystemTime::now()); // last: what is older was counted before
    }

    /// Debug builds: the identities hold whenever nothing is installed.
    #[cfg(debug_assertions)]
    fn check_if_at_rest(&self) {
        if let Some(_no_installs) = self.installs.try_write()
            && let Err(terms) = self.read_at_rest().total().check()
        {
            panic!("{terms}");
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.closing.store(true, Release); // pairs with the acquire in `is_closing`
        self.shared.wake_everybody();
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                // A worker catches what tasks throw; it can only have failed itself.
                eprintln!("sparring: a worker of the pool has panicked");
            }
        }
    }
}

/// Where the result of an `install` is left for the installer.
struct Letter<R> {
    result: Mutex<Option<thread::Result<R>>>,
    arrived: Condvar,
}

/// A cancel scope at the root of a tree, for work started by [`Pool::install_in`]; may be cancelled from any thread, once and for all.
///
/// ```
/// use sparring::sched::{Cancelled, Pool};
/// use std::time::Duration;
///
/// let pool = Pool::new(1).unwrap();
/// let scope = pool.cancel_scope();
/// std::thread::scope(|threads| {
///     threads.spawn(|| {
///         std::thread::sleep(Duration::from_millis(5));
///         scope.cancel();
///     });
///     let endless = pool.install_in(&scope, |s| loop { s.poll()?; } );
///     assert!(matches!(endless, Err::<(), Cancelled>(_)));
/// });
/// ```
pub struct CancelScope {
    node: Node,
    shared: Arc<Shared>,
}

impl CancelScope {
    /// Cancels everything inside.
    pub fn cancel(&self) {
        if self.node.set() {
            full_fence(); // pairs with the fence in `help_inside`
            self.shared.tell(&self.node, usize::MAX);
        }
    }

    /// Whether this scope is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.node.is_cancelled()
    }
}
