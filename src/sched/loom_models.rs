//! Exhaustive models of the scheduler's hand-overs, each beside a broken twin that the model must catch.
//!
//! Run by `tools/loom`. crossbeam's deque cannot run under loom; its place is taken by [`ModelDeque`], since what is
//! to be shown is our protocol, not theirs.

use super::gate::Gate;
use super::sleep::{Sleep, Why};
use super::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{AcqRel, Relaxed, Release},
};
use super::sync::full_fence;
use loom::cell::UnsafeCell;
use loom::sync::Mutex;
use loom::thread;
use std::sync::Arc; // not modelled: a modelled one would panic again while a caught model unwinds

/// As many preemptions as finish in a minute; tokio's suites use 2.
fn model(body: impl Fn() + Sync + Send + 'static) {
    bounded_model(3, body);
}

fn bounded_model(preemptions: usize, body: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.check(body);
}

/// A deque with crossbeam's face: the owner pushes and pops at one end, thieves take at the other.
#[derive(Default)]
struct ModelDeque(Mutex<Vec<u32>>);

impl ModelDeque {
    fn push(&self, ticket: u32) {
        self.0.lock().unwrap().push(ticket);
    }

    fn pop(&self) -> Option<u32> {
        self.0.lock().unwrap().pop()
    }

    fn steal(&self) -> Option<u32> {
        let mut entries = self.0.lock().unwrap();
        (!entries.is_empty()).then(|| entries.remove(0))
    }
}

/// A split of two indices: gate, frame, and what the bodies leave.
struct Split {
    gate: Gate,
    deque: ModelDeque,
    /// The owner's frame: the body may touch it only while the owner has not returned.
    frame: UnsafeCell<usize>,
    /// Written by whoever runs an index, without further synchronisation: read by the owner after closing.
    results: [UnsafeCell<usize>; INDICES],
    ran_by_helpers: AtomicUsize,
}

const INDICES: usize = 2;
const ALIVE: usize = 7;
const DEAD: usize = 0;

impl Split {
    fn new() -> Split {
        Split {
            gate: Gate::new(),
            deque: ModelDeque::default(),
            frame: UnsafeCell::new(DEAD),
            results: std::array::from_fn(|_| UnsafeCell::new(0)),
            ran_by_helpers: AtomicUsize::new(0),
        }
    }

    fn body(&self, index: usize) {
        // SAFETY: whether these accesses are ordered is what loom checks here, as in `own`.
        let frame = self.frame.with(|frame| unsafe { *frame });
        assert_eq!(frame, ALIVE, "a body ran in a dead frame");
        self.results[index].with_mut(|result| unsafe { *result += 1 });
    }

    /// The owner, twice with the same slot: offers, works, closes, returns (the frame dies), checks the ledger.
    fn own(&self) {
        for round in 1..=2 {
            // SAFETY: as in `body`.
            self.frame.with_mut(|frame| unsafe { *frame = ALIVE });
            self.gate.reset(INDICES);
            let before = self.ran_by_helpers.load(Relaxed);
            self.deque.push(self.gate.open());
            let mut ran = 0;
            while let Some(index) = self.gate.claim() {
                self.body(index);
                ran += 1;
            }
            let claimed = self.gate.seal();
            self.deque.pop();
            while !self.gate.try_close() {
                thread::yield_now();
            }
            // SAFETY: as in `body`, here and below.
            self.frame.with_mut(|frame| unsafe { *frame = DEAD });
            let helped = self.ran_by_helpers.load(Relaxed) - before;
            assert_eq!(claimed, ran + helped, "an index was lost or ran twice");
            let sum: usize = self.results.iter().map(|result| result.with(|r| unsafe { *r })).sum();
            assert_eq!(sum, round * INDICES);
        }
    }

