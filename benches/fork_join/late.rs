//! The delay until a worker that becomes idle late gets work. Meanwhile the owner of a half that
//! nobody has taken yet computes the other half, and does not look at the scheduler.
//!
//! ```text
//! owner    forks A and B   A: computes .......................................
//! other    busy ...........................| idle, looks for work | B: taken
//!                                          |<------ measured ---->|
//! ```

use std::hint::spin_loop;
use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{AcqRel, Acquire, Release},
};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::Args;
use crate::items::{Contender, Verb, compute, contenders};
use crate::loops::Meeting;
use crate::report::{Report, median, quantile, worst};

const THREADS: usize = 2;
const VERBS: [Verb; 5] = [Verb::Join, Verb::ForEach, Verb::TasksInOrder, Verb::TasksNotJoined, Verb::Split];
/// Scenes of each row unless told otherwise, and how long they take in all at most.
const SAMPLES: usize = 1_000;
const LIMIT: Duration = Duration::from_secs(1);
/// A half that was not taken so long after the other worker became idle counts as never taken.
const NEVER: Duration = Duration::from_millis(10);
/// Longest time that the other worker waits for the owner to compute. The owner may be waiting
/// for the other worker itself, which would never end, so a scene is given up after this time.
const STUCK: Duration = Duration::from_millis(200);
/// Longest delay that is counted as soon, in microseconds.
const SOON_US: f64 = 100.0;

/// Occupation of the other worker, from the moment when the owner computes until it becomes idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Busy {
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
    fn new(verb: Verb, busy: Busy) -> Scene {
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
    fn delay(self) -> Option<Duration> {
        self.outer.start()?;
        let idle = self.idle_ns.into_inner();
        let delay = match self.taken_ns.into_inner() {
            0 => NEVER,
            taken => Duration::from_nanos(taken.saturating_sub(idle)),
        };
        (idle > 0).then_some(delay.min(NEVER))
    }
}

/// Prints the delays of every scheduler.
pub fn tables(args: &Args, report: &mut Report) {
    for busy in [Busy::Computing, Busy::Sleeping] {
        println!("\nThe other worker becomes idle late, after {busy:?}: us from idle to taken");
        println!("                              median   99 %  99.9 %  worst  within 100 us  never");
        for row in contenders(args, &VERBS) {
            let (delays, apart) = measure(args, row, busy);
            print(row, &delays, apart);
            if delays.is_empty() {
                continue;
            }
            report.add(json!({
                "block": "late", "busy": format!("{busy:?}"), "peer": row.peer.name(),
                "verb": row.verb.name(), "samples": delays.len(), "outer_not_shared": apart,
                "median_us": median(&delays), "p99_us": quantile(&delays, 0.99),
                "p999_us": quantile(&delays, 0.999), "worst_us": worst(&delays),
                "soon": soon(&delays), "never": never(&delays),
            }));
        }
    }
}

fn print(row: Contender, delays: &[f64], apart: usize) {
    if delays.is_empty() {
        println!("{:29} the outer halves were never shared", row.name());
        return;
    }
    let of = |count: usize| format!("{count} of {}", delays.len());
    print!(
        "{:29} {:6.1} {:6.0} {:7.0} {:6.0} {:>14} {:>12}",
        row.name(),
        median(delays),
        quantile(delays, 0.99),
        quantile(delays, 0.999),
        worst(delays),
        of(soon(delays)),
        of(never(delays)),
    );
    println!("{}", if apart > 0 { format!("; {apart} more not begun") } else { String::new() });
}

fn soon(delays: &[f64]) -> usize {
    delays.iter().filter(|&&us| us <= SOON_US).count()
}

fn never(delays: &[f64]) -> usize {
    delays.iter().filter(|&&us| us >= NEVER.as_secs_f64() * 1e6).count()
}

/// Delays in microseconds, and the number of scenes in which the outer halves were not shared.
fn measure(args: &Args, row: Contender, busy: Busy) -> (Vec<f64>, usize) {
    let mut pool = row.rested_pool(THREADS);
    let (mut delays, mut apart) = (Vec::new(), 0);
    let start = Instant::now();
    while delays.len() + apart < args.samples_or(SAMPLES) {
        if args.samples.is_none() && start.elapsed() > LIMIT {
            break;
        }
        let scene = Scene::new(row.verb, busy);
        pool.late(&scene);
        match scene.delay() {
            Some(delay) => delays.push(delay.as_nanos() as f64 / 1e3),
            None => apart += 1,
        }
    }
    (delays, apart)
}
