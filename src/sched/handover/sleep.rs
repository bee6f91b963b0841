//! Falling asleep and being woken: active, searching, asleep.
//!
//! An *active* worker runs a task. One that finds none is *searching*: it looks through its own
//! deque, the injector and the others' deques, asks the others to share (the bit `STEAL_REQUEST`
//! of their signal word), and waits a little between looks ([`crate::platform::Patience`]). When it
//! has asked all others, and patience has run out or more workers are awake than there are
//! processors, it announces that it sleeps, looks once more, and only then is *asleep* on a
//! condition variable. There is no timer: a worker that makes work wakes another, if none is
//! searching already.
//!
//! Others wait for something particular: a join for the thief of its second half; the owner of a
//! split for its helpers; a task for another thread (`oneshot.rs`). They announce themselves in the
//! same way and look for work before they sleep, but do not count as searching: what they may run
//! is not all there is.
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
//! All fences are sequentially consistent, hence ordered. If S2 comes before W2, W3 sees S1,
//! and unless W4 leaves it to a searcher, W5 wakes a sleeper. If W2 comes first, S3 sees W1
//! and the sleeper does not go. If a waker claims a sleeper that takes its announcement back,
//! the winner of the two swaps subtracts from `asleep`, so the count stays exact. S5 asks for
//! the state under the lock that the waker takes before it notifies.
//!
//! A waker that leaves the work to a searcher (W4) saw that one's place in `searching`. A
//! searcher gives its place up in two ways. If it finds work and is the last, either F3 sees
//! `skipped`, or the waker sees at the end of W4 that nobody searches any more. If it goes to
//! sleep, it keeps its place until it has looked: what is pushed behind its back during S3 is
//! left to it, or to others who search, and the last of them sees `skipped` in S4 or F3. A
//! waker that claims the sleeper in S3 counts it once more, and the sleeper gives one of its
//! two places up, which cannot be the last. (Without its place, a waker would wake another one
//! for the new work, which could take what the sleeper was to see next; then the new work lay
//! there in sight of everybody, and each had reason to believe that it was told to another.)
//!
//! Three wakers may leave their work to one searcher. It finds one piece and wakes a second worker
//! to search in its place, which finds the next one, and must wake a third. So finding work leaves
//! `skipped` as it is. Only a worker that goes to sleep clears it, before S3 looks for all that was
//! left until then; and sets it again if S3 sees something, of which it will find but one piece. A
//! waker that wakes a worker for a new piece although others search (installs and splits) sets it
//! too: it may find a piece that was left to those.
//!
//! A worker is claimed by the swap before it is notified: two wakers wake two workers, never
//! one twice. It counts as searching before it gets up: so a burst of work usually wakes fewer
//! workers than it has pieces. (Splits wake two at a time: `help.rs`.)
//!
//! One limit: a piece is left to a searcher even if a join that sleeps could run it. If all who
//! search find other work, and none is idle, that join sleeps on until its thief has run the
//! piece. A processor may stand idle, but nobody waits for ever.
//!
//! Injected jobs are another matter: a worker that waits for another thread may need one to be run,
//! or it waits for ever. So every worker that stops being idle, and every one that begins such a
//! wait, looks after a fence whether injected jobs are open, and wakes an idle worker or calls a
//! stand-in (`stand_ins.rs`).
//!
//! # No steal request is lost either
//! A worker asks others to share by the bit `STEAL_REQUEST` of their signal words. The bit stays
//! until that worker has something to promote, and is cleared *before* the promoted job is pushed:
//! a thief who comes in between sets it again. A worker that is about to sleep asks once more
//! *after* S2, as part of S3. If the other one clears that bit, it does so after S2, so its W3 sees
//! S1. Asking before S1 alone is not enough: the other worker clears the bit, pushes, sees nobody
//! asleep and takes the job back; then the sleeper looks, finds nothing, and sleeps with nobody
//! left who knows of its request. A worker that steals while others sleep passes their request on:
//! it sets its victim's bit and its own. If that victim is to be left alone for now (`backoff.rs`),
//! it does as if it had made work: so either somebody else searches on or an idle one is woken to,
//! and will ask before it sleeps.
//!
//! # The bad interleaving excluded
//! Without S3 (or with S3 before S1): the sleeper looks, finds nothing; the waker pushes, sees
//! nobody asleep; the sleeper sleeps beside the work. That is a mutant in
//! `loom_models/sleep.rs`.

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

