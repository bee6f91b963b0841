//! The private ring: where the tasks of a worker lie until somebody else wants them, and how a
//! thief takes one from a worker that does not answer.
//!
//! A fork puts its job into the ring and a join takes it out again, with plain stores; nobody else
//! looks. A worker that is asked to share moves the oldest entry to its deque (*promotion*,
//! `promotion.rs`). One that is asked and does not answer, because it computes, waits for a lock or
//! sleeps, loses its oldest entry to the thief (*forced theft*, `forced.rs`). Either way exactly
//! one of the two gets each entry.
//!
//! # The words
//! Each slot has an *entry* and a *knock*. A knock tells the owner that the entry may be gone: it
//! then asks the *boundary*, which is the index of the first slot that may still be private. The
//! boundary changes only under a lock, which the owner takes on its slow ways alone.
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
//! It is the protocol of Cilk-5 (Frigo, Leiserson and Randall 1998, *THE*), with a null for each
//! slot in place of the tail, which here nobody stores, and with an asymmetric fence.
//!
//! # Each entry goes to one of the two
//! 1. The heavy fence runs a full barrier on the owner's thread at some moment P between the begin
//!    and the end of T4. If J3 of a join comes after P, it sees T3: only the owner and thieves take
//!    a knock back, under the lock, which this thief holds. So the owner goes on to J4, waits for
//!    T7, and finds the boundary above `s` if the thief got the job, and not above it otherwise.
//! 2. If J3 comes before P, so does J1, and T5 sees it. Then the thief sees null, or a job that was
//!    forked in the same slot since; the join of that one comes after P, and (1) holds for it.
//! 3. The thief touches nothing of the job before T6. After it the job's frame stays until the
//!    thief has finished the job (invariant 1 of `job.rs`), since the owner finds it gone.
//! 4. No slot keeps the entry of a task that is over: whatever ends one, join, refusal or
//!    unwinding, goes through J1. So T5 cannot see a job whose frame is gone.
//! 5. Slots below the boundary hold nothing private while it stands there: who returns to one of
//!    them has passed its join by J4, because promotion knocks as well, and has lowered the
//!    boundary. So what the thief gets is the oldest entry, and invariants 3 and 4 of `worker.rs`
//!    hold.
//! 6. Nor does anything older lie in the owner's deque: the owner promotes under the lock, and what
//!    it takes out of its deque for a look and puts back (`take_back`), it does under the lock as
//!    well, or while nothing is private. That matters to those who wait for a thief and steal from
//!    it: what they get is a part of the job that they wait for (`deferred.rs`).
//! 7. An entry that is no work, but hides some (a gap, a split without an index left), is taken by
//!    the same steps as a job, so (1) and (2) hold for it: who takes it out sees the boundary above
//!    it, or the thief gives up. One fence does for all of them up to the first that is work.
//!
//! Entries are stored with release and loaded by thieves with acquire: the thief sees the job that
//! the entry names, on machines with weak ordering too.
//!
//! # What was tried
//! A thief that sets a *pending* mark which the owner may revoke, so that the owner never waits for
//! a thief (here it may, at the join of that very slot and when it promotes): three states, and a
//! lock all the same, without which a second thief's mark can be taken for the first's. A boundary
//! that each join compares with its slot, in place of the knock: 1.04 of the time of nqueens, where
//! the knock costs nothing that could be measured.
//!
//! `loom_models/ring.rs` checks this file with loom's atomics, and has a mutant for each of
//! J2, T4 and T5.

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

/// Nesting depth up to which forks and splits are tasks; deeper ones overflow.
pub(crate) const RING: usize = match () {
    () if cfg!(sparring_loom) => 2,
    () if cfg!(sparring_shuttle) => 64,
    () => 4096,
};

/// Contents of a ring slot.
pub(crate) enum Private {
    /// Promoted, taken, or nothing.
    Gone,
    /// The header of a job: the second half of a join, or a spawned task.
    Job(NonNull<()>),
    /// A split of this worker, by the number of its slot.
    Split(usize),
    /// Nothing, between entries: a spawned task lay here, and was taken out before younger ones.
    Gap,
}

/// A slot of the private ring, one for each level of nesting.
///
/// The tasks created at a level are counted in its slot: the address is at hand there (one
/// instruction instead of three), and a counter for all levels would be a chain of additions
/// through memory, one for each fork. Measured on fib 32: 0.93 ns instead of 1.5 a fork, together
/// with a job that writes two words.
pub(crate) struct RingSlot {
    /// A job's address, a split's number times four plus one, [`GAP`], or null. Thieves write it
    /// only under the lock, when they have taken the entry.
    entry: AtomicPtr<()>,
    /// Tasks created at this level since the pool was built.
    created: Counter,
    /// Set if the entry may have been promoted or taken. Changed under the lock.
    knock: AtomicBool,
}

const SPLIT: usize = 1;
const GAP: usize = 2;
/// Addresses of jobs have these bits clear.
const KIND: usize = 3;

impl RingSlot {
    #[cfg(not(any(sparring_loom, sparring_shuttle)))]
    const fn new() -> RingSlot {
        let knock = AtomicBool::new(false);
        RingSlot { entry: AtomicPtr::new(null_mut()), created: Counter::new(), knock }
    }

    /// As above: a checker's atomics are not made at compile time.
    #[cfg(any(sparring_loom, sparring_shuttle))]
    fn new() -> RingSlot {
        let knock = AtomicBool::new(false);
        RingSlot { entry: AtomicPtr::new(null_mut()), created: Counter::new(), knock }
    }

