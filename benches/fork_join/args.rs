//! The command line of the bench.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};

use crate::peers::Peer;

/// A block of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Block {
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
    /// A flat split that brings in all workers of a pool; sparring alone
    FanOut,
    /// Long items, as many as workers; and two halves after nothing or after tiny joins
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
pub struct Args {
    /// Blocks to measure [default: everything]
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    pub only: Vec<Block>,
    /// Which schedulers to compare [default: all]; the sequential baseline always runs
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    pub peers: Vec<Peer>,
    /// Numbers of threads, for the programs, `spawn` and `natural`
    #[arg(long, value_delimiter = ',', value_name = "LIST", default_value = "1,2",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Vec<u16>,
    /// Turns of every scheduler [default: 7; of `coarse` and `uneven` 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: Option<u32>,
    /// Number of repetitions: first programs of `coarse` and its halves after joins, scenes of
    /// `late`, ticks of `tick` [default: 10 and 5; 1000 or a second of them; 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub samples: Option<u32>,
    /// Duration of an item of `coarse`, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u16).range(10..))]
    pub item_ms: u16,
    /// Also writes all measurements to a file, as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Prints the tables: what is done anyway
    #[arg(long)]
    pub table: bool,
    /// Runs everything once in a small size, to see that it works
    #[arg(long)]
    pub test: bool,
    /// Given by cargo
    #[arg(long, hide = true)]
    pub bench: bool,
}

impl Args {
    pub fn wants(&self, block: Block) -> bool {
        self.only.is_empty() || self.only.contains(&block)
    }

    /// The sequential baseline first, then what is compared with it.
    pub fn peers(&self) -> Vec<Peer> {
        let wanted =
            |peer: &Peer| *peer == Peer::Sequential || self.peers.is_empty() || self.peers.contains(peer);
        Peer::value_variants().iter().copied().filter(wanted).collect()
    }

    pub fn rounds(&self) -> u32 {
        self.rounds_or(7)
    }

    /// The number of turns of a block that has a default of its own.
    pub fn rounds_or(&self, default: u32) -> u32 {
        if self.test { 1 } else { self.rounds.unwrap_or(default) }
    }

    pub fn samples_or(&self, default: usize) -> usize {
        let wanted = self.samples.map_or(default, |samples| samples as usize);
        if self.test { 1 } else { wanted }
    }

    /// Duration of a coarse item.
    pub fn item(&self) -> Duration {
        Duration::from_millis(if self.test { 10 } else { self.item_ms.into() })
    }
}
