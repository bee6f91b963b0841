//! The queue of a pool: installs that wait for its workers, and snapshots among them.
//!
//! First come, first served. Injected jobs (what was installed) ahead of all snapshots are *open*:
//! a worker may take them. A snapshot has its turn when everything ahead of it has been taken and
//! has ended; then it is alone. Jobs behind it are *held* until it is over. There are two
//! exceptions, both because a snapshot may wait for the very code that installs:
//!
//! 1. A job that is known to be inside an install of this pool (`current.rs`) goes ahead of all
//!    snapshots.
//! 2. A job may be inside without being known to be: a task has started a thread, and that
//!    installs. So a snapshot lets all held jobs past if it sees some held, and no job end for
//!    [`PATIENCE`] and as long again as the longest job ran that has ended while others that were
//!    let past ran. Jobs of exception 1 do not count here.
//!
//! Exception 2 does not starve a snapshot. While jobs that were let past run, the longest time only
//! grows, until it is longer than any time without an end; then none is let past any more, and
//! those that were end. What is left then came before the snapshot, and that is finite. Why is the
//! longest time forgotten then? A job may have run long only because it waited for one that was
//! held. To be patient for as long again would make the next such job run longer still: with one in
//! each of six tasks, the sixth took 19 s.
//!
//! ```text
//!   open    job job               taken by workers        running: 2
//!   held    SNAPSHOT job job SNAPSHOT job                (empty, or a snapshot comes first)
//! ```

use crate::handle::Handle;
use crate::sync::{
    Condvar, Instant, Mutex, Rule,
    atomic::{AtomicUsize, Ordering::Relaxed},
    omitted,
};
use crate::task::pool_set::PoolSet;
use std::collections::VecDeque;
use std::time::Duration;

/// Least time for which a snapshot that nothing moves holds up what came after it.
const PATIENCE: Duration = Duration::from_millis(100);

/// The closure of an install, wrapped so that it reports to the installer. It gets a handle, and a
/// function that it calls when the closure has returned, before the installer knows.
pub(crate) type Run<'r> = Box<dyn FnOnce(Handle<'_>, &dyn Fn()) + Send + 'r>;

/// A closure that was installed, on its way to a worker.
pub(crate) struct InjectedJob {
    pub(crate) run: Run<'static>,
    pub(crate) passes: Passes,
    /// The pools with an install around it, its own among them.
    pub(crate) inside: PoolSet,
}

/// The way in which a job passes snapshots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Passes {
    /// After they are over.
    InTurn,
    /// Ahead of all, because it is inside an install of the same pool.
    Ahead,
    /// It was held, and a snapshot stepped aside.
    LetPast,
}

impl InjectedJob {
    /// Returns true if it is known to be inside an install of the same pool.
    pub(crate) fn is_inside(&self) -> bool {
        self.passes == Passes::Ahead
    }

    /// Runs the job, which was taken from the injector. Calls `ended` when the closure has
    /// returned, before the installer knows.
    pub(crate) fn run_at(self, handle: Handle<'_>, ended: impl Fn()) {
        let (injector, passes, start) = (&handle.shared().injector, self.passes, Instant::now());
        // The end comes before the reply also because a simulated worker goes on only while
        // somebody waits for one.
        (self.run)(handle, &|| {
            injector.end(passes, start.elapsed());
            ended();
        });
    }
}

enum Held {
    Job(InjectedJob),
    /// A snapshot, by its number.
    Snapshot(u64),
}

/// See the module documentation.
pub(crate) struct Injector {
    state: Mutex<State>,
    /// Something happened that a snapshot may wait for.
    changed: Condvar,
    /// Number of open jobs. A worker that sleeps if it is 0 looks at it after a fence, as at a
    /// deque (`sleep.rs`).
    open: AtomicUsize,
    /// Number of those that are known to be inside an install of this pool.
    open_inside: AtomicUsize,
    patience: Duration,
}

struct State {
    open: VecDeque<InjectedJob>,
    held: VecDeque<Held>,
    /// Jobs that were taken and have not ended.
    running: usize,
    /// Jobs that were let past and have not ended.
    let_past: usize,
    /// True if the first snapshot has its turn. Then nothing is open.
    turn: bool,
    snapshots: u64,
    /// While jobs are held: since when no job has ended.
    quiet_since: Instant,
    /// Longest time of a job that has ended while others that were let past ran.
    longest: Duration,
}

impl State {
    /// Puts a snapshot behind all that is there. Returns its number.
    fn line_up(&mut self) -> u64 {
        self.snapshots += 1;
        self.held.push_back(Held::Snapshot(self.snapshots));
        self.snapshots
    }

