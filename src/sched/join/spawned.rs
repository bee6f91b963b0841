//! Spawned tasks, and the end of all of them before their call returns. `tasks.rs` has the
//! invariants.

use crate::handle::Handle;
use crate::handle::scoped::Scoped;
use crate::handover::cancel::Cancelled;
use crate::handover::fence;
use crate::handover::ring::RING;
use crate::join::fork::InScope;
use crate::join::tasks::{Outcome, Tasks};
use crate::sync::abort::AbortOnUnwind;
use crate::sync::thread;
use crate::task::job::{Header, Job, PrivateJob, Promoted};
use std::cell::Cell;
use std::panic::resume_unwind;
use std::ptr::NonNull;

/// Levels of the ring reserved for the forks inside spawned tasks.
pub(crate) const LEFT_FREE: usize = RING / 4;
const WORTH_MOVING: usize = RING / 16;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// In the ring, unless it has been promoted or taken by force.
    Private,
    /// Outside the ring and not settled.
    Shared,
    /// Settled; the result exists.
    Over,
    /// Settled; neither closure nor result exists.
    Gone,
}

pub(crate) struct Task<'t> {
    /// Neighbours in the chain of tasks that are not gone, in the order of spawning.
    pub(crate) before: Cell<Link<'t>>,
    pub(crate) after: Cell<Link<'t>>,
    pub(crate) job: *const Header,
    pub(crate) kind: &'static Kind,
    /// Level above this task and all older ones. A private task's slot lies just below it.
    pub(crate) above: Cell<Handle<'t>>,
    pub(crate) state: Cell<State>,
    pub(crate) chunk: usize,
}

/// A task of the chain, with the provenance of the whole [`Typed`] task.
pub(crate) type Link<'t> = Option<NonNull<Task<'t>>>;

pub(crate) struct Kind {
    discard: unsafe fn(NonNull<Task<'_>>),
    outcome: unsafe fn(NonNull<Task<'_>>) -> thread::Result<Outcome<()>>,
}

/// A spawned task in the arena. `task` comes first, so a pointer to it also points to the whole.
#[repr(C)]
pub(crate) struct Typed<'t, F, T> {
    pub(crate) task: Task<'t>,
    pub(crate) job: Job<InScope<'t, F>, Outcome<T>>,
}

impl<'t, F, T> Typed<'t, F, T>
where
    F: FnOnce(Scoped<'_>) -> Outcome<T>,
{
    pub(crate) const KIND: Kind = Kind { discard: Self::discard, outcome: Self::outcome };

    /// # Safety
    /// The task must have these types and not have run, and the caller must own its job.
    unsafe fn discard(task: NonNull<Task<'_>>) {
        // SAFETY: by the contract.
        drop(unsafe { task.cast::<Self>().as_ref().job.take() });
    }

    /// # Safety
    /// The task must have these types and be [`State::Over`], and this may be called only once.
    unsafe fn outcome(task: NonNull<Task<'_>>) -> thread::Result<Outcome<()>> {
        // SAFETY: by the contract.
        unsafe { task.cast::<Self>().as_ref().job.result() }.map(|outcome| outcome.map(drop))
    }
}

impl Task<'_> {
    fn is_open(&self) -> bool {
        matches!(self.state.get(), State::Private | State::Shared)
    }

    pub(crate) fn take_outcome(place: NonNull<Self>) -> Option<thread::Result<Outcome<()>>> {
        // SAFETY: as in `Tasks::spawn`.
        let task = unsafe { place.as_ref() };
        // SAFETY: it was over, and is gone now.
        (task.state.replace(State::Gone) == State::Over).then(|| unsafe { (task.kind.outcome)(place) })
    }
}

impl<'t, 'env> Tasks<'t, 'env> {
    pub(crate) fn all(&self) -> impl Iterator<Item = NonNull<Task<'t>>> + use<'t, 'env> {
        // SAFETY: as in `spawn`.
        std::iter::successors(self.newest, |newer| unsafe { newer.as_ref() }.before.get())
    }

