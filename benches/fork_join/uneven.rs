//! Items of very different lengths: how near does a scheduler come to the lower bound?
//!
//! The lengths are log-normal, always the same. No schedule on `P` workers is shorter than the
//! longest item, nor than a `P`th of the sum of all.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::args::Args;
use crate::contenders::{Contender, contenders};
use crate::items::{Call, Item, Verb};
use crate::loops::{steps_of, work};
use crate::peers::Peer;
use crate::report::{Report, median, worst};

const ITEMS: usize = 64;
/// The standard deviation of the logarithm of a length.
const SIGMA: f64 = 1.5;
/// With this one the longest item has 9.8 % of the sum: on 8 workers a schedule is bounded by the
/// sum, on 16 by that item.
const SEED: u64 = 14;
/// Sums of all lengths, computed and asleep.
const COMPUTED: Duration = Duration::from_millis(100);
const ASLEEP: Duration = Duration::from_millis(400);
/// Threads for items that are computed, and for those that sleep.
const COMPUTERS: usize = 2;
const SLEEPERS: [usize; 2] = [8, 16];
const VERBS: [Verb; 5] = [Verb::Join, Verb::ForEach, Verb::TasksInOrder, Verb::TasksNotJoined, Verb::Split];
/// Turns of every row unless told otherwise.
const ROUNDS: u32 = 3;

/// Prints the time of every scheduler, divided by the lower bound.
pub fn tables(args: &Args, report: &mut Report) {
    let shares = shares(ITEMS, SEED);
    computed(args, &shares, report);
    for threads in SLEEPERS {
        asleep(args, &shares, threads, report);
    }
}

/// The length of each item as a share of the sum.
pub fn shares(items: usize, seed: u64) -> Vec<f64> {
    let mut state = seed;
    let lengths: Vec<f64> = (0..items).map(|_| (SIGMA * normal(&mut state)).exp()).collect();
    let sum: f64 = lengths.iter().sum();
    lengths.into_iter().map(|length| length / sum).collect()
}

/// A number of the standard normal distribution, by the method of Box and Muller.
fn normal(state: &mut u64) -> f64 {
    let (u, v) = (uniform(state), uniform(state));
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// A number above 0 and up to 1, by SplitMix64.
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (((z ^ (z >> 31)) >> 11) + 1) as f64 / (1_u64 << 53) as f64
}

/// The least time on so many workers, as a share of the sum.
fn lower_bound(shares: &[f64], threads: usize) -> f64 {
    shares.iter().copied().fold(1.0 / threads as f64, f64::max)
}

/// Beside the items one after the other, which take turns with the schedulers: what the sum is
/// depends on how busy the machine is.
fn computed(args: &Args, shares: &[f64], report: &mut Report) {
    const PIECE_NS: f64 = 1e3;
    let per_ns = steps_of(PIECE_NS) as f64 / PIECE_NS;
    let sum = if args.test { COMPUTED / 10 } else { COMPUTED };
    let sum_ns = sum.as_nanos() as f64;
    let steps: Vec<u64> = shares.iter().map(|share| (share * sum_ns * per_ns) as u64).collect();
    let item = |i: usize| work(steps[i]);
    let rows: Vec<Contender> = contenders(args, &VERBS);
    let mut ratios = vec![Vec::new(); rows.len()];
    for _ in 0..args.rounds_or(ROUNDS) {
        let mut plain = Peer::Sequential.start(1);
        let start = Instant::now();
        plain.items(&Call::of(Verb::Join, ITEMS, &item));
        let bound = start.elapsed().mul_f64(lower_bound(shares, COMPUTERS));
        for (row, ratios) in rows.iter().zip(&mut ratios) {
            ratios.push(time(*row, COMPUTERS, &item).div_duration_f64(bound));
        }
    }
    print("computed", COMPUTERS, sum, shares, (&rows, &ratios), report);
}

fn asleep(args: &Args, shares: &[f64], threads: usize, report: &mut Report) {
    let sum = if args.test { ASLEEP / 10 } else { ASLEEP };
    let lengths: Vec<Duration> = shares.iter().map(|&share| sum.mul_f64(share)).collect();
    let bound = sum.mul_f64(lower_bound(shares, threads));
    let rows: Vec<Contender> =
        contenders(args, &VERBS).into_iter().filter(|row| row.peer.fits(threads)).collect();
    let mut ratios = vec![Vec::new(); rows.len()];
    for _ in 0..args.rounds_or(ROUNDS) {
        for (row, ratios) in rows.iter().zip(&mut ratios) {
            let time = time(*row, threads, &|i| thread::sleep(lengths[i]));
            ratios.push(time.div_duration_f64(bound));
        }
    }
    print("asleep", threads, sum, shares, (&rows, &ratios), report);
}

fn time(row: Contender, threads: usize, item: &Item<'_>) -> Duration {
    let mut pool = row.rested_pool(threads);
    let start = Instant::now();
    pool.items(&Call::of(row.verb, ITEMS, item));
    start.elapsed()
}

fn print(
    how: &str,
    threads: usize,
    sum: Duration,
    shares: &[f64],
    (rows, ratios): (&[Contender], &[Vec<f64>]),
    report: &mut Report,
) {
    let longest = lower_bound(shares, usize::MAX);
    let bound = sum.mul_f64(lower_bound(shares, threads));
    println!(
        "\n{ITEMS} uneven items, {how}, {threads} threads: sum {sum:.0?}, longest {:.1} %, \
         lower bound {bound:.1?}",
        100.0 * longest
    );
    println!("time / lower bound            median  worst");
    for (row, ratios) in rows.iter().zip(ratios) {
        println!("{:29} {:6.2} {:6.2}", row.name(), median(ratios), worst(ratios));
        report.add(json!({
            "block": "uneven", "how": how, "threads": threads, "peer": row.peer.name(),
            "verb": row.verb.name(), "median_ratio": median(ratios), "worst_ratio": worst(ratios),
        }));
    }
}