    fn holds_jobs(&self) -> bool {
        self.held.iter().any(|held| matches!(held, Held::Job(_)))
    }

    fn is_first(&self, snapshot: u64) -> bool {
        matches!(self.held[0], Held::Snapshot(number) if number == snapshot)
    }
}

impl Injector {
    pub(crate) fn new() -> Injector {
        Injector::with_patience(PATIENCE)
    }

    fn with_patience(patience: Duration) -> Injector {
        let state = State {
            open: VecDeque::new(),
            held: VecDeque::new(),
            running: 0,
            let_past: 0,
            turn: false,
            snapshots: 0,
            quiet_since: Instant::now(),
            longest: Duration::ZERO,
        };
        let (open, open_inside) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Injector { state: Mutex::new(state), changed: Condvar::new(), open, open_inside, patience }
    }

    /// Returns true if there are open jobs. A hint.
    pub(crate) fn has_open(&self) -> bool {
        self.open.load(Relaxed) > 0
    }

    /// Puts up a job, ahead of all snapshots or behind them.
    pub(crate) fn push(&self, job: InjectedJob) {
        let ahead = job.passes == Passes::Ahead;
        let mut state = self.state.lock();
        if ahead && state.turn && !omitted(Rule::AloneInTurn) {
            state.held.insert(1, Held::Job(job)); // behind this snapshot, which ends by itself
        } else if ahead || state.held.is_empty() {
            self.open_up(&mut state, job);
        } else {
            if !state.holds_jobs() {
                state.quiet_since = Instant::now();
                self.changed.notify_all(); // from now on the first snapshot has patience to lose
            }
            state.held.push_back(Held::Job(job));
        }
    }

    fn open_up(&self, state: &mut State, job: InjectedJob) {
        self.open_inside.fetch_add(usize::from(job.is_inside()), Relaxed);
        state.open.push_back(job);
        self.open.store(state.open.len(), Relaxed);
    }

    /// Number of open jobs that are known to be inside an install of this pool. A hint.
    pub(crate) fn open_inside(&self) -> usize {
        self.open_inside.load(Relaxed)
    }

    /// Takes the first open job. It is to be run.
    pub(crate) fn take(&self) -> Option<InjectedJob> {
        self.take_first(|_| true)
    }

    /// Takes the first open job that is wanted. It is to be run.
    pub(crate) fn take_first(&self, wanted: impl Fn(&InjectedJob) -> bool) -> Option<InjectedJob> {
        if !self.has_open() {
            return None;
        }
        let mut state = self.state.lock();
        let place = state.open.iter().position(wanted)?;
        let job = state.open.remove(place)?;
        state.running += 1;
        self.open.store(state.open.len(), Relaxed);
        self.open_inside.fetch_sub(usize::from(job.is_inside()), Relaxed);
        Some(job)
    }

    /// A job that was taken has ended, and ran for so long.
    fn end(&self, passes: Passes, ran: Duration) {
        let mut state = self.state.lock();
        state.running -= 1;
        state.let_past -= usize::from(passes == Passes::LetPast);
        if state.held.is_empty() {
            return;
        }
        // What was ahead says nothing of whether a snapshot comes closer to its turn: the task
        // around it may make many such, and wait for a job that is held.
        if passes != Passes::Ahead {
            state.quiet_since = Instant::now();
            state.longest = if state.let_past > 0 { state.longest.max(ran) } else { Duration::ZERO };
        }
        if state.running == 0 {
            self.changed.notify_all();
        }
    }

    /// Waits until a snapshot has its turn, which lasts until the answer is dropped. Calls
    /// `opened` when jobs were opened, then and before.
    pub(crate) fn wait_for_turn<F: Fn()>(&self, opened: F) -> Turn<'_, F> {
        let mut state = self.state.lock();
        let me = state.line_up();
        loop {
            let first = state.is_first(me);
            if first && state.running == 0 && state.open.is_empty() {
                state.turn = true;
                drop(state);
                return Turn { injector: self, opened };
            }
            let patience = self.patience + state.longest;
            if !first || omitted(Rule::StepAside) || !state.holds_jobs() {
                self.changed.wait(&mut state);
            } else if let Some(left) = patience.checked_sub(state.quiet_since.elapsed()) {
                self.changed.wait_for(&mut state, left);
            } else {
                state.quiet_since = Instant::now();
                self.let_past(&mut state);
                drop(state);
                opened();
                state = self.state.lock();
            }
        }
    }

    fn let_past(&self, state: &mut State) {
        for held in std::mem::take(&mut state.held) {
            match held {
                Held::Job(job) => {
                    let passes = if job.passes == Passes::Ahead { job.passes } else { Passes::LetPast };
                    state.let_past += usize::from(passes == Passes::LetPast);
                    self.open_up(state, InjectedJob { passes, ..job });
                }
                snapshot @ Held::Snapshot(_) => state.held.push_back(snapshot),
            }
        }
    }

    /// Takes a turn as [`Injector::wait_for_turn`] does, if there is nothing to wait for.
    #[cfg(debug_assertions)]
    pub(crate) fn try_turn<F: Fn()>(&self, opened: F) -> Option<Turn<'_, F>> {
        let mut state = self.state.lock();
        (state.running == 0 && state.open.is_empty() && state.held.is_empty()).then(|| {
            state.line_up();
            state.turn = true;
            Turn { injector: self, opened }
        })
    }
}

