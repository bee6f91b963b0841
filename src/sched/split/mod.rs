//! `split`: an ordered speculative loop over `0..n`, made for game trees.
//!
//! The owner and all helpers repeatedly claim the leftmost untried index and run the body. A body
//! that finds the rest unnecessary (a cut-off) cancels the split's scope: one swap drops all
//! untried indices, and running ones learn of it at their next poll.
//!
//! `help.rs`: helpers. `part.rs`: the owner's work while it waits. `background.rs`: work for idle
//! workers. `map.rs`: splits with values.
//!
//! # Life of a split
//! 1. The owner fills its next *slot* (scope, body, gate) and puts the slot's number into its
//!    private ring. While nobody wants work, claims are plain additions.
//! 2. If a worker wants work and this is the oldest private entry, the gate is opened and a
//!    *ticket* pushed. Or a thief that got no answer opens the gate and keeps the ticket
//!    (`gate.rs`). From now on claims are locked additions.
//! 3. A thief takes the ticket, enters through the gate, pushes a copy of the ticket to its own
//!    deque (two if another worker sleeps), and claims indices.
//! 4. When no index is left or the scope is cancelled, the owner *seals* the gate, which discards
//!    unclaimed indices. It takes its ticket back if possible and runs parts of this split until
//!    all helpers have left (`part.rs`). If the gate was never opened, it leaves at once.
//! 5. It closes the gate. A worker that finds a remaining ticket drops it.
//!
//! # Invariants
//! 1. A body is called only between entering and leaving, hence while the owner's frame, which
//!    holds it, lives.
//! 2. Slots belong to workers, never to frames. So a stale ticket finds valid memory and a gate
//!    that refuses it.
//! 3. `Ok` from [`Scoped::split`] means that every index ran to its end, or that this very split
//!    was cancelled. A body that returns [`Cancelled`] while its split is not cancelled has *given
//!    up*: the split ends and returns `Err`. If the split was promoted or the signal word is
//!    urgent, the outer scopes are checked for a cancellation that no body noticed.
//!
//! Taking arbitrary work while waiting would nest without bound and delay the node whose bound the
//! others need. Hence the helpful master (Feldmann 1993).

pub(crate) mod background;
pub(crate) mod help;
pub(crate) mod map;
pub(crate) mod part;

use crate::handle::Handle;
use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::handover::cancel::{Cancelled, Home, ScopeNode};
use crate::handover::sleep::Why;
use crate::platform::Patience;
use crate::sync::abort::AbortOnUnwind;
use crate::sync::thread;
use crate::task::entry::Entry;
use crate::task::slot::Slot;
use crate::worker::core::SLOTS;
use crate::worker::thief::Thief;
use std::mem::ManuallyDrop;
use std::panic::resume_unwind;
use std::sync::atomic::Ordering::Relaxed;

impl Scoped<'_> {
    /// Calls `body` for the indices `0..n`, always the leftmost untried one, together with idle
    /// workers. `body` gets this split's own scope. Cancelling it drops the untried indices and
    /// also cuts running indices further left: use [`Scoped::find_first`] for the leftmost hit.
    ///
    /// Everything the bodies did happens before the return.
    ///
    /// ```
    /// use sparring_sched::Pool;
    /// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let scope = pool.cancel_scope();
    /// let ran = AtomicUsize::new(0);
    /// pool.install_in(&scope, |s| {
    ///     s.split(10_000, |s, index| {
    ///         ran.fetch_add(1, Relaxed);
    ///         if index == 3 {
    ///             s.cancel(); // the rest is not worth trying
    ///         }
    ///         Ok(())
    ///     })
    /// })
    /// .unwrap();
    /// let total = pool.snapshot().total();
    /// assert_eq!(total.created, 10_000);
    /// assert_eq!(total.run(), ran.into_inner() as u64);
    /// total.check().unwrap();
    /// ```
    ///
    /// # Errors
    /// [`Cancelled`] if a scope *around* the split is cancelled, or if a body returned it while the
    /// split was not cancelled. Cancelling only the split itself gives `Ok`.
    ///
    /// # Panics
    /// If `n` is larger than 2^40. If a body panics, with its panic, after the split was cancelled
    /// and all helpers have left.
    #[inline]
    pub fn split<F>(self, n: usize, body: F) -> Result<(), Cancelled>
    where
        F: Fn(Scoped<'_>, usize) -> Result<(), Cancelled> + Sync,
    {
        split(self.handle(), Some(self.node()), n, &body)
    }
}