/// Why a worker sleeps: it decides who wakes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// It searched and found nothing to do; any new work is for it.
    Idle,
    /// Its stolen job runs on this worker; only what that worker puts up is for it.
    Thief(usize),
    /// Its split has helpers inside, nothing is known of its thief yet, or it waits for another
    /// thread (`oneshot.rs`); it is woken by name.
    ByName,
}

const AWAKE: u32 = 0;
/// A waker has it, and is about to wake it.
const CLAIMED: u32 = u32::MAX;

impl Why {
    /// The word that says so; neither [`AWAKE`] nor [`CLAIMED`].
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
    /// Time at which the waker claimed the sleeper, for the wake latency; written before the swap
    /// that claims it.
    woken_ns: AtomicU64,
    /// Workers that wait for a job that this one runs, as a hint: their states decide.
    followers: AtomicWorkerSet,
    parker: Parker,
}

/// The sleep of all workers of a pool.
pub(crate) struct Sleep {
    sleepers: Box<[CachePadded<Sleeper>]>,
    asleep: CachePadded<AtomicUsize>,
    /// Idle workers that look for work, until their last look is over, with those that were
    /// woken to do so. One that is claimed in its last look counts twice until it goes on.
    searching: CachePadded<AtomicUsize>,
    /// There may be more work than was told to anybody: it was left to those who search.
    skipped: AtomicBool,
    /// Idle sleepers, as a hint where to look: their states decide.
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

    /// Returns true if anybody sleeps; a hint for those who then go through
    /// [`Sleep::wake_for_work`].
    pub(crate) fn anybody(&self) -> bool {
        self.asleep.load(Relaxed) != 0
    }

    /// Number of workers that sleep, or are about to; a hint.
    pub(crate) fn asleep(&self) -> usize {
        self.asleep.load(Relaxed)
    }

    /// Number of workers other than the caller that look for work, sleep, or are about to; a hint.
    /// One that has announced its sleep searches until its last look is over, and counts twice.
    pub(crate) fn without_work(&self) -> usize {
        let counted = self.asleep.load(Relaxed) + self.searching.load(Relaxed);
        counted.min(self.sleepers.len() - 1)
    }

    /// Searcher in its last look: leaves what it has seen to the others who search, if there are
    /// any. Should they be about to sleep too, the last of them stays awake (S4).
    pub(crate) fn leave_to_other_searchers(&self) -> bool {
        let others = self.searching.load(Relaxed) > 1;
        if others {
            self.skipped.store(true, Relaxed);
        }
        others
    }

    /// Returns true if a worker has announced that it sleeps; for metrics.
    pub(crate) fn is_asleep(&self, worker: usize) -> bool {
        self.sleepers[worker].state.load(Relaxed) != AWAKE
    }

    /// An idle worker looks for work.
    pub(crate) fn start_searching(&self) {
        self.searching.fetch_add(1, Relaxed);
    }

    /// A searcher has found work. Returns whom it woke to search in its place.
    pub(crate) fn stop_searching(&self, me: usize) -> Option<usize> {
        if self.end_search() { self.wake_idle(me) } else { None }
    }

    /// F1 and F2. True if nobody searches any more though work may have been left to
    /// searchers.
    fn end_search(&self) -> bool {
        // Release and acquire, for each other: one that saw work as it went to sleep has set
        // `skipped`, and the last one must see that.
        if self.searching.fetch_sub(1, AcqRel) != 1 {
            return false;
        }
        full_fence(); // pairs with the fence in `leave_to_searchers`
        self.skipped.load(Relaxed)
    }

