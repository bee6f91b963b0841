//! Gates of splits: who may enter, who owns each index, when the owner may leave.

use super::{ModelDeque, model};
use crate::handover::gate::Gate;
use crate::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use loom::cell::UnsafeCell;
use loom::thread;
use std::sync::Arc; // loom's would panic a second time while a caught model unwinds

struct Split {
    gate: Gate,
    deque: ModelDeque,
    frame: UnsafeCell<usize>,
    /// Written without further synchronisation; read by the owner after closing.
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
        // SAFETY: loom checks here, and in `own`, that these accesses are ordered.
        let frame = self.frame.with(|frame| unsafe { *frame });
        assert_eq!(frame, ALIVE, "a body ran in a dead frame");
        self.results[index].with_mut(|result| unsafe { *result += 1 });
    }

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

fn open_gate(indices: usize) -> (Arc<Gate>, u32) {
    let gate = Arc::new(Gate::new());
    gate.reset(indices);
    let ticket = gate.open();
    (gate, ticket)
}

#[test]
fn a_stale_ticket_does_not_enter_the_next_split() {
    model(|| {
        let (gate, stale) = open_gate(1);
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

#[test]
fn a_seal_and_a_claim_never_both_have_an_index() {
    model(|| {
        let (gate, ticket) = open_gate(2);
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

fn stopped(claimed: fn(&Gate, usize) -> usize) {
    model(move || {
        let gate = Arc::new(Gate::new());
        gate.reset(3);
        let generation = gate.open();
        let helper = {
            let gate = gate.clone();
            thread::spawn(move || {
                if !gate.try_join(generation) {
                    return 0;
                }
                let ran = usize::from(gate.claim().is_some());
                gate.stop();
                assert!(gate.claim().is_none(), "claimed after the stop");
                gate.leave();
                ran
            })
        };
        let ran = usize::from(gate.claim().is_some());
        let sealed = gate.seal();
        while !gate.try_close() {
            thread::yield_now();
        }
        let claimed = claimed(&gate, sealed);
        assert_eq!(claimed, ran + helper.join().unwrap(), "miscounted");
    });
}

#[test]
fn a_stopped_loop_knows_how_many_indices_were_claimed() {
    stopped(Gate::claimed);
}

#[test]
#[should_panic(expected = "miscounted")]
fn broken_twin_counting_by_the_seal_alone() {
    stopped(|_, sealed| sealed);
}
