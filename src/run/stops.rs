//! Searches that run side by side and that Ctrl-C ends all.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use parking_lot::Mutex;

use super::ends_on_panic::EndsOnPanic;
use super::interrupt::Interrupt;
use sparring_engine::Stop;

/// The switch of one search after the other, while it runs.
pub type StopSlot = Mutex<Option<Stop>>;

/// A slot for each thread that searches, and whether all are to end.
#[derive(Clone)]
pub struct Stops {
    ended: Arc<AtomicBool>,
    slots: Arc<[StopSlot]>,
}

impl Stops {
    /// For this number of threads.
    pub fn new(threads: usize) -> Stops {
        Stops { ended: Arc::default(), slots: (0..threads).map(|_| Mutex::new(None)).collect() }
    }

    /// From now on Ctrl-C ends what runs, and nothing more is begun.
    pub fn obey(&self, interrupt: &Interrupt) {
        let stops = self.clone();
        interrupt.guard(move || stops.end());
    }

    /// Ends what runs; nothing more is begun.
    pub fn end(&self) {
        self.ended.store(true, Relaxed);
        self.slots.iter().for_each(|slot| slot.lock().as_ref().map_or((), Stop::stop));
    }

    /// Whether all are to end.
    pub fn ended(&self) -> bool {
        self.ended.load(Relaxed)
    }

    /// Held by a thread whose panic ends all.
    pub fn end_on_panic(&self) -> EndsOnPanic<'_> {
        EndsOnPanic(&self.ended)
    }

    /// The slots, one for each thread.
    pub fn slots(&self) -> &[StopSlot] {
        &self.slots
    }

    /// Calls `search` with its switch in a slot. `None` if it was not begun or was ended.
    pub fn search<R>(&self, slot: &StopSlot, switch: &Stop, search: impl FnOnce() -> R) -> Option<R> {
        *slot.lock() = Some(switch.clone());
        // `end` sets the flag first and then looks for switches, so it finds this one or is seen
        // here.
        if self.ended() {
            return None;
        }
        let result = search();
        *slot.lock() = None;
        (!self.ended()).then_some(result)
    }
}
