//! The private ring: where the tasks of a worker lie until another worker wants them.
//!
//! A fork puts its job into the ring and a join takes it out, with plain stores; nobody else looks.
//! A worker asked to share moves its oldest entry to its deque (*promotion*, `promotion.rs`). From
//! a worker that does not answer, a thief takes that entry (*forced theft*, `forced.rs`). Exactly
//! one of the two gets each entry.
//!
//! Each slot has an *entry*, and a *knock* that tells the owner that the entry may be gone. The
//! owner then asks the *boundary*, the index of the first slot that may be private. It changes only
//! under a lock, which the owner takes only on its slow paths.
//!
//! # Protocol
//! ```text
//!   owner                                thief
//!   fork at s:  entry[s] = job           T1  try the lock; if it is taken, give up
//!   join at s:                           T2  b = boundary; if entry[b] is null, or the owner's
//!   J1  entry[s] = null                      deque is not empty: give up
//!   J2  light fence                      T3  knock[b] = true
//!   J3  knock[s]? no: the job is mine    T4  heavy fence
//!   J4  lock; s >= boundary? then it     T5  entry[b] is null: knock[b] = false, give up
//!       is mine, and knock[s] = false    T6  publish the job; boundary = b + 1; entry[b] = null
//!                                        T7  unlock
//! ```
//! This is *THE* of Cilk-5 (Frigo, Leiserson and Randall 1998), with a null in each slot in place
//! of the tail, and an asymmetric fence.
//!
//! # Each entry goes to one of the two
//! 1. The heavy fence runs a full barrier on the owner's thread at some moment P during T4. If J3
//!    comes after P, it sees T3, because this thief holds the lock under which knocks are taken
//!    back. So the owner goes on to J4, waits for T7, and finds the boundary above `s` exactly if
//!    the thief got the job.
//! 2. If J3 comes before P, so does J1. Then T5 finds null, or a job forked in the same slot
//!    since. The join of that job comes after P, so (1) holds for it.
//! 3. The thief does not touch the job before T6. From then on its frame stays until the thief has
//!    finished (invariant 1 of `job.rs`).
//! 4. No slot keeps the entry of a finished task: join, refusal and unwinding go through J1. So T5
//!    never sees a job whose frame is gone.
//! 5. Slots below the boundary hold nothing private. Promotion knocks too, so an owner that returns
//!    below the boundary has passed J4 and lowered it. So a thief gets the oldest entry.
//! 6. Nothing older lies in the owner's deque. The owner promotes under the lock. It pops its deque
//!    and puts an entry back (`take_back`) under the lock, or while it has nothing private. So an
//!    entry stolen from the thief of a job is part of that job (`deferred.rs`).
//! 7. Entries that are no work but hide some (a gap, a split without an index left) are taken by
//!    the same steps, all through one fence, so (1) and (2) hold.
//!
//! Entries are stored with release and loaded by thieves with acquire, so a thief sees the job.

use crate::handover::fence;
use crate::sync::counter::Counter;
use crate::sync::{
    Mutex,
    atomic::{
        AtomicBool, AtomicPtr, AtomicUsize,
        Ordering::{Acquire, Relaxed, Release},
    },
};
use crossbeam_utils::CachePadded;
use std::ptr::{NonNull, null_mut, without_provenance_mut};

/// Nesting depth of tasks; deeper forks and splits overflow.
pub(crate) const RING: usize = match () {
    () if cfg!(sparring_loom) => 2,
    () if cfg!(sparring_shuttle) => 64,
    () => 4096,
};

pub(crate) enum Private {
    /// Nothing: never filled, promoted, or taken.
    Gone,
    Job(NonNull<()>),
    Split(usize),
    Gap,
}

/// A slot of the ring, one for each nesting level. Only the owner calls its methods, except `look`
/// and `tasks_created`.
pub(crate) struct RingSlot {
    /// A job's address, a split's number times four plus one, [`GAP`], or null. Thieves write it
    /// only under the lock.
    entry: AtomicPtr<()>,
    created: Counter,
    /// True if the entry may be gone. Changed under the lock.
    knock: AtomicBool,
}

const SPLIT: usize = 1;
const GAP: usize = 2;
/// Bits that are clear in the address of a job.
const KIND: usize = 3;

impl RingSlot {
    #[cfg(not(any(sparring_loom, sparring_shuttle)))]
    const fn new() -> RingSlot {
        let knock = AtomicBool::new(false);
        RingSlot { entry: AtomicPtr::new(null_mut()), created: Counter::new(), knock }
    }

    #[cfg(any(sparring_loom, sparring_shuttle))]
    fn new() -> RingSlot {
        let knock = AtomicBool::new(false);
        RingSlot { entry: AtomicPtr::new(null_mut()), created: Counter::new(), knock }
    }

    #[inline(always)]
    pub(crate) fn created(&self, tasks: u64) {
        self.created.add(tasks);
    }

    pub(crate) fn tasks_created(&self) -> u64 {
        self.created.get()
    }

