//! The four programs: what a fork costs on one thread, and what is gained on several.

use std::hint::black_box;
use std::time::Instant;

use serde_json::json;

use crate::args::{Args, Block};
use crate::peers::Peer;
use crate::report::{Report, best, median};
use sparring_microbench::programs::{Input, Program, TreeNode};

/// One cell of the summary: a program on some threads, all peers.
struct Cell {
    heading: String,
    forks: u64,
    threads: usize,
    rows: Vec<Row>,
}

/// What was measured of one peer.
struct Row {
    peer: Peer,
    best_ns: f64,
    median_ns: f64,
}

/// Prints a table for every program and number of threads, and a summary.
pub fn tables(args: &Args, report: &mut Report) {
    let mut cells = Vec::new();
    for (block, name, program) in [
        (Block::Fib, "fib", Program::Fib),
        (Block::NQueens, "nqueens", Program::NQueens),
        (Block::Uts, "uts", Program::Uts),
        (Block::TreeAlong, "tree-along", Program::Tree),
        (Block::TreeAgainst, "tree-against", Program::Tree),
    ] {
        if !args.wants(block) {
            continue;
        }
        let n = if args.test { 4 } else { program.default_n() };
        let inputs = Inputs::new(block, program, n);
        let forks = count_forks(&inputs.first_first);
        for (threads, rows) in measure(args, &inputs) {
            let cell = Cell { heading: format!("{name} {n}"), forks, threads, rows };
            cell.print(args.rounds());
            for row in &cell.rows {
                report.add(json!({
                    "block": name, "n": n, "threads": threads, "forks": forks,
                    "peer": row.peer.name(), "best_ns": row.best_ns, "median_ns": row.median_ns,
                }));
            }
            cells.push(cell);
        }
        // Freed, the nodes of a tree would be handed out again in an order of the allocator's own,
        // and the next tree would not lie in memory as it was made.
        std::mem::forget(inputs);
    }
    if !cells.is_empty() {
        summary(&args.peers(), &cells);
    }
}

/// What a program is run on by schedulers that run the first half of a join first, and by those
/// that run the second one first.
///
/// They are different for the trees that all are to visit in the same order. To swap the children
/// in memory comes to the same as to swap the halves of the joins.
struct Inputs {
    first_first: Input,
    second_first: Option<Input>,
}

impl Inputs {
    fn new(block: Block, program: Program, n: u64) -> Inputs {
        let mirrored = || Input::Tree(mirrored(n, 1));
        match block {
            Block::TreeAlong => Inputs { first_first: mirrored(), second_first: Some(program.input(n)) },
            Block::TreeAgainst => Inputs { first_first: program.input(n), second_first: Some(mirrored()) },
            _ => Inputs { first_first: program.input(n), second_first: None },
        }
    }

    fn of(&self, peer: Peer) -> &Input {
        match &self.second_first {
            Some(input) if peer.runs_second_first() => input,
            _ => &self.first_first,
        }
    }
}

/// The tree of the same name and numbers, whose right children are allocated before the left ones.
fn mirrored(depth: u64, value: u64) -> Box<TreeNode> {
    let child = |value| (depth > 0).then(|| mirrored(depth - 1, value));
    let right = child(2 * value + 1);
    Box::new(TreeNode { value, left: child(2 * value), right })
}

/// Joins of one run, from the ledger.
fn count_forks(input: &Input) -> u64 {
    let mut pool = Peer::Sparring.start(1);
    pool.run(input);
    pool.tally().expect("sparring counts").asked()
}

