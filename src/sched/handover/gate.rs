//! The gate of a split: who may come in, which index is whose, when the owner may go.
//!
//! A split is a loop over `0..n` that several workers run together. Its memory (a slot, `slot.rs`)
//! belongs to a worker and is used again by later splits, while tickets for it lie about in deques
//! and may be found at any time, by anybody, long after the split has ended. The gate makes that
//! harmless.
//!
//! # States
//! One word holds a *generation* and the number of *parties* inside:
//!
//! ```text
//! (g, 0) --open--> (g, 1) --try_join--> (g, 2) ... --leave--> (g, 1) --try_close--> (g+1, 0)
//! closed           owner alone           owner and helpers    owner alone           closed
//! ```
//!
//! A second word, `next`, is the leftmost index that nobody has claimed. While the gate is closed
//! that is `alone`, which the owner writes with plain stores.
//!
//! # Opened by a thief
//! The owner opens the gate when somebody wants work. If it does not answer, a thief does, by the
//! protocol of `ring.rs`, in which the owner's claim of an index takes the place of J1:
//! ```text
//!   owner                                        thief
//!   alone = i + 1                                T4  heavy fence
//!   light fence                                  T5  v = alone
//!   a knock? no: i is mine                       T6  opened_at = next = v; open
//!   lock; opened? then i is mine if i < v,
//!   and claimed again from `next` if not
//! ```
//! A claim before the barrier is in `v`. At most one claim is under way then, and it goes the slow
//! way: `v` is `i + 1` or `i`. The words must be two: the owner's store of `alone` may come late,
//! and would undo additions of helpers to `next`.
//!
//! # Invariants
//! 1. Nobody but the owner enters a closed gate. It opens it, or a thief that has taken the split
//!    from the owner's ring; the owner alone closes it.
//! 2. Parties rise only from above zero: a late joiner cannot revive a gate that has closed.
//!    `try_join` is therefore a compare-and-swap on the whole word, never a `fetch_add` that looks
//!    afterwards.
//! 3. A ticket names a generation. A gate that has closed has another one; so has its next opening.
//!    (A ticket would have to lie unfound for 2^32 openings of the same slot to be taken for a new
//!    one.)
//! 4. While one is inside, the split's frame lives: the owner returns only after `try_close`, which
//!    needs parties == 1.
//! 5. Every index below `n` is claimed at most once, and `claimed` tells exactly how many were:
//!    claims, `stop` and `seal` are read-modify-writes of the same word, hence totally ordered.
//!    After the first stop or seal every claim finds `next >= n`, and only that one found less.
//!
//! # Orderings
//! `open` releases what the owner wrote (body, scope, `next`), `try_join` acquires it. `leave`
//! releases what the helper wrote (results, counters), `try_close` acquires it; leaves in between
//! are read-modify-writes and keep the release sequence. `next` carries no data and is relaxed.
//!
//! # The bad interleaving that invariant 2 excludes
//! A helper reads parties = 1; the owner finds itself alone, closes, returns from the frame that
//! holds the body; the helper adds one and calls the body. With the compare-and-swap its attempt
//! fails, since the generation moved. `loom_models` has this as a mutant, and loom finds it.

use crate::sync::atomic::{
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
    /// The leftmost unclaimed index while the gate is closed.
    alone: AtomicUsize,
    /// Value of `next` when the gate was opened.
    opened_at: AtomicUsize,
    /// Value of `next` when somebody stopped the loop; [`NEVER`] if nobody did.
    stopped_at: AtomicUsize,
}

const NEVER: usize = usize::MAX;

impl Gate {
    pub(crate) fn new() -> Gate {
        let zero = || AtomicUsize::new(0);
        Gate {
            word: AtomicU64::new(0),
            next: zero(),
            n: zero(),
            alone: zero(),
            opened_at: zero(),
            stopped_at: AtomicUsize::new(NEVER),
        }
    }

    /// Owner, gate closed: prepares for a loop over `0..n`.
    pub(crate) fn reset(&self, n: usize) {
        self.alone.store(0, Relaxed);
        self.n.store(n, Relaxed);
    }

    /// Owner, gate closed: claims an index with plain loads and stores.
    #[inline]
    pub(crate) fn claim_alone(&self, n: usize) -> Option<usize> {
        let index = self.alone.load(Relaxed);
        (index < n).then(|| {
            self.alone.store(index + 1, Relaxed);
            index
        })
    }

    /// Number of indices that the owner has claimed alone, if some are left; for a thief.
    pub(crate) fn claimed_alone(&self) -> Option<usize> {
        let claimed = self.alone.load(Relaxed);
        (claimed < self.n.load(Relaxed)).then_some(claimed)
    }

    /// Owner, once the gate is open: whether an index that it claimed alone is its own.
    pub(crate) fn keeps(&self, index: usize) -> bool {
        index < self.opened_at.load(Relaxed) // ordered by the lock of the ring
    }

    /// Owner, or a thief that has a split without untried indices: lets others in from now on.
    /// Returns the generation that a ticket must name.
    pub(crate) fn open(&self) -> u32 {
        self.open_at(self.alone.load(Relaxed))
    }

    /// Owner, or a thief that has the split: lets others in, with so many indices claimed.
    pub(crate) fn open_at(&self, claimed: usize) -> u32 {
        self.opened_at.store(claimed, Relaxed);
        self.stopped_at.store(NEVER, Relaxed);
        self.next.store(claimed, Relaxed);
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

    /// Inside the gate: whether indices were left untried a moment ago.
    pub(crate) fn has_untried(&self) -> bool {
        self.next.load(Relaxed) < self.n.load(Relaxed)
    }

    /// Indices left untried a moment ago, gate open or closed.
    pub(crate) fn untried(&self) -> usize {
        let open = self.word.load(Relaxed) & PARTIES != 0;
        let claimed = (if open { &self.next } else { &self.alone }).load(Relaxed);
        self.n.load(Relaxed).saturating_sub(claimed)
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

    /// Inside the gate: ends all claiming, without ending what was claimed.
    pub(crate) fn stop(&self) {
        let n = self.n.load(Relaxed);
        let claimed = self.next.swap(n, Relaxed);
        if claimed < n {
            self.stopped_at.store(claimed, Relaxed); // by one alone; `try_close` orders it
        }
    }

    /// Owner: ends all claiming and tells how many indices had been claimed, unless somebody has
    /// [stopped](Gate::stop) it: that [`Gate::claimed`] tells.
    pub(crate) fn seal(&self) -> usize {
        let n = self.n.load(Relaxed);
        self.next.swap(n, Relaxed).min(n)
    }

    /// Owner, after `try_close`: how many indices had been claimed, of which `seal` said so many.
    pub(crate) fn claimed(&self, sealed: usize) -> usize {
        sealed.min(self.stopped_at.load(Relaxed))
    }

    /// Goes out as a helper. True if the owner is now alone (and may be waiting for just that).
    pub(crate) fn leave(&self) -> bool {
        let before = self.word.fetch_sub(PARTY, Release); // pairs with the acquire in `try_close`
        before & PARTIES == 2
    }

    /// Returns true if the owner was alone inside a moment ago.
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
    #[cfg(sparring_loom)]
    pub(crate) fn try_join_broken(&self, generation: u32) -> bool {
        let word = self.word.load(Relaxed);
        if word / GENERATION != u64::from(generation) || word & PARTIES == 0 {
            return false;
        }
        self.word.fetch_add(PARTY, Acquire);
        true
    }
}
