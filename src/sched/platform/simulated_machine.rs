//! A machine with as many processors as a simulated pool has workers.
//!
//! The workers are coroutines on one thread, the machine's. Each has a clock of its own. The
//! worker whose clock is the least runs, until its clock has passed that of the next. So whatever
//! the workers do to the memory they share, they do it in the order of their clocks, but for
//! small steps that are taken together (`steps.rs`); with equal seeds and costs the same happens
//! again, on every computer.
//!
//! # When it runs
//! Virtual time passes only while a thread outside waits for something that workers do (an
//! `install`, a `snapshot`): that thread *drives* the machine. When a worker has done something
//! that a driver may be waiting for, the machine stops until every driver has been asked whether
//! it has what it waits for. When no driver is left the machine stands still. So if one thread
//! alone uses the pool, the time between two of its calls does not matter.
//!
//! # Protocol
//! ```text
//!   driver                                  machine, after a worker has called `stop`
//!   D1  drivers += 1                        M1  round += 1; unanswered = drivers
//!   D2  wait until round has changed        M2  wait until unanswered == 0 and drivers > 0
//!   D3  ready?  then drivers -= 1
//!   D4  unanswered -= 1; again from D2, unless ready
//! ```
//! All of it under one lock. A driver asks `ready` before D1 as well, with the lock held. What
//! came true before that it sees then. What comes true later is followed by a `stop` that finds
//! it among the drivers.
//!
//! # Limits
//! * A thread of another pool that installs into a simulated one waits without running what is
//!   installed in its own pool meanwhile.
//! * A lock of the user's that is held over a fork or a wait (on real workers a bad habit, since
//!   others wait for it meanwhile) may block the one thread of all workers for ever.
//! * `std::thread::panicking` speaks of the thread, hence of all workers: while one of them
//!   unwinds and waits, the others believe that they do. Then they help nobody while they wait. A
//!   destructor run by unwinding that forks must not panic.
//! * Any other thread-local variable is one for all workers too. Libraries that rely on the
//!   order in which a thread's calls return may break memory safety then, so
//!   [`simulate`](crate::PoolBuilder::simulate) is unsafe. A thread for each worker, and
//!   a baton passed between them, would be safe; but it would pay some microseconds of the
//!   operating system for each of the millions of changes of worker, which take some tens of
//!   nanoseconds.

use super::caches::{At, Caches};
use super::local_word::{local_word, set_local_word, thread_word};
use super::{CacheLine, Costs};
use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult, Yielder};
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering::Relaxed};

/// Why a worker gives way to others.
enum Pause {
    /// Its clock has passed theirs.
    Overtaken,
    /// It sleeps until it is woken.
    Asleep,
}

type Yield = Yielder<(), Pause>;

/// The stacks of the workers of one pool.
pub(crate) struct Stacks(Vec<DefaultStack>);

impl Stacks {
    /// Only touched pages cost memory.
    ///
    /// # Errors
    /// If the operating system has no room for them.
    pub(crate) fn new(workers: usize, bytes: usize) -> io::Result<Stacks> {
        (0..workers).map(|_| DefaultStack::new(bytes)).collect::<io::Result<_>>().map(Stacks)
    }
}

/// See the module documentation.
pub(crate) struct Machine {
    costs: Costs,
    workers: usize,
    /// The clock of the worker that runs. Written by the machine's thread alone.
    clock: AtomicU64,
    /// The worker that runs gives way when its clock passes this. The machine's thread only.
    horizon: AtomicU64,
    /// Handle by which the worker that runs gives way. The machine's thread only.
    yielder: AtomicPtr<Yield>,
    /// The word of the machine's thread.
    thread: AtomicPtr<Cell<*const ()>>,
    /// Something has happened that a driver may be waiting for. The machine's thread only.
    stop: AtomicBool,
    /// Somebody was woken. A hint, as the next: it is changed under the lock.
    woken: AtomicBool,
    /// Somebody was woken by another thread: then the worker that runs gives way at once.
    woken_outside: AtomicBool,
    /// Made when a task first tells of a line. Locked by the machine's thread alone, and never
    /// while time passes.
    caches: Mutex<Option<Caches>>,
    control: Mutex<Control>,
    changed: Condvar,
}

#[derive(Default)]
struct Control {
    drivers: usize,
    round: u64,
    unanswered: usize,
    closing: bool,
    /// Workers that were woken, and when they run.
    woken: Vec<(usize, u64)>,
}