impl Worker<'_> {
    /// Runs [`Scoped::split`] outside any scope.
    ///
    /// # Panics
    /// The same as [`Scoped::split`], and if a body returns [`Cancelled`] without a cancellation.
    pub fn split<F>(self, n: usize, body: F)
    where
        F: Fn(Scoped<'_>, usize) -> Result<(), Cancelled> + Sync,
    {
        split(self.handle(), None, n, &body)
            .expect("got Cancelled from a body of a split, expected it only after a cancellation");
    }
}

/// Maximum number of indices of a split: 16 million such splits fit into a counter.
const LARGEST: usize = 1 << 40;

#[inline(always)]
pub(crate) fn check_length(n: usize) {
    assert!(n <= LARGEST, "got a split of {n} indices, expected at most {LARGEST}");
}

// Not inlined, so that profiles show it; this costs no instruction.
#[inline(never)]
fn split<F>(worker: Handle<'_>, parent: Option<&ScopeNode>, n: usize, body: &F) -> Result<(), Cancelled>
where
    F: Fn(Scoped<'_>, usize) -> Result<(), Cancelled> + Sync,
{
    check_length(n);
    let core = worker.core();
    if worker.signalled()
        && let Err(cancelled) = worker.answer_fork(parent, |costs| costs.split_ns)
    {
        worker.core().refused(n);
        return Err(cancelled);
    }
    let open = core.open_slots.load(Relaxed);
    if open == SLOTS || worker.at_ring_end() {
        return overflowed(worker, parent, n, body);
    }
    worker.slot().created(n as u64);
    let slot = &core.slots[open];
    slot.prepare(parent, n, body);
    core.open_slots.store(open + 1, Relaxed);
    worker.slot().put_split(open);
    let mut owned = Owned { worker, slot, parent, n, ran: 0 };
    owned.work(body);
    let owned = ManuallyDrop::new(owned); // from here on no body of ours can panic
    let shared = owned.settle();
    owned.result(shared)
}

#[cold]
fn overflowed<F>(worker: Handle<'_>, parent: Option<&ScopeNode>, n: usize, body: &F) -> Result<(), Cancelled>
where
    F: Fn(Scoped<'_>, usize) -> Result<(), Cancelled> + Sync,
{
    let node = ScopeNode::new(Home::Frame { worker: worker.index() }, parent);
    let mut count = OverflowCount { worker, n, ran: 0 };
    while count.ran < n && !node.is_cancelled() {
        let index = count.ran;
        count.ran += 1;
        if body(Scoped::new(worker, &node), index).is_err() && !node.is_set() {
            return Err(Cancelled(()));
        }
    }
    if parent.is_some_and(ScopeNode::is_cancelled) { Err(Cancelled(())) } else { Ok(()) }
}

impl Scoped<'_> {
    /// Stops all further indices of the surrounding split. Running ones continue.
    pub(crate) fn begin_no_more(&self) {
        if let Home::Split { worker, slot } = self.node().home {
            self.handle().shared().cores[worker].slots[slot].gate.stop();
        }
    }
}

/// Counts an overflowed split's indices when it ends, even by unwinding.
struct OverflowCount<'w> {
    worker: Handle<'w>,
    n: usize,
    ran: usize,
}

impl Drop for OverflowCount<'_> {
    fn drop(&mut self) {
        self.worker.core().overflowed(self.ran);
        self.worker.core().refused(self.n - self.ran);
    }
}

/// The owner's side of a split. Dropped only by a panic of its own body.
struct Owned<'s, 'w> {
    worker: Handle<'w>,
    slot: &'s Slot,
    parent: Option<&'s ScopeNode>,
    n: usize,
    /// Indices that the owner ran, except by a ticket.
    ran: usize,
}

impl Owned<'_, '_> {
    #[inline]
    fn work<F>(&mut self, body: &F)
    where
        F: Fn(Scoped<'_>, usize) -> Result<(), Cancelled> + Sync,
    {
        let slot = self.slot;
        loop {
            // An idle worker may want this very split, even between two bodies that never poll.
            if self.worker.signalled() && self.worker.next().answer_fork(Some(&slot.node), |_| 0).is_err() {
                return;
            }
            let alone = self.worker.slot().is_private();
            if !alone {
                self.worker.spend(|costs| costs.claim_ns);
            }
            let Some(index) = (if alone { self.claim_alone() } else { slot.gate.claim() }) else {
                return;
            };
            self.ran += 1;
            if body(Scoped::new(self.worker.next(), &slot.node), index).is_err() {
                self.worker.core().aborted();
                slot.body_returned_cancelled(self.worker);
            }
            if slot.node.is_set() {
                return;
            }
        }
    }

    #[inline]
    fn claim_alone(&self) -> Option<usize> {
        let index = self.slot.gate.claim_alone(self.n)?;
        if self.worker.slot().is_untouched() { Some(index) } else { self.claim_slowly(index) }
    }

    /// Decides who has the index that was claimed while a thief opened the gate (`gate.rs`).
    #[cold]
    fn claim_slowly(&self, index: usize) -> Option<usize> {
        let gate = &self.slot.gate;
        let private = self.worker.core().ring.is_mine(self.worker.depth());
        if private || gate.keeps(index) { Some(index) } else { gate.claim() }
    }

    /// Performs steps 4 and 5. Returns true if the split was shared.
    #[inline]
    fn settle(&self) -> bool {
        let core = self.worker.core();
        let unsettled = AbortOnUnwind::new("closed a split");
        let private = self.worker.slot().is_private() && self.worker.take_out();
        let claimed = if private { self.ran } else { self.close() };
        unsettled.disarm();
        self.worker.core().inlined(self.ran);
        self.worker.core().discarded(self.n - claimed);
        core.open_slots.store(core.open_slots.load(Relaxed) - 1, Relaxed);
        !private
    }

    #[cold]
    #[inline(never)]
    fn close(&self) -> usize {
        let sealed = self.slot.gate.seal();
        let here = self.worker.next();
        here.settle_at();
        if self.slot.ticketed.load(Relaxed) {
            here.take_back(|entry| matches!(*entry, Entry::Ticket(ticket) if self.slot.is_mine(ticket)));
        }
        if !self.slot.gate.try_close() {
            let start = here.events().begin_wait();
            self.wait_for_helpers(here);
            here.events().end_wait(start);
        }
        let cut_ns = self.slot.cut_ns.load(Relaxed);
        if cut_ns != 0 {
            here.core().latencies.lock().cutoff.record(here.now_ns().saturating_sub(cut_ns));
        }
        if self.slot.forced.load(Relaxed) {
            here.core().forced();
        }
        let claimed = self.slot.gate.claimed(sealed);
        let taken = claimed - self.ran - self.slot.ran_by_ticket.get() as usize;
        here.events().end_shared_split(self.slot.promoted_ns.load(Relaxed), taken, self.slot.node.is_set());
        self.worker.settle_at();
        claimed
    }

    fn wait_for_helpers(&self, here: Handle<'_>) {
        let slot = self.slot;
        // While unwinding no other task may run, because tasks must not see a thread that panics.
        let help = !thread::panicking();
        let mut patience = Patience::new();
        while !slot.gate.try_close() {
            // Copies an outer scope's cancellation into this split, so that its helpers hear of it.
            if !slot.node.is_set() && slot.node.is_cancelled() {
                here.cancel(&slot.node);
            }
            if help && here.has_mail() {
                here.events().resume_work();
                here.serve_mail();
                here.events().begin_wait();
            }
            if help && let Some(part) = here.find_part(slot) {
                here.events().resume_work();
                here.run_part(part);
                here.events().begin_wait();
                patience.reset();
                continue;
            }
            let ask = || here.helpers_of(slot).for_each(|helper| Thief(here).ask(helper));
            here.helpers_of(slot)
                .filter(|helper| helper.backoff.is_over(here.now_ns()))
                .for_each(|helper| Thief(here).ask(helper));
            if !patience.wait(here.platform(), || slot.gate.owner_alone()) {
                here.sleep(Why::ByName, || {
                    ask();
                    slot.gate.owner_alone()
                        || (!slot.node.is_set() && slot.node.is_cancelled())
                        || (help && (here.has_mail() || here.sees_parts(slot)))
                });
                patience.reset();
            }
        }
    }

    #[inline]
    fn result(&self, shared: bool) -> Result<(), Cancelled> {
        if shared && let Some(panic) = self.slot.panic.lock().take() {
            resume_unwind(panic);
        }
        let in_doubt = shared || self.worker.urgent();
        if self.slot.gave_up.load(Relaxed) || (in_doubt && self.parent.is_some_and(ScopeNode::is_cancelled)) {
            return Err(Cancelled(()));
        }
        Ok(())
    }
}

impl Drop for Owned<'_, '_> {
    #[cold]
    fn drop(&mut self) {
        self.worker.cancel(&self.slot.node);
        if self.settle() {
            // Forgotten, because a panic is under way and its destructor must not panic now.
            std::mem::forget(self.slot.panic.lock().take());
        }
    }
}
