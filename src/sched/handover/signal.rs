//! The signal word: how other workers make a request to a worker.
//!
//! Each worker polls one word on a cache line of its own. Others set bits in it when they found no
//! work or have cancelled a scope.
//!
//! ```text
//!   calm       address of the ring's last slot    positive, low bits clear
//!   eager      EAGER                              positive and smaller than any address
//!   deferred   STEAL_REQUEST                      positive and smaller than any address
//!   urgent     sign, STEAL_REQUEST and/or CANCEL  negative
//! ```
//!
//! One signed comparison of a ring address with the word tells a fork that there is a request *or*
//! that the ring is full. A poll looks at the sign alone. A worker that has nothing to share
//! *defers* the request: forks and splits still see it, polls do not. If nothing can be taken from
//! a worker by force (`forced.rs`), its calm word is EAGER, and every fork takes the slow path.
//!
//! The word of a simulated worker is always urgent, and requests go to a second word. So its forks
//! and polls take the slow path, where virtual time passes.
//!
//! # Orderings
//! Raising a bit releases earlier writes, above all a cancelled scope's flag; clearing it acquires
//! them. All writes are read-modify-writes, so no bit is lost.

use crate::sync::atomic::{
    AtomicIsize,
    Ordering::{Acquire, Relaxed, Release},
};

pub(crate) const STEAL_REQUEST: isize = 1;
/// A scope where this worker may be running was cancelled.
pub(crate) const CANCEL: isize = 2;
pub(crate) const EAGER: isize = 4;
const URGENT: isize = isize::MIN;

pub(crate) struct Signal {
    word: AtomicIsize,
    calm: isize,
    simulated: Option<AtomicIsize>,
}

impl Signal {
    pub(crate) fn new(calm: isize) -> Signal {
        assert!(calm > STEAL_REQUEST | CANCEL && calm & (STEAL_REQUEST | CANCEL) == 0);
        Signal { word: AtomicIsize::new(calm), calm, simulated: None }
    }

    pub(crate) fn simulated(calm: isize) -> Signal {
        Signal { word: AtomicIsize::new(URGENT), simulated: Some(AtomicIsize::new(calm)), calm }
    }

    /// True if forks keep an entry in the deque before anybody asks.
    pub(crate) fn is_eager(&self) -> bool {
        self.calm == EAGER
    }

    #[inline]
    fn wanted(&self) -> &AtomicIsize {
        self.simulated.as_ref().unwrap_or(&self.word)
    }

    /// Returns true to a fork at this ring address if there is a request or the ring is full.
    #[inline(always)]
    pub(crate) fn stops(&self, address: isize) -> bool {
        address >= self.word.load(Relaxed)
    }

    /// True if a request cannot wait for the next fork.
    #[inline(always)]
    pub(crate) fn is_urgent(&self) -> bool {
        self.word.load(Relaxed) < 0
    }

    /// Same as [`Signal::stops`], on the slow path, also for simulated workers.
    pub(crate) fn really_stops(&self, address: isize) -> bool {
        address >= self.wanted().load(Relaxed)
    }

    pub(crate) fn is_really_urgent(&self) -> bool {
        self.wanted().load(Relaxed) < 0
    }

    pub(crate) fn has(&self, reason: isize) -> bool {
        self.wanted().load(Relaxed) & reason != 0
    }

    /// Sets a reason. The release pairs with the acquire in [`Signal::clear`].
    pub(crate) fn raise(&self, reason: isize) {
        // A known steal request needs no second locked instruction. A cancellation does: it makes
        // the flag visible.
        if reason == CANCEL || !self.has(reason) {
            self.wanted().fetch_or(URGENT | reason, Release);
        }
    }

    /// Leaves a steal request to the next fork, unless a cancellation is pending.
    pub(crate) fn defer_request(&self) {
        let word = self.wanted().load(Relaxed);
        if word & CANCEL == 0 {
            // If another reason comes first, the word stays urgent, as it should.
            let _ = self.wanted().compare_exchange(word, STEAL_REQUEST, Relaxed, Relaxed);
        }
    }

    pub(crate) fn clear(&self, reason: isize) {
        // Acquire pairs with the release in `raise`.
        let _ = self.wanted().fetch_update(Acquire, Relaxed, |word| {
            let rest = word & !reason;
            Some(if rest & (STEAL_REQUEST | CANCEL) == 0 { self.calm } else { rest })
        });
    }

    #[cfg(sparring_loom)]
    pub(crate) fn clear_broken(&self, reason: isize) {
        let rest = self.word.load(Acquire) & !reason;
        self.word.store(if rest & (STEAL_REQUEST | CANCEL) == 0 { self.calm } else { rest }, Relaxed);
    }

    #[cfg(sparring_loom)]
    pub(crate) fn defer_request_broken(&self) {
        self.word.store(STEAL_REQUEST, Relaxed);
    }
}