impl Machine {
    pub(super) fn new(costs: Costs, workers: usize) -> Machine {
        Machine {
            costs,
            workers,
            clock: AtomicU64::new(0),
            horizon: AtomicU64::new(0),
            yielder: AtomicPtr::default(),
            thread: AtomicPtr::default(),
            stop: AtomicBool::new(false),
            woken: AtomicBool::new(false),
            woken_outside: AtomicBool::new(false),
            caches: Mutex::default(),
            control: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    pub(super) fn costs(&self) -> &Costs {
        &self.costs
    }

    pub(super) fn now_ns(&self) -> u64 {
        self.clock.load(Relaxed)
    }

    // ---- on a worker ----

    /// The worker that runs has taken so long.
    #[inline]
    pub(super) fn spend(&self, ns: u64) {
        let clock = self.clock.load(Relaxed).checked_add(ns);
        let clock = clock.expect("got an endless task, expected virtual time below 2^64 nanoseconds");
        self.clock.store(clock, Relaxed);
        if clock > self.horizon.load(Relaxed) || self.woken_outside.load(Relaxed) {
            self.give_way(Pause::Overtaken);
        }
    }

    /// Time at which the worker that runs has read all of these lines, if it begins now.
    pub(crate) fn read(
        &self,
        worker: usize,
        lines: impl IntoIterator<Item = CacheLine>,
        far: impl Fn(usize) -> bool,
    ) -> u64 {
        let at = self.at(worker, far);
        let (mut lines, mut ready) = (lines.into_iter(), at.now);
        loop {
            // The caller's iterator runs without the lock: it may let time pass.
            let (mut some, mut n) = ([CacheLine::default(); 32], 0);
            for (place, line) in some.iter_mut().zip(lines.by_ref()) {
                (*place, n) = (line, n + 1);
            }
            if n == 0 {
                return ready;
            }
            self.with_caches(|caches| {
                ready = some[..n].iter().map(|&line| caches.read(&at, line)).fold(ready, u64::max);
            });
        }
    }

    /// The worker that runs writes to a line.
    pub(crate) fn write(&self, worker: usize, line: CacheLine, far: impl Fn(usize) -> bool) {
        let at = self.at(worker, far);
        self.with_caches(|caches| caches.write(&at, line));
    }

    fn with_caches<R>(&self, f: impl FnOnce(&mut Caches) -> R) -> R {
        f(self.caches.lock().get_or_insert_with(|| Caches::new(self.workers)))
    }

    fn at<F: Fn(usize) -> bool>(&self, worker: usize, far: F) -> At<'_, F> {
        At { worker, now: self.now_ns(), costs: &self.costs, far }
    }

    #[inline(never)]
    fn give_way(&self, pause: Pause) {
        assert!(self.is_here(), "a simulated worker gives way on the machine's thread");
        let word = local_word();
        let yielder = self.yielder.load(Relaxed);
        // SAFETY: `run` has put the running coroutine's own yielder here, and this is the code of
        // that coroutine: it is the machine's thread, which runs nothing else that spends time.
        unsafe { (*yielder).suspend(pause) };
        set_local_word(word);
    }

    /// The worker that runs sleeps until it is woken and `awake`.
    pub(super) fn park_until(&self, awake: impl Fn() -> bool) {
        self.spend(self.costs.sleep_ns);
        while !awake() {
            self.give_way(Pause::Asleep);
        }
    }

    /// Wakes a worker, if it sleeps. Also from outside.
    pub(super) fn unpark(&self, worker: usize) {
        let inside = self.is_here();
        if inside {
            self.spend(self.costs.notify_ns);
        }
        let at = self.now_ns() + self.costs.wake_ns;
        let mut control = self.control.lock();
        control.woken.push((worker, at));
        self.woken.store(true, Relaxed);
        if inside {
            self.horizon.store(self.horizon.load(Relaxed).min(at), Relaxed);
        } else {
            self.woken_outside.store(true, Relaxed);
            self.changed.notify_all();
        }
    }

    /// Returns true if this is the machine's thread.
    fn is_here(&self) -> bool {
        self.thread.load(Relaxed) == thread_word()
    }

    /// On a worker: something has happened that a driver may be waiting for.
    pub(super) fn stop(&self) {
        self.stop.store(true, Relaxed);
        self.horizon.store(0, Relaxed);
    }

    // ---- outside ----

    /// Runs the machine until `ready`, which is asked whenever a worker has called
    /// [`Machine::stop`].
    pub(super) fn run_until(&self, mut ready: impl FnMut() -> bool) {
        let mut control = self.control.lock();
        if ready() {
            return;
        }
        control.drivers += 1;
        self.changed.notify_all();
        loop {
            let seen = control.round;
            self.changed.wait_while(&mut control, |control| control.round == seen);
            let ready = ready();
            control.drivers -= usize::from(ready);
            control.unanswered -= 1;
            self.changed.notify_all();
            if ready {
                return;
            }
        }
    }

    /// Runs the machine from now on until all workers have ended.
    pub(super) fn close(&self) {
        self.control.lock().closing = true;
        self.changed.notify_all();
    }

    // ---- the machine's thread ----

    /// Runs the workers, each on one of the stacks, until they have ended.
    pub(crate) fn run<F: FnOnce() + 'static>(self: &Arc<Self>, stacks: Stacks, workers: Vec<F>) {
        self.thread.store(thread_word(), Relaxed);
        let coroutine = |(stack, worker): (DefaultStack, F)| {
            let machine = self.clone();
            Coroutine::with_stack(stack, move |yielder: &Yield, ()| {
                machine.yielder.store(std::ptr::from_ref(yielder).cast_mut(), Relaxed);
                worker();
            })
        };
        let mut processors: Vec<Processor> =
            stacks.0.into_iter().zip(workers).map(coroutine).map(Processor::new).collect();
        let mut waiting: BinaryHeap<_> = (0..processors.len()).map(|worker| Reverse((0, worker))).collect();
        let (mut left, mut earliest) = (processors.len(), 0);
        self.ask_drivers();
        while left > 0 {
            self.wake_up(&mut processors, &mut waiting);
            if self.stop.swap(false, Relaxed) {
                // Nobody runs before what is seen outside now.
                earliest = self.now_ns();
                self.ask_drivers();
                continue;
            }
            let Some(Reverse((at, worker))) = waiting.pop() else {
                self.wait_for_wake_up();
                continue;
            };
            let next = waiting.peek().map_or(u64::MAX, |Reverse((at, _))| earliest.max(*at));
            self.clock.store(earliest.max(at), Relaxed);
            self.horizon.store(next, Relaxed);
            let processor = &mut processors[worker];
            self.yielder.store(processor.yielder, Relaxed);
            match processor.coroutine.resume(()) {
                CoroutineResult::Yield(Pause::Overtaken) => waiting.push(Reverse((self.now_ns(), worker))),
                CoroutineResult::Yield(Pause::Asleep) => processor.asleep_since = Some(self.now_ns()),
                CoroutineResult::Return(()) => left -= 1,
            }
            processor.yielder = self.yielder.load(Relaxed);
        }
    }

