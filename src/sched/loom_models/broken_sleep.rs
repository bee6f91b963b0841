//! What functions of [`Sleep`] must not be, for the models that show why.

use super::{Sleep, Why};
use crate::sync::{atomic::Ordering::Relaxed, full_fence};
use std::cell::Cell;

impl Sleep {
    /// What [`Sleep::stop_searching`] must not be: does not look at `skipped`.
    pub(crate) fn stop_searching_broken(&self) {
        self.searching.fetch_sub(1, Relaxed);
    }

    /// What [`Sleep::stop_searching`] must not be: clears `skipped`.
    pub(crate) fn stop_searching_clearing(&self, me: usize) {
        if self.searching.fetch_sub(1, Relaxed) == 1 {
            full_fence();
            if self.skipped.swap(false, Relaxed) {
                self.wake_idle(me);
            }
        }
    }

    /// What [`Sleep::sleep`] must not be: does not set `skipped` when it has seen something.
    pub(crate) fn sleep_forgetting(&self, me: usize, ready: impl Fn() -> bool) {
        let seen = Cell::new(false);
        self.sleep(me, Why::Idle, || {
            seen.set(ready());
            seen.get()
        });
        if seen.get() {
            self.skipped.store(false, Relaxed);
        }
    }

    /// What [`Sleep::sleep`] must not be: gives its place among the searchers up before S3.
    pub(crate) fn sleep_uncounted(&self, me: usize, ready: impl Fn() -> bool) {
        self.sleep(me, Why::Idle, || {
            self.searching.fetch_sub(1, Relaxed);
            let seen = ready();
            self.searching.fetch_add(1, Relaxed);
            seen
        });
    }

    /// What [`Sleep::wake_for_work`] must not be: W4 without its second look.
    pub(crate) fn wake_for_work_broken(&self) {
        full_fence();
        if self.anybody() && self.searching.load(Relaxed) == 0 {
            self.wake_idle(0);
        } else {
            self.skipped.store(true, Relaxed);
        }
    }
}
