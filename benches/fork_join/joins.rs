//! Small joins in a row, while a second worker is hungry: does it help or only disturb?

use std::hint::black_box;
use std::time::Instant;

use serde_json::json;

use crate::Args;
use crate::loops::work;
use crate::report::{Report, best, median};

const THREADS: usize = 2;
/// Nanoseconds of one half.
const BODIES_NS: [f64; 5] = [0.0, 20.0, 150.0, 750.0, 4_400.0];
/// How long the joins of one turn would take sequentially.
const TURN_NS: f64 = 20e6;
/// What is assumed of a join with nothing in it, to choose how many fill a turn.
const EMPTY_NS: f64 = 10.0;

/// Prints nanoseconds per join for every size of the halves.
pub fn table(args: &Args, report: &mut Report) {
    let step_ns = step_ns();
    println!(
        "\nJoins in a row, {THREADS} threads, {} rounds: ns per join, best (median) and time / sequential",
        args.rounds()
    );
    for body_ns in BODIES_NS {
        let steps = (body_ns / step_ns).round() as u64;
        let turn = if args.test { 1e3 } else { TURN_NS };
        let count = (turn / (2.0 * body_ns + EMPTY_NS)).ceil() as u64;
        println!("\nhalves of {body_ns} ns, {count} joins");
        let mut baseline = f64::NAN;
        for (peer, samples, promoted) in measure(args, count, steps) {
            let each = |ns: f64| ns / count as f64;
            if baseline.is_nan() {
                baseline = best(&samples);
            }
            let share = promoted.map(|share| format!("  {:5.1} % promoted", 100.0 * share));
            println!(
                "{peer:11} {:9.1} ({:9.1})  {:5.2}{}",
                each(best(&samples)),
                each(median(&samples)),
                best(&samples) / baseline,
                share.unwrap_or_default()
            );
            report.add(json!({
                "block": "joins", "body_ns": body_ns, "threads": THREADS, "joins": count, "peer": peer,
                "best_ns": best(&samples), "median_ns": median(&samples), "promoted": promoted,
            }));
        }
    }
}

/// Name, times in nanoseconds, and of those who count it the share of joins that was promoted.
fn measure(args: &Args, count: u64, steps: u64) -> Vec<(String, Vec<f64>, Option<f64>)> {
    let peers = args.peers();
    let mut rows: Vec<_> = peers.iter().map(|peer| (peer.name(), Vec::new(), None)).collect();
    for _ in 0..args.rounds() {
        for (peer, (_, samples, promoted)) in peers.iter().zip(&mut rows) {
            let mut pool = peer.start(THREADS);
            pool.joins(count / 4, steps);
            let start = Instant::now();
            pool.joins(count, steps);
            samples.push(start.elapsed().as_nanos() as f64);
            *promoted = pool.tally().map(|tally| tally.promoted as f64 / tally.asked().max(1) as f64);
        }
    }
    rows
}

/// Nanoseconds of one step of [`work`]: the best of some, since anything else is a disturbance.
fn step_ns() -> f64 {
    const STEPS: u64 = 100_000;
    let time = |_| {
        let start = Instant::now();
        work(black_box(STEPS));
        start.elapsed().as_nanos() as f64 / STEPS as f64
    };
    (0..20).map(time).fold(f64::INFINITY, f64::min)
}
