//! The helper's side of a split: coming in, working, leaving; and finding a split to help with
//! while waiting.
//!
//! The life of a split and its invariants are in `split.rs`.

use super::cancel::{Cancelled, Home, ScopeNode};
use super::level::Level;
use super::memory::{Core, Entry, SLOTS};
use super::scope::Scoped;
use super::signal::CANCEL;
use super::slot::{Slot, Ticket};
use super::sync::{Mend, full_fence, left_out, thread};
use crossbeam_utils::CachePadded;
use rand::RngExt;
use std::iter::once;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;

/// How many helpers of a split somebody who is inside looks at, at most, for splits below it.
const LOOKS: usize = 8;

impl Scoped<'_> {
    /// In the body of a split, for a body that does something only while there is nothing better to
    /// do: helps with a split below this one, opened by another body of it or further down, until
    /// nothing is left there to begin; on top of what runs here. If there is none, asks others who
    /// are inside to share.
    ///
    /// Returns whether it has come in to help; the last index may have gone then. In a nested
    /// scope, in an overflowed split, and where the split or a fork around is not shared yet, it
    /// does nothing but to poll.
    ///
    /// A body that calls this often makes a *filler*: other workers take it up instead of going
    /// idle, and leave it for the work that counts as soon as there is some.
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    ///
    /// let pool = sparring_sched::Pool::new(2).unwrap();
    /// let (sum, filled) = (AtomicU64::new(0), AtomicU64::new(0));
    /// pool.install(|w| {
    ///     w.split(2, |mut s, index| {
    ///         if index == 0 {
    ///             // What counts: now wide, now narrow.
    ///             for _ in 0..10 {
    ///                 s.lend().split(100, |_, i| Ok(_ = sum.fetch_add(i as u64, Relaxed)))?;
    ///             }
    ///             s.cancel();
    ///             return Ok(());
    ///         }
    ///         while let (Ok(()), Ok(helped)) = (s.poll(), s.lend().help()) {
    ///             filled.fetch_add(u64::from(!helped), Relaxed);
    ///         }
    ///         Ok(())
    ///     });
    /// });
    /// assert_eq!(sum.into_inner(), 10 * 4950);
    /// pool.snapshot().total().check().unwrap();
    /// ```
    ///
    /// Work that others wait for must not spin in bodies that help: what it waits for may lie below
    /// it on the same stack.
    ///
    /// # Errors
    /// [`Cancelled`] if the split or a scope around it was cancelled, and also if an
    /// [`install`](super::Pool::install) waits for a worker and none is idle. In both cases a
    /// filler makes room: it returns `Ok`, because to pass this on would end its whole split.
    pub fn help(self) -> Result<bool, Cancelled> {
        self.poll()?;
        self.level().help_from_within(self.node())
    }
}

impl<'w> Level<'w> {
    /// Comes to help with the split a ticket names. False if that is over, or has nothing left to
    /// claim.
    pub(super) fn help(self, ticket: Ticket) -> bool {
        let slot = &self.shared().cores[ticket.worker()].slots[ticket.slot()];
        let inside = slot.gate.has_untried() && slot.gate.try_join(ticket.generation);
        if inside {
            self.help_inside(slot, ticket);
        }
        inside
    }

    /// Helps with a split whose gate this worker has passed, and leaves it.
    #[inline(never)]
    pub(super) fn help_inside(self, slot: &Slot, ticket: Ticket) {
        self.spend(|costs| costs.help_ns);
        let (creator, came) = (slot.owner(), self.begin_help());
        // Should a worker be inside already, its name stays until it has left for good.
        let entered = slot.helpers.insert(self.index());
        full_fence(); // pairs with the fence in `cancel`: invariant 2 of cancel.rs
        if !slot.node.is_cancelled() && slot.gate.has_untried() {
            self.invite(slot, ticket);
            let start = self.now_ns();
            self.within(slot.inside(), || self.work_inside(slot));
            let mine = |entry: &Entry| matches!(entry, Entry::Ticket(copy) if *copy == ticket);
            while self.take_back(mine) {}
            let now = self.now_ns();
            self.core().latencies.lock().run.record(now - start);
            self.shared().cores[creator].backoff.note_help(now - start, now);
        }
        if entered {
            slot.helpers.remove(self.index());
        }
        self.leave(slot);
        self.end_help(came, creator);
    }

    fn work_inside(self, slot: &Slot) {
        // SAFETY: written before the gate was opened, read after coming in through it, never
        // changed while anyone is inside.
        let body = unsafe { *slot.body.get() }.expect("an open split has a body");
        while !slot.node.is_set() {
            if self.urgent() && self.answer_poll(Some(&slot.node), |costs| costs.claim_ns).is_err() {
                return;
            }
            let Some(index) = slot.gate.claim() else { return };
            let own = slot.owner() == self.index();
            let start = self.begin_index(own);
            let mut aborted = false;
            let scope = Scoped::new(self, &slot.node);
            // SAFETY: the owner's frame holds the body and stays until this worker has left
            // (invariant 1).
            match catch_unwind(AssertUnwindSafe(|| unsafe { (body.call)(body.data, scope, index) })) {
                Ok(Ok(())) => {}
                Ok(Err(Cancelled(()))) => {
                    aborted = true;
                    slot.body_returned_cancelled(self);
                }
                Err(panic) => {
                    let mut first = slot.panic.lock();
                    match *first {
                        None => *first = Some(panic),
                        // Not dropped: its destructor might panic in turn, and nothing may unwind
                        // from here.
                        Some(_) => std::mem::forget(panic),
                    }
                    drop(first);
                    self.cancel(&slot.node);
                }
            }
            if own {
                slot.ran_by_ticket.add(1);
                self.inlined(1);
            }
            self.end_index(start, slot.owner(), index, aborted);
        }
    }