/// The turn of a snapshot: nothing that was installed runs.
pub(crate) struct Turn<'q, F: Fn()> {
    injector: &'q Injector,
    opened: F,
}

impl<F: Fn()> Drop for Turn<'_, F> {
    fn drop(&mut self) {
        let mut state = self.injector.state.lock();
        state.turn = false;
        state.held.pop_front();
        while let Some(Held::Job(_)) = state.held.front()
            && let Some(Held::Job(job)) = state.held.pop_front()
        {
            self.injector.open_up(&mut state, job);
        }
        state.quiet_since = Instant::now();
        drop(state);
        self.injector.changed.notify_all();
        (self.opened)();
    }
}

#[cfg(all(test, not(sparring_shuttle)))]
mod tests {
    use super::*;
    use std::thread;

    const FOREVER: Duration = Duration::from_secs(1 << 30);

    fn job(passes: Passes) -> InjectedJob {
        InjectedJob { run: Box::new(|_, _| ()), passes, inside: PoolSet::NONE }
    }

    /// Waits until this number of jobs and snapshots is held.
    fn await_held(injector: &Injector, number: usize) {
        while injector.state.lock().held.len() != number {
            thread::yield_now();
        }
    }

    fn take_and_end(injector: &Injector) -> bool {
        let taken = injector.take();
        taken.map(|job| injector.end(job.passes, Duration::ZERO)).is_some()
    }

    #[test]
    fn installs_and_snapshots_take_turns_in_the_order_in_which_they_came() {
        let (injector, turns) = (&Injector::with_patience(FOREVER), &AtomicUsize::new(0));
        let has_had_turns = |number| {
            while turns.load(Relaxed) < number {
                thread::yield_now();
            }
        };
        thread::scope(|threads| {
            let snapshot = || {
                let _turn = injector.wait_for_turn(|| ());
                assert!(!take_and_end(injector), "a job was open in the turn of a snapshot");
                injector.push(job(Passes::Ahead));
                assert!(!take_and_end(injector), "a job was opened in the turn of a snapshot");
                turns.fetch_add(1, Relaxed);
            };
            injector.push(job(Passes::InTurn));
            threads.spawn(snapshot);
            await_held(injector, 1);
            injector.push(job(Passes::InTurn));
            threads.spawn(snapshot);
            await_held(injector, 3);
            injector.push(job(Passes::InTurn));
            injector.push(job(Passes::Ahead));

            let first = [injector.take(), injector.take()].map(|job| job.unwrap().passes);
            assert_eq!(first, [Passes::InTurn, Passes::Ahead]);
            assert!(!take_and_end(injector), "a job overtook a snapshot");
            first.into_iter().for_each(|passes| injector.end(passes, Duration::ZERO));
            has_had_turns(1);
            await_held(injector, 2); // its turn is over; what it pushed, and what it held, is open
            assert!(take_and_end(injector) && take_and_end(injector));
            has_had_turns(2);
            await_held(injector, 0);
            assert!(take_and_end(injector) && take_and_end(injector) && !take_and_end(injector));
        });
    }

    #[test]
    fn a_snapshot_that_nothing_moves_steps_aside_for_all_that_is_held() {
        let injector = &Injector::with_patience(Duration::from_millis(1));
        injector.push(job(Passes::InTurn));
        let long = injector.take().unwrap();
        thread::scope(|threads| {
            let snapshots = [(); 2].map(|()| threads.spawn(|| drop(injector.wait_for_turn(|| ()))));
            await_held(injector, 2);
            injector.push(job(Passes::InTurn));
            while !take_and_end(injector) {
                thread::yield_now();
            }
            assert!(snapshots.iter().all(|snapshot| !snapshot.is_finished()));
            injector.end(long.passes, Duration::ZERO);
        });
    }
}
