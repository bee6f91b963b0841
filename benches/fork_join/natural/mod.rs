//! Programs as people write them, each twice: with this crate and with rayon.
//!
//! Unlike those of `src/microbench`, which fork at every opportunity, they stop forking where a
//! user would, and use the loops that each library has.

mod graphs;
mod grids;
mod sorting;
mod sums;

use std::time::{Duration, Instant};

use serde_json::json;
use sparring_sched::Worker;

use crate::args::Args;
use crate::report::{Report, best, median};

/// A program: its input, and what each library does with it.
struct Case<T> {
    name: &'static str,
    /// Makes the input of one run, which is not timed.
    fresh: Box<dyn Fn() -> T>,
    ours: fn(Worker<'_>, &mut T),
    rayons: fn(&mut T),
    /// Computes a value that must be the same for both libraries, outside the timed part.
    check: fn(&T) -> u64,
}

/// A run: how long it took, and what must be the same in all of them.
type Run = (Duration, u64);

/// A [`Case`] of any input.
trait Program {
    fn name(&self) -> &'static str;
    fn run_ours(&self, pool: &sparring_sched::Pool) -> Run;
    fn run_rayons(&self, pool: &rayon::ThreadPool) -> Run;
}

impl<T: Send> Program for Case<T> {
    fn name(&self) -> &'static str {
        self.name
    }
    fn run_ours(&self, pool: &sparring_sched::Pool) -> Run {
        let (mut input, ours) = ((self.fresh)(), self.ours);
        let time = pool.install(|w| time(|| ours(w, &mut input)));
        (time, (self.check)(&input))
    }
    fn run_rayons(&self, pool: &rayon::ThreadPool) -> Run {
        let (mut input, rayons) = ((self.fresh)(), self.rayons);
        let time = pool.install(|| time(|| rayons(&mut input)));
        (time, (self.check)(&input))
    }
}

/// Called on a worker, so that waking that worker does not count.
fn time(program: impl FnOnce()) -> Duration {
    let start = Instant::now();
    program();
    start.elapsed()
}

/// Times of one program on one number of threads, one for each round, in nanoseconds.
#[derive(Default)]
struct Samples {
    ours: Vec<f64>,
    rayons: Vec<f64>,
}

/// Prints the times of both libraries, and ours divided by rayon's.
pub fn tables(args: &Args, report: &mut Report) {
    println!("\nPrograms as people write them, {} rounds: ours, rayon's, ours / rayon's", args.rounds());
    println!("                                 best ms                   median ms");
    println!("                  threads     ours    rayon  ratio      ours    rayon  ratio");
    let size = if args.test { 1_000 } else { 1_000_000 };
    for program in programs(size) {
        for &threads in &args.threads {
            let Samples { ours, rayons } = measure(args, &*program, threads.into());
            let (least, middle) = (best(&ours) / best(&rayons), median(&ours) / median(&rayons));
            println!(
                "{:22} {threads:2} {:8.2} {:8.2} {least:6.2}  {:8.2} {:8.2} {middle:6.2}",
                program.name(),
                best(&ours) / 1e6,
                best(&rayons) / 1e6,
                median(&ours) / 1e6,
                median(&rayons) / 1e6
            );
            report.add(json!({
                "block": "natural", "program": program.name(), "threads": threads,
                "best_ns": best(&ours), "median_ns": median(&ours),
                "rayon_best_ns": best(&rayons), "rayon_median_ns": median(&rayons),
            }));
        }
    }
}

/// All programs; `size` is the number of items of those that have small items.
fn programs(size: usize) -> Vec<Box<dyn Program>> {
    vec![
        Box::new(sorting::mergesort(size / 4)),
        Box::new(sorting::quicksort(size / 4)),
        Box::new(sorting::sort(size / 4)),
        Box::new(sorting::sort_unstable(size / 4)),
        Box::new(sums::by_join(size)),
        Box::new(sums::by_reduce(size)),
        Box::new(sums::in_place(size)),
        Box::new(sums::uneven(size)),
        Box::new(sums::words(size / 10)),
        Box::new(grids::bodies(size / 1_000)),
        Box::new(grids::matmul(size.isqrt() / 4)),
        Box::new(graphs::breadth_first(size / 5)),
        Box::new(graphs::late_hit(size)),
        Box::new(graphs::small_tasks(size / 100)),
    ]
}

/// By turns. Each starts a pool, runs once untimed, is timed, and ends the pool.
fn measure(args: &Args, program: &dyn Program, threads: usize) -> Samples {
    let mut samples = Samples::default();
    for _ in 0..args.rounds() {
        let pool = sparring_sched::Pool::new(threads).expect("a pool");
        let expected = program.run_ours(&pool).1;
        let ours = program.run_ours(&pool);
        drop(pool);

        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        program.run_rayons(&pool);
        let rayons = program.run_rayons(&pool);
        drop(pool);

        assert_eq!((ours.1, rayons.1), (expected, expected), "{}", program.name());
        samples.ours.push(ours.0.as_nanos() as f64);
        samples.rayons.push(rayons.0.as_nanos() as f64);
    }
    samples
}

/// Numbers that look random and are always the same, by SplitMix64.
fn numbers(count: usize) -> impl Iterator<Item = u64> {
    (1..=count as u64).map(hash)
}

/// SplitMix64's finalizer.
fn hash(i: u64) -> u64 {
    let z = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A value that depends on the order of the numbers.
fn digest(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().fold(0, |sum, number| hash(sum ^ number))
}
