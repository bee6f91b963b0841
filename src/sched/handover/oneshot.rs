//! A value that one thread sends to another, which waits for it: the result of an install, or word
//! that a thread of a pool has begun or ended.
//!
//! The receiver may be a worker, which then sleeps as one that waits for a task does. (What its
//! pool does meanwhile is told in `stand_ins.rs`.)

use crate::handover::sleep::{Sleep, Why};
use crate::platform::Platform;
use crate::sync::Monitor;
use std::sync::Arc;

/// A channel for one value; see the module documentation.
pub(crate) struct Oneshot<T> {
    state: Monitor<State<T>>,
    /// Platform of the sender.
    platform: Platform,
}

struct State<T> {
    value: Option<T>,
    /// The worker that waits, if one does: where it sleeps, and its number there.
    sleeper: Option<(Arc<Sleep>, usize)>,
}

impl<T> Oneshot<T> {
    /// A channel whose value a thread of this platform will send.
    pub(crate) fn new(platform: &Platform) -> Arc<Oneshot<T>> {
        let state = Monitor::new(State { value: None, sleeper: None });
        Arc::new(Oneshot { state, platform: platform.clone() })
    }

    /// Sends the value. The sender keeps nothing of it: once the receiver has the value, no `T`
    /// is left to drop.
    pub(crate) fn send(self: Arc<Self>, value: T) {
        let mut sleeper = None;
        self.platform.change(&self.state, |state| {
            state.value = Some(value);
            sleeper = state.sleeper.take();
        });
        if let Some((sleep, worker)) = sleeper {
            sleep.wake(worker);
        }
    }

    /// Returns true if a simulated worker sends the value. Such a worker runs only while somebody
    /// [receives](Oneshot::receive) and does nothing else.
    pub(crate) fn is_from_simulation(&self) -> bool {
        self.platform.is_simulated()
    }

    /// Waits for the value.
    pub(crate) fn receive(&self) -> T {
        self.platform.wait_until(&self.state, |state| state.value.is_some());
        self.take()
    }

    /// Waits for the value as this worker, which its pool can wake.
    pub(crate) fn receive_as(&self, worker: usize, sleep: &Arc<Sleep>) -> T {
        self.state.look(|state| state.sleeper = Some((sleep.clone(), worker)));
        let arrived = || self.state.look(|state| state.value.is_some());
        while !arrived() {
            sleep.sleep(worker, Why::ByName, arrived);
        }
        self.take()
    }

    fn take(&self) -> T {
        self.state.look(|state| state.value.take()).expect("it has arrived")
    }
}
