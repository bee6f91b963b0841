//! From a fork to the start of its other half on another worker, beside the machine's floor.
//!
//! The floor is what the operating system takes to wake a thread: a thread on one processor
//! unparks a thread pinned to another one (on Linux a futex) and spins until that has run.

use std::fmt;
use std::hint::spin_loop;
use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Acquire, Release},
};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::args::Args;
use crate::loops::{GIVE_UP, Meetings, Starts};
use crate::peers::Peer;
use crate::report::{Report, median, quantile};

const THREADS: usize = 2;
/// How long everything is left alone before a worker is to be woken.
const REST: Duration = Duration::from_millis(10);
/// How soon after a fork the next one follows that is to find the other worker awake.
const PAUSE: Duration = Duration::from_micros(2);
/// Samples of one turn.
const SAMPLES: usize = 40;
/// The name of the floor in tables.
const FLOOR: &str = "bare unpark";

/// What the other worker does before the fork.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Other {
    /// It has slept for some milliseconds.
    Asleep,
    /// It has only just run out of work.
    Awake,
}

impl fmt::Display for Other {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Other::Asleep { "asleep" } else { "awake" })
    }
}

/// Prints median and 99th percentile for a sleeping and an awake worker, while the one that forks
/// only spins and while it forks on.
pub fn table(args: &Args, report: &mut Report) {
    for other in [Other::Asleep, Other::Awake] {
        for forking in [false, true] {
            let rows = measure(args, other, forking);
            print(&rows, other, forking);
            for (name, starts) in &rows {
                let (median_ns, p99_ns) = median_and_p99(starts);
                report.add(json!({
                    "block": "wake", "other": other.to_string(), "forking": forking, "peer": name,
                    "samples": starts.len(), "median_ns": median_ns, "p99_ns": p99_ns,
                    "never": never(starts),
                }));
            }
        }
    }
}

fn print(rows: &[(String, Starts)], other: Other, forking: bool) {
    let meanwhile = if forking { "forks on" } else { "only spins" };
    println!("\nFork to start of the other half: the other worker is {other}, this one {meanwhile}");
    println!("               median us      p99 us   median / floor   p99 / floor   never elsewhere");
    let floor = median_and_p99(&rows[0].1);
    for (name, starts) in rows {
        let (median, p99) = median_and_p99(starts);
        println!(
            "{name:12} {:11.1} {:11.1} {:16.2} {:13.2}   {} of {}",
            median / 1e3,
            p99 / 1e3,
            median / floor.0,
            p99 / floor.1,
            never(starts),
            starts.len()
        );
    }
}

/// In nanoseconds. A half that never started elsewhere counts as long as was waited for it.
fn median_and_p99(starts: &Starts) -> (f64, f64) {
    let ns: Vec<f64> = starts.iter().map(|start| start.unwrap_or(GIVE_UP).as_nanos() as f64).collect();
    (median(&ns), quantile(&ns, 0.99))
}

fn never(starts: &Starts) -> usize {
    starts.iter().filter(|start| start.is_none()).count()
}

/// By turns, the floor first.
fn measure(args: &Args, other: Other, forking: bool) -> Vec<(String, Starts)> {
    let peers: Vec<Peer> = args.peers().into_iter().filter(|&peer| peer != Peer::Sequential).collect();
    let names = std::iter::once(FLOOR.to_owned()).chain(peers.iter().map(|peer| peer.name()));
    let mut rows: Vec<(String, Starts)> = names.map(|name| (name, Vec::new())).collect();
    let samples = if args.test { 1 } else { SAMPLES };
    for _ in 0..args.rounds() {
        rows[0].1.extend(floor(samples));
        for (peer, (_, starts)) in peers.iter().zip(&mut rows[1..]) {
            starts.extend(turn(*peer, other, forking, samples));
        }
    }
    rows
}

/// Some forks on a pool of their own, the first of them uncounted.
fn turn(peer: Peer, other: Other, forking: bool, samples: usize) -> Starts {
    let pause = match other {
        Other::Asleep => || thread::sleep(REST),
        Other::Awake => || {
            let start = Instant::now();
            while start.elapsed() < PAUSE {
                spin_loop();
            }
        },
    };
    let starts = peer.start(THREADS).meet(Meetings { count: samples + 1, pause, forking });
    starts[1..].to_vec()
}

/// How long a parked thread pinned to the last allowed processor takes from its unpark to its
/// first action, the unparking thread being pinned to the first one.
fn floor(samples: usize) -> Starts {
    let cpus = core_affinity::get_core_ids().unwrap_or_default();
    let [waker, .., sleeper] = cpus[..] else { return vec![None; samples] };
    let starts = thread::spawn(move || {
        core_affinity::set_for_current(waker);
        unparks(sleeper, samples + 1)
    });
    starts.join().expect("the thread that unparks")[1..].to_vec()
}

fn unparks(cpu: core_affinity::CoreId, samples: usize) -> Starts {
    let (ran_ns, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let origin = Instant::now();
    let now = || origin.elapsed().as_nanos() as u64;
    thread::scope(|scope| {
        let sleeper = scope.spawn(|| {
            core_affinity::set_for_current(cpu);
            while !stop.load(Acquire) {
                thread::park();
                ran_ns.store(now(), Release); // pairs with the load that spins
            }
        });
        let sample = |_| {
            thread::sleep(REST);
            ran_ns.store(0, Release);
            let unparked = now();
            sleeper.thread().unpark();
            while ran_ns.load(Acquire) == 0 {
                spin_loop();
            }
            Some(Duration::from_nanos(ran_ns.load(Acquire) - unparked))
        };
        let starts = (0..samples).map(sample).collect();
        stop.store(true, Release);
        sleeper.thread().unpark();
        starts
    })
}
