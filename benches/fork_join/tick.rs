//! A control loop: at each tick some bursts of short jobs, then an idle pause. How much processor
//! time does that take, and how long is a tick?
//!
//! The shape is that of `tick_bench`, which was proposed to rayon (pull request 1318): workers
//! that spin between bursts are ready sooner and cost more.

use std::thread;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use serde_json::json;

use crate::args::Args;
use crate::items::{Call, Verb, compute};
use crate::peers::{Peer, Pool};
use crate::report::{Report, median, quantile};

const THREADS: [usize; 4] = [2, 8, 64, 256];
/// Bursts of a tick, jobs of a burst, and how long a job computes.
const BURSTS: usize = 12;
const JOBS: usize = 32;
const JOB: Duration = Duration::from_micros(1);
/// Pause between two ticks.
const IDLE: Duration = Duration::from_millis(3);
/// Ticks of each row unless told otherwise.
const SAMPLES: usize = 100;

/// A way to give the bursts of a tick to the pool.
#[derive(Clone, Copy)]
enum Tick {
    /// Each burst is a call of its own, at once after the one before.
    Calls,
    /// All bursts are in one call. After each of them the worker computes alone.
    OneCall,
}

/// Time for which the worker computes alone after a burst of [`Tick::OneCall`].
const STRETCH: Duration = Duration::from_micros(200);

impl Tick {
    fn run(self, pool: &mut dyn Pool) {
        let burst = Call::of(Verb::Join, JOBS, &|_| compute(JOB));
        match self {
            Tick::Calls => (0..BURSTS).for_each(|_| pool.items(&burst)),
            Tick::OneCall => pool.items(&Call { bursts: BURSTS, stretch: STRETCH, ..burst }),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Tick::Calls => "calls of their own",
            Tick::OneCall => "one call, 200 us computed after each",
        }
    }
}

/// Measurements of one scheduler.
struct Row {
    peer: Peer,
    /// Processor time of a tick and the pause after it.
    processor_us: f64,
    /// Durations of ticks.
    ticks_us: Vec<f64>,
}

/// Prints processor time and durations for every size of pools.
pub fn tables(args: &Args, report: &mut Report) {
    let threads = if args.test { &THREADS[..1] } else { &THREADS };
    for tick in [Tick::Calls, Tick::OneCall] {
        println!("\nTicks of {BURSTS} bursts of {JOBS} jobs of {JOB:?}, then {IDLE:?} idle: {}", tick.name());
        for &threads in threads {
            println!("\n{threads:4} threads   processor us a tick   tick us, median     99 %");
            for row in measure(args, tick, threads) {
                let (median, p99) = (median(&row.ticks_us), quantile(&row.ticks_us, 0.99));
                println!("{:12} {:21.0} {median:17.0} {p99:8.0}", row.peer.name(), row.processor_us);
                report.add(json!({
                    "block": "tick", "tick": tick.name(), "threads": threads, "peer": row.peer.name(),
                    "ticks": row.ticks_us.len(), "processor_us": row.processor_us,
                    "median_us": median, "p99_us": p99,
                }));
            }
        }
    }
}

/// lace-ws is left out: its workers spin in every pause, which is known without a benchmark.
fn measure(args: &Args, tick: Tick, threads: usize) -> Vec<Row> {
    let peers = args.peers().into_iter().filter(|&peer| peer != Peer::Lace && peer.fits(threads));
    peers.map(|peer| row(args, tick, peer, threads)).collect()
}

fn row(args: &Args, tick: Tick, peer: Peer, threads: usize) -> Row {
    let mut pool = peer.start(threads);
    // Starting many threads takes a while, and they go to sleep after that.
    (0..3).for_each(|_| tick.run(&mut *pool));
    thread::sleep(10 * IDLE);
    let samples = args.samples_or(SAMPLES);
    let before = processor_time();
    let sample = |_| {
        let start = Instant::now();
        tick.run(&mut *pool);
        let time = start.elapsed();
        thread::sleep(IDLE);
        time.as_nanos() as f64 / 1e3
    };
    let ticks_us = (0..samples).map(sample).collect();
    let processor_us = (processor_time() - before).as_nanos() as f64 / 1e3 / samples as f64;
    Row { peer, processor_us, ticks_us }
}

/// Processor time that all threads of this process have used until now.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(time).expect("a clock that does not run backwards from 0")
}
