//! A machine with one processor for each worker of a simulated pool.
//!
//! The workers are coroutines on one thread, each with its own clock. The worker with the least
//! clock runs until it passes the next one. So shared memory is accessed in the order of clocks,
//! except in small steps taken together (`steps.rs`), and equal seeds and costs give equal runs.
//!
//! Virtual time passes only while a thread outside waits for workers (an `install`, a `snapshot`):
//! it *drives* the machine. When a worker did something for which a driver may wait, the machine
//! stops until every driver has been asked.
//!
//! # Protocol
//! ```text
//!   driver                                  machine, after a worker has called `stop`
//!   D1  drivers += 1                        M1  round += 1; unanswered = drivers
//!   D2  wait until round has changed        M2  wait until unanswered == 0 and drivers > 0
//!   D3  ready?  then drivers -= 1
//!   D4  unanswered -= 1; again from D2, unless ready
//! ```
//! All of it is under one lock. A driver asks `ready` before D1 too. Whatever becomes true later is
//! followed by a `stop` that finds it among the drivers.
//!
//! # Limits
//! * A thread of another pool that installs here runs nothing of its own pool meanwhile.
//! * A user's lock that is held over a fork or a wait may block all workers for ever.
//! * `std::thread::panicking` is true for all workers while one unwinds and waits. Then the others
//!   help nobody, and a destructor that forks while unwinding must not panic.
//! * Workers share all other thread-local variables too. A library that relies on the order of a
//!   thread's calls may break memory safety, so [`simulate`](crate::PoolBuilder::simulate) is
//!   unsafe.

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

enum Pause {
    Overtaken,
    Asleep,
}

type Yield = Yielder<(), Pause>;

pub(crate) struct Stacks(Vec<DefaultStack>);

impl Stacks {
    /// Reserves stacks, of which only touched pages cost memory.
    ///
    /// # Errors
    /// If the operating system has no room for them.
    pub(crate) fn new(workers: usize, bytes: usize) -> io::Result<Stacks> {
        (0..workers).map(|_| DefaultStack::new(bytes)).collect::<io::Result<_>>().map(Stacks)
    }
}

/// The machine of one pool. Its thread alone writes `clock` and `thread`, and alone uses `horizon`,
/// `yielder` and `stop`.
pub(crate) struct Machine {
    costs: Costs,
    workers: usize,
    clock: AtomicU64,
    /// The running worker gives way when its clock passes this.
    horizon: AtomicU64,
    yielder: AtomicPtr<Yield>,
    /// Local word of the machine's thread, to recognise it.
    thread: AtomicPtr<Cell<*const ()>>,
    stop: AtomicBool,
    /// True if a worker was woken; a hint changed under the lock.
    woken: AtomicBool,
    /// True if another thread woke a worker; also a hint. Then the running worker gives way at
    /// once.
    woken_outside: AtomicBool,
    /// Made when first needed. Locked by the machine's thread alone, and never while time passes.
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

    #[inline]
    pub(super) fn spend(&self, ns: u64) {
        let clock = self.clock.load(Relaxed).checked_add(ns);
        let clock = clock.expect("got an endless task, expected virtual time below 2^64 nanoseconds");
        self.clock.store(clock, Relaxed);
        if clock > self.horizon.load(Relaxed) || self.woken_outside.load(Relaxed) {
            self.give_way(Pause::Overtaken);
        }
    }

    pub(crate) fn read(
        &self,
        worker: usize,
        lines: impl IntoIterator<Item = CacheLine>,
        far: impl Fn(usize) -> bool,
    ) -> u64 {
        let at = self.at(worker, far);
        let (mut lines, mut ready) = (lines.into_iter(), at.now);
        loop {
            // The caller's iterator may let time pass, so it runs without the lock.
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
        // SAFETY: `run` has put the running coroutine's yielder here. This is the code of that
        // coroutine, on the machine's thread, which runs nothing else that spends time.
        unsafe { (*yielder).suspend(pause) };
        set_local_word(word);
    }

    pub(super) fn park_until(&self, awake: impl Fn() -> bool) {
        self.spend(self.costs.sleep_ns);
        while !awake() {
            self.give_way(Pause::Asleep);
        }
    }

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

    fn is_here(&self) -> bool {
        self.thread.load(Relaxed) == thread_word()
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Relaxed);
        self.horizon.store(0, Relaxed);
    }

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

    pub(super) fn close(&self) {
        self.control.lock().closing = true;
        self.changed.notify_all();
    }

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
                // No worker runs before the time that drivers see now.
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

    fn wake_up(&self, processors: &mut [Processor], waiting: &mut BinaryHeap<Reverse<(u64, usize)>>) {
        if !self.woken.load(Relaxed) {
            return;
        }
        let mut control = self.control.lock();
        self.woken.store(false, Relaxed);
        self.woken_outside.store(false, Relaxed);
        for (worker, at) in control.woken.drain(..) {
            // A worker that is awake was about to sleep and saw that it need not.
            if let Some(since) = processors[worker].asleep_since.take() {
                waiting.push(Reverse((at.max(since), worker)));
            }
        }
    }

    fn ask_drivers(&self) {
        let mut control = self.control.lock();
        control.round += 1;
        control.unanswered = control.drivers;
        self.changed.notify_all();
        let stands = |control: &mut Control| control.unanswered > 0 || control.drivers == 0;
        self.changed.wait_while(&mut control, |control| !control.closing && stands(control));
    }

    fn wait_for_wake_up(&self) {
        let mut control: MutexGuard<Control> = self.control.lock();
        self.changed.wait_while(&mut control, |control| control.woken.is_empty());
    }
}

struct Processor {
    coroutine: Coroutine<(), Pause, ()>,
    yielder: *mut Yield,
    asleep_since: Option<u64>,
}

impl Processor {
    fn new(coroutine: Coroutine<(), Pause, ()>) -> Processor {
        Processor { coroutine, yielder: std::ptr::null_mut(), asleep_since: None }
    }
}
