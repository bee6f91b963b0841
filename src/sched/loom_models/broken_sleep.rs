//! Broken variants of [`Sleep`]'s functions, which the models must catch.

use super::{Sleep, Why};
use crate::sync::{atomic::Ordering::Relaxed, full_fence};
use std::cell::Cell;

impl Sleep {
    /// A [`Sleep::stop_searching`] that ignores `skipped`.
    pub(crate) fn stop_searching_broken(&self) {
        self.searching.fetch_sub(1, Relaxed);
    }

    /// A [`Sleep::stop_searching`] that clears `skipped`.
    pub(crate) fn stop_searching_clearing(&self, me: usize) {
        if self.searching.fetch_sub(1, Relaxed) == 1 {
            full_fence();
            if self.skipped.swap(false, Relaxed) {
                self.wake_idle(me);
            }
        }
    }

    /// A [`Sleep::sleep`] that does not set `skipped` when it has seen something.
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

    /// A [`Sleep::sleep`] that stops counting as a searcher before S3.
    pub(crate) fn sleep_uncounted(&self, me: usize, ready: impl Fn() -> bool) {
        self.sleep(me, Why::Idle, || {
            self.searching.fetch_sub(1, Relaxed);
            let seen = ready();
            self.searching.fetch_add(1, Relaxed);
            seen
        });
    }

    /// A [`Sleep::wake_for_work`] without the second look of W4.
    pub(crate) fn wake_for_work_broken(&self) {
        full_fence();
        if self.anybody() && self.searching.load(Relaxed) == 0 {
            self.wake_idle(0);
        } else {
            self.skipped.store(true, Relaxed);
        }
    }
}
