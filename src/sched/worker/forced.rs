//! Forced theft: what a worker has put up and does not share is taken from it.
//!
//! A worker answers steal requests where it forks, splits, polls or claims an index. Between two of
//! these it may compute for a second, wait for a lock, or sleep, while others have nothing to do.
//! So who has asked it and has got no answer for [`SILENCE_NS`] takes its oldest private entry, by
//! the protocol of `ring.rs`. Idle workers do that, and those that wait for a thief, which take
//! only from that thief (`leapfrog.rs`).
//!
//! # Nobody idles beside a private entry
//! An idle worker that is about to sleep has asked everybody (S3 in `sleep.rs`); then it passes a
//! heavy fence and looks at everybody's oldest entry. A fork puts its entry up, passes a light
//! fence and looks at its signal word. One of the two sees the other: the sleeper stays awake
//! until it may take the entry, or the fork shares it and wakes a sleeper. After every theft from
//! a worker that has more to give the thief wakes another idle worker, if any sleeps.
//!
//! One limit: a theft answers the question of all who sleep, and the thief asks anew for them. What
//! its victim puts up in that very instant may escape both the thief's look and, some nanoseconds
//! long, the new question. Then it waits for the victim's next fork, split, poll or index, or until
//! another worker becomes idle.
//!
//! # What it costs
//! The owner pays one plain store and one load of a line that it writes anyway. A forced theft
//! costs every running thread of the process an interrupt, hence the silence first: a program that
//! forks every few microseconds never suffers one. For the same reason thieves do not look at a
//! ring before: the look alone takes the line away that its joins write (halves of 150 ns, two
//! workers: 1.1 of the time of one, 1.4 with thieves that look always).

use crate::handover::cancel::ScopeNode;
use crate::handover::fence;
use crate::handover::ring::Private;
use crate::handover::signal::STEAL_REQUEST;
use crate::sync::full_fence;
use crate::task::entry::Entry;
use crate::task::job::{PrivateJob, Sharing};
use crate::task::pool_set::PoolSet;
use crate::worker::core::Core;
use crate::worker::thief::Thief;
use std::cell::Cell;
use std::ptr::NonNull;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Time after which a worker that does not answer a request for work loses what it has put up,
/// unless its pool's builder says otherwise. Meanwhile the worker that has asked stays awake, so no
/// builder may say more than [`LONGEST_SILENCE`].
pub(crate) const SILENCE_NS: u64 = if cfg!(sparring_shuttle) { 5 } else { 20_000 };

/// See [`SILENCE_NS`].
pub(crate) const LONGEST_SILENCE: Duration = Duration::from_millis(1);

/// An entry of another worker's ring that a thief may take.
enum Takeable {
    Job(NonNull<()>),
    /// A split, of whose indices the owner has claimed so many.
    Split(usize, usize),
    /// A split of whose indices the owner has claimed the last. Nobody can help with it, and what
    /// is put up inside it lies behind it.
    Spent(usize),
    /// A gap, behind which there may be something.
    Gap,
}

impl Takeable {
    fn is_work(&self) -> bool {
        matches!(self, Takeable::Job(_) | Takeable::Split(..))
    }
}

impl Core {
    fn takeable(&self, oldest: Private) -> Option<Takeable> {
        match oldest {
            Private::Gone => None,
            Private::Gap => Some(Takeable::Gap),
            Private::Job(job) => Some(Takeable::Job(job)),
            Private::Split(slot) => Some(match self.slots[slot].gate.claimed_alone() {
                Some(claimed) => Takeable::Split(slot, claimed),
                None => Takeable::Spent(slot),
            }),
        }
    }

    /// Anybody: the private entries that could be taken, as a hint.
    fn private_work(&self) -> impl Iterator<Item = Takeable> {
        let entries = self.ring.oldest().filter_map(|entry| self.takeable(entry));
        entries.filter(Takeable::is_work)
    }

    /// Anybody: returns true if something is private that could be taken. A hint.
    fn has_private_work(&self) -> bool {
        self.private_work().next().is_some()
    }

    /// Returns true if this worker was asked to share, has not answered for this long, and is not
    /// to be left alone.
    fn is_silent(&self, now_ns: u64, for_ns: u64) -> bool {
        self.signal.has(STEAL_REQUEST)
            && self.backoff.is_silent(now_ns, for_ns)
            && self.backoff.is_over(now_ns)
    }
}

impl<'w> Thief<'w> {
    /// Takes the oldest private entry of a worker that does not answer.
    pub(crate) fn force_anybody(self) -> Option<Entry> {
        let silence_ns = self.0.shared().silence_ns?;
        let now = self.0.now_ns();
        self.victims().find_map(|victim| {
            let victim = &*self.0.shared().cores[victim];
            victim.is_silent(now, silence_ns).then(|| self.force(victim)).flatten()
        })
    }