/// All peers on all numbers of threads, which take turns.
fn measure(args: &Args, inputs: &Inputs) -> Vec<(usize, Vec<Row>)> {
    let peers = args.peers();
    let threads: Vec<usize> = args.threads.iter().map(|&threads| threads.into()).collect();
    let expected = Peer::Sequential.start(1).run(&inputs.first_first);
    let mut samples = vec![vec![Vec::new(); peers.len()]; threads.len()];
    for _ in 0..args.rounds() {
        for (&threads, samples) in threads.iter().zip(&mut samples) {
            for (peer, samples) in peers.iter().zip(samples) {
                let (mut pool, input) = (peer.start(threads), inputs.of(*peer));
                assert_eq!(pool.run(black_box(input)), expected, "{peer:?}");
                let start = Instant::now();
                black_box(pool.run(black_box(input)));
                samples.push(start.elapsed().as_nanos() as f64);
            }
        }
    }
    let row = |(peer, samples): (&Peer, &Vec<f64>)| Row {
        peer: *peer,
        best_ns: best(samples),
        median_ns: median(samples),
    };
    let rows = samples.iter().map(|samples| peers.iter().zip(samples).map(row).collect());
    threads.iter().copied().zip(rows).collect()
}

impl Cell {
    fn baseline(&self) -> &Row {
        &self.rows[0] // `Args::peers` puts it first
    }

    /// The shortest time of a scheduler.
    fn fastest(&self, time: impl Fn(&Row) -> f64) -> f64 {
        self.rows[1..].iter().map(time).fold(f64::INFINITY, f64::min)
    }

    fn print(&self, rounds: u32) {
        let Cell { threads, forks, .. } = *self;
        println!("\n{}, {threads} thread(s), {forks} forks, {rounds} rounds", self.heading);
        println!("             ns per fork       over sequential    speed-up       time / fastest");
        println!("              best  median       best  median     best  median    best  median");
        let baseline = self.baseline();
        let (best, median) = (self.fastest(|row| row.best_ns), self.fastest(|row| row.median_ns));
        for row in &self.rows {
            let each = |ns: f64| ns / forks as f64;
            print!("{:11} {:6.2}  {:6.2}", row.peer.name(), each(row.best_ns), each(row.median_ns));
            if row.peer == Peer::Sequential {
                println!();
                continue;
            }
            println!(
                "     {:+6.2}  {:+6.2}     {:4.2}    {:4.2}    {:4.2}    {:4.2}{}",
                each(row.best_ns - baseline.best_ns),
                each(row.median_ns - baseline.median_ns),
                baseline.best_ns / row.best_ns,
                baseline.median_ns / row.median_ns,
                row.best_ns / best,
                row.median_ns / median,
                if row.best_ns == best { "  first" } else { "" },
            );
        }
    }
}

/// All cells at once, in Markdown: ns per fork over the baseline on one thread, speed-up over it
/// on several; best of the rounds, the first in each column bold.
fn summary(peers: &[Peer], cells: &[Cell]) {
    println!("\nBest of the rounds: ns per fork over sequential on 1 thread, speed-up on more.\n");
    let columns = cells.iter().map(|cell| format!(" {}, {}t |", cell.heading, cell.threads));
    println!("| |{}", columns.collect::<String>());
    println!("|---|{}", "---|".repeat(cells.len()));
    for (index, peer) in peers.iter().enumerate().skip(1) {
        let texts = cells.iter().map(|cell| {
            let (row, baseline) = (&cell.rows[index], cell.baseline());
            let text = match cell.threads {
                1 => format!("{:+.2}", (row.best_ns - baseline.best_ns) / cell.forks as f64),
                _ => format!("{:.2}x", baseline.best_ns / row.best_ns),
            };
            let mark = if row.best_ns == cell.fastest(|row| row.best_ns) { "**" } else { "" };
            format!(" {mark}{text}{mark} |")
        });
        println!("| {} |{}", peer.name(), texts.collect::<String>());
    }
    let Some(ours) = peers.iter().position(|&peer| peer == Peer::Sparring) else { return };
    let behind = cells.iter().map(|cell| {
        let ratio = cell.rows[ours].best_ns / cell.fastest(|row| row.best_ns);
        if ratio == 1.0 { " first |".to_owned() } else { format!(" +{:.1} % |", 100.0 * (ratio - 1.0)) }
    });
    println!("| sparring's time behind the first |{}", behind.collect::<String>());
}
