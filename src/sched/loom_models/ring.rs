//! The private ring: an owner forks and joins while thieves take by force. Each entry runs once, in
//! a live frame.

use super::{model, model_with};
use crate::handover::fence;
use crate::handover::gate::Gate;
use crate::handover::ring::{Private, Ring};
use crate::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};
use loom::cell::UnsafeCell;
use loom::thread;
use std::cell::Cell;
use std::ptr::NonNull;
use std::sync::Arc; // loom's would panic a second time while a caught model unwinds

struct Frame {
    alive: UnsafeCell<bool>,
    published: UnsafeCell<bool>,
    ran: AtomicUsize,
    done: AtomicBool,
}

impl Frame {
    fn new() -> Frame {
        let (alive, published) = (UnsafeCell::new(false), UnsafeCell::new(false));
        Frame { alive, published, ran: AtomicUsize::new(0), done: AtomicBool::new(false) }
    }

    fn run(&self) {
        // SAFETY: loom checks that these accesses are ordered.
        assert!(self.alive.with(|alive| unsafe { *alive }), "a job ran in a dead frame");
        self.ran.fetch_add(1, Relaxed);
    }

    fn publish(&self) {
        // SAFETY: as in `run`.
        self.published.with_mut(|published| unsafe { *published = true });
    }
}

#[derive(Clone, Copy)]
struct Steps {
    light_fence: bool,
    heavy_fence: bool,
    second_look: bool,
}

const ALL: Steps = Steps { light_fence: true, heavy_fence: true, second_look: true };
const SLOT: usize = 0;

struct Worker {
    ring: Ring,
    frames: [Frame; 2],
}

impl Worker {
    fn new() -> Arc<Worker> {
        Arc::new(Worker { ring: Ring::new(), frames: [Frame::new(), Frame::new()] })
    }

    fn own(&self, jobs: usize, steps: Steps) {
        let slot = &self.ring.slots[SLOT];
        for frame in &self.frames[..jobs] {
            // SAFETY: as in `run`.
            frame.alive.with_mut(|alive| unsafe { *alive = true });
            slot.put_job(frame);
            let private = if steps.light_fence { slot.take_out() } else { slot.take_out_broken() };
            if private || self.ring.is_mine(SLOT) {
                frame.run();
            } else {
                // SAFETY: as in `run`.
                assert!(frame.published.with(|published| unsafe { *published }), "not published");
                while !frame.done.load(Acquire) {
                    thread::yield_now();
                }
                self.ring.set_boundary(SLOT);
            }
            // SAFETY: as in `run`.
            frame.alive.with_mut(|alive| unsafe { *alive = false });
            assert_eq!(frame.ran.load(Relaxed), 1, "a job was lost or ran twice");
        }
    }

    fn force(&self, steps: Steps) {
        let first = Cell::new(None::<NonNull<()>>);
        let wanted = |oldest| match (oldest, first.get()) {
            (_, Some(job)) if !steps.second_look => Some(job),
            (Private::Job(job), _) => {
                first.set(Some(job));
                Some(job)
            }
            _ => None,
        };
        let heavy = || !steps.heavy_fence || fence::heavy();
        let frame =
            |job: NonNull<()>| self.frames.iter().find(|frame| std::ptr::eq(*frame, job.cast().as_ptr()));
        let publish = |job| {
            let frame = frame(job).expect("a job of this worker");
            frame.publish();
            Some(frame)
        };
        if let Some(frame) = self.ring.take_by_force(heavy, wanted, |_| true, publish) {
            frame.run();
            frame.done.store(true, Release); // pairs with the acquire in `own`
        }
    }
}

fn one_thief(jobs: usize, steps: Steps) {
    model(move || {
        let worker = Worker::new();
        let victim = worker.clone();
        let thief = thread::spawn(move || victim.force(steps));
        worker.own(jobs, steps);
        thief.join().unwrap();
    });
}

#[test]
fn a_job_is_its_owners_or_its_thiefs() {
    one_thief(2, ALL);
}