    /// Counts tasks put up at this level.
    #[inline(always)]
    pub(crate) fn created(&self, tasks: u64) {
        self.created.add(tasks);
    }

    /// Tasks created at this level since the pool was built.
    pub(crate) fn tasks_created(&self) -> u64 {
        self.created.get()
    }

    /// Owner: puts up a job. What it asks afterwards, it asks after this (`sleep.rs`).
    #[inline(always)]
    pub(crate) fn put_job<T>(&self, job: *const T) {
        self.put(job.cast_mut().cast());
    }

    /// Owner: puts up the split of this number.
    #[inline]
    pub(crate) fn put_split(&self, slot: usize) {
        self.put(without_provenance_mut(slot << 2 | SPLIT));
    }

    /// Owner, which has taken the entry out: lets thieves see that there may be younger ones. It is
    /// to be taken out as a job is.
    #[inline]
    pub(crate) fn put_gap(&self) {
        self.put(without_provenance_mut(GAP));
    }

    /// Owner: whether [`RingSlot::put_gap`] is what was last put here, and no thief has passed it.
    #[inline]
    pub(crate) fn is_gap(&self) -> bool {
        self.entry.load(Acquire).addr() == GAP // pairs with the release of T6
    }

    #[inline(always)]
    fn put(&self, entry: *mut ()) {
        self.entry.store(entry, Release); // pairs with the acquire in `look`
        fence::light();
    }

    /// Owner: whether the entry is still here. If not, what a thief wrote of it is seen.
    #[inline(always)]
    pub(crate) fn is_private(&self) -> bool {
        !self.entry.load(Acquire).is_null() // pairs with the release of T6
    }

    /// Owner: whether a private job lies here.
    pub(crate) fn is_job(&self) -> bool {
        matches!(self.look(), Private::Job(_))
    }

    /// J1 to J3: takes the entry out. True if it was private; if not, [`Ring::is_mine`] tells.
    #[inline(always)]
    pub(crate) fn take_out(&self) -> bool {
        self.entry.store(null_mut(), Relaxed);
        self.is_untouched()
    }

    /// J2 and J3, after a store that thieves look at: whether nobody has knocked.
    #[inline(always)]
    pub(crate) fn is_untouched(&self) -> bool {
        fence::light();
        !self.knock.load(Relaxed)
    }

    /// [`RingSlot::take_out`] without its fence, for the model that shows what the fence is for.
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

/// All slots of a worker, and the boundary; see the module documentation.
pub(crate) struct Ring {
    /// Index of the first slot that may be private. Written under the lock.
    boundary: CachePadded<AtomicUsize>,
    lock: CachePadded<Mutex<()>>,
    /// One slot for each level, one for the handle at the ring's end, and one for the handle of
    /// what runs on top of a task. Thieves do not look at these two.
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

    /// Index of the first slot that may be private. Exact for the owner while it has nothing
    /// private.
    pub(crate) fn boundary(&self) -> usize {
        self.boundary.load(Acquire) // pairs with the release of T6
    }

    /// J4, after [`RingSlot::take_out`] has returned false: whether the entry was private. If not,
    /// the knock stays, for it may be asked again: a fork that is refused takes its entry out, and
    /// so does its join if it was accepted after all.
    #[cold]
    pub(crate) fn is_mine(&self, slot: usize) -> bool {
        let _locked = self.lock.lock();
        let mine = slot >= self.boundary();
        self.slots[slot].knock.store(!mine, Relaxed);
        mine
    }

    /// Owner: nothing below `slot` is private, and nothing lies above.
    pub(crate) fn set_boundary(&self, slot: usize) {
        let _locked = self.lock.lock();
        self.boundary.store(slot, Relaxed);
    }

    /// Owner: nothing lies at or above `slot`.
    pub(crate) fn lower_boundary(&self, slot: usize) {
        if self.boundary() > slot {
            self.set_boundary(slot);
        }
    }

    /// Owner: offers the private entries below `end` to `share`, the oldest first, until it takes
    /// one. `share` runs under the lock: a thief that comes next finds in the owner's deque what
    /// was pushed there.
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

    /// Owner: calls this while nobody takes anything by force.
    pub(crate) fn undisturbed<R>(&self, f: impl FnOnce() -> R) -> R {
        let _locked = self.lock.lock();
        f()
    }

    /// Owner: moves the private entries of `from..to` down over gaps and empty slots between them.
    /// Nothing below `from` is private, unless nothing is missing. Returns how many there are.
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

    /// Owner: whether this job lies in the slot.
    pub(crate) fn holds<T>(&self, slot: usize, job: *const T) -> bool {
        std::ptr::addr_eq(self.slots[slot].entry.load(Relaxed), job)
    }

    /// Anybody: the private entries, the oldest first, as a hint.
    pub(crate) fn oldest(&self) -> impl Iterator<Item = Private> {
        let slots = self.slots[..RING].iter().skip(self.boundary()).map(RingSlot::look);
        slots.take_while(|entry| !matches!(entry, Private::Gone))
    }

    /// Thief, T1 to T7: takes the oldest entry of those that are `wanted` before and after the
    /// `fence`. `publish` makes of it what the owner must see. What is wanted only because younger
    /// entries lie behind it is no `work`, and `publish` makes nothing of it: such entries are
    /// taken as well, each by the same protocol, but all through one fence.
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

    /// Tasks that are joined out of turn leave gaps.
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
