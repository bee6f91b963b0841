use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use parking_lot::Mutex;

use super::ends_on_panic::EndsOnPanic;
use super::interrupt::Interrupt;
use sparring_engine::Stop;

pub type StopSlot = Mutex<Option<Stop>>;

/// A slot per searching thread, and the flag that ends all.
#[derive(Clone)]
pub struct Stops {
    ended: Arc<AtomicBool>,
    slots: Arc<[StopSlot]>,
}

impl Stops {
    pub fn new(threads: usize) -> Stops {
        Stops { ended: Arc::default(), slots: (0..threads).map(|_| Mutex::new(None)).collect() }
    }

    pub fn obey(&self, interrupt: &Interrupt) {
        let stops = self.clone();
        interrupt.guard(move || stops.end());
    }

    /// Ends running searches; no more can begin.
    pub fn end(&self) {
        self.ended.store(true, Relaxed);
        self.slots.iter().for_each(|slot| slot.lock().as_ref().map_or((), Stop::stop));
    }

    pub fn ended(&self) -> bool {
        self.ended.load(Relaxed)
    }

    pub fn end_on_panic(&self) -> EndsOnPanic<'_> {
        EndsOnPanic(&self.ended)
    }

    pub fn slots(&self) -> &[StopSlot] {
        &self.slots
    }

    /// Runs `search` with its switch in a slot; `None` if ended before or during it.
    pub fn search<R>(&self, slot: &StopSlot, switch: &Stop, search: impl FnOnce() -> R) -> Option<R> {
        *slot.lock() = Some(switch.clone());
        // `end` sets the flag before it looks for switches: it finds this one, or its flag is seen
        // here.
        if self.ended() {
            return None;
        }
        let result = search();
        *slot.lock() = None;
        (!self.ended()).then_some(result)
    }
}
