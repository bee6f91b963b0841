//! The cost of a fork, beside the sequential twin, chili and rayon in one run.
//!
//! `cargo bench --bench fork_join` first lets all contenders take turns (A B C D A B C D ...), prints best and median
//! in nanoseconds a fork over the twin, and then hands the same programs to criterion. `-- --table` prints the table only.

mod workloads;

use criterion::{Criterion, Throughput};
use std::hint::black_box;
use std::time::{Duration, Instant};
use workloads::{Chili, Contender, Rayon, Sequential, Sparring, Tree, fib_forks};

const FIB: u64 = 34;
const QUEENS: u32 = 12;
const LEVELS: u32 = 21;
const ROUNDS: usize = 15;

/// Forks of one run of each program, counted by our own ledger.
struct Forks {
    queens: u64,
    tree: u64,
}

fn count_forks(tree: &Tree) -> Forks {
    let pool = sparring::sched::Pool::new(1).expect("a pool");
    let mut ours = Sparring::with_pool(pool);
    let queens = ours.counted(|ours| black_box(ours.queens(QUEENS)));
    let tree = ours.counted(|ours| black_box(ours.tree(tree)));
    Forks { queens, tree }
}

type Timings = [Vec<Duration>; 3];

fn time(contender: &mut impl Contender, tree: &Tree, timings: &mut Timings) {
    let mut run = |program: usize, f: &mut dyn FnMut() -> u64| {
        let start = Instant::now();
        black_box(f());
        timings[program].push(start.elapsed());
    };
    run(0, &mut || contender.fib(black_box(FIB)));
    run(1, &mut || contender.queens(black_box(QUEENS)));
    run(2, &mut || contender.tree(black_box(tree)));
}

/// Best and median, in nanoseconds.
fn best_and_median(timings: &mut [Duration]) -> (f64, f64) {
    timings.sort();
    (timings[0].as_nanos() as f64, timings[timings.len() / 2].as_nanos() as f64)
}

fn table(threads: usize, tree: &Tree, forks: &Forks) {
    let names = [Sequential::NAME, Sparring::NAME, Chili::NAME, Rayon::NAME];
    let mut timings: [Timings; 4] = Default::default();
    let (mut a, mut b) = (Sequential::new(threads), Sparring::new(threads));
    let (mut c, mut d) = (Chili::new(threads), Rayon::new(threads));
    for _ in 0..ROUNDS {
        time(&mut a, tree, &mut timings[0]);
        time(&mut b, tree, &mut timings[1]);
        time(&mut c, tree, &mut timings[2]);
        time(&mut d, tree, &mut timings[3]);
    }
    println!("\n{threads} thread(s): ns a fork, best (median); over the twin; speed-up over the twin");
    for (program, forks) in [("fib 34", fib_forks(FIB)), ("queens 12", forks.queens), ("tree 21", forks.tree)]
    {
        let row =
            ["fib 34", "queens 12", "tree 21"].iter().position(|&name| name == program).expect("a program");
        let twin = best_and_median(&mut timings[0][row]).0;
        for (name, timings) in names.iter().zip(&mut timings) {
            let (best, median) = best_and_median(&mut timings[row]);
            let each = |ns: f64| ns / forks as f64;
            println!(
                "{program:10} {name:10} {:6.2} ({:6.2})   {:+6.2}   {:4.2}x",
                each(best),
                each(median),
                each(best - twin),
                twin / best
            );
        }
    }
}

fn criterion(threads: usize, tree: &Tree, forks: &Forks) {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    let programs = [("fib", fib_forks(FIB)), ("queens", forks.queens), ("tree", forks.tree)];
    for (program, (name, forks)) in programs.into_iter().enumerate() {
        let mut group = criterion.benchmark_group(format!("{name}/{threads}"));
        group.throughput(Throughput::Elements(forks));
        fn bench<C: Contender>(
            group: &mut criterion::BenchmarkGroup<'_, criterion::measurement::WallTime>,
            threads: usize,
            program: usize,
            tree: &Tree,
        ) {
            let mut contender = C::new(threads);
            group.bench_function(C::NAME, |bencher| {
                bencher.iter(|| match program {
                    0 => contender.fib(black_box(FIB)),
                    1 => contender.queens(black_box(QUEENS)),
                    _ => contender.tree(black_box(tree)),
                })
            });
        }
        bench::<Sequential>(&mut group, threads, program, tree);
        bench::<Sparring>(&mut group, threads, program, tree);
        bench::<Chili>(&mut group, threads, program, tree);
        bench::<Rayon>(&mut group, threads, program, tree);
        group.finish();
    }
    criterion.final_summary();
}

fn main() {
    let tree = Tree::new(LEVELS);
    let forks = count_forks(&tree);
    let only_table = std::env::args().any(|argument| argument == "--table");
    let testing = std::env::args().any(|argument| argument == "--test");
    for threads in [1, 2] {
        if !testing {
            table(threads, &tree, &forks);
        }
        if !only_table {
            criterion(threads, &tree, &forks);
        }
    }
}
