//! Two computed halves on two workers: are they shared, if nothing was before them, or many tiny
//! joins?

use std::sync::Mutex;
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::args::Args;
use crate::contenders::{Contender, contenders};
use crate::items::{Call, Verb};
use crate::loops::{steps_of, work};
use crate::peers::{Peer, Pool};
use crate::report::{Report, median, worst};

const THREADS: usize = 2;
const VERBS: [Verb; 4] = [Verb::Join, Verb::ForEach, Verb::TasksInOrder, Verb::Split];
/// Joins of nothing in the same call, before the halves.
const FORKS: [u64; 3] = [0, 1, 1_000_000];
/// Halves of each row unless told otherwise: of new pools, and after joins.
const SAMPLES: (usize, usize) = (10, 5);

/// Prints how often the halves were not shared.
pub fn tables(args: &Args, report: &mut Report) {
    // A piece is shorter than a half, so that it can be timed often.
    const PIECE_NS: f64 = 1e3;
    let pieces = args.item().as_nanos() as f64 / PIECE_NS;
    let steps = (pieces * steps_of(PIECE_NS) as f64) as u64;

    println!("\nThe first program of a new pool of {THREADS}: two halves, computed for {:?}", args.item());
    let new_pool = |row: Contender| halves(&mut *row.peer.start(THREADS), row.verb, 0, steps);
    table(args, report, "first program", (steps, args.samples_or(SAMPLES.0)), new_pool);

    for forks in FORKS {
        println!("\nAfter {forks} joins of nothing in the same call: the same halves, all workers asleep");
        let rested = |row: Contender| halves(&mut *row.rested_pool(THREADS), row.verb, forks, steps);
        let name = format!("after {forks} forks");
        table(args, report, &name, (steps, args.samples_or(SAMPLES.1)), rested);
    }
}

/// By turns, each of them beside one half alone.
fn table(
    args: &Args,
    report: &mut Report,
    name: &str,
    (steps, samples): (u64, usize),
    run: impl Fn(Contender) -> (Duration, bool),
) {
    println!("                             not shared  time / half, median  worst");
    let rows = contenders(args, &VERBS);
    let mut ratios = vec![Vec::new(); rows.len()];
    let mut alone = vec![0; rows.len()];
    for _ in 0..samples {
        let half = one_half(steps);
        for ((row, ratios), alone) in rows.iter().zip(&mut ratios).zip(&mut alone) {
            let (time, shared) = run(*row);
            ratios.push(time.div_duration_f64(half));
            *alone += usize::from(!shared);
        }
    }
    for ((row, ratios), alone) in rows.iter().zip(&ratios).zip(&alone) {
        let not_shared = format!("{alone} of {samples}");
        println!("{:29}{not_shared:>10} {:20.2} {:6.2}", row.name(), median(ratios), worst(ratios));
        report.add(json!({
            "block": "coarse", "table": name, "item_ms": args.item().as_secs_f64() * 1e3,
            "threads": THREADS, "peer": row.peer.name(), "verb": row.verb.name(), "samples": samples,
            "not_shared": alone, "median_ratio": median(ratios), "worst_ratio": worst(ratios),
        }));
    }
}

fn one_half(steps: u64) -> Duration {
    let mut plain = Peer::Sequential.start(1);
    let start = Instant::now();
    plain.items(&Call::of(Verb::Join, 1, &|_| work(steps)));
    start.elapsed()
}

/// The time from the beginning of the first half to the end of the last one, and whether they ran
/// on different threads.
fn halves(pool: &mut dyn Pool, verb: Verb, forks: u64, steps: u64) -> (Duration, bool) {
    let begun: Mutex<Vec<(Instant, ThreadId)>> = Mutex::new(Vec::new());
    let half = |_: usize| {
        begun.lock().expect("no half panics").push((Instant::now(), thread::current().id()));
        work(steps);
    };
    pool.items(&Call { forks, ..Call::of(verb, 2, &half) });
    let [(start, first), (_, second)] = begun.into_inner().expect("no half panics")[..] else {
        unreachable!("two halves are run once each")
    };
    (start.elapsed(), first != second)
}
