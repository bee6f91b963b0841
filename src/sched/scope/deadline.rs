//! The deadline of a cancel scope: it is cancelled by itself at some moment.
//!
//! A worker with a long task looks at its signal word and at no clock, so another thread must
//! look at the clock and raise that word. This thread is the *timer*. There is one for all pools
//! of the process, and it sleeps until the next deadline. The first deadline starts it, and it
//! ends when none is left. So idle pools stay idle, and a process without deadlines has no such
//! thread.
//!
//! # Rules
//! 1. The timer holds scopes weakly, and a scope takes its moment back when it is dropped. So a
//!    deadline keeps nothing alive, and the timer only while it is to come.
//! 2. `running` changes under the lock of the deadlines. The timer clears it in the same turn in
//!    which it sees that none is left. So whoever adds one sees a timer that will look once more,
//!    or starts another.
//! 3. Scopes are cancelled and dropped while that lock is free: a scope that goes takes it.
//! 4. After `fork`, the child has a copy of the timer's memory but not its thread, and the lock
//!    may be held by a thread that was not copied either. So each process has a timer of its own,
//!    found by the process's number, and never touches that of its parent. The timer waits with
//!    the standard library, whose waits leave no trace in the child. (`parking_lot` has a table
//!    of all threads that wait, in which the child finds those that it does not have. So a pool
//!    can be built in the child only if its parent had none at the fork.)

use crate::scope::cancel_scope::PoolScope;
use crate::sync::abort::AbortOnUnwind;
use std::collections::BTreeMap;
use std::process;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::Instant;

/// The deadline of one scope, if it has one.
#[derive(Default)]
pub(crate) struct Alarm(Mutex<Option<Deadline>>);

impl Alarm {
    /// Has the scope, whose alarm this is, cancelled at this moment, unless it will be before.
    pub(crate) fn set(&self, moment: Instant, scope: Weak<PoolScope>) {
        let mut deadline = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if deadline.as_ref().is_none_or(|deadline| moment < deadline.key.0) {
            let earlier = Timer::of_this_process().add(moment, scope);
            if let Some(later) = deadline.replace(earlier) {
                later.take_back();
            }
        }
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        if let Some(deadline) = self.0.get_mut().unwrap_or_else(PoisonError::into_inner).take() {
            deadline.take_back();
        }
    }
}

/// A moment, and a number that no other deadline has.
type Key = (Instant, u64);

/// A deadline that the timer knows, or knew.
struct Deadline {
    timer: &'static Timer,
    key: Key,
}

impl Deadline {
    fn take_back(self) {
        if self.timer.process == process::id() {
            self.timer.remove(&self.key);
        }
    }
}

/// See the module documentation.
struct Timer {
    process: u32,
    moments: Mutex<Moments>,
    changed: Condvar,
    /// The timer of a child of this process, in the child.
    next: OnceLock<Box<Timer>>,
}

#[derive(Default)]
struct Moments {
    /// The deadlines still to come, the next one first, with their scopes.
    scopes: BTreeMap<Key, Weak<PoolScope>>,
    /// Number of deadlines that were ever added, from which each gets its own number.
    numbers: u64,
    /// True if the timer's thread exists and will look at `scopes` again.
    running: bool,
}

impl Timer {
    fn of_this_process() -> &'static Timer {
        static FIRST: OnceLock<Box<Timer>> = OnceLock::new();
        let process = process::id();
        let mut place = &FIRST;
        loop {
            let timer = place.get_or_init(|| {
                let (moments, changed, next) = Default::default();
                Box::new(Timer { process, moments, changed, next })
            });
            if timer.process == process {
                return timer;
            }
            place = &timer.next;
        }
    }

    /// Never mind a poisoned lock: the one panic under it is that no thread could be started, and
    /// comes before any change.
    fn lock(&self) -> MutexGuard<'_, Moments> {
        self.moments.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&'static self, moment: Instant, scope: Weak<PoolScope>) -> Deadline {
        let mut moments = self.lock();
        if !moments.running {
            let thread = thread::Builder::new().name("deadlines".into()).stack_size(STACK);
            thread.spawn(|| self.run()).expect("cancel_at needs one more thread");
            moments.running = true;
        }
        moments.numbers += 1;
        let key = (moment, moments.numbers);
        moments.scopes.insert(key, scope);
        if moments.scopes.keys().next() == Some(&key) {
            self.changed.notify_one();
        }
        Deadline { timer: self, key }
    }

    fn remove(&self, key: &Key) {
        let mut moments = self.lock();
        if moments.scopes.remove(key).is_some() && moments.scopes.is_empty() {
            self.changed.notify_one();
        }
    }

    /// The thread's body.
    fn run(&self) {
        let mut moments = self.lock();
        while let Some(next) = moments.scopes.first_entry() {
            let left = next.key().0.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let scope = next.remove();
                drop(moments);
                cancel(scope);
                moments = self.lock();
            } else {
                let waited = self.changed.wait_timeout(moments, left);
                moments = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
        moments.running = false;
    }
}

/// Enough for a thread that calls little more than the operating system.
const STACK: usize = 256 << 10;

fn cancel(scope: Weak<PoolScope>) {
    let unwinding = AbortOnUnwind::new("cancelled a scope at its deadline");
    if let Some(scope) = scope.upgrade() {
        scope.cancel();
    }
    unwinding.disarm();
}
