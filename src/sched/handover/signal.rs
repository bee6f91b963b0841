//! The signal word: how other workers ask something of one.
//!
//! Each worker polls one word on a cache line that nobody else writes while nothing happens. Others
//! set bits in it when they request work (they found nothing to do) or have cancelled a scope.
//!
//! # Values
//! ```text
//!   calm       address of the ring's last slot    positive, low bits clear
//!   eager      EAGER                              positive and smaller than any address
//!   deferred   STEAL_REQUEST                      positive and smaller than any address
//!   urgent     sign, STEAL_REQUEST and/or CANCEL  negative
//! ```
//! One signed comparison of a ring address with the word tells a fork that somebody wants something
//! *or* that the ring is full. A poll looks at the sign alone.
//!
//! A worker that is asked to share and has nothing *defers* the request. Forks and splits, which
//! have something to give, still see it; polls do not, and go on at full speed.
//!
//! Where nothing can be taken from a worker by force (`forced.rs`) the calm word is EAGER. So every
//! fork takes the slow way, and keeps one entry where thieves find it before anybody asks.
//!
//! # Simulated workers
//! The word of a simulated worker is always urgent, and what others want stands in a second one.
//! So every fork and every poll of it takes the slow way, where its virtual time passes
//! (`promotion.rs`), and those of real workers do not ask which kind they are.
//!
//! # Orderings
//! Raising a bit releases what was written before it, above all a cancelled scope's flag; clearing
//! a bit acquires that. All writes are read-modify-writes, so no bit is lost between two of them.

use crate::sync::atomic::{
    AtomicIsize,
    Ordering::{Acquire, Relaxed, Release},
};

/// Somebody found nothing to do.
pub(crate) const STEAL_REQUEST: isize = 1;
/// A scope in which this worker may be running was cancelled.
pub(crate) const CANCEL: isize = 2;
/// A calm word for which every fork looks after its deque.
pub(crate) const EAGER: isize = 4;
const URGENT: isize = isize::MIN;

/// See the module documentation.
pub(crate) struct Signal {
    word: AtomicIsize,
    calm: isize,
    /// The word that a simulated worker would have; `None` for a real one.
    simulated: Option<AtomicIsize>,
}

impl Signal {
    /// A calm word. `calm` is positive and its low bits are clear.
    pub(crate) fn new(calm: isize) -> Signal {
        assert!(calm > STEAL_REQUEST | CANCEL && calm & (STEAL_REQUEST | CANCEL) == 0);
        Signal { word: AtomicIsize::new(calm), calm, simulated: None }
    }

    /// A calm word of a simulated worker: see [`Signal::new`].
    pub(crate) fn simulated(calm: isize) -> Signal {
        Signal { word: AtomicIsize::new(URGENT), simulated: Some(AtomicIsize::new(calm)), calm }
    }

    /// Returns true if the worker puts entries where thieves find them before anybody asks.
    pub(crate) fn is_eager(&self) -> bool {
        self.calm == EAGER
    }

    /// The word that tells what others want.
    #[inline]
    fn wanted(&self) -> &AtomicIsize {
        self.simulated.as_ref().unwrap_or(&self.word)
    }

    /// Returns true to a fork at this ring address if somebody wants something, or the ring is
    /// full.
    #[inline(always)]
    pub(crate) fn stops(&self, address: isize) -> bool {
        address >= self.word.load(Relaxed)
    }

    /// Returns true if somebody wants something that cannot wait for the next fork.
    #[inline(always)]
    pub(crate) fn is_urgent(&self) -> bool {
        self.word.load(Relaxed) < 0
    }

    /// The question of [`Signal::stops`] on the slow way, also for a simulated worker.
    pub(crate) fn really_stops(&self, address: isize) -> bool {
        address >= self.wanted().load(Relaxed)
    }

    /// The question of [`Signal::is_urgent`] on the slow way, also for a simulated worker.
    pub(crate) fn is_really_urgent(&self) -> bool {
        self.wanted().load(Relaxed) < 0
    }

    /// Returns true if a reason is set, urgent or deferred.
    pub(crate) fn has(&self, reason: isize) -> bool {
        self.wanted().load(Relaxed) & reason != 0
    }

    /// Sets a reason. Release: pairs with the acquire in [`Signal::clear`].
    pub(crate) fn raise(&self, reason: isize) {
        // A steal request that is known already needs no second locked instruction. A cancellation
        // always does: it carries the visibility of the flag that was set before it.
        if reason == CANCEL || !self.has(reason) {
            self.wanted().fetch_or(URGENT | reason, Release);
        }
    }

    /// Makes a steal request a matter for the next fork only, unless something else is wanted too.
    pub(crate) fn defer_request(&self) {
        let word = self.wanted().load(Relaxed);
        if word & CANCEL == 0 {
            // A lost race with another reason is fine: then the word stays urgent.
            let _ = self.wanted().compare_exchange(word, STEAL_REQUEST, Relaxed, Relaxed);
        }
    }

    /// Clears a reason, acquiring what was written before it was set.
    pub(crate) fn clear(&self, reason: isize) {
        // Acquire pairs with the release in `raise`.
        let _ = self.wanted().fetch_update(Acquire, Relaxed, |word| {
            let rest = word & !reason;
            Some(if rest & (STEAL_REQUEST | CANCEL) == 0 { self.calm } else { rest })
        });
    }

    /// What [`Signal::clear`] must not be: writes what it has read before. For the model that shows
    /// why.
    #[cfg(sparring_loom)]
    pub(crate) fn clear_broken(&self, reason: isize) {
        let rest = self.word.load(Acquire) & !reason;
        self.word.store(if rest & (STEAL_REQUEST | CANCEL) == 0 { self.calm } else { rest }, Relaxed);
    }

    /// A mutant of [`Signal::defer_request`], which looks for nothing else in the word. A model
    /// catches it.
    #[cfg(sparring_loom)]
    pub(crate) fn defer_request_broken(&self) {
        self.word.store(STEAL_REQUEST, Relaxed);
    }
}