    /// Puts a job in. The owner checks for sleepers and requests only afterwards (`sleep.rs`).
    #[inline(always)]
    pub(crate) fn put_job<T>(&self, job: *const T) {
        self.put(job.cast_mut().cast());
    }

    #[inline]
    pub(crate) fn put_split(&self, slot: usize) {
        self.put(without_provenance_mut(slot << 2 | SPLIT));
    }

    /// Puts a gap where a spawned task was taken out before younger ones, so thieves look behind
    /// it.
    #[inline]
    pub(crate) fn put_gap(&self) {
        self.put(without_provenance_mut(GAP));
    }

    /// True if a gap lies here that no thief has passed.
    #[inline]
    pub(crate) fn is_gap(&self) -> bool {
        self.entry.load(Acquire).addr() == GAP // pairs with the release of T6
    }

    #[inline(always)]
    fn put(&self, entry: *mut ()) {
        self.entry.store(entry, Release); // pairs with the acquire in `look`
        fence::light();
    }

    /// True if the entry is still here. If not, the thief's writes are visible.
    #[inline(always)]
    pub(crate) fn is_private(&self) -> bool {
        !self.entry.load(Acquire).is_null() // pairs with the release of T6
    }

    pub(crate) fn is_job(&self) -> bool {
        matches!(self.look(), Private::Job(_))
    }

    /// J1 to J3. Returns true if the entry was private; if not, [`Ring::is_mine`] decides.
    #[inline(always)]
    pub(crate) fn take_out(&self) -> bool {
        self.entry.store(null_mut(), Relaxed);
        self.is_untouched()
    }

    /// J2 and J3. Returns true if nobody has knocked.
    #[inline(always)]
    pub(crate) fn is_untouched(&self) -> bool {
        fence::light();
        !self.knock.load(Relaxed)
    }

    #[cfg(sparring_loom)]
    pub(crate) fn take_out_broken(&self) -> bool {
        self.entry.store(null_mut(), Relaxed);
        !self.knock.load(Relaxed)
    }

    fn look(&self) -> Private {
        let entry = self.entry.load(Acquire); // pairs with the release in `put`
        match (NonNull::new(entry), entry.addr() & KIND) {
            (None, _) => Private::Gone,
            (_, SPLIT) => Private::Split(entry.addr() >> 2),
            (_, GAP) => Private::Gap,
            (Some(job), _) => Private::Job(job),
        }
    }
}

/// All slots of a worker. Methods are for the owner, unless they say otherwise.
pub(crate) struct Ring {
    /// Written under the lock.
    boundary: CachePadded<AtomicUsize>,
    lock: CachePadded<Mutex<()>>,
    /// One for each level. Thieves do not look at the last two: for the handle at the ring's end,
    /// and for the handle on top of a task.
    pub(crate) slots: [RingSlot; RING + 2],
}

impl Ring {
    pub(crate) fn new() -> Ring {
        Ring {
            boundary: CachePadded::new(AtomicUsize::new(0)),
            lock: CachePadded::new(Mutex::new(())),
            #[cfg(not(any(sparring_loom, sparring_shuttle)))]
            slots: [const { RingSlot::new() }; RING + 2],
            #[cfg(any(sparring_loom, sparring_shuttle))]
            slots: std::array::from_fn(|_| RingSlot::new()),
        }
    }

    /// The boundary; exact for the owner while it has nothing private.
    pub(crate) fn boundary(&self) -> usize {
        self.boundary.load(Acquire) // pairs with the release of T6
    }

    /// J4, after [`RingSlot::take_out`] returned false. Returns true if the entry was private. If
    /// not, the knock stays, because a refused fork and its join may both ask.
    #[cold]
    pub(crate) fn is_mine(&self, slot: usize) -> bool {
        let _locked = self.lock.lock();
        let mine = slot >= self.boundary();
        self.slots[slot].knock.store(!mine, Relaxed);
        mine
    }

    /// Sets the boundary. Nothing below `slot` may be private, and nothing may lie above.
    pub(crate) fn set_boundary(&self, slot: usize) {
        let _locked = self.lock.lock();
        self.boundary.store(slot, Relaxed);
    }

    /// Lowers the boundary to `slot`, at or above which nothing may lie.
    pub(crate) fn lower_boundary(&self, slot: usize) {
        if self.boundary() > slot {
            self.set_boundary(slot);
        }
    }

    /// Offers the private entries below `end` to `share`, oldest first, until it takes one. `share`
    /// runs under the lock, so the next thief sees what it pushed.
    pub(crate) fn promote<R>(&self, end: usize, mut share: impl FnMut(Private) -> Option<R>) -> Option<R> {
        let _locked = self.lock.lock();
        for oldest in self.boundary()..end {
            self.boundary.store(oldest + 1, Relaxed);
            let slot = &self.slots[oldest];
            let entry = slot.look();
            if matches!(entry, Private::Gone | Private::Gap) {
                continue;
            }
            slot.entry.store(null_mut(), Relaxed);
            slot.knock.store(true, Relaxed);
            let shared = share(entry);
            if shared.is_some() {
                return shared;
            }
        }
        None
    }

