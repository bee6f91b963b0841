//! Events of tasks and workers: always counted, and timed and recorded where that is wanted. Every
//! counter is raised here, except `created` (`ring.rs`).

use crate::handle::Handle;
use crate::handover::sleep::Why;
use crate::record::counters::AUDIT;
use crate::record::recording::{InstantEvent, SpanKind};
use crate::task::job::{Promoted, Ran, Sharing};
use crate::worker::core::Core;
use std::sync::atomic::Ordering::Relaxed;

impl Core {
    #[inline(always)]
    pub(crate) fn inlined(&self, n: usize) {
        if AUDIT {
            self.counters.audited.add(n as u64);
        }
    }

    pub(crate) fn refused(&self, n: usize) {
        self.counters.dud.add(n as u64);
    }

    pub(crate) fn overflowed(&self, n: usize) {
        self.counters.overflowed.add(n as u64);
    }

    #[inline]
    pub(crate) fn discarded(&self, n: usize) {
        self.counters.discarded.add(n as u64);
    }

    #[inline]
    pub(crate) fn aborted(&self) {
        self.counters.aborted.add(1);
    }

    #[inline]
    pub(crate) fn count(&self, n: u64) {
        self.counters.nodes.add(n);
    }

    pub(crate) fn found_nothing(&self) {
        self.counters.failed_steals.add(1);
    }

    pub(crate) fn promoted(&self) {
        self.counters.promoted.add(1);
    }

    pub(crate) fn forced(&self) {
        self.counters.promoted.add(1);
        self.counters.forced.add(1);
    }

    pub(crate) fn begin_background(&self) {
        self.counters.fills.add(1);
    }

    pub(crate) fn signal_found(&self) {
        self.counters.polls.add(1);
    }
}

/// Events that are timed and noted for the recording. Each `begin_…` except `begin_work` returns
/// the time.
#[derive(Clone, Copy)]
pub(crate) struct Events<'w>(Handle<'w>);

impl<'w> Handle<'w> {
    #[inline(always)]
    pub(crate) fn events(self) -> Events<'w> {
        Events(self)
    }
}

impl Events<'_> {
    fn stole(self, creator: usize) {
        let far = self.0.shared().neighbours.are_far(self.0.index(), creator);
        self.0.core().counters.steals.add(1);
        self.0.core().counters.far_steals.add(u64::from(far));
    }

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

    /// Counts a group's task, which counts as created where it is run if no worker spawned it.
    /// Returns the time if it is stolen.
    pub(crate) fn begin_spawned_task(self, creator: Option<usize>) -> u64 {
        let core = self.0.core();
        match creator {
            Some(creator) if creator != self.0.index() => {
                self.stole(creator);
                core.counters.stolen.add(1);
                self.0.shared().cores[creator].lost_to_groups.fetch_add(1, Relaxed);
                return self.0.now_ns();
            }
            Some(_) => {}
            None => Handle::bottom(core).slot().created(1),
        }
        core.inlined(1);
        0
    }

    /// Counts a detached closure that was cancelled before it began.
    pub(crate) fn refuse_detached(self) {
        Handle::bottom(self.0.core()).slot().created(1);
        self.0.core().discarded(1);
    }

    pub(crate) fn end_spawned_task(self, start_ns: u64, creator: Option<usize>) {
        if let Some(creator) = creator.filter(|&creator| creator != self.0.index()) {
            let end_ns = self.0.now_ns();
            self.0.core().latencies.lock().run.record(end_ns - start_ns);
            self.note_until(start_ns, end_ns, SpanKind::Job { creator, aborted: false });
        }
    }

    pub(crate) fn begin_help(self, creator: usize) -> u64 {
        self.stole(creator);
        self.clock()
    }

    pub(crate) fn end_help(self, start_ns: u64, creator: usize) {
        self.note(start_ns, SpanKind::Help { creator });
    }

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

    pub(crate) fn end_install(self, start_ns: u64, end_ns: u64) {
        self.note_until(start_ns, end_ns, SpanKind::Install);
    }

    pub(crate) fn end_shared_job(self, job: Promoted<'_>, taken: bool) {
        self.0.core().counters.lost.add(u64::from(taken));
        if job.how() == Sharing::Forced {
            self.0.core().forced();
        }
        self.note(job.promoted_ns(), SpanKind::SharedJob { taken });
    }

    /// Counts the end of a split. `promoted_ns` is 0 if it was not promoted.
    pub(crate) fn end_shared_split(self, promoted_ns: u64, taken: usize, cut: bool) {
        self.0.core().counters.lost.add(taken as u64);
        if promoted_ns != 0 {
            self.note(promoted_ns, SpanKind::SharedSplit { taken, cut });
        }
    }

    pub(crate) fn begin_work(self) {
        let waited = self.end_stretch(true);
        self.0.core().counters.idle_ns.add(waited);
    }

    pub(crate) fn resume_work(self) {
        let waited = self.end_stretch(true);
        self.0.core().counters.idle_ns.add(waited);
        self.0.core().counters.joining_ns.add(waited);
    }

    pub(crate) fn still_waiting(self) {
        let waited = self.end_stretch(false);
        self.0.core().counters.idle_ns.add(waited);
    }

    pub(crate) fn begin_wait(self) -> u64 {
        self.end_work(false);
        self.0.core().stretch.read().0
    }

    fn end_work(self, works: bool) {
        let worked = self.end_stretch(works);
        self.0.core().counters.busy_ns.add(worked);
        if self.0.own().background.get() {
            self.0.core().counters.filling_ns.add(worked);
        }
    }

    /// Starts or ends counting work as background work. Returns the previous setting.
    pub(crate) fn set_background(self, on: bool) -> bool {
        let before = self.0.own().background.get();
        if before != on {
            self.end_work(true);
            self.0.own().background.set(on);
        }
        before
    }

    /// Ends a stretch and begins another of work or waiting. Returns the length of the first.
    fn end_stretch(self, works: bool) -> u64 {
        let now = self.0.now_ns();
        now - self.0.core().stretch.begin(now, works)
    }

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

    pub(crate) fn woke(self, worker: usize) {
        self.0.core().counters.wakes.add(1);
        self.tell(InstantEvent::Woke(worker));
    }

    pub(crate) fn cut(self, creator: usize) {
        self.tell(InstantEvent::Cut { creator });
    }

    // ---- notes, in the order in which they end (see recording.rs) ----

    /// The time for a later note; 0 without a recording.
    #[inline]
    pub(crate) fn clock(self) -> u64 {
        if self.0.core().log.is_on() { self.0.now_ns() } else { 0 }
    }

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

    pub(crate) fn sample(self) {
        if self.0.core().log.is_on() {
            self.sample_at(self.0.now_ns());
        }
    }

    fn sample_at(self, now: u64) {
        self.0.core().log.sample(now, || (self.untried(), self.0.shared().tally(self.0.index())));
    }

    fn untried(self) -> u64 {
        let core = self.0.core();
        if self.0.at_ring_end() {
            // On top of unknown entries, or overflowing: an answer would be a guess.
            return 0;
        }
        let splits = core.slots[..core.open_slots.load(Relaxed)].iter().map(|slot| slot.gate.untried());
        let jobs = core.ring.slots[..self.0.depth()].iter().filter(|slot| slot.is_job()).count();
        (jobs + splits.sum::<usize>()) as u64
    }
}
