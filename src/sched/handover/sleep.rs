//! Falling asleep and being woken.
//!
//! A worker without work sleeps on a condition variable and must not miss new work. Sleeper and
//! waker each write a word, pass a fence and read the other's word, so one of them sees the other.
//! No timer makes up for a lost wake-up. A waker wakes nobody while some idle worker is *searching*
//! all deques.
//!
//! A join, the owner of a split, or a task that waits for another thread announces its sleep in the
//! same way. It does not count as searching, because it may run only some of the work.
//!
//! # Protocols
//! ```text
//!   sleeper                                  waker
//!   S1  asleep += 1; state = why I sleep;    W1  make the work visible (push, store `done`)
//!       if idle: skipped = false             W2  fence
//!   S2  fence                                W3  if asleep == 0: done
//!   S3  look for the work once more; if      W4  if some search: skipped = true; fence;
//!       there is some: S6 (if idle: first        done, unless searching == 0 by now
//!       skipped = true)                      W5  compare-and-swap one state to CLAIMED;
//!   S4  if idle: F1, F2; if skipped: S6          asleep -= 1; if it was idle: searching += 1;
//!       (then searching += 1)                    state = AWAKE; notify
//!   S5  wait until state == AWAKE; done
//!   S6  compare-and-swap the state to        searcher that found work
//!       AWAKE, asleep -= 1; done             F1  searching -= 1; done, unless it was the last
//!       if that fails: S5 (if idle and       F2  fence
//!       S3 saw work: then searching -= 1)    F3  if skipped: W5
//! ```
//!
//! # No wake-up is lost
//! All fences are sequentially consistent, hence ordered. If S2 comes before W2, W3 sees S1, and W5
//! wakes a sleeper unless W4 leaves the work to a searcher. If W2 comes first, S3 sees W1. (Without
//! S3, or with S3 before S1, both may miss the other: a mutant in `loom_models/sleep.rs`.) Only the
//! winner of the swaps W5 and S6 subtracts from `asleep`, so the count stays exact and nobody is
//! woken twice. S5 reads the state under the lock that the waker takes before it notifies.
//!
//! # Work left to searchers
//! A waker that leaves work in W4 saw a searcher counted in `searching`. That count ends in two
//! ways:
//! 1. The searcher finds work. If it was the last, F3 sees `skipped`, or the waker sees at the end
//!    of W4 that nobody searches.
//! 2. It goes to sleep, and counts until S3 is over. Work pushed meanwhile is left to it or to
//!    other searchers, and the last of them sees `skipped` in S4 or F3.
//!
//! A waker that claims a sleeper during S3 counts it twice, until the sleeper gives one count up,
//! which is never the last. (If it did not count in S3, a worker woken for new work could take the
//! piece that the sleeper was to see, and nobody would come for the new piece.)
//!
//! Several wakers may leave work to one searcher, which takes one piece and wakes another to search
//! on. So only a worker that goes to sleep clears `skipped`, before S3, and sets it again if S3
//! sees work, of which it takes one piece. Installs and splits wake a worker even if others search.
//! They set `skipped` too, because that worker may take a piece that was left.
//!
//! One limit: if all searchers find other work and nobody is idle, a sleeping join that could run
//! the piece left to them sleeps until its thief has run it. Injected jobs cannot wait so: see
//! `stand_ins.rs`.
//!
//! # No steal request is lost
//! A request stays in the signal word until its worker has something to promote. It is cleared
//! *before* the push, so a thief that comes in between sets it again. A worker about to sleep
//! repeats it in S3. Whoever clears it then does so after S2, so its W3 sees S1. (A request made
//! only before S1 could be cleared, its job pushed and taken back, all before the sleeper looks.)
//!
//! A worker that steals while others sleep repeats their request to its victim and to itself. If
//! the victim must not be asked now (`backoff.rs`), it announces work instead.

use crate::handover::atomic_bitset::AtomicWorkerSet;
use crate::platform::{Parker, Platform};
use crate::sync::{
    atomic::{
        AtomicBool, AtomicU32, AtomicU64, AtomicUsize,
        Ordering::{AcqRel, Acquire, Relaxed, Release},
    },
    full_fence,
};
use crossbeam_utils::CachePadded;

#[cfg(sparring_loom)]
#[path = "../loom_models/broken_sleep.rs"]
mod broken;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    Idle,
    /// Its stolen job runs on this worker, whose new work wakes it.
    Thief(usize),
    /// Woken by its number, because its split has helpers, its thief is unknown, or it waits for
    /// another thread.
    ByName,
}

const AWAKE: u32 = 0;
const CLAIMED: u32 = u32::MAX;

impl Why {
    /// A word that is neither [`AWAKE`] nor [`CLAIMED`].
    fn state(self) -> u32 {
        match self {
            Why::Idle => 1,
            Why::ByName => 2,
            Why::Thief(worker) => 3 + worker as u32,
        }
    }
}

