//! Background work: bodies of a split that work only while nothing better can be done.
//!
//! They ask for better work regularly, but only below their own split ([`Scoped::help`]).

use crate::handle::Handle;
use crate::handle::scoped::Scoped;
use crate::handover::cancel::{Cancelled, Home, ScopeNode};
use crate::sync::{Rule, omitted, thread};
use crate::worker::thief::Thief;
use rand::RngExt;
use std::iter::once;

const LOOKS: usize = 8;

impl Scoped<'_> {
    /// In the body of a split, helps with a split below this one until that has nothing left to
    /// begin. If there is none, it asks other workers inside this split to share.
    ///
    /// Returns true if it entered another split. It only polls in a nested scope, in an overflowed
    /// split, and while the split or a fork around it is private.
    ///
    /// A body that calls this often is *background work*: workers run it instead of idling, and
    /// leave it for better work.
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    ///
    /// let pool = sparring_sched::Pool::new(2).unwrap();
    /// let (sum, filled) = (AtomicU64::new(0), AtomicU64::new(0));
    /// pool.install(|w| {
    ///     w.split(2, |mut s, index| {
    ///         if index == 0 {
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
    /// Such a body must not spin until other work is done: that work may lie below it on the same
    /// stack.
    ///
    /// # Errors
    /// [`Cancelled`] if the split or a scope around it was cancelled, or if an
    /// [`install`](crate::Pool::install) waits while no worker is idle. The background body should
    /// then return `Ok`, because passing the error on would end its whole split.
    pub fn help(self) -> Result<bool, Cancelled> {
        self.poll()?;
        self.handle().help_from_within(self.node())
    }

    /// Runs `body` as background work. Its time also counts as
    /// [`filling_ns`](crate::Tally::filling_ns), except while it helps, and the call counts in
    /// [`fills`](crate::Tally::fills).
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

    /// Implements [`Scoped::help`]. No cancellation of the body is lost: its scope also encloses
    /// the split that is helped, and stays signalled (invariant 3 of cancel.rs).
    #[inline(never)]
    fn help_from_within(self, node: &ScopeNode) -> Result<bool, Cancelled> {
        let Home::Split { worker: owner, slot } = node.home else { return Ok(false) };
        // Invariant 4 of worker.rs does not hold inside a private fork. While unwinding no other
        // task may run, because tasks must not see a thread that panics.
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
