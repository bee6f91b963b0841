//! Forced theft: work that a worker does not share is taken from it.
//!
//! A worker answers steal requests where it forks, splits, polls or claims an index. In between it
//! may compute, wait for a lock or sleep. So a worker that has asked it and gets no answer for
//! [`SILENCE_NS`] takes its oldest private entry, by the protocol of `ring.rs`. Idle workers do so,
//! and joins, which take only from their thief (`leapfrog.rs`).
//!
//! An idle worker about to sleep has asked everybody (S3 in `sleep.rs`), passes a heavy fence and
//! looks at everybody's oldest entry. A fork puts its entry in, passes a light fence and looks at
//! its signal word. One of the two sees the other, so nobody sleeps beside a private entry. A thief
//! whose victim has more wakes another idle worker.
//!
//! One limit: a theft answers the request of all sleepers, and the thief asks anew for them. An
//! entry put in between the two may wait until its owner answers or another worker becomes idle.
//!
//! A forced theft interrupts every running thread of the process, so it comes only after the
//! silence.

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

/// Silence after which a worker loses its oldest entry, unless the pool's builder sets another.
pub(crate) const SILENCE_NS: u64 = if cfg!(sparring_shuttle) { 5 } else { 20_000 };

/// Longest silence that a builder may set, because the worker that asked stays awake meanwhile.
pub(crate) const LONGEST_SILENCE: Duration = Duration::from_millis(1);

enum Takeable {
    Job(NonNull<()>),
    /// A split's slot, and how many indices its owner has claimed.
    Split(usize, usize),
    /// A split without indices left, which may hide younger entries.
    Spent(usize),
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

    /// Iterates over the private entries that could be taken; a hint, on any thread.
    fn private_work(&self) -> impl Iterator<Item = Takeable> {
        let entries = self.ring.oldest().filter_map(|entry| self.takeable(entry));
        entries.filter(Takeable::is_work)
    }

    fn has_private_work(&self) -> bool {
        self.private_work().next().is_some()
    }

    /// True if this worker has been silent for this long and may be asked now.
    fn is_silent(&self, now_ns: u64, for_ns: u64) -> bool {
        self.signal.has(STEAL_REQUEST)
            && self.backoff.is_silent(now_ns, for_ns)
            && self.backoff.is_over(now_ns)
    }
}

impl<'w> Thief<'w> {
    pub(crate) fn force_anybody(self) -> Option<Entry> {
        let silence_ns = self.0.shared().silence_ns?;
        let now = self.0.now_ns();
        self.victims().find_map(|victim| {
            let victim = &*self.0.shared().cores[victim];
            victim.is_silent(now, silence_ns).then(|| self.force(victim)).flatten()
        })
    }

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
        // The theft is the answer; otherwise the victim would share something else for nobody.
        victim.signal.clear(STEAL_REQUEST);
        full_fence(); // pairs with a sleeper's fence: it asked before this, or is seen now
        self.pass_request_on(victim);
        let scope = match &taken {
            Entry::Job(job) => job.scope(),
            Entry::Ticket(_) => None, // `help_inside` tells the owners around
        };
        self.wake_for_private_work(victim, scope);
        Some(taken)
    }

    /// Wakes two idle workers for what is left. If there are none, wakes a waiting worker or the
    /// owner of a split around `scope`.
    fn wake_for_private_work(self, victim: &Core, scope: Option<&ScopeNode>) {
        let left = victim.private_work().take(2).count();
        if left > 0 && self.0.shared().sleep.anybody() {
            // One more, because an idle thief still counts as searching.
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

    /// Makes a taken entry visible, as a promotion does. Returns `None` if there is nothing to run.
    fn make_stealable(self, victim: &Core, taken: Takeable) -> Option<Entry> {
        // The entry belongs to the code in the victim's ring, whose lock is held.
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

    /// Passes [`fence::heavy`]. Simulated workers take turns and need none.
    fn heavy_fence(self) -> bool {
        self.0.platform().is_simulated() || fence::heavy()
    }

    /// True if a worker put an entry in before it could see the request of this one, which
    /// is about to sleep. If more workers are awake than there are processors, that is left to
    /// other searchers.
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

    /// True if `victim` put an entry in before it could see the request of this worker,
    /// which is about to sleep.
    pub(crate) fn sees_private_work_of(self, victim: &'w Core) -> bool {
        self.sees_private_work_of_any(std::iter::once(victim))
    }

    /// Same as [`Thief::sees_private_work_of`] for several workers, with one fence.
    pub(crate) fn sees_private_work_of_any(self, mut victims: impl Iterator<Item = &'w Core>) -> bool {
        self.0.shared().silence_ns.is_some() && {
            self.0.spend(|costs| costs.fence_ns);
            self.heavy_fence() && victims.any(Core::has_private_work)
        }
    }

    pub(crate) fn leaves_private_work(self, victim: &Core) -> bool {
        self.0.shared().silence_ns.is_some() && victim.has_private_work()
    }
}