struct Sleeper {
    state: AtomicU32,
    /// Time at which the waker claimed the sleeper; written before the swap.
    woken_ns: AtomicU64,
    /// Workers that wait for a job of this one; a hint, because their `state` decides.
    followers: AtomicWorkerSet,
    parker: Parker,
}

pub(crate) struct Sleep {
    sleepers: Box<[CachePadded<Sleeper>]>,
    asleep: CachePadded<AtomicUsize>,
    /// Idle workers that search, counted until their last look is over, and twice if claimed during
    /// it.
    searching: CachePadded<AtomicUsize>,
    /// True if work may have been left to searchers.
    skipped: AtomicBool,
    /// Idle sleepers; a hint, because `state` decides.
    idle: CachePadded<AtomicWorkerSet>,
}

impl Sleep {
    pub(crate) fn new(workers: usize, platform: &Platform) -> Sleep {
        let sleeper = |worker| Sleeper {
            state: AtomicU32::new(AWAKE),
            woken_ns: AtomicU64::new(0),
            followers: AtomicWorkerSet::new(),
            parker: Parker::new(platform, worker),
        };
        Sleep {
            sleepers: (0..workers).map(|worker| CachePadded::new(sleeper(worker))).collect(),
            asleep: CachePadded::new(AtomicUsize::new(0)),
            searching: CachePadded::new(AtomicUsize::new(0)),
            skipped: AtomicBool::new(false),
            idle: CachePadded::new(AtomicWorkerSet::new()),
        }
    }

    pub(crate) fn anybody(&self) -> bool {
        self.asleep.load(Relaxed) != 0
    }

    pub(crate) fn asleep(&self) -> usize {
        self.asleep.load(Relaxed)
    }

    /// Returns how many other workers search, sleep, or are about to; a hint that counts a worker
    /// in its last look twice.
    pub(crate) fn without_work(&self) -> usize {
        let counted = self.asleep.load(Relaxed) + self.searching.load(Relaxed);
        counted.min(self.sleepers.len() - 1)
    }

    /// Leaves work seen in a last look to other searchers (S4). Returns false if there are none.
    pub(crate) fn leave_to_other_searchers(&self) -> bool {
        let others = self.searching.load(Relaxed) > 1;
        if others {
            self.skipped.store(true, Relaxed);
        }
        others
    }

    pub(crate) fn is_asleep(&self, worker: usize) -> bool {
        self.sleepers[worker].state.load(Relaxed) != AWAKE
    }

    pub(crate) fn start_searching(&self) {
        self.searching.fetch_add(1, Relaxed);
    }

    /// Ends a search that found work. Returns the worker woken to search on.
    pub(crate) fn stop_searching(&self, me: usize) -> Option<usize> {
        if self.end_search() { self.wake_idle(me) } else { None }
    }

    /// F1 and F2. Returns true if nobody searches although work may have been left.
    fn end_search(&self) -> bool {
        // Searchers synchronise with each other: the last one must see `skipped`.
        if self.searching.fetch_sub(1, AcqRel) != 1 {
            return false;
        }
        full_fence(); // pairs with the fence in `leave_to_searchers`
        self.skipped.load(Relaxed)
    }

    /// Sleeps until woken, unless `ready` returns true or the last searcher finds that work was
    /// left. An idle worker counts as searching before and after. Returns the nanoseconds since a
    /// waker claimed it; `None` if it did not sleep or was taking its announcement back.
    pub(crate) fn sleep(&self, me: usize, why: Why, ready: impl Fn() -> bool) -> Option<u64> {
        let idle = why == Why::Idle;
        self.announce(me, why);
        full_fence(); // pairs with the fence in the wakers
        let seen = ready();
        if seen && idle {
            self.skipped.store(true, Relaxed);
        }
        let stay = seen || idle && self.end_search();
        let sleeper = &self.sleepers[me];
        if stay && sleeper.state.compare_exchange(why.state(), AWAKE, Relaxed, Relaxed).is_ok() {
            self.asleep.fetch_sub(1, Relaxed);
            if idle && !seen {
                self.start_searching();
            }
        } else {
            // The acquire pairs with the release in `claim`.
            sleeper.parker.park_until(|| sleeper.state.load(Acquire) == AWAKE);
            if idle && seen {
                self.searching.fetch_sub(1, Relaxed); // the waker counted it again
            }
        }
        match why {
            Why::Idle => self.idle.remove(me),
            Why::Thief(thief) => self.sleepers[thief].followers.remove(me),
            Why::ByName => {}
        }
        (!stay).then(|| sleeper.parker.now_ns().saturating_sub(sleeper.woken_ns.load(Relaxed)))
    }

