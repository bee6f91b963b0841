//! `split`: an ordered speculative loop over `0..n`, made for game trees.
//!
//! The owner claims the leftmost untried index, runs the body, and so on; every helper does the
//! same. When the body of some index finds that the rest is not worth trying (a cutoff), it cancels
//! the split's scope: the untried rest is dropped by one swap, however long it is, and running
//! siblings learn of it at their next poll.
//!
//! `help.rs`: how helpers come in and leave. `part.rs`: parts of a split that its owner runs while
//! it waits. `background.rs`: work for idle workers only. `map.rs`: values out of a split.
//!
//! # Life of a split
//! 1. The owner fills the next of its own *slots* (scope, body, gate) and leaves the slot's number
//!    in its private ring. While nobody wants work that is all: claims are plain additions, and a
//!    split costs some tens of instructions.
//! 2. Somebody wants work, and this is the oldest private entry: its gate is opened and a *ticket*
//!    pushed; or a thief that got no answer opens it, and has the ticket (`gate.rs`). From now on
//!    claims are locked additions.
//! 3. A thief takes the ticket, comes in through the gate, puts a copy of the ticket on its own
//!    deque, or two if somebody sleeps (so that a third and a fourth worker find them), and
//!    claims indices.
//! 4. The owner finds no index left, or the scope cancelled: it *seals* the gate (what was not
//!    claimed is discarded), takes its ticket back if it is still there, and waits for the helpers,
//!    running parts of this split meanwhile (`part.rs`). (If the gate was never opened, nobody
//!    else can have claimed an index, and the owner simply leaves.)
//! 5. It closes the gate. Tickets still lying about are stale now. A worker that finds one drops
//!    it.
//!
//! # Invariants
//! 1. A body is called only between coming in and leaving, hence while the owner's frame (which
//!    holds it) lives.
//! 2. Slots belong to workers, never to frames: a stale ticket finds memory, and a gate that
//!    refuses it.
//! 3. `Ok` from [`Scoped::split`] means: every index was run to its end, or this very split was
//!    cancelled. A body that returns [`Cancelled`] while its split is not cancelled has *given up*,
//!    whatever scope the value came from; it ends the split, and the split returns `Err`. An outer
//!    scope that was cancelled without a body noticing is looked for whenever the split was
//!    promoted or the signal word is urgent.
//!
//! Waiting for helpers by taking *any* work was measured worse by 5-12 % of speed-up in simulation,
//! since the node whose bound everybody waits for is then finished late; and it nests without
//! bound. Hence the helpful master (Feldmann 1993).

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
    /// Calls `body` for the indices `0..n` in order, the leftmost untried one first, together with
    /// any worker that has nothing better to do. `body` gets a scope of its own, this split's:
    /// cancelling that drops the untried rest. Indices to the left of the one that cancels may be
    /// running, and are cut too: the leftmost hit is found by [`Scoped::find_first`].
    ///
    /// What the bodies did happens before the return.
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
    /// split itself was not; not if only the split itself is cancelled.
    ///
    /// # Panics
    /// If `n` is larger than 2^40. If a body panics, the split is cancelled and the panic
    /// goes on here once all helpers are out.
    #[inline]
    pub fn split<F>(self, n: usize, body: F) -> Result<(), Cancelled>
    where
        F: Fn(Scoped<'_>, usize) -> Result<(), Cancelled> + Sync,
    {
        split(self.handle(), Some(self.node()), n, &body)
    }
}

impl Worker<'_> {
    /// As [`Scoped::split`], where there is no scope around that could be cancelled.
    ///
    /// # Panics
    /// As [`Scoped::split`]; and if a body returns [`Cancelled`] though nothing was cancelled.
    pub fn split<F>(self, n: usize, body: F)
    where
        F: Fn(Scoped<'_>, usize) -> Result<(), Cancelled> + Sync,
    {
        split(self.handle(), None, n, &body)
            .expect("got Cancelled from a body of a split, expected it only after a cancellation");
    }
}

/// The most indices of a split. It would take 16 million such splits to have more indices than a
/// counter can count.
const LARGEST: usize = 1 << 40;

/// Panics if a split of `n` indices is too long.
#[inline(always)]
pub(crate) fn check_length(n: usize) {
    assert!(n <= LARGEST, "got a split of {n} indices, expected at most {LARGEST}");
}

// Not inlined: a landmark in profiles. It costs no instruction (callgrind, ybw, four positions:
// -0.011 to +0.001 %).
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

/// A split with no room for it: an ordinary loop, with a scope so that the body can still cut it
/// short.
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
    /// In the body of a split that others are in: no further index of it is begun. What has begun
    /// goes on.
    pub(crate) fn begin_no_more(&self) {
        if let Home::Split { worker, slot } = self.node().home {
            self.handle().shared().cores[worker].slots[slot].gate.stop();
        }
    }
}

/// Counts the indices of an overflowed split when it ends, by return or by unwinding: those that
/// ran as overflowed, the others as asked for in vain.
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

/// The owner's side of a split under way. Dropped only by a panic in its own body.
struct Owned<'s, 'w> {
    worker: Handle<'w>,
    slot: &'s Slot,
    parent: Option<&'s ScopeNode>,
    n: usize,
    /// Indices the owner ran, except by a ticket.
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
            // An idle worker may want this very split, also between two bodies that never poll.
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

    /// The next index, unless a thief opens the gate just now.
    #[inline]
    fn claim_alone(&self) -> Option<usize> {
        let index = self.slot.gate.claim_alone(self.n)?;
        if self.worker.slot().is_untouched() { Some(index) } else { self.claim_slowly(index) }
    }

    /// A thief has knocked: whose the index is that was claimed meanwhile is told in `gate.rs`.
    #[cold]
    fn claim_slowly(&self, index: usize) -> Option<usize> {
        let gate = &self.slot.gate;
        let private = self.worker.core().ring.is_mine(self.worker.depth());
        if private || gate.keeps(index) { Some(index) } else { gate.claim() }
    }

    /// Steps 4 and 5 of the life of a split. Returns whether it was shared.
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

    /// Seals and closes the gate. Returns how many indices had been claimed.
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
        // While unwinding nothing else is run: tasks expect a world in which nobody panics.
        let help = !thread::panicking();
        let mut patience = Patience::new();
        while !slot.gate.try_close() {
            // An outer scope's cancellation becomes this split's, so that its helpers hear of it.
            if !slot.node.is_set() && slot.node.is_cancelled() {
                here.cancel(&slot.node);
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
                        || (help && here.sees_parts(slot))
                });
                patience.reset();
            }
        }
    }

    /// Invariant 3; and the panic of a helper's body goes on here.
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
            // One panic is under way already; it wins, and the other's destructor must not panic
            // now.
            std::mem::forget(self.slot.panic.lock().take());
        }
    }
}
