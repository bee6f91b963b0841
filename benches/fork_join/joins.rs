//! Small joins in a row, while a second worker wants work: does it help or only disturb?

use std::time::Instant;

use serde_json::json;
use sparring_sched::Tally;

use crate::args::Args;
use crate::loops::steps_of;
use crate::peers::Peer;
use crate::report::{Report, best, median};

const THREADS: usize = 2;
/// Nanoseconds of one half.
const BODIES_NS: [f64; 5] = [0.0, 20.0, 150.0, 750.0, 4_400.0];
/// How long the joins of one turn would take sequentially.
const TURN_NS: f64 = 20e6;
/// What is assumed of a join with nothing in it, to choose how many fill a turn.
const EMPTY_NS: f64 = 10.0;

/// What was measured of one peer.
struct Row {
    peer: Peer,
    samples: Vec<f64>,
    /// Joins asked for, promoted and stolen, of a peer that counts them.
    tally: Option<Tally>,
}

/// Prints nanoseconds per join for every size of the halves.
pub fn table(args: &Args, report: &mut Report) {
    println!("\nJoins in a row, {THREADS} threads, {} rounds", args.rounds());
    for body_ns in BODIES_NS {
        let steps = steps_of(body_ns);
        let turn_ns = if args.test { 1e3 } else { TURN_NS };
        let count = (turn_ns / (2.0 * body_ns + EMPTY_NS)).ceil() as u64;
        let rows = measure(args, count, steps);
        print(&rows, body_ns, count);
        for row in &rows {
            report.add(json!({
                "block": "joins", "body_ns": body_ns, "threads": THREADS, "joins": count,
                "peer": row.peer.name(), "best_ns": best(&row.samples), "median_ns": median(&row.samples),
                "promoted": row.share(|tally| tally.promoted), "stolen": row.share(|tally| tally.stolen),
            }));
        }
    }
}

fn print(rows: &[Row], body_ns: f64, count: u64) {
    println!("\nhalves of {body_ns} ns, {count} joins");
    println!("            ns per join          time / sequential");
    println!("               best     median    best  median");
    let each = |ns: f64| ns / count as f64;
    let baseline = &rows[0].samples; // `Args::peers` puts it first
    for Row { peer, samples, .. } in rows {
        print!("{:11} {:8.1}   {:8.1}", peer.name(), each(best(samples)), each(median(samples)));
        // Nothing is left of plain calls of nothing, so nothing can be divided by it.
        if body_ns > 0.0 {
            print!(
                "    {:4.2}    {:4.2}",
                best(samples) / best(baseline),
                median(samples) / median(baseline)
            );
        }
        println!();
    }
    for row in rows {
        let shares = [row.share(|tally| tally.promoted), row.share(|tally| tally.stolen)];
        if let [Some(promoted), Some(stolen)] = shares.map(|share| share.map(|share| 100.0 * share)) {
            println!("{} promoted {promoted:.1} % of its joins; {stolen:.1} % were stolen", row.peer.name());
        }
    }
}

impl Row {
    /// What part of the joins was counted.
    fn share(&self, counted: impl Fn(&Tally) -> u64) -> Option<f64> {
        self.tally.map(|tally| counted(&tally) as f64 / tally.asked().max(1) as f64)
    }
}

fn measure(args: &Args, count: u64, steps: u64) -> Vec<Row> {
    let row = |peer| Row { peer, samples: Vec::new(), tally: None };
    let mut rows: Vec<Row> = args.peers().into_iter().map(row).collect();
    for _ in 0..args.rounds() {
        for row in &mut rows {
            let mut pool = row.peer.start(THREADS);
            pool.joins(count / 4, steps);
            let start = Instant::now();
            pool.joins(count, steps);
            row.samples.push(start.elapsed().as_nanos() as f64);
            if let Some(tally) = pool.tally() {
                *row.tally.get_or_insert_default() += tally;
            }
        }
    }
    rows
}