    /// Takes the oldest private entry of this worker, if it does not answer.
    pub(crate) fn force_from(self, victim: &'w Core) -> Option<Entry> {
        let silence_ns = self.0.shared().silence_ns?;
        victim.is_silent(self.0.now_ns(), silence_ns).then(|| self.force(victim)).flatten()
    }

    fn force(self, victim: &'w Core) -> Option<Entry> {
        if !victim.has_private_work() {
            return None;
        }
        let public = &self.0.shared().stealers[victim.index];
        self.0.spend(|costs| costs.fence_ns);
        let taken = victim.ring.take_by_force(
            || self.heavy_fence(),
            |entry| victim.takeable(entry).filter(|_| public.is_empty()),
            Takeable::is_work,
            |entry| self.make_stealable(victim, entry),
        )?;
        // That was the answer: without this the victim would share something else for nobody.
        victim.signal.clear(STEAL_REQUEST);
        full_fence(); // pairs with that of a sleeper, which has asked before this, or is seen now
        self.pass_request_on(victim);
        let scope = match &taken {
            Entry::Job(job) => job.scope(),
            Entry::Ticket(_) => None, // `help_inside` tells the owners around
        };
        self.wake_for_private_work(victim, scope);
        Some(taken)
    }

    /// After a forced theft: who is silent may be so for long, so this thief wakes two others for
    /// what is left, and each of them two more. (With one for each theft, 32 tasks that slept for
    /// 50 ms took 85 ms on a machine busy with other things, whose wake-ups are slow.)
    ///
    /// If there are none to be woken, a waiting worker is, or the owner of a split around `scope`.
    fn wake_for_private_work(self, victim: &Core, scope: Option<&ScopeNode>) {
        let left = victim.private_work().take(2).count();
        if left > 0 && self.0.shared().sleep.anybody() {
            // An idle thief still counts as one who looks for work. (A worker that waits does not,
            // and may wake one more.)
            let woken = Cell::new(false);
            self.0.shared().sleep.wake_for_split(victim.index, left + 1, |worker| {
                woken.set(true);
                self.0.events().woke(worker);
            });
            if !woken.get() {
                self.0.wake_for_job(victim.index, scope);
            }
        }
    }

    /// Makes known what this thief has taken, as the victim does when it promotes something. `None`
    /// if there is nothing to run.
    fn make_stealable(self, victim: &Core, taken: Takeable) -> Option<Entry> {
        // The entry belongs to what runs in the victim's ring, and is not joined before the thief
        // gives the ring free.
        let inside = PoolSet::from_bits(victim.inside_of_ring.load(Relaxed));
        match taken {
            Takeable::Job(job) => {
                // SAFETY: taken out of the ring by its protocol, which lets nobody else have it.
                let job = unsafe { PrivateJob::new(job) };
                Some(Entry::Job(job.into_stealable(victim.index, inside, self.0.now_ns(), Sharing::Forced)))
            }
            Takeable::Split(slot, claimed) => {
                let now_ns = if victim.log.is_on() { self.0.now_ns() } else { 0 };
                Some(Entry::Ticket(victim.slots[slot].open_by_force(Some(claimed), inside, now_ns)))
            }
            Takeable::Spent(slot) => {
                victim.slots[slot].open_by_force(None, inside, 0);
                None
            }
            Takeable::Gap => None,
        }
    }

    /// See [`fence::heavy`]. Simulated workers take turns, and need none.
    fn heavy_fence(self) -> bool {
        self.0.platform().is_simulated() || fence::heavy()
    }

    /// About to sleep, when everybody has been asked: tells whether something is private that was
    /// put up before its owner could know. Left to others who search, if more workers are awake
    /// than there are processors.
    pub(crate) fn sees_private_work(self) -> bool {
        let shared = self.0.shared();
        if shared.silence_ns.is_none() || shared.cores.len() == 1 {
            return false;
        }
        self.0.spend(|costs| costs.fence_ns);
        self.heavy_fence()
            && self.others().any(Core::has_private_work)
            && !(shared.is_crowded() && shared.sleep.leave_to_other_searchers())
    }

    /// About to sleep: tells whether this worker has put up something private before it could know
    /// that it was asked.
    pub(crate) fn sees_private_work_of(self, victim: &'w Core) -> bool {
        self.sees_private_work_of_any(std::iter::once(victim))
    }

    /// About to sleep: tells the same about several workers, by one fence.
    pub(crate) fn sees_private_work_of_any(self, mut victims: impl Iterator<Item = &'w Core>) -> bool {
        self.0.shared().silence_ns.is_some() && {
            self.0.spend(|costs| costs.fence_ns);
            self.heavy_fence() && victims.any(Core::has_private_work)
        }
    }

    /// After a theft while others sleep: tells whether the victim has more for one of them.
    pub(crate) fn leaves_private_work(self, victim: &Core) -> bool {
        self.0.shared().silence_ns.is_some() && victim.has_private_work()
    }
}
