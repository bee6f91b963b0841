//! Background work: bodies of a split that do something only while there is nothing better to do.
//!
//! A narrow tree does not keep many workers busy. Background work is an index of a split like any
//! other, so the worker that has it is not looking for work; it asks for work itself, at every few
//! steps ([`Scoped::help`]), but only below its own split. What its worker does meanwhile is work
//! to the ledger, and besides that counted apart ([`Scoped::fill`]): otherwise a pool whose workers
//! all do background work would look busy.

use crate::handle::Handle;
use crate::handle::scoped::Scoped;
use crate::handover::cancel::{Cancelled, Home, ScopeNode};
use crate::sync::{Rule, omitted, thread};
use crate::worker::thief::Thief;
use rand::RngExt;
use std::iter::once;

/// Most helpers of a split at which a worker inside looks for splits below it.
const LOOKS: usize = 8;

impl Scoped<'_> {
    /// In the body of a split, for a body that does something only while there is nothing better
    /// to do: helps with a split below this one, opened by another body of it or further down,
    /// until nothing is left there to begin; on top of what runs here. If there is none, asks
    /// others who are inside to share.
    ///
    /// Returns whether it has come in to help; the last index may have gone then. In a nested
    /// scope, in an overflowed split, and where the split or a fork around is not shared yet, it
    /// does nothing but to poll.
    ///
    /// A body that calls this often is *background work*: other workers take it up instead of going
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
    ///         s.fill(|mut s| {
    ///             while let (Ok(()), Ok(helped)) = (s.poll(), s.lend().help()) {
    ///                 filled.fetch_add(u64::from(!helped), Relaxed);
    ///             }
    ///         });
    ///         Ok(())
    ///     });
    /// });
    /// assert_eq!(sum.into_inner(), 10 * 4950);
    /// pool.snapshot().total().check().unwrap();
    /// ```
    ///
    /// Work that others wait for must not spin in bodies that help: what it waits for may lie
    /// below it on the same stack.
    ///
    /// # Errors
    /// [`Cancelled`] if the split or a scope around it was cancelled, and also if an
    /// [`install`](crate::Pool::install) waits for a worker and none is idle. In both cases
    /// background work makes room: it returns `Ok`, because to pass this on would end its whole
    /// split.
    pub fn help(self) -> Result<bool, Cancelled> {
        self.poll()?;
        self.handle().help_from_within(self.node())
    }

    /// Runs `body` here and now, as background work: its time is counted as
    /// [`filling_ns`](crate::Tally::filling_ns) too, but for what it helps with, and the call as
    /// one of [`fills`](crate::Tally::fills).
    ///
    /// # Panics
    /// If `body` panics, with its panic.
    pub fn fill<R>(self, body: impl FnOnce(Scoped<'_>) -> R) -> R {
        let handle = self.handle();
        handle.core().begin_background();
        handle.as_background(true, || body(self))
    }
}

impl<'w> Handle<'w> {
    /// Runs `f` with its time counted as background work, or not.
    pub(crate) fn as_background<R>(self, on: bool, f: impl FnOnce() -> R) -> R {
        struct Before<'w>(Handle<'w>, bool);
        impl Drop for Before<'_> {
            fn drop(&mut self) {
                self.0.events().set_background(self.1);
            }
        }
        let _before = Before(self, self.events().set_background(on));
        f()
    }

    /// See [`Scoped::help`]. A cancellation of the body below cannot get lost on the way: whatever
    /// it cancels is around the split that is helped, too, and stays signalled (invariant 3 of
    /// cancel.rs).
    #[inline(never)]
    fn help_from_within(self, node: &ScopeNode) -> Result<bool, Cancelled> {
        let Home::Split { worker: owner, slot } = node.home else { return Ok(false) };
        // Invariant 4 of worker.rs: it holds in the body of a helper, but not inside a fork that
        // is still private. And while unwinding nothing else is run: tasks expect a world in which
        // nobody panics.
        let unwinding = !self.platform().is_simulated() && thread::panicking();
        if self.core().ring.boundary() != self.depth() || unwinding {
            return Ok(false);
        }
        let wanted = self.shared().injector.has_open() && !self.shared().sleep.is_anybody_idle();
        if wanted && !omitted(Rule::BackgroundLeaves) {
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
                let start = self.events().begin_wait();
                self.events().resume_work();
                self.as_background(false, || self.help_inside(below, ticket));
                self.events().begin_wait();
                self.events().end_wait(start);
                return Ok(true);
            }
        }
        let now = self.now_ns();
        for other in others.take(2).map(|other| &cores[other]).filter(|core| core.backoff.is_over(now)) {
            Thief(self).ask(other);
        }
        Ok(false)
    }
}