    /// Goes out of a split. After this nothing of it may be touched.
    pub(super) fn leave(self, slot: &Slot) {
        let owner = slot.owner();
        if slot.gate.leave() && self.shared().sleep.wake(owner) {
            self.woke(owner);
        }
    }

    /// See [`Scoped::help`]. A cancellation of the body below cannot get lost on the way: whatever
    /// it cancels is around the split that is helped, too, and stays signalled (invariant 3 of
    /// cancel.rs).
    #[inline(never)]
    fn help_from_within(self, node: &ScopeNode) -> Result<bool, Cancelled> {
        let Home::Split { worker: owner, slot } = node.home else { return Ok(false) };
        // Invariant 4 of worker.rs: it holds in the body of a helper, but not inside a fork that is
        // still private. And while unwinding nothing else is run: tasks expect a world in which
        // nobody panics.
        let unwinding = !self.platform().is_simulated() && thread::panicking();
        if self.own().first_private.get() != self.depth() || unwinding {
            return Ok(false);
        }
        let wanted = self.shared().queue.has_open(true) && !self.shared().sleep.is_anybody_idle();
        if wanted && !left_out(Mend::FillersLeave) {
            return Err(Cancelled(()));
        }
        let cores = &self.shared().cores;
        let slot = &cores[owner].slots[slot];
        let start = self.own().rng.borrow_mut().random_range(0..cores.len());
        let helpers = slot.helpers.load().starting_at(start).filter(|&helper| helper != owner);
        let others = once(owner).chain(helpers.take(LOOKS)).filter(|&other| other != self.index());
        for other in others.clone() {
            self.spend(|costs| costs.look_ns);
            if let Some((below, ticket)) = self.enter_below(slot, &cores[other]) {
                // To recordings the body waits, as an owner does that helps.
                let start = self.begin_wait();
                self.resume_work();
                self.help_inside(below, ticket);
                self.begin_wait();
                self.end_wait(start);
                return Ok(true);
            }
        }
        let now = self.now_ns();
        for other in others.take(2).map(|other| &cores[other]).filter(|core| core.backoff.is_over(now)) {
            self.ask(other);
        }
        Ok(false)
    }

    /// Enters a split below `slot` that a worker has open and that invites.
    fn enter_below(self, slot: &Slot, core: &'w Core) -> Option<(&'w Slot, Ticket)> {
        // Slots are a stack: on the owner of `slot` only those after it can lie below.
        let first = if core.index == slot.owner() { slot.number() + 1 } else { 0 };
        open_splits(core).iter().skip(first).find_map(|below| {
            let generation = below.gate.inviting().filter(|&generation| below.gate.try_join(generation))?;
            // Only from inside may its chain be followed: it is alive now.
            let descends = below.node.chain().skip(1).any(|node| std::ptr::eq(node, &slot.node));
            if descends && !below.node.is_cancelled() {
                return Some((&**below, below.ticket(generation)));
            }
            self.leave(below);
            None
        })
    }

    /// Looks for a split below `slot` that can be helped, among its helpers, their helpers and so
    /// on, and enters it.
    pub(super) fn find_below(self, slot: &Slot) -> Option<(&'w Slot, Ticket)> {
        let cores = &self.shared().cores;
        let mut known = slot.helpers.load();
        let mut unseen = known;
        while let Some(helper) = unseen.next() {
            self.spend(|costs| costs.look_ns);
            let found = self.enter_below(slot, &cores[helper]);
            if found.is_some() {
                return found;
            }
            open_splits(&cores[helper]).iter().for_each(|below| {
                unseen.add(known.add(below.helpers.load()));
            });
        }
        None
    }

    /// After coming in to help: puts copies of the ticket where others find it, and wakes some.
    ///
    /// Two copies and two wake-ups, as long as there is an index for each: so the number of workers
    /// in a long split doubles with each wake-up time. One of each would bring them in one after
    /// the other.
    fn invite(self, slot: &Slot, ticket: Ticket) {
        self.push(Entry::Ticket(ticket));
        let sleep = &self.shared().sleep;
        if !sleep.anybody() {
            return self.news();
        }
        self.push(Entry::Ticket(ticket));
        // Those inside may be long at their indices, so every untried one is worth a wake-up.
        sleep.wake_for_split(self.index(), slot.gate.untried().min(2), |worker| self.woke(worker));
    }
}

/// The splits a worker has open just now; a hint.
fn open_splits(core: &Core) -> &[CachePadded<Slot>] {
    &core.slots[..core.open_slots.load(Relaxed).min(SLOTS)]
}

impl super::memory::Shared {
    /// Signals every worker that a cancelled scope concerns first, except the canceller `by`.
    /// Returns the split's owner if the split still has helpers.
    pub(super) fn tell(&self, node: &ScopeNode, by: usize) -> Option<usize> {
        let signal = |worker: usize| {
            if worker != by {
                self.signal_and_wake(worker, CANCEL);
            }
        };
        match node.home {
            Home::Pool => (0..self.cores.len()).for_each(signal),
            Home::Frame { worker } => signal(worker),
            Home::Split { worker, slot } => {
                let slot = &self.cores[worker].slots[slot];
                let helpers = slot.helpers.load();
                let helped = !helpers.is_empty();
                if helped {
                    slot.cut_ns.store(self.platform.now_ns(), Relaxed);
                }
                signal(worker);
                helpers.for_each(signal);
                return helped.then_some(worker);
            }
        }
        None
    }
}
