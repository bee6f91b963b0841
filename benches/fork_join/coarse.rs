//! Few items that take long: is each of them run by a worker of its own, and at once?
//!
//! Items sleep, so that two processors can play many workers.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::args::Args;
use crate::contenders::{Contender, contenders};
use crate::first;
use crate::items::{Call, Verb};
use crate::report::{Report, median, worst};

/// Workers and items.
const THREADS: [usize; 5] = [2, 4, 8, 16, 32];
const VERBS: [Verb; 7] = [
    Verb::Join,
    Verb::ForEach,
    Verb::TasksInOrder,
    Verb::TasksNewestFirst,
    Verb::TasksNotJoined,
    Verb::Split,
    Verb::FindFirst,
];
/// Turns of every row unless told otherwise.
const ROUNDS: u32 = 3;

/// Many items for few workers.
const MANY: usize = 200;
const FEW: usize = 8;

/// Prints all tables of coarse items.
pub fn tables(args: &Args, report: &mut Report) {
    item_each(args, report);
    many(args, report);
    first::tables(args, report);
}

/// As many items as workers: the time divided by that of one item.
fn item_each(args: &Args, report: &mut Report) {
    let item = args.item();
    let rounds = args.rounds_or(ROUNDS);
    println!("\nAn item for each worker, asleep for {item:?}: time / {item:?}, {rounds} rounds");
    println!("median and worst                2             4             8            16            32");
    // Joined in the opposite order, tasks take as long as those that are not joined.
    let verbs: Vec<Verb> = VERBS.into_iter().filter(|&verb| verb != Verb::TasksNewestFirst).collect();
    let rows = contenders(args, &verbs);
    let mut ratios = vec![vec![Vec::new(); THREADS.len()]; rows.len()];
    for _ in 0..rounds {
        for (place, &threads) in THREADS.iter().enumerate() {
            for (row, ratios) in rows.iter().zip(&mut ratios) {
                if row.peer.fits(threads) {
                    ratios[place].push(time(*row, threads, threads, item).div_duration_f64(item));
                }
            }
        }
    }
    for (row, ratios) in rows.iter().zip(&ratios) {
        print!("{:29}", row.name());
        for (threads, ratios) in THREADS.iter().zip(ratios) {
            if ratios.is_empty() {
                print!("             -");
                continue;
            }
            print!(" {:6.2} {:6.2}", median(ratios), worst(ratios));
            report.add(json!({
                "block": "coarse", "table": "item each", "item_ms": item.as_secs_f64() * 1e3,
                "threads": threads, "peer": row.peer.name(), "verb": row.verb.name(),
                "median_ratio": median(ratios), "worst_ratio": worst(ratios),
            }));
        }
        println!();
    }
}

/// Many items for few workers: the speed-up over one item after the other.
fn many(args: &Args, report: &mut Report) {
    let item = args.item() / 10;
    let (count, threads) = (if args.test { FEW } else { MANY }, FEW);
    println!("\n{count} items, asleep for {item:?} each, on {threads} workers: speed-up");
    println!("                              median  worst");
    let rows: Vec<Contender> =
        contenders(args, &VERBS).into_iter().filter(|row| row.peer.fits(threads)).collect();
    let mut times = vec![Vec::new(); rows.len()];
    for _ in 0..args.rounds_or(ROUNDS) {
        for (row, times) in rows.iter().zip(&mut times) {
            times.push(time(*row, threads, count, item).as_secs_f64());
        }
    }
    let sequential = item.as_secs_f64() * count as f64;
    for (row, times) in rows.iter().zip(&times) {
        let (median, worst) = (sequential / median(times), sequential / worst(times));
        println!("{:29} {median:6.2} {worst:6.2}", row.name());
        report.add(json!({
            "block": "coarse", "table": "many", "item_ms": item.as_secs_f64() * 1e3, "items": count,
            "threads": threads, "peer": row.peer.name(), "verb": row.verb.name(),
            "median_speedup": median, "worst_speedup": worst,
        }));
    }
}

/// Time that a new pool, whose workers are asleep at the start, takes for `items` items that
/// sleep for `item` each.
fn time(row: Contender, threads: usize, items: usize, item: Duration) -> Duration {
    let mut pool = row.rested_pool(threads);
    let start = Instant::now();
    pool.items(&Call::of(row.verb, items, &|_| thread::sleep(item)));
    start.elapsed()
}
