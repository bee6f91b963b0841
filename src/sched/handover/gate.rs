//! The gate of a split: who may come in, and which worker has which index.
//!
//! A split is a loop over `0..n` that several workers run together. Its slot (`slot.rs`) is reused
//! by later splits, while old tickets for it lie in deques. The gate refuses those, and keeps the
//! owner from leaving while a helper is inside.
//!
//! One word holds a *generation* and the number of *parties* inside:
//!
//! ```text
//! (g, 0) --open--> (g, 1) --try_join--> (g, 2) ... --leave--> (g, 1) --try_close--> (g+1, 0)
//! closed           owner alone           owner and helpers    owner alone           closed
//! ```
//!
//! A second word, `next`, is the leftmost unclaimed index. While the gate is closed that index is
//! in `alone`, which the owner writes with plain stores.
//!
//! # Opened by a thief
//! The owner opens the gate on request. If it does not answer, a thief does so, by the protocol of
//! `ring.rs` with the claim of an index in place of J1:
//! ```text
//!   owner                                        thief
//!   alone = i + 1                                T4  heavy fence
//!   light fence                                  T5  v = alone
//!   a knock? no: i is mine                       T6  opened_at = next = v; open
//!   lock; opened? then i is mine if i < v,
//!   and claimed again from `next` if not
//! ```
//! A claim before the barrier is in `v`. At most one claim is under way then, on the slow path, and
//! `v` is `i + 1` or `i`. There are two words because a late store of `alone` would undo additions
//! to `next`.
//!
//! # Invariants
//! 1. Only the owner is inside a closed gate. The owner opens it, or a thief that has taken the
//!    split from its ring; only the owner closes it.
//! 2. Parties rise only from above zero, so `try_join` is one compare-and-swap.
//! 3. A ticket names a generation, and each opening has a new one. (They repeat after 2^32 openings
//!    of a slot.)
//! 4. While a helper is inside, the split's frame lives: the owner returns only after `try_close`,
//!    which needs parties == 1.
//! 5. Every index below `n` is claimed at most once, and `claimed` is exact: claims, `stop` and
//!    `seal` are read-modify-writes of one word. Only the first `stop` or `seal` can find unclaimed
//!    indices; every later claim finds `next >= n`.
//!
//! # Orderings
//! `open` releases the owner's writes (body, scope, `next`) and `try_join` acquires them. `leave`
//! releases the helper's writes (results, counters) and `try_close` acquires them; leaves in
//! between keep the release sequence. `next` carries no data and is relaxed.

