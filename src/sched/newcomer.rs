//! A worker before its pool exists: what its thread prepares, and how the threads end if the
//! pool cannot be built.

use super::affinity::pin_current_thread;
use super::hooks::Hooks;
use super::main_loop::run_worker;
use super::memory::{Core, Entry, Shared};
use super::platform::Platform;
use crossbeam_deque::{Stealer, Worker as Deque};
use std::panic;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

/// A worker to be, on its way to its thread.
pub(super) struct Beginner {
    pub(super) index: usize,
    pub(super) cpu: Option<usize>,
    pub(super) seed: u64,
    pub(super) record: usize,
    pub(super) hooks: Hooks,
    pub(super) platform: Platform,
    pub(super) sender: Sender<Newcomer>,
}

impl Beginner {
    /// On the worker's thread: pins it and makes its memory, so that the operating system puts
    /// that near its processor.
    pub(super) fn prepare(self) -> Prepared {
        let Beginner { index, cpu, seed, record, hooks, platform, sender } = self;
        let pinned = cpu.is_some_and(pin_current_thread);
        let deque = Deque::new_lifo();
        let (begin, shared) = channel();
        let (core, stealer) = (Core::new(index, record, &platform), deque.stealer());
        let start = hooks.start(index);
        let started = start.is_ok();
        let _ = sender.send(Newcomer { index, pinned, start, core, stealer, begin, thread: None });
        Prepared { index, seed, deque, shared, hooks, started }
    }
}

/// A worker on its thread, which waits for its pool.
pub(super) struct Prepared {
    index: usize,
    seed: u64,
    deque: Deque<Entry>,
    shared: Receiver<Arc<Shared>>,
    hooks: Hooks,
    started: bool,
}

impl Prepared {
    /// Waits for the pool and returns what the worker does then. No pool comes if another thread
    /// could not be started.
    pub(super) fn wait(self) -> Option<impl FnOnce()> {
        let Prepared { index, seed, deque, shared, hooks, started } = self;
        let exit = move || {
            if started {
                hooks.exit(index);
            }
        };
        match shared.recv() {
            Ok(shared) => Some(move || {
                run_worker(shared, index, deque, seed);
                exit();
            }),
            Err(_) => {
                exit();
                None
            }
        }
    }
}

/// A worker's thread that waits for its pool, and what it has made.
pub(super) struct Newcomer {
    pub(super) index: usize,
    pub(super) pinned: bool,
    /// What became of the start handler.
    pub(super) start: thread::Result<()>,
    pub(super) core: Box<Core>,
    pub(super) stealer: Stealer<Entry>,
    pub(super) begin: Sender<Arc<Shared>>,
    /// Its thread; all simulated workers share that of the first.
    pub(super) thread: Option<JoinHandle<()>>,
}

/// A worker's memory could not be made, and its thread panicked: waits for all threads, and goes
/// on with that panic.
pub(super) fn end_unmade(newcomers: Vec<Newcomer>, threads: Vec<JoinHandle<()>>) -> ! {
    // Of the others no start handler's panic is dropped: its destructor might panic in turn.
    newcomers.into_iter().for_each(|newcomer| std::mem::forget(newcomer.start));
    let panics: Vec<_> = threads.into_iter().filter_map(|thread| thread.join().err()).collect();
    panic::resume_unwind(panics.into_iter().next().expect("a thread panicked"))
}

/// A start handler panicked: ends all threads, and goes on with the first such panic.
pub(super) fn end(newcomers: Vec<Newcomer>) -> ! {
    let mut first = Ok(());
    // No pool comes. All are told before one is waited for: simulated workers share a thread.
    let told: Vec<_> = newcomers.into_iter().map(|newcomer| (newcomer.start, newcomer.thread)).collect();
    for (start, thread) in told {
        let _ = thread.map(JoinHandle::join); // handlers are caught
        match (&first, start) {
            (Ok(()), start) => first = start,
            // Not dropped: its destructor might panic in turn.
            (Err(_), start) => std::mem::forget(start),
        }
    }
    panic::resume_unwind(first.expect_err("a start handler panicked"))
}
