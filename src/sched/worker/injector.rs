//! The queue of a pool: installed jobs and snapshots, first come, first served.
//!
//! Jobs ahead of all snapshots are *open*: a worker may take them. A snapshot has its turn when all
//! jobs ahead of it have ended, and runs alone. Jobs behind it are *held* until it is over. Because
//! a snapshot may wait for the very code that installs, there are two exceptions:
//!
//! 1. A job known to be inside an install of this pool (`current.rs`) goes ahead of all snapshots.
//! 2. Other jobs may be inside one too, if a task started the thread that installs. So a snapshot
//!    lets all held jobs past when no job has ended for [`PATIENCE`] plus the longest run of a job
//!    that ended while others that were let past ran. Jobs of exception 1 do not count. This
//!    starves no snapshot: while such jobs run, the longest run only grows, until no more are let
//!    past. Then it is forgotten, because it may have been a wait for a held job.
//!
//! A detached closure that a task spawns goes ahead by exception 1. So a chain of such closures,
//! each spawned by the one before, starves snapshots.

use crate::handle::Handle;
use crate::sync::{
    Condvar, Instant, Mutex, Rule,
    atomic::{AtomicUsize, Ordering::Relaxed},
    omitted,
};
use crate::task::pool_set::PoolSet;
use std::collections::VecDeque;
use std::time::Duration;

/// Shortest time for which a stuck snapshot holds up later jobs.
const PATIENCE: Duration = Duration::from_millis(100);

/// The closure of an install. It calls its second argument when the user's closure has returned,
/// and then tells the installer.
pub(crate) type Run<'r> = Box<dyn FnOnce(Handle<'_>, &dyn Fn()) + Send + 'r>;

pub(crate) struct InjectedJob {
    pub(crate) run: Run<'static>,
    pub(crate) passes: Passes,
    /// Pools with an install around the job, its own included.
    pub(crate) inside: PoolSet,
    /// True if nobody is known to wait for it.
    pub(crate) detached: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Passes {
    InTurn,
    /// Ahead of all, because it is inside an install of this pool.
    Ahead,
    /// Held, then let past.
    LetPast,
}

impl InjectedJob {
    pub(crate) fn is_inside(&self) -> bool {
        self.passes == Passes::Ahead && !self.detached
    }

