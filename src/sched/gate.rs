//! The gate of a split: who may come in, which index is whose, when the owner may go.
//!
//! A split is a loop over `0..n` that several workers run together. Its memory (the
//! [slot](super::slot)) belongs to a worker and is used again by later splits, while tickets for
//! it lie about in deques and may be found at any time, by anybody, long after the split has
//! ended. The gate makes that harmless.
//!
//! # States
//! One word holds a *generation* and the number of *parties* inside:
//!
//! ```text
//! (g, 0) --open--> (g, 1) --try_join--> (g, 2) ... --leave--> (g, 1) --try_close--> (g+1, 0)
//! closed           owner alone           owner and helpers    owner alone           closed
//! ```
//!
//! A second word, `next`, is the leftmost index that nobody has claimed.
//!
//! # Invariants
//! 1. Nobody but the owner enters a closed gate, and only the owner opens and closes it.
//! 2. Parties rise only from above zero: a late joiner cannot revive a gate that has closed.
//!    `try_join` is therefore a compare-and-swap on the whole word, never a `fetch_add` that looks
//!    afterwards.
//! 3. A ticket names a generation. A gate that has closed has another one; so has its next opening.
//!    (A ticket would have to lie unfound for 2^32 openings of the same slot to be taken for a new
//!    one.)
//! 4. While one is inside, the split's frame lives: the owner returns only after `try_close`, which
//!    needs parties == 1.
//! 5. Every index below `n` is claimed at most once, and `seal` tells exactly how many were: claims
//!    and the seal are read-modify-writes of the same word, hence totally ordered. After the seal
//!    every claim finds `next >= n`.
//!
//! # Orderings
//! `open` releases what the owner wrote (body, scope, `next`), `try_join` acquires it. `leave`
//! releases what the helper wrote (results, counters), `try_close` acquires it; leaves in between
//! are read-modify-writes and keep the release sequence. `next` carries no data and is relaxed.
//!
//! # The bad interleaving that invariant 2 excludes
//! A helper reads parties = 1; the owner finds itself alone, closes, returns from the frame that
//! holds the body; the helper adds one and calls the body. With the compare-and-swap its attempt
//! fails, since the generation moved. `loom_models` has this as a broken twin, and loom finds it.

use super::sync::atomic::{
    AtomicU64, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

const PARTY: u64 = 1;
const PARTIES: u64 = u32::MAX as u64;
const GENERATION: u64 = 1 << 32;

/// See the module documentation.
pub(crate) struct Gate {
    word: AtomicU64,
    next: AtomicUsize,
    n: AtomicUsize,
}

impl Gate {
    pub(crate) fn new() -> Gate {
        Gate { word: AtomicU64::new(0), next: AtomicUsize::new(0), n: AtomicUsize::new(0) }
    }

    /// Owner, gate closed: prepares for a loop over `0..n`.
    pub(crate) fn reset(&self, n: usize) {
        self.next.store(0, Relaxed);
        self.n.store(n, Relaxed);
    }

    /// Owner, gate closed: claims an index with plain loads and stores.
    #[inline]
    pub(crate) fn claim_alone(&self, n: usize) -> Option<usize> {
        let index = self.next.load(Relaxed);
        (index < n).then(|| {
            self.next.store(index + 1, Relaxed);
            index
        })
    }

    /// Owner: lets others in from now on. Returns the generation that a ticket must name.
    pub(crate) fn open(&self) -> u32 {
        let word = self.word.load(Relaxed) + PARTY;
        self.word.store(word, Release); // pairs with the acquire in `try_join`
        (word / GENERATION) as u32
    }

    /// Comes in as a helper, if the gate is still open in this generation.
    pub(crate) fn try_join(&self, generation: u32) -> bool {
        let mut word = self.word.load(Relaxed);
        loop {
            if word / GENERATION != u64::from(generation) || word & PARTIES == 0 {
                return false;
            }
            // Acquire pairs with the release in `open`; as a read-modify-write it also continues
            // that release sequence.
            match self.word.compare_exchange_weak(word, word + PARTY, Acquire, Relaxed) {
                Ok(_) => return true,
                Err(now) => word = now,
            }
        }
    }

    /// The generation, if the gate is open and has untried indices: a hint, for workers that look
    /// for something to join.
    pub(crate) fn inviting(&self) -> Option<u32> {
        let word = self.word.load(Relaxed);
        (word & PARTIES != 0 && self.has_untried()).then_some((word / GENERATION) as u32)
    }

    /// Whether indices were left untried a moment ago.
    pub(crate) fn has_untried(&self) -> bool {
        self.next.load(Relaxed) < self.n.load(Relaxed)
    }

    /// Indices left untried a moment ago.
    pub(crate) fn untried(&self) -> usize {
        self.n.load(Relaxed).saturating_sub(self.next.load(Relaxed))
    }

    /// Claims the leftmost untried index, if there is one. Inside the gate only.
    pub(crate) fn claim(&self) -> Option<usize> {
        let n = self.n.load(Relaxed);
        // The look before keeps `next` from running away when many come late.
        if self.next.load(Relaxed) >= n {
            return None;
        }
        let index = self.next.fetch_add(1, Relaxed);
        (index < n).then_some(index)
    }

    /// Owner: ends all claiming and tells how many indices had been claimed.
    pub(crate) fn seal(&self) -> usize {
        let n = self.n.load(Relaxed);
        self.next.swap(n, Relaxed).min(n)
    }

    /// Goes out as a helper. True if the owner is now alone (and may be waiting for just that).
    pub(crate) fn leave(&self) -> bool {
        let before = self.word.fetch_sub(PARTY, Release); // pairs with the acquire in `try_close`
        before & PARTIES == 2
    }

    /// Whether the owner was alone inside a moment ago.
    pub(crate) fn owner_alone(&self) -> bool {
        self.word.load(Relaxed) & PARTIES == 1
    }

    /// Owner: closes the gate if nobody else is inside. After `true` the frame may go.
    pub(crate) fn try_close(&self) -> bool {
        let word = self.word.load(Relaxed);
        word & PARTIES == 1
            // Acquire pairs with the release in `leave`.
            && self
                .word
                .compare_exchange(word, (word - PARTY).wrapping_add(GENERATION), Acquire, Relaxed)
                .is_ok()
    }

    /// What `try_join` must not be: adds first and looks afterwards. Kept for the model that shows
    /// why.
    #[cfg(loom)]
    pub(crate) fn try_join_broken(&self, generation: u32) -> bool {
        let word = self.word.load(Relaxed);
        if word / GENERATION != u64::from(generation) || word & PARTIES == 0 {
            return false;
        }
        self.word.fetch_add(PARTY, Acquire);
        true
    }
}
