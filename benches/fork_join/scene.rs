//! Two workers, of which one becomes idle while the other one computes a half of a fork.

use std::hint::spin_loop;
use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{AcqRel, Acquire, Release},
};
use std::thread;
use std::time::{Duration, Instant};

use crate::items::{Verb, compute};
use crate::loops::Meeting;

/// A half that was not taken so long after the other worker became idle counts as never taken.
pub const NEVER: Duration = Duration::from_millis(10);
/// Longest time that the other worker waits for the owner to compute. The owner may be waiting
/// for the other worker itself, which would never end, so a scene is given up after this time.
const STUCK: Duration = Duration::from_millis(200);

/// Occupation of the other worker, from the moment when the owner computes until it becomes idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Busy {
    Computing,
    Sleeping,
}

impl Busy {
    fn spend(self) {
        match self {
            Busy::Computing => compute(Duration::from_micros(200)),
            Busy::Sleeping => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Two halves of a fork, one of which forks again.
///
/// All halves are alike: what each of them does depends on which one starts first. So it does not
/// matter which half a scheduler runs itself and which one it offers.
pub struct Scene {
    verb: Verb,
    busy: Busy,
    outer: Meeting,
    origin: Instant,
    /// True once the owner has begun to compute.
    computing: AtomicBool,
    /// Times at which the other worker became idle and took the inner half; 0: not yet.
    idle_ns: AtomicU64,
    taken_ns: AtomicU64,
    /// True once the owner has stopped computing.
    over: AtomicBool,
}

impl Scene {
    pub fn new(verb: Verb, busy: Busy) -> Scene {
        Scene {
            verb,
            busy,
            outer: Meeting::new(true),
            origin: Instant::now(),
            computing: AtomicBool::new(false),
            idle_ns: AtomicU64::new(0),
            taken_ns: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    fn now(&self) -> u64 {
        self.origin.elapsed().as_nanos() as u64
    }

    /// The way in which the owner puts up the inner halves.
    pub fn verb(&self) -> Verb {
        self.verb
    }

    /// Begins an outer half. The first one to begin waits for the other one, and calls `fork`
    /// meanwhile. Returns true in the first one, which is the owner's.
    pub fn meets(&self, fork: impl FnMut()) -> bool {
        self.outer.attend(fork)
    }

    /// Runs the rest of the other outer half: waits until the owner computes, is busy for a
    /// while, and notes when it becomes idle.
    pub fn is_busy(&self) {
        let start = Instant::now();
        while !self.computing.load(Acquire) {
            if start.elapsed() > STUCK {
                return;
            }
            spin_loop();
        }
        self.busy.spend();
        self.idle_ns.store(self.now(), Release); // pairs with the owner's load
    }

    /// An inner half: the first one computes until the second one is taken, or for too long.
    pub fn item(&self) {
        if self.computing.swap(true, AcqRel) {
            if !self.over.load(Acquire) {
                self.taken_ns.store(self.now(), Release); // pairs with the owner's load
            }
            return;
        }
        let never = NEVER.as_nanos() as u64;
        let begun = self.now();
        let too_long = || match self.idle_ns.load(Acquire) {
            0 => self.now() - begun > 2 * never, // the outer halves are not shared
            idle => self.now().saturating_sub(idle) > never,
        };
        while self.taken_ns.load(Acquire) == 0 && !too_long() {
            spin_loop();
        }
        self.over.store(true, Release);
    }

    /// The time from idle to taken, at most [`NEVER`]; `None` if the outer halves were not
    /// shared.
    pub fn delay(self) -> Option<Duration> {
        self.outer.start()?;
        let idle = self.idle_ns.into_inner();
        let delay = match self.taken_ns.into_inner() {
            0 => NEVER,
            taken => Duration::from_nanos(taken.saturating_sub(idle)),
        };
        (idle > 0).then_some(delay.min(NEVER))
    }
}