    /// Runs a taken job. Calls `ended` when its closure has returned, before the installer knows.
    pub(crate) fn run_at(self, handle: Handle<'_>, ended: impl Fn()) {
        let (injector, passes, start) = (&handle.shared().injector, self.passes, Instant::now());
        // Before the reply also because a simulated worker runs only while a thread waits for one.
        (self.run)(handle, &|| {
            injector.end(passes, start.elapsed());
            ended();
        });
        if handle.shared().is_closing() {
            handle.shared().wake_everybody(); // it may have been the last
        }
    }
}

/// The pool has ended and takes no job.
#[derive(Debug)]
pub(crate) struct Ended;

impl Ended {
    pub(crate) fn refuse(self) -> ! {
        panic!("work was given to a pool that has ended; expected it before the end, try a later shutdown")
    }
}

enum Held {
    Job(InjectedJob),
    Snapshot(u64),
}

pub(crate) struct Injector {
    state: Mutex<State>,
    changed: Condvar,
    /// Number of open jobs. A worker about to sleep reads it after a fence (`sleep.rs`).
    open: AtomicUsize,
    open_inside: AtomicUsize,
    patience: Duration,
}

struct State {
    open: VecDeque<InjectedJob>,
    held: VecDeque<Held>,
    running: usize,
    let_past: usize,
    /// True when the pool has ended. Then nothing else is here, or will be.
    closed: bool,
    /// True during a snapshot's turn. Then nothing is open.
    turn: bool,
    snapshots: u64,
    /// Time since which no job has ended, while jobs are held.
    quiet_since: Instant,
    /// Longest run of a job that ended while others that were let past ran.
    longest: Duration,
}

impl State {
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
            closed: false,
            turn: false,
            snapshots: 0,
            quiet_since: Instant::now(),
            longest: Duration::ZERO,
        };
        let (open, open_inside) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Injector { state: Mutex::new(state), changed: Condvar::new(), open, open_inside, patience }
    }

    pub(crate) fn has_open(&self) -> bool {
        self.open.load(Relaxed) > 0
    }

    /// # Errors
    /// If the pool has ended. Then the job was dropped.
    pub(crate) fn push(&self, job: InjectedJob) -> Result<(), Ended> {
        self.push_as(job, false)
    }

    /// Adds a job before all open ones, unless it has to wait for a snapshot.
    ///
    /// # Errors
    /// If the pool has ended. Then the job was dropped.
    pub(crate) fn push_first(&self, job: InjectedJob) -> Result<(), Ended> {
        self.push_as(job, true)
    }

    fn push_as(&self, job: InjectedJob, first: bool) -> Result<(), Ended> {
        let ahead = job.passes == Passes::Ahead;
        let mut state = self.state.lock();
        if state.closed {
            drop(state);
            return Err(Ended);
        }
        if ahead && state.turn && !omitted(Rule::AloneInTurn) {
            state.held.insert(1, Held::Job(job)); // behind this snapshot, which ends by itself
        } else if ahead || state.held.is_empty() {
            self.open_up(&mut state, job);
            if first {
                state.open.rotate_right(1);
            }
        } else {
            if !state.holds_jobs() {
                state.quiet_since = Instant::now();
                self.changed.notify_all(); // from now on the first snapshot loses patience
            }
            state.held.push_back(Held::Job(job));
        }
        Ok(())
    }

    fn open_up(&self, state: &mut State, job: InjectedJob) {
        self.open_inside.fetch_add(usize::from(job.is_inside()), Relaxed);
        state.open.push_back(job);
        self.open.store(state.open.len(), Relaxed);
    }

    /// Closes the queue of a pool that ends, for good, if nothing is here or runs. Returns true if
    /// it is closed.
    pub(crate) fn close(&self) -> bool {
        let mut state = self.state.lock();
        state.closed |= state.open.is_empty() && state.held.is_empty() && state.running == 0;
        state.closed
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.state.lock().closed
    }

    pub(crate) fn open_inside(&self) -> usize {
        self.open_inside.load(Relaxed)
    }

    pub(crate) fn take(&self) -> Option<InjectedJob> {
        self.take_first(|_| true)
    }

    /// Takes the first wanted open job. The caller must run it.
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

    fn end(&self, passes: Passes, ran: Duration) {
        let mut state = self.state.lock();
        state.running -= 1;
        state.let_past -= usize::from(passes == Passes::LetPast);
        if state.held.is_empty() {
            return;
        }
        // Jobs that went ahead show no progress: the task around them may make many and wait for a
        // held job.
        if passes != Passes::Ahead {
            state.quiet_since = Instant::now();
            state.longest = if state.let_past > 0 { state.longest.max(ran) } else { Duration::ZERO };
        }
        if state.running == 0 {
            self.changed.notify_all();
        }
    }

    /// Waits for a snapshot's turn, which lasts until the result is dropped. Calls `opened`
    /// whenever jobs were opened.
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

    pub(crate) fn try_turn<F: Fn()>(&self, opened: F) -> Option<Turn<'_, F>> {
        let mut state = self.state.lock();
        (state.running == 0 && state.open.is_empty() && state.held.is_empty() && !state.closed).then(|| {
            state.line_up();
            state.turn = true;
            Turn { injector: self, opened }
        })
    }
}

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
        InjectedJob { run: Box::new(|_, _| ()), passes, inside: PoolSet::NONE, detached: false }
    }

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
                injector.push(job(Passes::Ahead)).unwrap();
                assert!(!take_and_end(injector), "a job was opened in the turn of a snapshot");
                turns.fetch_add(1, Relaxed);
            };
            injector.push(job(Passes::InTurn)).unwrap();
            threads.spawn(snapshot);
            await_held(injector, 1);
            injector.push(job(Passes::InTurn)).unwrap();
            threads.spawn(snapshot);
            await_held(injector, 3);
            injector.push(job(Passes::InTurn)).unwrap();
            injector.push(job(Passes::Ahead)).unwrap();

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
        injector.push(job(Passes::InTurn)).unwrap();
        let long = injector.take().unwrap();
        thread::scope(|threads| {
            let snapshots = [(); 2].map(|()| threads.spawn(|| drop(injector.wait_for_turn(|| ()))));
            await_held(injector, 2);
            injector.push(job(Passes::InTurn)).unwrap();
            while !take_and_end(injector) {
                thread::yield_now();
            }
            assert!(snapshots.iter().all(|snapshot| !snapshot.is_finished()));
            injector.end(long.passes, Duration::ZERO);
        });
    }
}