    /// Sleeps until woken, unless `ready` says at the last moment that there is a reason not
    /// to, or the last searcher finds that work was left to it. An idle sleeper was searching,
    /// and is so again afterwards. Returns how many nanoseconds ago its waker claimed it; `None`
    /// if it did not sleep, or was woken as it took its announcement back.
    pub(crate) fn sleep(&self, me: usize, why: Why, ready: impl Fn() -> bool) -> Option<u64> {
        let idle = why == Why::Idle;
        self.announce(me, why);
        full_fence(); // pairs with the fence in the wakers
        let seen = ready();
        if seen && idle {
            // There may be more than this worker will find. `end_search` makes it known.
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
                self.searching.fetch_sub(1, Relaxed); // the waker has counted it once more
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
        // In this order: `asleep` is never less than the number of those announced. The other way
        // round a waker could claim this worker and subtract before the addition, and the next
        // waker would miss another sleeper.
        self.asleep.fetch_add(1, Relaxed);
        match why {
            Why::Idle => drop(self.idle.insert(me)),
            Why::Thief(thief) => drop(self.sleepers[thief].followers.insert(me)),
            Why::ByName => {}
        }
        self.sleepers[me].state.store(why.state(), Release); // pairs with the acquire in `claim`
        if why == Why::Idle && self.skipped.load(Relaxed) {
            // The waker that set this did so after a fence, W2 or S2, that comes before the fence
            // that follows here.
            self.skipped.store(false, Relaxed);
        }
    }

    /// After new work of worker `by` became visible: wakes one sleeper that may take it, unless
    /// some are searching. Returns whom.
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

    /// After new work inside splits of these workers became visible: wakes one of them that waits
    /// for its helpers, unless some are searching. Returns which.
    pub(crate) fn wake_waiting(&self, mut owners: impl Iterator<Item = usize>) -> Option<usize> {
        if !self.anybody() || self.searching.load(Relaxed) > 0 {
            return None;
        }
        owners.find(|&worker| self.claim(worker, |state| state == Why::ByName.state()))
    }

    /// Leaves one more piece of work to those who are searching; see W4. False if nobody is.
    fn leave_to_searchers(&self) -> bool {
        if self.searching.load(Relaxed) == 0 {
            return false;
        }
        self.skipped.store(true, Relaxed);
        full_fence(); // pairs with the fence in `end_search`
        self.searching.load(Relaxed) > 0
    }

    /// After a split with `wanted` indices to spare became visible: wakes that many idle sleepers,
    /// less those that are searching, and calls `woke` for each.
    pub(crate) fn wake_for_split(&self, by: usize, wanted: usize, woke: impl Fn(usize)) {
        full_fence(); // pairs with the fence in `sleep`
        let left = if self.leave_to_searchers() { self.searching.load(Relaxed) } else { 0 };
        for _ in left..wanted {
            let Some(worker) = self.wake_idle(by) else { return };
            woke(worker);
        }
    }

    /// Wakes one idle sleeper, even if others are searching. Returns which.
    pub(crate) fn wake_idle(&self, by: usize) -> Option<usize> {
        self.idle
            .load()
            .starting_at(by)
            .find(|&worker| self.claim(worker, |state| state == Why::Idle.state()))
    }

    /// After injected jobs were opened: wakes an idle sleeper. False if none sleeps and none
    /// searches.
    pub(crate) fn wake_for_injected(&self) -> bool {
        full_fence(); // pairs with the fence in `sleep`
        // The woken worker may find what was left to others.
        let searched = self.leave_to_searchers();
        self.wake_idle(0).is_some() || searched
    }

    /// Returns true if a worker is idle: looks for work, or sleeps because there was none. If there
    /// is work and this says so, an idle worker comes for it, or hands it on (`hand_on_injected`).
    pub(crate) fn is_anybody_idle(&self) -> bool {
        // A sleeper counts as searching before it leaves the set, and a searcher is in the set
        // before it stops counting: so one look at the set between two at the count misses none.
        let searching = || self.searching.load(Relaxed) > 0;
        searching() || !self.idle.load().is_empty() || searching()
    }

    /// After something that this worker may wait for became true: wakes it if it sleeps. True if it
    /// did.
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
        // Acquire pairs with the release in `announce`, so that the subtraction follows the
        // addition.
        if sleeper.state.compare_exchange(state, CLAIMED, Acquire, Relaxed).is_err() {
            return false;
        }
        self.asleep.fetch_sub(1, Relaxed);
        if state == Why::Idle.state() {
            self.start_searching();
        }
        // Not before it counts as searching: it may find work at once and stop.
        sleeper.state.store(AWAKE, Release); // pairs with the acquire in `sleep`
        sleeper.parker.unpark();
        true
    }
}
