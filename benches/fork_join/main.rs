//! The cost of a fork beside other libraries in one run, printed as tables. See benches/README.md.
//!
//! All schedulers take turns (A B C A B C ...). Each turn starts a pool, runs once untimed, is
//! timed, and ends the pool: idle workers of one library never disturb another one.

mod fan_out;
mod forks;
mod joins;
mod loops;
mod peers;
mod report;
mod wake;

use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use peers::Peer;
use report::Report;

/// A block of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Block {
    Fib,
    #[value(name = "nqueens")]
    NQueens,
    Uts,
    /// The tree, visited by every scheduler in the order in which it lies in memory
    TreeAlong,
    /// The tree, visited by every scheduler in the opposite order
    TreeAgainst,
    /// Joins in a row, by the size of their halves
    Joins,
    /// From a fork to the start of its other half on another worker
    Wake,
    /// How a flat split brings in all workers of a pool; sparring alone
    FanOut,
}

/// Compares fork-join schedulers: sparring, chili, forte, lace-ws, rayon.
#[derive(Parser)]
#[command(name = "fork_join")]
struct Args {
    /// What to measure [default: everything]
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    only: Vec<Block>,
    /// Which schedulers to compare [default: all]; the sequential baseline always runs
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    peers: Vec<Peer>,
    /// Numbers of threads, for the programs
    #[arg(long, value_delimiter = ',', value_name = "LIST", default_value = "1,2",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Vec<u16>,
    /// Turns of every scheduler
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Also writes all measurements to a file, as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Prints the tables: what is done anyway
    #[arg(long)]
    table: bool,
    /// Runs everything once in a small size, to see that it works
    #[arg(long)]
    test: bool,
    /// Given by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

impl Args {
    fn wants(&self, block: Block) -> bool {
        self.only.is_empty() || self.only.contains(&block)
    }

    /// The sequential baseline first, then what is compared with it.
    fn peers(&self) -> Vec<Peer> {
        let wanted =
            |peer: &Peer| *peer == Peer::Sequential || self.peers.is_empty() || self.peers.contains(peer);
        Peer::value_variants().iter().copied().filter(wanted).collect()
    }

    fn rounds(&self) -> u32 {
        if self.test { 1 } else { self.rounds }
    }
}

fn main() {
    let args = Args::parse();
    let mut report = Report::default();
    forks::tables(&args, &mut report);
    if args.wants(Block::Joins) {
        joins::table(&args, &mut report);
    }
    if args.wants(Block::Wake) {
        wake::table(&args, &mut report);
    }
    if args.wants(Block::FanOut) {
        fan_out::table(&args, &mut report);
    }
    if let Some(path) = &args.json {
        report.write(path);
    }
}
