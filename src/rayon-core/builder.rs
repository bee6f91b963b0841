//! Building pools.

use crate::registry::{self, Registry, set_built_here};
use crate::thread_pool::{ThreadPool, set_first};
use sparring_sched::{MAX_THREADS, Pin, Pool, PoolBuilder, PoolError, WorkerThread};
use std::any::Any;
use std::error::Error;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

type PanicHandler = dyn Fn(Box<dyn Any + Send>) + Send + Sync;
type Handler = Box<dyn Fn(usize) + Send + Sync>;

/// Settings of a pool.
pub struct ThreadPoolBuilder<S = DefaultSpawn> {
    threads: usize,
    use_current_thread: bool,
    breadth_first: bool,
    stack: Option<usize>,
    name: Option<Box<dyn FnMut(usize) -> String>>,
    panic: Option<Box<PanicHandler>>,
    start: Option<Handler>,
    exit: Option<Handler>,
    spawn: S,
}

/// Why a pool could not be built.
#[derive(Debug)]
pub struct ThreadPoolBuildError(Reason);

#[derive(Debug)]
enum Reason {
    GlobalPoolAlreadyInitialized,
    CurrentThreadAlreadyInPool,
    Io(io::Error),
}

/// Starts the threads of a pool.
pub trait ThreadSpawn {
    #[doc(hidden)]
    fn build(self, settings: PoolBuilder, threads: Threads) -> Result<Pool, PoolError>;
}

/// Properties of a pool's threads that a [`ThreadBuilder`] tells.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Threads {
    first: usize,
    named: bool,
    stack: Option<usize>,
}

/// The pool starts its threads itself.
#[derive(Debug, Default)]
pub struct DefaultSpawn;

/// A closure starts the threads.
#[derive(Debug)]
pub struct CustomSpawn<F>(F);

/// A thread of a pool whose threads the program starts: it must call [`ThreadBuilder::run`].
#[derive(Debug)]
pub struct ThreadBuilder {
    thread: WorkerThread,
    threads: Threads,
}

impl ThreadSpawn for DefaultSpawn {
    fn build(self, settings: PoolBuilder, _: Threads) -> Result<Pool, PoolError> {
        settings.build()
    }
}

impl<F> ThreadSpawn for CustomSpawn<F>
where
    F: FnMut(ThreadBuilder) -> io::Result<()>,
{
    fn build(mut self, settings: PoolBuilder, threads: Threads) -> Result<Pool, PoolError> {
        settings.build_with(|thread| (self.0)(ThreadBuilder { thread, threads }))
    }
}

impl ThreadBuilder {
    /// Returns the worker's number.
    #[must_use]
    pub fn index(&self) -> usize {
        self.thread.index() + self.threads.first
    }

    /// Returns the name that the thread should have, if one was set.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.threads.named.then(|| self.thread.name())
    }

    /// Returns the size in bytes that the thread's stack should have, if one was set.
    #[must_use]
    pub fn stack_size(&self) -> Option<usize> {
        self.threads.stack
    }

    /// Runs the worker, and returns when the pool has ended.
    pub fn run(self) {
        self.thread.run();
    }
}

impl Default for ThreadPoolBuilder {
    fn default() -> Self {
        ThreadPoolBuilder {
            threads: 0,
            use_current_thread: false,
            breadth_first: false,
            stack: None,
            name: None,
            panic: None,
            start: None,
            exit: None,
            spawn: DefaultSpawn,
        }
    }
}

impl ThreadPoolBuilder {
    /// Returns the default settings.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Builds a pool whose threads run `wrapper`, calls `with_pool` with it, and waits until the
    /// threads have ended. Both may borrow.
    ///
    /// # Errors
    /// If a thread cannot be started.
    ///
    /// # Panics
    /// If `with_pool` panics.
    pub fn build_scoped<W, F, R>(self, wrapper: W, with_pool: F) -> Result<R, ThreadPoolBuildError>
    where
        W: Fn(ThreadBuilder) + Sync,
        F: FnOnce(&ThreadPool) -> R,
    {
        std::thread::scope(|threads| {
            let wrapper = &wrapper;
            let start = |thread: ThreadBuilder| {
                let named = |name: &str| std::thread::Builder::new().name(name.into());
                let builder = thread.name().map_or_else(std::thread::Builder::new, named);
                let builder = thread.stack_size().into_iter().fold(builder, std::thread::Builder::stack_size);
                builder.spawn_scoped(threads, move || wrapper(thread)).map(|_| ())
            };
            let pool = self.spawn_handler(start).build()?;
            Ok(with_pool(&pool))
        })
    }
}