    /// A thief: takes a ticket, leaves a copy for the next one, helps.
    fn help(&self, join: impl Fn(&Gate, u32) -> bool) {
        let Some(ticket) = self.deque.steal() else { return };
        if !join(&self.gate, ticket) {
            return;
        }
        self.deque.push(ticket);
        while let Some(index) = self.gate.claim() {
            self.ran_by_helpers.fetch_add(1, Relaxed);
            self.body(index);
        }
        self.gate.leave();
    }
}

fn ticket_model(join: fn(&Gate, u32) -> bool, helpers: usize) {
    model(move || {
        let split = Arc::new(Split::new());
        let helpers: Vec<_> = (0..helpers)
            .map(|_| {
                let split = split.clone();
                thread::spawn(move || split.help(join))
            })
            .collect();
        split.own();
        helpers.into_iter().for_each(|helper| helper.join().unwrap());
    });
}

#[test]
fn a_ticket_is_claimed_closed_or_too_late() {
    ticket_model(Gate::try_join, 1);
}

#[test]
fn a_third_worker_comes_by_the_copy() {
    ticket_model(Gate::try_join, 2);
}

#[test]
#[should_panic]
fn broken_twin_a_late_joiner_that_adds_before_it_looks() {
    ticket_model(Gate::try_join_broken, 1);
}

/// A stale ticket meets the next split of the same slot: it must not come in.
#[test]
fn a_stale_ticket_does_not_enter_the_next_split() {
    model(|| {
        let gate = Arc::new(Gate::new());
        gate.reset(1);
        let stale = gate.open();
        gate.seal();
        assert!(gate.try_close());
        let late = {
            let gate = gate.clone();
            thread::spawn(move || assert!(!gate.try_join(stale)))
        };
        gate.reset(1);
        gate.open();
        assert!(gate.claim().is_some());
        gate.seal();
        assert!(gate.try_close(), "nobody can have come in");
        late.join().unwrap();
    });
}

/// A cut: a helper finds it and seals nothing itself; the owner's seal and the helper's claim split the indices.
#[test]
fn a_seal_and_a_claim_never_both_have_an_index() {
    model(|| {
        let gate = Arc::new(Gate::new());
        gate.reset(2);
        let ticket = gate.open();
        let helper = {
            let gate = gate.clone();
            thread::spawn(move || {
                if !gate.try_join(ticket) {
                    return 0;
                }
                let ran = usize::from(gate.claim().is_some()) + usize::from(gate.claim().is_some());
                gate.leave();
                ran
            })
        };
        let claimed = gate.seal();
        while !gate.try_close() {
            thread::yield_now();
        }
        assert_eq!(claimed, helper.join().unwrap());
    });
}

/// One worker runs out of work while another makes some.
fn sleep_model(sleep: fn(&Sleep, &AtomicBool), wake: fn(&Sleep, &AtomicBool)) {
    model(move || {
        let shared = Arc::new((Sleep::new(2), AtomicBool::new(false)));
        let sleeper = {
            let shared = shared.clone();
            thread::spawn(move || {
                shared.0.start_searching();
                while !shared.1.load(Relaxed) {
                    sleep(&shared.0, &shared.1);
                }
                shared.0.stop_searching(1);
            })
        };
        wake(&shared.0, &shared.1);
        sleeper.join().unwrap(); // loom reports a deadlock if the wake-up is lost
        assert!(!shared.0.anybody(), "the count of sleepers is off");
    });
}

fn good_sleep(sleep: &Sleep, work: &AtomicBool) {
    sleep.sleep(1, Why::Idle, || work.load(Relaxed));
}

fn good_wake(sleep: &Sleep, work: &AtomicBool) {
    work.store(true, Release);
    sleep.wake_for_work(0);
}

#[test]
fn no_wake_up_is_lost() {
    sleep_model(good_sleep, good_wake);
}

#[test]
#[should_panic(expected = "deadlock")]
fn broken_twin_a_sleeper_that_does_not_look_again() {
    sleep_model(
        |sleep, _| {
            sleep.sleep(1, Why::Idle, || false);
        },
        good_wake,
    );
}

