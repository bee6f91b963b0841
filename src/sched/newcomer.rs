//! A worker before its pool exists: what its thread prepares, and how the threads of a pool
//! begin and end.

use super::affinity::pin_current_thread;
use super::here;
use super::hooks::Hooks;
use super::letter::Letter;
use super::main_loop::run_worker;
use super::memory::{Core, Entry, Shared};
use super::platform::Platform;
use super::sync::deque::{Stealer, Worker as Deque};
use super::sync::mpsc::{Receiver, Sender, channel};
use super::sync::thread;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A worker to be, on its way to its thread.
pub(super) struct Beginner {
    pub(super) index: usize,
    pub(super) cpu: Option<usize>,
    pub(super) seed: u64,
    pub(super) record: usize,
    pub(super) hooks: Hooks,
    pub(super) platform: Platform,
    /// Where the builder waits for what this makes, or for the panic of that.
    pub(super) letter: Arc<Letter<thread::Result<Newcomer>>>,
}

impl Beginner {
    /// On the worker's thread: pins it and makes its memory, so that the operating system puts
    /// that near its processor. Calls the start handler, and tells the builder. `None` if that or
    /// anything before panicked.
    pub(super) fn prepare(self) -> Option<Prepared> {
        let Beginner { index, cpu, seed, record, hooks, platform, letter } = self;
        let (begin, shared) = channel();
        let made = catch_unwind(AssertUnwindSafe(|| {
            let pinned = cpu.is_some_and(pin_current_thread);
            let (deque, core) = (Deque::new_lifo(), Core::new(index, record, &platform));
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
pub(super) struct Prepared {
    index: usize,
    seed: u64,
    deque: Deque<Entry>,
    shared: Receiver<Arc<Shared>>,
    hooks: Hooks,
}

impl Prepared {
    /// Waits for the pool and returns what the worker does then. No pool comes if it could not be
    /// built.
    pub(super) fn wait(self) -> Option<impl FnOnce()> {
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
pub(super) struct Newcomer {
    pub(super) pinned: bool,
    pub(super) core: Box<Core>,
    pub(super) stealer: Stealer<Entry>,
    pub(super) begin: Sender<Arc<Shared>>,
}

/// A thread of a pool.
pub(super) struct Thread {
    handle: thread::JoinHandle<()>,
    ended: Arc<Letter<()>>,
}

impl Thread {
    pub(super) fn spawn(
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
            result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        };
        let builder = thread::Builder::new().name(name);
        // A checker's threads all have stacks of one size.
        let builder = if cfg!(shuttle) { builder } else { builder.stack_size(stack) };
        let handle = builder.spawn(body)?;
        Ok(Thread { handle, ended })
    }

    /// Waits until the last hook has returned, and then for the operating system's thread, unless
    /// this is a thread of a pool: that is not kept any longer than it can serve.
    pub(super) fn join(self) {
        self.ended.wait();
        if !here::is_of_a_pool() {
            self.handle.join().expect("a worker's panic ends the process");
        }
    }
}