impl<S: ThreadSpawn> ThreadPoolBuilder<S> {
    /// Builds a pool.
    ///
    /// # Errors
    /// If a thread cannot be started, or the current thread is to be used and is of a pool.
    pub fn build(self) -> Result<ThreadPool, ThreadPoolBuildError> {
        self.registry().map(|registry| ThreadPool { registry })
    }

    /// Builds the global pool.
    ///
    /// # Errors
    /// If there is one, and as [`ThreadPoolBuilder::build`].
    pub fn build_global(self) -> Result<(), ThreadPoolBuildError> {
        registry::build_global(|| self.registry())
    }

    pub(crate) fn registry(self) -> Result<Arc<Registry>, ThreadPoolBuildError> {
        if self.use_current_thread && self.is_taken() {
            return Err(ThreadPoolBuildError(Reason::CurrentThreadAlreadyInPool));
        }
        let (here, all) = (self.use_current_thread, self.threads());
        let first = usize::from(here && all > 1);
        let ThreadPoolBuilder { stack, name, panic, start, exit, spawn, .. } = self;
        let (threads, named) = (all - first, name.is_some());
        // Not pinned: nothing is known of the program's other threads.
        let mut settings = PoolBuilder::new().threads(threads).pin(Pin::None).start_late();
        let panic: Option<Arc<PanicHandler>> = panic.map(Arc::from);
        settings = settings.start_handler(move |index| {
            set_first(first);
            start.iter().for_each(|start| start(index + first));
        });
        if let Some(exit) = exit {
            let panic = panic.clone();
            settings = settings.exit_handler(move |index| {
                let exited = catch_unwind(AssertUnwindSafe(|| exit(index + first)));
                if let (Err(payload), Some(panic)) = (exited, &panic) {
                    panic(payload);
                }
            });
        }
        if let Some(panic) = panic {
            settings = settings.panic_handler(move |payload| panic(payload));
        }
        if let Some(stack) = stack.filter(|&stack| stack > 0) {
            settings = settings.stack(stack);
        }
        if let Some(mut name) = name {
            let names: Vec<String> = (0..threads).map(|index| name(index + first)).collect();
            settings = settings.thread_name(move |index| names[index].clone());
        }
        let pool = spawn.build(settings, Threads { first, named, stack })?;
        let registry = Arc::new(Registry { pool, first });
        if here {
            set_built_here(Some(registry.clone()));
        }
        Ok(registry)
    }
}

impl<S> ThreadPoolBuilder<S> {
    /// Has `spawn` start the threads. Each must call [`ThreadBuilder::run`].
    pub fn spawn_handler<F>(self, spawn: F) -> ThreadPoolBuilder<CustomSpawn<F>>
    where
        F: FnMut(ThreadBuilder) -> io::Result<()>,
    {
        let ThreadPoolBuilder { threads, use_current_thread, breadth_first, stack, .. } = self;
        let ThreadPoolBuilder { name, panic, start, exit, .. } = self;
        let spawn = CustomSpawn(spawn);
        ThreadPoolBuilder {
            threads,
            use_current_thread,
            breadth_first,
            stack,
            name,
            panic,
            start,
            exit,
            spawn,
        }
    }

    /// Sets the number of workers. 0, the default, means `RAYON_NUM_THREADS`, or the number of
    /// processors that this process may use.
    #[must_use]
    pub fn num_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Counts the calling thread as worker 0. What it installs is run by the other workers.
    #[must_use]
    pub fn use_current_thread(mut self) -> Self {
        self.use_current_thread = true;
        self
    }

