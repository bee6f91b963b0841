//! The cost of a fork beside other libraries in one run, printed as tables. See benches/README.md.
//!
//! All schedulers take turns (A B C A B C ...). Each turn starts a pool, runs once untimed, is
//! timed, and ends the pool: idle workers of one library never disturb another one.

mod coarse;
mod fan_out;
mod first;
mod forks;
mod items;
mod joins;
mod late;
mod loops;
mod natural;
mod peers;
mod report;
mod sorts;
mod spawn;
mod tick;
mod uneven;
mod verbs;
mod wake;

use std::path::PathBuf;
use std::time::Duration;

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
    /// As many long items as workers, and two halves after nothing or after tiny joins
    Coarse,
    /// Delay until a worker that becomes idle takes work from one that computes
    Late,
    /// Items of very different lengths
    Uneven,
    /// Cost of a spawned task
    Spawn,
    /// Bursts of short jobs with pauses between them: processor time and delays
    Tick,
    /// Programs as people write them, beside rayon
    Natural,
    /// Sorts of slices: sparring, rayon and the standard library
    Sorts,
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
    /// Numbers of threads, for the programs, `spawn` and `natural`
    #[arg(long, value_delimiter = ',', value_name = "LIST", default_value = "1,2",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Vec<u16>,
    /// Turns of every scheduler [default: 7; of `coarse` and `uneven` 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Number of repetitions: first programs of `coarse` and its halves after joins, scenes of
    /// `late`, ticks of `tick` [default: 10 and 5; 1000 or a second of them; 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    samples: Option<u32>,
    /// Duration of an item of `coarse`, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u16).range(10..))]
    item_ms: u16,
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
        self.rounds_or(7)
    }

    /// The number of turns of a block that has a default of its own.
    fn rounds_or(&self, default: u32) -> u32 {
        if self.test { 1 } else { self.rounds.unwrap_or(default) }
    }

    fn samples_or(&self, default: usize) -> usize {
        let wanted = self.samples.map_or(default, |samples| samples as usize);
        if self.test { 1 } else { wanted }
    }

    /// Duration of a coarse item.
    fn item(&self) -> Duration {
        Duration::from_millis(if self.test { 10 } else { self.item_ms.into() })
    }
}

/// A function that measures a block, prints its tables and adds them to the report.
type Tables = fn(&Args, &mut Report);

fn main() {
    let args = Args::parse();
    let mut report = Report::default();
    forks::tables(&args, &mut report);
    let others: [(Block, Tables); 10] = [
        (Block::Joins, joins::table),
        (Block::Wake, wake::table),
        (Block::FanOut, fan_out::table),
        (Block::Coarse, coarse::tables),
        (Block::Late, late::tables),
        (Block::Uneven, uneven::tables),
        (Block::Spawn, spawn::tables),
        (Block::Tick, tick::tables),
        (Block::Natural, natural::tables),
        (Block::Sorts, sorts::table),
    ];
    for (block, tables) in others {
        if args.wants(block) {
            tables(&args, &mut report);
        }
    }
    if let Some(path) = &args.json {
        report.write(path);
    }
}
