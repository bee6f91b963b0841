//! A value that one thread sends to another that waits for it, such as the result of an install.

use crate::handover::sleep::{Sleep, Why};
use crate::platform::Platform;
use crate::sync::Monitor;
use std::sync::Arc;
use std::task::{Poll, Waker};

pub(crate) struct Oneshot<T> {
    state: Monitor<State<T>>,
    platform: Platform,
}

struct State<T> {
    value: Option<T>,
    sleeper: Option<(Arc<Sleep>, usize)>,
    waker: Option<Waker>,
}

impl<T> Oneshot<T> {
    /// A channel whose value a thread of this platform will send.
    pub(crate) fn new(platform: &Platform) -> Arc<Oneshot<T>> {
        let state = Monitor::new(State { value: None, sleeper: None, waker: None });
        Arc::new(Oneshot { state, platform: platform.clone() })
    }

    /// Sends the value. Once the receiver has it, no `T` is left to drop here.
    pub(crate) fn send(self: Arc<Self>, value: T) {
        let (mut sleeper, mut waker) = (None, None);
        self.platform.change(&self.state, |state| {
            state.value = Some(value);
            (sleeper, waker) = (state.sleeper.take(), state.waker.take());
        });
        waker.into_iter().for_each(Waker::wake);
        if let Some((sleep, worker)) = sleeper {
            sleep.wake(worker);
        }
    }

    /// True if a simulated worker sends the value. It runs only while somebody
    /// [receives](Oneshot::receive).
    pub(crate) fn is_from_simulation(&self) -> bool {
        self.platform.is_simulated()
    }

    /// Takes the value if it has arrived, and otherwise has `waker` woken when it arrives.
    pub(crate) fn poll(&self, waker: &Waker) -> Poll<T> {
        // Wakers are the user's code, so none is cloned or dropped under the lock.
        let waker = waker.clone();
        let (polled, unwanted) = self.state.look(|state| match state.value.take() {
            Some(value) => (Poll::Ready(value), Some(waker)),
            None => (Poll::Pending, state.waker.replace(waker)),
        });
        drop(unwanted);
        polled
    }

    pub(crate) fn receive(&self) -> T {
        self.platform.wait_until(&self.state, |state| state.value.is_some());
        self.take()
    }

    /// Waits for the value as this worker, which `send` wakes. Calls `serve` while `has_mail`.
    pub(crate) fn receive_as(
        &self,
        worker: usize,
        sleep: &Arc<Sleep>,
        has_mail: impl Fn() -> bool,
        serve: impl Fn(),
    ) -> T {
        self.state.look(|state| state.sleeper = Some((sleep.clone(), worker)));
        let arrived = || self.state.look(|state| state.value.is_some());
        while !arrived() {
            serve();
            sleep.sleep(worker, Why::ByName, || arrived() || has_mail());
        }
        self.take()
    }

    fn take(&self) -> T {
        self.state.look(|state| state.value.take()).expect("it has arrived")
    }
}
