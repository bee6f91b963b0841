//! Parallel sorts of slices: ours, rayon's and the standard library's by turns.

use std::hint::black_box;
use std::time::Instant;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::json;

use crate::args::Args;
use crate::peers::Peer;
use crate::report::{Report, best, median};

/// The order in which the elements lie before they are sorted.
#[derive(Clone, Copy, PartialEq)]
enum Pattern {
    Random,
    Sorted,
    Reversed,
    /// Sorted, but for one element in a hundred, which is exchanged with any other one
    NearlySorted,
    /// Sorted, with one random element in a hundred at the end
    Appended,
    /// Sixteen values
    FewDistinct,
    /// Up, then down
    OrganPipe,
}

/// The numbers of elements of a usual and of a large slice.
const USUAL: usize = 1_000_000;
const LARGE: usize = 10_000_000;

impl Pattern {
    fn name(self) -> &'static str {
        match self {
            Pattern::Random => "random",
            Pattern::Sorted => "sorted",
            Pattern::Reversed => "reversed",
            Pattern::NearlySorted => "nearly sorted",
            Pattern::Appended => "appended",
            Pattern::FewDistinct => "few distinct",
            Pattern::OrganPipe => "organ pipe",
        }
    }

    fn numbers(self, count: usize) -> Vec<u64> {
        let mut random = SmallRng::seed_from_u64(2);
        let last = count as u64;
        let mut numbers: Vec<u64> = match self {
            Pattern::Random => (0..last).map(|_| random.random()).collect(),
            Pattern::FewDistinct => (0..last).map(|_| random.random_range(0..16)).collect(),
            Pattern::Reversed => (0..last).rev().collect(),
            Pattern::OrganPipe => (0..last).map(|i| i.min(last - i)).collect(),
            Pattern::Sorted | Pattern::NearlySorted | Pattern::Appended => (0..last).collect(),
        };
        for i in 0..count / 100 {
            match self {
                Pattern::NearlySorted => numbers.swap(random.random_range(0..count), i * 100),
                Pattern::Appended => numbers[count - 1 - i] = random.random_range(0..last),
                _ => {}
            }
        }
        numbers
    }
}

/// Prints the times of all inputs.
pub fn table(args: &Args, report: &mut Report) {
    println!("\nSorts, best of {} rounds in ms, and time / rayon's (best, median)", args.rounds());
    println!("{:32} {:>8} threads {:>9} {:>9} {:>9}   best median", "", "", "std", "rayon", "sparring");
    let of_numbers = [
        (Pattern::Random, USUAL),
        (Pattern::Random, LARGE),
        (Pattern::NearlySorted, LARGE),
        (Pattern::Appended, LARGE),
        (Pattern::FewDistinct, LARGE),
        (Pattern::OrganPipe, LARGE),
        (Pattern::Sorted, LARGE),
        (Pattern::Reversed, LARGE),
    ];
    let mut to = Table { args, report };
    for (pattern, count) in of_numbers {
        to.rows("u64", pattern, pattern.numbers(to.size(count)));
    }
    let small = Pattern::Random.numbers(to.size(LARGE)).into_iter().map(|n| n as i32).collect();
    to.rows::<i32>("i32", Pattern::Random, small);
    for pattern in [Pattern::Random, Pattern::NearlySorted] {
        let numbers = pattern.numbers(to.size(USUAL)).into_iter();
        to.rows("String", pattern, numbers.map(|n| format!("{n:020}")).collect());
    }
    let numbers = Pattern::Random.numbers(to.size(20_000)).into_iter();
    to.rows("u64", Pattern::Random, numbers.collect());
}

struct Table<'t> {
    args: &'t Args,
    report: &'t mut Report,
}

/// The libraries whose sorts are compared, in the order of the columns.
const PEERS: [Peer; 3] = [Peer::Sequential, Peer::Rayon, Peer::Sparring];

impl Table<'_> {
    fn size(&self, count: usize) -> usize {
        if self.args.test { count / 1_000 } else { count }
    }

    fn rows<T: Ord + Clone + Send + Sync>(&mut self, of: &str, pattern: Pattern, input: Vec<T>) {
        for stable in [true, false] {
            for &threads in &self.args.threads {
                let mut times = [const { Vec::new() }; PEERS.len()];
                for _ in 0..self.args.rounds() {
                    for (times, peer) in times.iter_mut().zip(PEERS) {
                        times.push(time(peer, usize::from(threads), stable, &input));
                    }
                }
                let ratio = |of: fn(&[f64]) -> f64| of(&times[2]) / of(&times[1]);
                let [std, rayon, ours] = [0, 1, 2].map(|peer: usize| best(&times[peer]) * 1e3);
                let what = format!("{of} {}, {}", pattern.name(), if stable { "stable" } else { "unstable" });
                println!(
                    "{what:32} {:8} {threads:7} {std:9.2} {rayon:9.2} {ours:9.2}   {:4.2} {:6.2}",
                    input.len(),
                    ratio(best),
                    ratio(median)
                );
                self.report.add(json!({
                    "block": "sorts", "of": of, "pattern": pattern.name(), "stable": stable,
                    "count": input.len(), "threads": threads, "std_ms": std, "rayon_ms": rayon,
                    "ours_ms": ours, "median_ratio": ratio(median),
                }));
            }
        }
    }
}

/// Seconds of one sort in a new pool, after a short one.
fn time<T: Ord + Clone + Send>(peer: Peer, threads: usize, stable: bool, input: &[T]) -> f64 {
    let mut items = input.to_vec();
    let mut few = input[..input.len().min(10_000)].to_vec();
    let mut timed = |sort: &mut dyn FnMut(&mut [T])| {
        sort(&mut few);
        let start = Instant::now();
        sort(&mut items);
        start.elapsed().as_secs_f64()
    };
    let time = match peer {
        Peer::Rayon => {
            let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let pool = builder.build().expect("a pool");
            use rayon::slice::ParallelSliceMut;
            timed(&mut |items| {
                pool.install(|| if stable { items.par_sort() } else { items.par_sort_unstable() })
            })
        }
        Peer::Sparring => {
            let pool = sparring_sched::Pool::new(threads).expect("a pool");
            timed(&mut |items| pool.install(|w| if stable { w.sort(items) } else { w.sort_unstable(items) }))
        }
        _ => timed(&mut |items| if stable { items.sort() } else { items.sort_unstable() }),
    };
    assert!(black_box(items).is_sorted());
    time
}