    /// Does nothing: which task is taken first is settled by `scope_fifo` and `spawn_fifo`.
    #[must_use]
    #[deprecated(note = "use `scope_fifo` and `spawn_fifo`")]
    pub fn breadth_first(mut self) -> Self {
        self.breadth_first = true;
        self
    }

    /// Sets the stack of each worker in bytes, 1 MiB at least. 0 means the default, 64 MiB, of
    /// which only touched pages cost memory.
    #[must_use]
    pub fn stack_size(mut self, bytes: usize) -> Self {
        self.stack = Some(bytes);
        self
    }

    /// Names each worker's thread. All names are asked for before the first thread starts.
    #[must_use]
    pub fn thread_name<F>(mut self, name: F) -> Self
    where
        F: FnMut(usize) -> String + 'static,
    {
        self.name = Some(Box::new(name));
        self
    }

    /// Calls `handler` with the panic of a spawned closure, for which nobody waits. Without a
    /// handler the process is aborted.
    #[must_use]
    pub fn panic_handler<H>(mut self, handler: H) -> Self
    where
        H: Fn(Box<dyn Any + Send>) + Send + Sync + 'static,
    {
        self.panic = Some(Box::new(handler));
        self
    }

    /// Calls `handler` on each worker's thread before its first task. Building does not wait for
    /// that. A handler that uses its own pool waits for a worker whose handler has returned.
    #[must_use]
    pub fn start_handler<H>(mut self, handler: H) -> Self
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        self.start = Some(Box::new(handler));
        self
    }

    /// Calls `handler` on each worker's thread after its last task.
    #[must_use]
    pub fn exit_handler<H>(mut self, handler: H) -> Self
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        self.exit = Some(Box::new(handler));
        self
    }

    fn threads(&self) -> usize {
        let number = |name| std::env::var(name).ok()?.parse().ok().filter(|&threads: &usize| threads > 0);
        let set = (self.threads > 0).then_some(self.threads);
        let set = set.or_else(|| number("RAYON_NUM_THREADS")).or_else(|| number("RAYON_RS_NUM_CPUS"));
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        set.unwrap_or_else(processors).min(MAX_THREADS)
    }
}

impl ThreadPoolBuildError {
    pub(crate) fn global_again() -> ThreadPoolBuildError {
        ThreadPoolBuildError(Reason::GlobalPoolAlreadyInitialized)
    }

    /// Returns the same error once more.
    pub(crate) fn again(&self) -> ThreadPoolBuildError {
        ThreadPoolBuildError(match &self.0 {
            Reason::GlobalPoolAlreadyInitialized => Reason::GlobalPoolAlreadyInitialized,
            Reason::CurrentThreadAlreadyInPool => Reason::CurrentThreadAlreadyInPool,
            Reason::Io(error) => Reason::Io(io::Error::new(error.kind(), error.to_string())),
        })
    }
}

impl From<PoolError> for ThreadPoolBuildError {
    fn from(error: PoolError) -> ThreadPoolBuildError {
        ThreadPoolBuildError(Reason::Io(match error {
            PoolError::Spawn(error) => error,
            other => io::Error::other(other.to_string()),
        }))
    }
}

impl fmt::Display for ThreadPoolBuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Programs compare the first two with rayon's words.
        match &self.0 {
            Reason::GlobalPoolAlreadyInitialized => {
                f.write_str("The global thread pool has already been initialized.")
            }
            Reason::CurrentThreadAlreadyInPool => {
                f.write_str("The current thread is already part of another thread pool.")
            }
            Reason::Io(error) => error.fmt(f),
        }
    }
}

impl Error for ThreadPoolBuildError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.0 {
            Reason::GlobalPoolAlreadyInitialized | Reason::CurrentThreadAlreadyInPool => None,
            Reason::Io(error) => Some(error),
        }
    }
}

impl<S> fmt::Debug for ThreadPoolBuilder<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadPoolBuilder")
            .field("num_threads", &self.threads)
            .field("use_current_thread", &self.use_current_thread)
            .field("stack_size", &self.stack)
            .finish_non_exhaustive()
    }
}
