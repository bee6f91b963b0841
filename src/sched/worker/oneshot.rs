//! A value that one thread sends to another, which waits for it: the result of an install, the
//! news that a thread of a pool has begun or ended.
//!
//! The thread that waits may be a worker, and what it waits for may be inside an install into its
//! own pool. Meanwhile a stand-in may take its place (`stand_ins.rs`).

use crate::handover::sleep::Why;
use crate::platform::Platform;
use crate::sync::Monitor;
use crate::worker::core::{Own, Shared};
use crate::worker::current;
use std::sync::Arc;

/// See the module documentation.
pub(crate) struct Letter<T> {
    state: Monitor<State<T>>,
    /// That of the sender.
    platform: Platform,
}

struct State<T> {
    arrived: Option<T>,
    /// The worker that waits, if one does: its pool and number.
    addressee: Option<(Arc<Shared>, usize)>,
}

impl<T> Letter<T> {
    /// A letter to be sent by a thread of this platform.
    pub(crate) fn new(platform: &Platform) -> Arc<Letter<T>> {
        let state = Monitor::new(State { arrived: None, addressee: None });
        Arc::new(Letter { state, platform: platform.clone() })
    }

    /// Sends the letter. The sender keeps nothing of it: once the receiver has the value, no `T`
    /// is left to drop.
    pub(crate) fn send(self: Arc<Self>, value: T) {
        let mut addressee = None;
        self.platform.change(&self.state, |state| {
            state.arrived = Some(value);
            addressee = state.addressee.take();
        });
        if let Some((shared, worker)) = addressee {
            shared.sleep.wake(worker);
        }
    }

    /// Waits for the value.
    pub(crate) fn wait(&self) -> T {
        current::with_worker(|own| {
            let _waiting = own.map(|own| own.shared.begin_waiting());
            match own {
                // The workers of a simulated pool run only while somebody waits for them and does
                // nothing else.
                Some(own) if !own.is_stand_in() && !self.platform.is_simulated() => self.wait_in_bed(own),
                _ => self.platform.wait_until(&self.state, |state| state.arrived.is_some()),
            }
        });
        self.state.look(|state| state.arrived.take()).expect("it has arrived")
    }

    /// A worker sleeps as one that waits for a task does.
    fn wait_in_bed(&self, own: &Own) {
        let addressee = Some((own.shared.clone(), own.index));
        self.state.look(|state| state.addressee = addressee);
        let arrived = || self.state.look(|state| state.arrived.is_some());
        while !arrived() {
            own.shared.sleep.sleep(own.index, Why::ByName, arrived);
        }
    }
}