#[test]
fn two_thieves_take_a_job_once() {
    model_with(2, || {
        let worker = Worker::new();
        let thieves = [(); 2].map(|()| {
            let victim = worker.clone();
            thread::spawn(move || victim.force(ALL))
        });
        worker.own(2, ALL);
        thieves.into_iter().for_each(|thief| thief.join().unwrap());
    });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn broken_twin_without_the_light_fence() {
    one_thief(1, Steps { light_fence: false, ..ALL });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn broken_twin_without_the_heavy_fence() {
    one_thief(1, Steps { heavy_fence: false, ..ALL });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn broken_twin_without_the_second_look() {
    one_thief(1, Steps { second_look: false, ..ALL });
}

/// The owner must get the same answer twice: a refused fork takes its entry out, and so does its
/// join if a thief had the entry and the fork was accepted.
#[test]
fn the_owner_may_ask_twice() {
    model(|| {
        let worker = Worker::new();
        let victim = worker.clone();
        let thief = thread::spawn(move || victim.force(ALL));
        let (slot, frame) = (&worker.ring.slots[SLOT], &worker.frames[0]);
        // SAFETY: as in `run`.
        frame.alive.with_mut(|alive| unsafe { *alive = true });
        slot.put_job(frame);
        let mine = || slot.take_out() || worker.ring.is_mine(SLOT);
        let first = mine();
        assert_eq!(mine(), first);
        thief.join().unwrap();
        assert_eq!(frame.ran.load(Relaxed), usize::from(!first));
    });
}

#[test]
fn the_older_entry_goes_first() {
    model(|| {
        let worker = Worker::new();
        let deque = Arc::new(AtomicUsize::new(0));
        for (slot, frame) in worker.ring.slots.iter().zip(&worker.frames) {
            // SAFETY: as in `run`.
            frame.alive.with_mut(|alive| unsafe { *alive = true });
            slot.put_job(frame);
        }
        let (victim, public) = (worker.clone(), deque.clone());
        let thief = thread::spawn(move || {
            let wanted = |oldest| match oldest {
                Private::Job(job) if public.load(Acquire) == 0 => Some(job),
                _ => None,
            };
            let frame = |job: NonNull<()>| Some(job.cast::<Frame>().as_ptr().cast_const());
            let taken = victim.ring.take_by_force(fence::heavy, wanted, |_| true, frame);
            taken.map(|job| std::ptr::eq(job, &victim.frames[0]))
        });
        let promoted = worker.ring.promote(2, |oldest| {
            let Private::Job(job) = oldest else { return None };
            deque.store(1, Release);
            Some(std::ptr::eq(job.cast().as_ptr(), &worker.frames[0]))
        });
        let taken = thief.join().unwrap();
        match (promoted, taken) {
            (Some(true), None) | (Some(false), Some(true)) => {}
            other => panic!("promoted and taken: {other:?}"),
        }
    });
}

/// A gap lies before a job. While a thief takes what it can, the owner joins the job, falls below
/// the gap and forks there again.
fn behind_a_gap(waits: bool) {
    model(move || {
        let worker = Worker::new();
        let [gap, job] = [0, 1].map(|slot| &worker.ring.slots[slot]);
        let [first, second] = [0, 1].map(|frame| &worker.frames[frame]);
        // SAFETY: as in `run`, and below.
        second.alive.with_mut(|alive| unsafe { *alive = true });
        job.put_job(second);
        gap.put_gap();
        let victim = worker.clone();
        let thief = thread::spawn(move || {
            let wanted = |entry| match entry {
                Private::Job(job) => Some(Some(job.cast::<Frame>().as_ptr().cast_const())),
                Private::Gap => Some(None),
                _ => None,
            };
            let taken = victim.ring.take_by_force(fence::heavy, wanted, Option::is_some, |job| job);
            taken.map(|job| std::ptr::eq(job, &victim.frames[1]))
        });
        let joined = job.take_out() || worker.ring.is_mine(1);
        if gap.is_gap() && !gap.take_out() && waits {
            worker.ring.is_mine(0);
        }
        worker.ring.lower_boundary(0);
        // SAFETY: see above.
        first.alive.with_mut(|alive| unsafe { *alive = true });
        gap.put_job(first);
        let taken = thief.join().unwrap();
        let again = gap.take_out() || worker.ring.is_mine(0);
        assert_eq!(!joined, taken == Some(true), "the job behind the gap");
        assert_eq!(!again, taken == Some(false), "the job in place of the gap");
    });
}

#[test]
fn a_job_behind_a_gap_is_its_owners_or_its_thiefs() {
    behind_a_gap(true);
}

#[test]
#[should_panic(expected = "in place of the gap")]
fn broken_twin_that_does_not_wait_for_who_passes_the_gap() {
    behind_a_gap(false);
}

fn split(keeps: fn(&Gate, usize) -> bool) {
    model(move || {
        let split = Arc::new((Ring::new(), Gate::new(), [AtomicUsize::new(0), AtomicUsize::new(0)]));
        let (ring, gate, ran) = &*split;
        gate.reset(2);
        ring.slots[SLOT].put_split(0);
        let shared = split.clone();
        let thief = thread::spawn(move || {
            let (ring, gate, ran) = &*shared;
            let wanted = |oldest| match oldest {
                Private::Split(0) => gate.claimed_alone(),
                _ => None,
            };
            let open = |claimed| Some(gate.open_at(claimed));
            let opened = ring.take_by_force(fence::heavy, wanted, |_| true, open);
            if opened.is_some_and(|generation| gate.try_join(generation)) {
                while let Some(index) = gate.claim() {
                    ran[index].fetch_add(1, Relaxed);
                }
                gate.leave();
            }
        });
        let slot = &ring.slots[SLOT];
        let claim = || {
            if !slot.is_private() {
                return gate.claim();
            }
            let index = gate.claim_alone(2)?;
            if slot.is_untouched() || ring.is_mine(SLOT) || keeps(gate, index) {
                return Some(index);
            }
            gate.claim()
        };
        while let Some(index) = claim() {
            ran[index].fetch_add(1, Relaxed);
        }
        let private = slot.is_private() && (slot.take_out() || ring.is_mine(SLOT));
        if !private {
            assert_eq!(gate.seal(), 2);
            while !gate.try_close() {
                thread::yield_now();
            }
        }
        thief.join().unwrap();
        assert!(ran.iter().all(|ran| ran.load(Relaxed) == 1), "an index was lost or ran twice");
    });
}

#[test]
fn an_index_is_claimed_once_while_a_thief_opens_the_gate() {
    split(Gate::keeps);
}

#[test]
#[should_panic(expected = "ran twice")]
fn broken_twin_keeping_every_index_that_was_claimed_alone() {
    split(|_, _| true);
}

#[test]
#[should_panic(expected = "lost or ran twice")]
fn broken_twin_keeping_none_of_them() {
    split(|_, _| false);
}