    fn announce(&self, me: usize, why: Why) {
        // In this order: a waker that claimed this worker could otherwise subtract before the
        // addition, and the next waker would see 0.
        self.asleep.fetch_add(1, Relaxed);
        match why {
            Why::Idle => drop(self.idle.insert(me)),
            Why::Thief(thief) => drop(self.sleepers[thief].followers.insert(me)),
            Why::ByName => {}
        }
        self.sleepers[me].state.store(why.state(), Release); // pairs with the acquire in `claim`
        if why == Why::Idle && self.skipped.load(Relaxed) {
            // Whoever set this did so after a fence (W2 or S2), which precedes this worker's S2.
            self.skipped.store(false, Relaxed);
        }
    }

    /// Wakes one sleeper for visible new work of worker `by`, unless some are searching. Returns
    /// which.
    pub(crate) fn wake_for_work(&self, by: usize) -> Option<usize> {
        full_fence(); // pairs with the fence in `sleep`
        if !self.anybody() || self.leave_to_searchers() {
            return None;
        }
        self.wake_idle(by).or_else(|| {
            let mut followers = self.sleepers[by].followers.load();
            followers.find(|&worker| self.claim(worker, |state| state == Why::Thief(by).state()))
        })
    }

    /// Wakes an idle sleeper for a new task of a group, unless some are searching. Returns which.
    pub(crate) fn wake_for_group_task(&self, by: usize) -> Option<usize> {
        full_fence(); // pairs with the fence in `sleep`
        if !self.anybody() || self.leave_to_searchers() { None } else { self.wake_idle(by) }
    }

    /// Wakes one of these split owners that waits for helpers, for visible work inside its split,
    /// unless some are searching.
    pub(crate) fn wake_waiting(&self, mut owners: impl Iterator<Item = usize>) -> Option<usize> {
        if !self.anybody() || self.searching.load(Relaxed) > 0 {
            return None;
        }
        owners.find(|&worker| self.claim(worker, |state| state == Why::ByName.state()))
    }

    /// W4: leaves one piece of work to the searchers. Returns false if there are none.
    fn leave_to_searchers(&self) -> bool {
        if self.searching.load(Relaxed) == 0 {
            return false;
        }
        self.skipped.store(true, Relaxed);
        full_fence(); // pairs with the fence in `end_search`
        self.searching.load(Relaxed) > 0
    }

    /// Wakes `wanted` idle sleepers, less the number of searchers, for a visible split.
    pub(crate) fn wake_for_split(&self, by: usize, wanted: usize, woke: impl Fn(usize)) {
        full_fence(); // pairs with the fence in `sleep`
        let left = if self.leave_to_searchers() { self.searching.load(Relaxed) } else { 0 };
        for _ in left..wanted {
            let Some(worker) = self.wake_idle(by) else { return };
            woke(worker);
        }
    }

    /// Wakes an idle sleeper, even if others search.
    pub(crate) fn wake_idle(&self, by: usize) -> Option<usize> {
        self.idle
            .load()
            .starting_at(by)
            .find(|&worker| self.claim(worker, |state| state == Why::Idle.state()))
    }

    /// Wakes an idle sleeper after injected jobs were opened. Returns false if none sleeps or
    /// searches.
    pub(crate) fn wake_for_injected(&self) -> bool {
        full_fence(); // pairs with the fence in `sleep`
        let searched = self.leave_to_searchers();
        self.wake_idle(0).is_some() || searched
    }

    /// True if a worker searches or sleeps for want of work. Such a worker finds work that
    /// is there, or hands it on.
    pub(crate) fn is_anybody_idle(&self) -> bool {
        // A sleeper counts as searching before it leaves the set; a searcher enters the set before
        // it stops counting. So one look at the set between two at the count misses nobody.
        let searching = || self.searching.load(Relaxed) > 0;
        searching() || !self.idle.load().is_empty() || searching()
    }

    /// Wakes this worker if it sleeps, because something came true for which it may wait. Returns
    /// true if it slept.
    pub(crate) fn wake(&self, worker: usize) -> bool {
        full_fence(); // pairs with the fence in `sleep`
        self.claim(worker, |_| true)
    }

    fn claim(&self, worker: usize, wanted: impl Fn(u32) -> bool) -> bool {
        let sleeper = &self.sleepers[worker];
        let state = sleeper.state.load(Relaxed);
        if state == AWAKE || state == CLAIMED || !wanted(state) {
            return false;
        }
        sleeper.woken_ns.store(sleeper.parker.now_ns(), Relaxed);
        // The acquire pairs with the release in `announce`: the subtraction follows the addition.
        if sleeper.state.compare_exchange(state, CLAIMED, Acquire, Relaxed).is_err() {
            return false;
        }
        self.asleep.fetch_sub(1, Relaxed);
        if state == Why::Idle.state() {
            self.start_searching();
        }
        // Last, because from here on it may find work and stop searching.
        sleeper.state.store(AWAKE, Release); // pairs with the acquire in `sleep`
        sleeper.parker.unpark();
        true
    }
}
