//! Events of tasks and workers: counted always, timed and noted where that is wanted.
//!
//! Every counter but `created` is raised here and nowhere else (`created` in the ring slot of its
//! level: `ring.rs`). What the counters mean, and that they add up, is told in `counters.rs`;
//! how notes are kept, in `recorder.rs`.

use crate::handle::Handle;
use crate::handover::sleep::Why;
use crate::record::counters::AUDIT;
use crate::record::recording::{InstantEvent, SpanKind};
use crate::task::job::{Promoted, Ran, Sharing};
use crate::worker::core::Core;
use std::sync::atomic::Ordering::Relaxed;

impl Core {
    /// Ran `n` of its own tasks. They are counted only where the ledger is audited.
    #[inline(always)]
    pub(crate) fn inlined(&self, n: usize) {
        if AUDIT {
            self.counters.audited.add(n as u64);
        }
    }

    /// Was asked for tasks in a cancelled scope.
    pub(crate) fn refused(&self, n: usize) {
        self.counters.dud.add(n as u64);
    }

    /// Had no room for tasks and runs them as ordinary code.
    pub(crate) fn overflowed(&self, n: usize) {
        self.counters.overflowed.add(n as u64);
    }

    /// Dropped own tasks that nobody has run.
    #[inline]
    pub(crate) fn discarded(&self, n: usize) {
        self.counters.discarded.add(n as u64);
    }

    /// A task that this worker ran returned [`Cancelled`](crate::Cancelled).
    #[inline]
    pub(crate) fn aborted(&self) {
        self.counters.aborted.add(1);
    }

    /// See [`Worker::count`](crate::Worker::count).
    #[inline]
    pub(crate) fn count(&self, n: u64) {
        self.counters.nodes.add(n);
    }

    /// Looked at another worker's deque and found nothing, or a stale ticket.
    pub(crate) fn found_nothing(&self) {
        self.counters.failed_steals.add(1);
    }

    /// Put a private entry where thieves find it.
    pub(crate) fn promoted(&self) {
        self.counters.promoted.add(1);
    }

    /// Has found that something private was taken from it.
    pub(crate) fn forced(&self) {
        self.counters.promoted.add(1);
        self.counters.forced.add(1);
    }

    /// Begins background work.
    pub(crate) fn begin_background(&self) {
        self.counters.fills.add(1);
    }

    /// Found its signal word set.
    pub(crate) fn signal_found(&self) {
        self.counters.polls.add(1);
    }
}

/// Events of the worker of a handle, which are timed and noted for the recording.
#[derive(Clone, Copy)]
pub(crate) struct Events<'w>(Handle<'w>);

impl<'w> Handle<'w> {
    #[inline(always)]
    pub(crate) fn events(self) -> Events<'w> {
        Events(self)
    }
}

