//! Deadlines of cancel scopes.
//!
//! A busy worker checks its signal word but no clock. So one thread of the process, the *timer*,
//! sleeps until the next deadline and cancels its scope.
//!
//! 1. The timer holds scopes weakly, and a dropped scope removes its deadline. So a deadline keeps
//!    no scope alive, and the timer only while it is pending.
//! 2. `running` changes only under the lock of the deadlines. The timer clears it in the same
//!    critical section in which it finds none left. So an added deadline meets a timer that will
//!    look again, or starts a new one.
//! 3. Scopes are cancelled and dropped without that lock, because dropping one takes it.
//! 4. After `fork`, the child has the timer's memory without its thread, and a missing thread may
//!    hold the lock. So each process has its own timer, found by the process number, and never
//!    touches its parent's. The timer waits with the standard library, because `parking_lot` keeps
//!    a table of all waiting threads, which the child inherits. (So a child can build a pool only
//!    if its parent had none at the fork.)

use crate::scope::cancel_scope::PoolScope;
use crate::sync::abort::AbortOnUnwind;
use std::collections::BTreeMap;
use std::process;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::Instant;

#[derive(Default)]
pub(crate) struct Alarm(Mutex<Option<Deadline>>);

impl Alarm {
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

type Key = (Instant, u64);

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

struct Timer {
    process: u32,
    moments: Mutex<Moments>,
    changed: Condvar,
    /// Timer of a forked child of this process, used only in the child.
    next: OnceLock<Box<Timer>>,
}

#[derive(Default)]
struct Moments {
    scopes: BTreeMap<Key, Weak<PoolScope>>,
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

    /// Ignores poisoning: the only panic under this lock happens before any change.
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

const STACK: usize = 256 << 10;

fn cancel(scope: Weak<PoolScope>) {
    let unwinding = AbortOnUnwind::new("cancelled a scope at its deadline");
    if let Some(scope) = scope.upgrade() {
        scope.cancel();
    }
    unwinding.disarm();
}