#[test]
#[should_panic(expected = "deadlock")]
fn broken_twin_a_waker_that_looks_before_it_makes_work() {
    sleep_model(good_sleep, |sleep, work| {
        sleep.wake_for_work(0);
        work.store(true, Release);
        full_fence();
    });
}

/// Two wakers and two sleepers: each piece of work wakes its own.
#[test]
fn two_wakers_wake_two_sleepers() {
    bounded_model(2, || {
        let shared = Arc::new((Sleep::new(3), AtomicUsize::new(0)));
        let sleeper = |me: usize| {
            let shared = shared.clone();
            thread::spawn(move || {
                let take = || shared.1.fetch_update(Relaxed, Relaxed, |work| work.checked_sub(1)).is_ok();
                shared.0.start_searching();
                while !take() {
                    shared.0.sleep(me, Why::Idle, || shared.1.load(Relaxed) > 0);
                }
                shared.0.stop_searching(me);
            })
        };
        let sleepers = [sleeper(1), sleeper(2)];
        for _ in 0..2 {
            shared.1.fetch_add(1, Relaxed);
            shared.0.wake_for_work(0);
        }
        for sleeper in sleepers {
            sleeper.join().unwrap();
        }
        assert!(!shared.0.anybody());
    });
}

/// A worker that promotes on request and takes the job back if nobody comes at once; another that asks and sleeps.
///
/// All writes are read-modify-writes, as those of the signal word are: loom may let a plain store stay behind swaps that
/// were executed before it.
fn hunger_model(asks_after_announcing: bool) {
    model(move || {
        let shared = Arc::new((Sleep::new(2), AtomicBool::new(false), AtomicBool::new(false)));
        let thief = {
            let shared = shared.clone();
            thread::spawn(move || {
                let (sleep, hungry, job) = &*shared;
                sleep.start_searching();
                while !job.swap(false, AcqRel) {
                    hungry.swap(true, AcqRel);
                    sleep.sleep(1, Why::Idle, || {
                        if asks_after_announcing {
                            hungry.swap(true, AcqRel);
                        }
                        job.load(Relaxed)
                    });
                }
            })
        };
        let (sleep, hungry, job) = &*shared;
        let mut taken_back = false;
        loop {
            if !hungry.swap(false, AcqRel) {
                thread::yield_now(); // for ever, if the hunger was lost
                continue;
            }
            job.swap(true, AcqRel);
            sleep.wake_for_work(0);
            // The first time the owner comes to its join and takes the job back; then there is a next fork.
            if taken_back || !job.swap(false, AcqRel) {
                break;
            }
            taken_back = true;
        }
        thief.join().unwrap();
    });
}

#[test]
fn no_hunger_is_lost() {
    hunger_model(true);
}

#[test]
#[should_panic(expected = "maximum number of branches")]
fn broken_twin_asking_only_before_announcing() {
    hunger_model(false);
}

/// Register before look, flag before names: a helper and a canceller never miss each other (invariant 2 of cancel.rs). The two words stand
/// for `Node` and `WorkerSet`, whose accesses are relaxed as here; what orders them is the fences.
fn cancel_model(fence: fn()) {
    model(move || {
        let shared = Arc::new((AtomicBool::new(false), AtomicBool::new(false)));
        let helper = {
            let shared = shared.clone();
            thread::spawn(move || {
                shared.0.store(true, Relaxed); // my name is entered
                fence();
                shared.1.load(Relaxed) // is it cancelled?
            })
        };
        shared.1.store(true, Relaxed); // cancelled
        fence();
        let signalled = shared.0.load(Relaxed); // who is inside?
        assert!(helper.join().unwrap() || signalled, "a helper runs on and nobody tells it");
    });
}

#[test]
fn a_helper_and_a_canceller_do_not_miss_each_other() {
    cancel_model(full_fence);
}

#[test]
#[should_panic(expected = "nobody tells it")]
fn broken_twin_cancelling_without_fences() {
    cancel_model(|| {});
}