use crate::sync::atomic::{
    AtomicU64, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

const PARTY: u64 = 1;
const PARTIES: u64 = u32::MAX as u64;
const GENERATION: u64 = 1 << 32;

/// The gate of a split slot. `reset` and `claim_alone` are for the owner of a closed gate; `keeps`,
/// `seal`, `claimed` and `try_close` for the owner; `claim`, `stop`, `has_untried` and `leave` for
/// those inside.
pub(crate) struct Gate {
    word: AtomicU64,
    next: AtomicUsize,
    n: AtomicUsize,
    alone: AtomicUsize,
    opened_at: AtomicUsize,
    /// Value of `next` when the loop was stopped, or [`NEVER`].
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

    pub(crate) fn reset(&self, n: usize) {
        self.alone.store(0, Relaxed);
        self.n.store(n, Relaxed);
    }

    #[inline]
    pub(crate) fn claim_alone(&self, n: usize) -> Option<usize> {
        let index = self.alone.load(Relaxed);
        (index < n).then(|| {
            self.alone.store(index + 1, Relaxed);
            index
        })
    }

    /// Returns how many indices the owner claimed alone; `None` if all.
    pub(crate) fn claimed_alone(&self) -> Option<usize> {
        let claimed = self.alone.load(Relaxed);
        (claimed < self.n.load(Relaxed)).then_some(claimed)
    }

    /// True if the owner keeps an index that it claimed before a thief opened the gate.
    pub(crate) fn keeps(&self, index: usize) -> bool {
        index < self.opened_at.load(Relaxed) // ordered by the lock of the ring
    }

    /// Opens the gate, for the owner or a thief of a split without untried indices. Returns the
    /// generation.
    pub(crate) fn open(&self) -> u32 {
        self.open_at(self.alone.load(Relaxed))
    }

    /// Opens the gate, for the owner or a thief, with this many indices claimed.
    pub(crate) fn open_at(&self, claimed: usize) -> u32 {
        self.opened_at.store(claimed, Relaxed);
        self.stopped_at.store(NEVER, Relaxed);
        self.next.store(claimed, Relaxed);
        let word = self.word.load(Relaxed) + PARTY;
        self.word.store(word, Release); // pairs with the acquire in `try_join`
        (word / GENERATION) as u32
    }

    pub(crate) fn try_join(&self, generation: u32) -> bool {
        let mut word = self.word.load(Relaxed);
        loop {
            if word / GENERATION != u64::from(generation) || word & PARTIES == 0 {
                return false;
            }
            // The acquire pairs with the release in `open`, whose release sequence this continues.
            match self.word.compare_exchange_weak(word, word + PARTY, Acquire, Relaxed) {
                Ok(_) => return true,
                Err(now) => word = now,
            }
        }
    }

    /// The generation if indices can be claimed; a hint.
    pub(crate) fn inviting(&self) -> Option<u32> {
        let word = self.word.load(Relaxed);
        (word & PARTIES != 0 && self.has_untried()).then_some((word / GENERATION) as u32)
    }

    pub(crate) fn has_untried(&self) -> bool {
        self.next.load(Relaxed) < self.n.load(Relaxed)
    }

    pub(crate) fn untried(&self) -> usize {
        let open = self.word.load(Relaxed) & PARTIES != 0;
        let claimed = (if open { &self.next } else { &self.alone }).load(Relaxed);
        self.n.load(Relaxed).saturating_sub(claimed)
    }

    pub(crate) fn claim(&self) -> Option<usize> {
        let n = self.n.load(Relaxed);
        // Checked first, so late workers do not drive `next` up without end.
        if self.next.load(Relaxed) >= n {
            return None;
        }
        let index = self.next.fetch_add(1, Relaxed);
        (index < n).then_some(index)
    }

    /// Ends all claiming; claimed indices still run.
    pub(crate) fn stop(&self) {
        let n = self.n.load(Relaxed);
        let claimed = self.next.swap(n, Relaxed);
        if claimed < n {
            self.stopped_at.store(claimed, Relaxed); // by one thread; ordered by `try_close`
        }
    }

    /// Ends all claiming and returns how many indices were claimed. If the loop was
    /// [stopped](Gate::stop), only [`Gate::claimed`] knows.
    pub(crate) fn seal(&self) -> usize {
        let n = self.n.load(Relaxed);
        self.next.swap(n, Relaxed).min(n)
    }

    /// Returns how many indices were claimed, given the result of `seal`. After `try_close`.
    pub(crate) fn claimed(&self, sealed: usize) -> usize {
        sealed.min(self.stopped_at.load(Relaxed))
    }

    /// Lets a helper out. Returns true if the owner, now alone, may be waiting for that.
    pub(crate) fn leave(&self) -> bool {
        let before = self.word.fetch_sub(PARTY, Release); // pairs with the acquire in `try_close`
        before & PARTIES == 2
    }

    pub(crate) fn owner_alone(&self) -> bool {
        self.word.load(Relaxed) & PARTIES == 1
    }

    /// Closes the gate if nobody else is inside. After `true` the frame may go.
    pub(crate) fn try_close(&self) -> bool {
        let word = self.word.load(Relaxed);
        word & PARTIES == 1
            // Acquire pairs with the release in `leave`.
            && self
                .word
                .compare_exchange(word, (word - PARTY).wrapping_add(GENERATION), Acquire, Relaxed)
                .is_ok()
    }

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