    /// Compacts the ring: moves private tasks down into slots that other tasks have left empty.
    /// Returns true if there is room now.
    #[cold]
    pub(crate) fn make_room(&mut self) -> bool {
        let ring = &self.handle.core().ring;
        let (base, end) = (self.base.depth(), self.handle.depth());
        let gone = ring.boundary().saturating_sub(base);
        if self.handle.is_on_top() || gone + self.gaps.get() < WORTH_MOVING {
            return false;
        }
        let private = ring.close_gaps(base, end);
        self.gaps.set(0);
        let (mut next, mut settled) = (private, None);
        for place in self.all().take_while(|&place| Some(place) != self.settled) {
            // SAFETY: as in `spawn`.
            let task = unsafe { place.as_ref() };
            // A task that is being spawned is still gone, but will enter the ring.
            if next == 0 && settled.is_none() && task.state.get() != State::Gone {
                settled = Some(place);
            }
            // `next` counts the older private tasks, this one included.
            task.above.set(self.base.above(next));
            if next > 0 && ring.holds(base + next - 1, task.job) {
                next -= 1;
            } else if task.state.get() == State::Private {
                task.state.set(State::Shared);
            }
        }
        self.settled = settled.or(self.settled);
        self.handle = self.base.above(private);
        !self.handle.is_at_least(RING - LEFT_FREE)
    }

    fn run_job(&self, task: &Task<'t>) {
        let job = NonNull::new(task.job.cast_mut()).expect("set when it was spawned").cast();
        // SAFETY: this frame owns the job and runs it once, after which it is over.
        unsafe { PrivateJob::new(job) }.run(self.handle);
    }

    fn take_private(&self, task: &Task<'t>) -> bool {
        if task.state.get() != State::Private {
            return false;
        }
        // A task outside the ring was promoted or taken, even if the boundary moved below it when
        // older tasks were taken back.
        let handle = task.above.get().before();
        let taken = handle.slot().is_private() && handle.take_out();
        if taken {
            handle.slot().put_gap();
            self.gaps.set(self.gaps.get() + 1);
        } else {
            task.state.set(State::Shared);
        }
        taken
    }

    fn fall_to(&mut self, handle: Handle<'t>) {
        while self.handle.place() != handle.place() {
            self.handle = self.handle.before();
            if self.handle.slot().is_gap() {
                self.handle.take_out();
                self.gaps.set(self.gaps.get().saturating_sub(1));
            }
        }
        self.handle.settle_down_to();
    }

    /// Takes an open task out of the ring or the deque. Returns false if another worker has it, or
    /// if a later task lies above it in the deque.
    fn regain(&self, task: &Task<'t>) -> bool {
        if self.take_private(task) {
            return true;
        }
        let unsettled = AbortOnUnwind::new("took back a spawned task");
        // SAFETY: it is not in the ring any more.
        let promoted = unsafe { Promoted::new(task.job) };
        let regain = || self.handle.regain_here(promoted);
        // Later tasks may be private. No thief takes these while older ones are briefly out of the
        // deque (6 in `ring.rs`).
        let regained = self.handle.core().ring.undisturbed(regain);
        unsettled.disarm();
        regained
    }

    /// Makes sure that a task is over: runs it, or waits for its thief.
    pub(crate) fn settle(&mut self, place: NonNull<Task<'t>>) {
        // SAFETY: as in `spawn`.
        let task = unsafe { place.as_ref() };
        if !task.is_open() {
            return;
        }
        if self.take_private(task) {
            return self.run(task);
        }
        // SAFETY: neither in the ring nor settled, so it was promoted or taken.
        if unsafe { Promoted::new(task.job) }.is_done() {
            let done = self.wait(task, true);
            return debug_assert!(done, "there was nothing to wait for");
        }
        if self.regain(task) {
            return self.run(task);
        }
        // Another worker has the task, or later promoted tasks lie above it in the deque. Private
        // ones must not wait below this worker's stack (invariant 4 of worker.rs), so it runs all
        // of them.
        for later in self.all() {
            // SAFETY: as in `spawn`; nobody removes one here.
            let later_task = unsafe { later.as_ref() };
            if later_task.is_open() && self.regain(later_task) {
                self.run(later_task);
            }
            if later == place {
                break;
            }
        }
        if task.is_open() && !self.wait(task, true) {
            self.run(task);
        }
    }