impl Events<'_> {
    // ---- tasks of others ----

    /// Took a job or a ticket of this worker.
    fn stole(self, creator: usize) {
        let far = self.0.shared().neighbours.are_far(self.0.index(), creator);
        self.0.core().counters.steals.add(1);
        self.0.core().counters.far_steals.add(u64::from(far));
    }

    /// Took a job from another worker. Returns when.
    pub(crate) fn begin_job(self, creator: usize) -> u64 {
        self.stole(creator);
        self.0.core().counters.stolen.add(1);
        self.0.now_ns()
    }

    pub(crate) fn end_job(self, ran: Ran) {
        let Ran { owner: creator, start_ns, end_ns, aborted, woke_owner } = ran;
        self.0.core().latencies.lock().run.record(end_ns - start_ns);
        self.note_until(start_ns, end_ns, SpanKind::Job { creator, aborted });
        if woke_owner {
            self.woke(creator); // after the job, which ended before
        }
    }

    /// Came in to help with a split. Returns when.
    pub(crate) fn begin_help(self, creator: usize) -> u64 {
        self.stole(creator);
        self.clock()
    }

    pub(crate) fn end_help(self, start_ns: u64, creator: usize) {
        self.note(start_ns, SpanKind::Help { creator });
    }

    /// Claimed an index by way of a ticket, of another worker's split unless it is its `own`.
    /// Returns when.
    #[inline]
    pub(crate) fn begin_index(self, own: bool) -> u64 {
        self.0.core().counters.stolen.add(u64::from(!own));
        self.clock()
    }

    #[inline]
    pub(crate) fn end_index(self, start_ns: u64, creator: usize, index: usize, aborted: bool) {
        if aborted {
            self.0.core().aborted();
        }
        if creator != self.0.index() {
            self.note(start_ns, SpanKind::Index { creator, index, aborted });
        }
    }

    /// Ran an install, which ended before the installer went on.
    pub(crate) fn end_install(self, start_ns: u64, end_ns: u64) {
        self.note_until(start_ns, end_ns, SpanKind::Install);
    }

    // ---- own tasks that others could have ----

    /// Joined a job that was promoted; `taken` by another worker or not.
    pub(crate) fn end_shared_job(self, job: Promoted<'_>, taken: bool) {
        self.0.core().counters.lost.add(u64::from(taken));
        if job.how() == Sharing::Forced {
            self.0.core().forced();
        }
        self.note(job.promoted_ns(), SpanKind::SharedJob { taken });
    }

    /// Ended a split that was promoted then, if not 0. Others ran `taken` of its indices.
    pub(crate) fn end_shared_split(self, promoted_ns: u64, taken: usize, cut: bool) {
        self.0.core().counters.lost.add(taken as u64);
        if promoted_ns != 0 {
            self.note(promoted_ns, SpanKind::SharedSplit { taken, cut });
        }
    }

    // ---- the two kinds of time, and sleep ----

    /// Ends a stretch of looking for work, begins one of work.
    pub(crate) fn begin_work(self) {
        let waited = self.end_stretch(true);
        self.0.core().counters.idle_ns.add(waited);
    }

    /// Ends a stretch of waiting for tasks of its own, begins one of work.
    pub(crate) fn resume_work(self) {
        let waited = self.end_stretch(true);
        self.0.core().counters.idle_ns.add(waited);
        self.0.core().counters.joining_ns.add(waited);
    }

    /// Counts the waiting up to now, and goes on with it.
    pub(crate) fn still_waiting(self) {
        let waited = self.end_stretch(false);
        self.0.core().counters.idle_ns.add(waited);
    }

    /// Ends a stretch of work, begins one of waiting. Returns when.
    pub(crate) fn begin_wait(self) -> u64 {
        self.end_work(false);
        self.0.core().stretch.read().0
    }

    /// Ends a stretch of work and begins another, of work or of waiting.
    fn end_work(self, works: bool) {
        let worked = self.end_stretch(works);
        self.0.core().counters.busy_ns.add(worked);
        if self.0.own().background.get() {
            self.0.core().counters.filling_ns.add(worked);
        }
    }

    /// Counts work from here on as background work, or not. Returns how it was before.
    pub(crate) fn set_background(self, on: bool) -> bool {
        let before = self.0.own().background.get();
        if before != on {
            self.end_work(true);
            self.0.own().background.set(on);
        }
        before
    }

    /// Ends a stretch and begins another, of work or of waiting. Returns how long the first was.
    fn end_stretch(self, works: bool) -> u64 {
        let now = self.0.now_ns();
        now - self.0.core().stretch.begin(now, works)
    }

    /// Ends a wait that began then, and goes on with the work. Returns when.
    pub(crate) fn end_wait(self, start_ns: u64) -> u64 {
        self.resume_work();
        self.note(start_ns, SpanKind::Wait);
        self.0.core().stretch.read().0
    }

    pub(crate) fn end_sleep(self, why: Why, start_ns: u64, wake_ns: u64) {
        self.0.core().counters.parks.add(1);
        if why == Why::Idle {
            self.0.core().counters.waking_ns.add(wake_ns);
        }
        self.0.core().latencies.lock().wake.record(wake_ns);
        self.note(start_ns, SpanKind::Sleep);
    }

    // ---- instants ----

    /// Woke this worker.
    pub(crate) fn woke(self, worker: usize) {
        self.0.core().counters.wakes.add(1);
        self.tell(InstantEvent::Woke(worker));
    }

    /// Cancelled a split with others inside.
    pub(crate) fn cut(self, creator: usize) {
        self.tell(InstantEvent::Cut { creator });
    }

    // ---- notes: in the order in which they end (see recording.rs) ----

    /// Reads the time at which something begins that will be noted; without a recording nobody
    /// asks.
    #[inline]
    pub(crate) fn clock(self) -> u64 {
        if self.0.core().log.is_on() { self.0.now_ns() } else { 0 }
    }

    /// Notes what ends now.
    #[inline]
    fn note(self, start_ns: u64, kind: SpanKind) {
        if self.0.core().log.is_on() {
            self.note_until(start_ns, self.0.now_ns(), kind);
        }
    }

    #[inline(never)]
    fn note_until(self, start_ns: u64, end_ns: u64, kind: SpanKind) {
        let log = &self.0.core().log;
        if log.is_on() {
            log.note(start_ns, end_ns, kind);
            self.sample_at(end_ns);
        }
    }

    fn tell(self, event: InstantEvent) {
        let log = &self.0.core().log;
        if log.is_on() {
            log.tell(self.0.now_ns(), event);
        }
    }

    /// Takes a sample of the counters if the last one has become old.
    pub(crate) fn sample(self) {
        if self.0.core().log.is_on() {
            self.sample_at(self.0.now_ns());
        }
    }

    fn sample_at(self, now: u64) {
        self.0.core().log.sample(now, || (self.untried(), self.0.shared().tally(self.0.index())));
    }

    /// Tasks of this worker that nobody has begun, as far as it can tell.
    fn untried(self) -> u64 {
        let core = self.0.core();
        if self.0.at_ring_end() {
            // Running on top of unknown entries, or overflowing: an answer would be a guess.
            return 0;
        }
        let splits = core.slots[..core.open_slots.load(Relaxed)].iter().map(|slot| slot.gate.untried());
        let jobs = core.ring.slots[..self.0.depth()].iter().filter(|slot| slot.is_job()).count();
        (jobs + splits.sum::<usize>()) as u64
    }
}