    /// Calls `f` while no thief can take anything by force.
    pub(crate) fn undisturbed<R>(&self, f: impl FnOnce() -> R) -> R {
        let _locked = self.lock.lock();
        f()
    }

    /// Moves the private entries of `from..to` down over gaps. Returns their number. If there are
    /// gaps, nothing below `from` may be private.
    pub(crate) fn close_gaps(&self, from: usize, to: usize) -> usize {
        let _locked = self.lock.lock();
        let mut next = from;
        for slot in &self.slots[from..to] {
            let entry = slot.entry.load(Relaxed);
            slot.entry.store(null_mut(), Relaxed);
            if !entry.is_null() && entry.addr() != GAP {
                self.slots[next].put(entry);
                next += 1;
            }
        }
        self.boundary.store(self.boundary().min(from), Relaxed);
        next - from
    }

    pub(crate) fn holds<T>(&self, slot: usize, job: *const T) -> bool {
        std::ptr::addr_eq(self.slots[slot].entry.load(Relaxed), job)
    }

    /// Iterates over the private entries, oldest first; a hint, on any thread.
    pub(crate) fn oldest(&self) -> impl Iterator<Item = Private> {
        let slots = self.slots[..RING].iter().skip(self.boundary()).map(RingSlot::look);
        slots.take_while(|entry| !matches!(entry, Private::Gone))
    }

    /// T1 to T7, for a thief: takes the oldest entry that is `wanted` before and after the `fence`,
    /// and makes it visible by `publish`. Entries that only hide work (not `is_work`) go too, and
    /// `publish` returns `None` for them.
    pub(crate) fn take_by_force<W, R>(
        &self,
        fence: impl FnOnce() -> bool,
        wanted: impl Fn(Private) -> Option<W>,
        is_work: impl Fn(&W) -> bool,
        mut publish: impl FnMut(W) -> Option<R>,
    ) -> Option<R> {
        let _locked = self.lock.try_lock()?;
        let oldest = self.boundary();
        let looks = self.slots[..RING].iter().skip(oldest).map_while(|slot| wanted(slot.look()));
        let in_the_way = looks.take_while(|entry| !is_work(entry)).count();
        let slots = self.slots[..RING].get(oldest..=oldest + in_the_way)?;
        wanted(slots[in_the_way].look())?;
        slots.iter().for_each(|slot| slot.knock.store(true, Relaxed));
        let fenced = fence();
        for (index, slot) in slots.iter().enumerate() {
            let Some(entry) = wanted(slot.look()).filter(|_| fenced) else {
                slots[index..].iter().for_each(|slot| slot.knock.store(false, Relaxed));
                return None;
            };
            let published = publish(entry);
            self.boundary.store(oldest + index + 1, Release); // pairs with that in `boundary`
            slot.entry.store(null_mut(), Release); // pairs with the acquire in `is_private`
            if published.is_some() {
                return published;
            }
        }
        None
    }
}

#[cfg(all(test, not(any(sparring_loom, sparring_shuttle))))]
mod tests {
    use super::*;

    #[test]
    fn what_lies_behind_a_gap_is_taken_and_can_be_moved_down() {
        let (ring, jobs) = (Ring::new(), [1_u64, 2, 3, 4]);
        let job = |entry| match entry {
            Private::Job(job) => Some(Some(job.cast::<u64>().as_ptr().cast_const())),
            Private::Gap => Some(None),
            _ => None,
        };
        let force = || ring.take_by_force(|| true, job, Option::is_some, |job| job);
        let private = || ring.oldest().filter_map(job).flatten().collect::<Vec<_>>();
        let [first, second, third, fourth] = jobs.each_ref().map(std::ptr::from_ref);
        let gap = |slot: usize| {
            assert!(ring.slots[slot].take_out() || ring.is_mine(slot));
            ring.slots[slot].put_gap();
        };
        jobs.iter().zip(&ring.slots).for_each(|(job, slot)| slot.put_job(job));
        gap(1);
        assert_eq!((force(), private()), (Some(first), vec![third, fourth]));
        assert_eq!((force(), private(), ring.boundary()), (Some(third), vec![fourth], 3));
        assert!(!ring.slots[1].is_gap(), "a thief has passed it");
        assert!(!ring.slots[2].take_out() && !ring.is_mine(2) && !ring.is_mine(2), "taken");
        gap(3);
        assert!(force().is_none() && ring.slots[3].is_gap(), "nothing lies behind it");
        assert!(ring.slots[3].take_out() || ring.is_mine(3));

        ring.set_boundary(0);
        jobs.iter().zip(&ring.slots).for_each(|(job, slot)| slot.put_job(job));
        [2, 0].into_iter().for_each(gap);
        assert_eq!(ring.close_gaps(0, 4), 2);
        assert_eq!((ring.boundary(), private()), (0, vec![second, fourth]));
        assert!(ring.holds(1, fourth) && !ring.holds(0, fourth));
        assert!(ring.promote(2, |entry| job(entry).flatten()).is_some_and(|job| job == second));
        assert_eq!((ring.boundary(), private()), (1, vec![fourth]));
        assert!(ring.slots[1].take_out() || ring.is_mine(1), "private");
    }
}