    /// Runs a regained task. First shares another one if an idle worker asks, because nobody can
    /// ask while this one runs.
    fn run(&self, task: &Task<'t>) {
        task.state.set(State::Over);
        fence::light(); // what lay behind this task is in sight now, as after a fork
        if self.handle.signalled() && self.handle.is_really_signalled() && !self.handle.at_ring_end() {
            let unsettled = AbortOnUnwind::new("shared a spawned task");
            self.handle.attend();
            unsettled.disarm();
        }
        self.handle.core().inlined(1);
        self.run_job(task);
    }

    /// Waits for the thief of a task; all later tasks are settled or stolen. Returns false if the
    /// task came back instead.
    fn wait(&self, task: &Task<'t>, help: bool) -> bool {
        let unsettled = AbortOnUnwind::new("waited for a spawned task");
        // SAFETY: another worker has it, so it was promoted.
        let promoted = unsafe { Promoted::new(task.job) };
        let done = self.handle.await_thief_here(promoted, Some(self.node), help);
        if done {
            task.state.set(State::Over);
        }
        unsettled.disarm();
        done
    }

    pub(crate) fn run_all(&mut self) {
        for place in self.all() {
            // SAFETY: as in `spawn`; nobody removes one here.
            if unsafe { place.as_ref() }.is_open() {
                if self.lend().poll().is_err() {
                    self.cancelled = true;
                    return;
                }
                self.settle(place);
            }
        }
    }

    pub(crate) fn discard_all(&mut self, help: bool) {
        for place in self.all() {
            // SAFETY: as in `spawn`; nobody removes one here.
            let task = unsafe { place.as_ref() };
            if task.is_open() && (self.regain(task) || !self.wait(task, help)) {
                self.handle.core().discarded(1);
                task.state.set(State::Gone); // first: the closure's destructor may panic
                // SAFETY: regained and open, so this frame owns the job and takes it once.
                unsafe { (task.kind.discard)(place) };
            }
        }
        self.fall_to(self.base);
    }

    #[inline]
    pub(crate) fn remove(&mut self, place: NonNull<Task<'t>>) {
        // SAFETY: as in `spawn`, here and below.
        let task = unsafe { place.as_ref() };
        let (before, after, chunk) = (task.before.get(), task.after.get(), task.chunk);
        if let Some(before) = before {
            // SAFETY: see above.
            unsafe { before.as_ref() }.after.set(after);
        }
        match after {
            // SAFETY: see above.
            Some(after) => unsafe { after.as_ref() }.before.set(before),
            None => {
                self.newest = before;
                // SAFETY: see above.
                let handle = before.map_or(self.base, |before| unsafe { before.as_ref() }.above.get());
                self.fall_to(handle);
            }
        }
        if self.settled == Some(place) {
            self.settled = before;
        }
        self.arena.give_back(place.cast(), chunk, after.is_none());
    }

    /// The call's result: the first panic passes on, and [`Cancelled`] outranks a value.
    pub(crate) fn result(&mut self) -> Result<(), Cancelled> {
        let mut result = if self.cancelled { Err(Cancelled(())) } else { Ok(()) };
        let mut first = None;
        for outcome in self.all().filter_map(Task::take_outcome) {
            match outcome {
                Ok(outcome) => result = result.and(outcome),
                Err(panic) => std::mem::forget(first.replace(panic)),
            }
        }
        first.map_or(result, |panic| resume_unwind(panic))
    }
}