    /// Makes workers that were woken run when their wake-up is over.
    fn wake_up(&self, processors: &mut [Processor], waiting: &mut BinaryHeap<Reverse<(u64, usize)>>) {
        if !self.woken.load(Relaxed) {
            return;
        }
        let mut control = self.control.lock();
        self.woken.store(false, Relaxed);
        self.woken_outside.store(false, Relaxed);
        for (worker, at) in control.woken.drain(..) {
            // One that is awake was about to sleep and has seen that it need not.
            if let Some(since) = processors[worker].asleep_since.take() {
                waiting.push(Reverse((at.max(since), worker)));
            }
        }
    }

    /// Stands still until all drivers have seen what has happened, and there is one.
    fn ask_drivers(&self) {
        let mut control = self.control.lock();
        control.round += 1;
        control.unanswered = control.drivers;
        self.changed.notify_all();
        let stands = |control: &mut Control| control.unanswered > 0 || control.drivers == 0;
        self.changed.wait_while(&mut control, |control| !control.closing && stands(control));
    }

    /// All workers sleep: only a wake-up from outside lets one of them go on.
    fn wait_for_wake_up(&self) {
        let mut control: MutexGuard<Control> = self.control.lock();
        self.changed.wait_while(&mut control, |control| control.woken.is_empty());
    }
}

/// A worker of the machine and how it stands.
struct Processor {
    coroutine: Coroutine<(), Pause, ()>,
    /// The coroutine's own, once that has begun.
    yielder: *mut Yield,
    asleep_since: Option<u64>,
}

impl Processor {
    fn new(coroutine: Coroutine<(), Pause, ()>) -> Processor {
        Processor { coroutine, yielder: std::ptr::null_mut(), asleep_since: None }
    }
}
