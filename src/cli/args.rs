//! Flags that several commands share, and what they accept.

use std::io;
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::failure::Failure;
use super::output::say;
use crate::engine::{Limits, MAX_PLY, SearchStrategy, Settings, Strategy};
use crate::sched::{MAX_THREADS, Pin, Pool, PoolBuilder};

/// A whole number in a range.
pub(super) fn number(text: &str, range: RangeInclusive<u64>, example: &str) -> Result<u64, String> {
    text.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| {
        format!(
            "got '{text}', expected a whole number from {} to {}; try {example}",
            range.start(),
            range.end()
        )
    })
}

fn threads(text: &str) -> Result<usize, String> {
    number(text, 1..=MAX_THREADS as u64, "--threads 2").map(|n| n as usize)
}

fn depth(text: &str) -> Result<u32, String> {
    number(text, 1..=u64::from(MAX_PLY), "--depth 5").map(|n| n as u32)
}

pub(super) fn par_depth(text: &str) -> Result<u32, String> {
    number(text, 1..=u64::from(MAX_PLY), "--par-depth 1").map(|n| n as u32)
}

pub(super) fn hash(text: &str) -> Result<usize, String> {
    number(text, 1..=MAX_HASH_MIB, "--hash 64").map(|n| n as usize)
}

fn stack(text: &str) -> Result<usize, String> {
    number(text, 1..=4096, "--stack 64").map(|n| n as usize)
}

pub(super) fn milliseconds(text: &str) -> Result<u64, String> {
    number(text, 1..=MAX_MS, "--movetime 1000")
}

pub(super) fn nodes(text: &str) -> Result<u64, String> {
    number(text, 1..=u64::MAX, "--nodes 1000000")
}

fn seed(text: &str) -> Result<u64, String> {
    number(text, 0..=u64::MAX, "--seed 1")
}

/// The largest table, in MiB.
const MAX_HASH_MIB: u64 = 1 << 16;
/// The longest search, in milliseconds: a week.
const MAX_MS: u64 = 7 * 24 * 3600 * 1000;

/// The workers.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Workers")]
pub(super) struct PoolArgs {
    /// Workers, 1 to 256 [default: one for each processor this process may use]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Processors to pin workers to: auto, none, compact, spread, or their numbers (0,2,3). `auto` pins if there is
    /// exactly one worker for each processor, and more than one
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pin: Pin,
    /// Seed of all that is left to chance: dice, random plays, and whom workers steal from
    #[arg(long, value_name = "S", value_parser = seed, default_value = "0", allow_negative_numbers = true)]
    seed: u64,
    /// Stack of each worker in MiB; only what is touched costs memory [default: 64]
    #[arg(long, value_name = "MiB", value_parser = stack, allow_negative_numbers = true)]
    stack: Option<usize>,
}

impl PoolArgs {
    /// Starts the workers. What could not be pinned is said on standard error.
    pub fn pool(&self) -> Result<Pool, Failure> {
        self.recording_pool(0)
    }

    /// Starts the workers with room to record so many events.
    pub fn recording_pool(&self, events: usize) -> Result<Pool, Failure> {
        let pool = self.workers(self.threads, events)?;
        for (worker, pinning) in pool.pinning().iter().enumerate() {
            if let (Some(cpu), false) = (pinning.wanted, pinning.pinned) {
                say(&format!(
                    "worker {worker} could not be pinned to processor {cpu} and runs on any; try --pin none"
                ));
            }
        }
        Ok(pool)
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// A pool of one worker, otherwise alike.
    pub fn twin_pool(&self) -> Result<Pool, Failure> {
        self.pool_of(1)
    }

    /// A pool of so many workers, otherwise alike.
    pub fn pool_of(&self, threads: usize) -> Result<Pool, Failure> {
        self.workers(Some(threads), 0)
    }

    fn workers(&self, threads: Option<usize>, events: usize) -> Result<Pool, Failure> {
        let mut builder = PoolBuilder::new().pin(self.pin.clone()).seed(self.seed).record(events);
        if let Some(threads) = threads {
            builder = builder.threads(threads);
        }
        if let Some(mib) = self.stack {
            builder = builder.stack(mib << 20);
        }
        builder.build().map_err(|error| match error.kind() {
            io::ErrorKind::InvalidInput => Failure::Usage(error.to_string()),
            _ => Failure::Run(format!(
                "got '{error}' while starting workers; try fewer --threads or less --stack"
            )),
        })
    }
}

/// The search.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub(super) struct SearchArgs {
    /// Plies to search, 1 to 128 [default: 5, in dots and boxes 9; as deep as the limit allows with --movetime or --nodes]
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Levels below the root whose moves `par` and `par-ab` make tasks
    #[arg(long, value_name = "N", value_parser = par_depth, default_value = "1", allow_negative_numbers = true)]
    par_depth: u32,
    /// How to search. All strategies find the same value and the same move. On one worker: minimax, alphabeta, pvs.
    /// On all: par (minimax), par-ab (minimax above alpha-beta), ybw (pvs; young brothers wait for the eldest)
    #[arg(long, value_name = "NAME", default_value = "ybw",
        value_parser = PossibleValuesParser::new(Strategy::ALL.iter().map(|strategy| strategy.name()))
            .try_map(|name| name.parse::<Strategy>()))]
    strategy: Strategy,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MiB", value_parser = hash, default_value = "64", allow_negative_numbers = true)]
    hash: usize,
    /// Answer after so many milliseconds
    #[arg(long, value_name = "MS", value_parser = milliseconds, allow_negative_numbers = true)]
    movetime: Option<u64>,
    /// Answer after about so many nodes
    #[arg(long, value_name = "N", value_parser = nodes, allow_negative_numbers = true)]
    nodes: Option<u64>,
}

impl SearchArgs {
    /// How to search: to `depth` if neither a depth nor a limit is given.
    pub fn settings(&self, depth: u32) -> Settings {
        let limits = Limits { movetime: self.movetime.map(Duration::from_millis), nodes: self.nodes };
        let depth = self.depth.unwrap_or(if limits.may_stop_early() { MAX_PLY } else { depth });
        Settings { limits, strategy: self.strategy, par_depth: self.par_depth, ..Settings::depth(depth) }
    }

    /// MiB of the table, if the machine has them.
    pub fn hash(&self) -> Result<usize, Failure> {
        affordable(self.hash)
    }
}

/// So many MiB for a table, if the machine has them.
pub(super) fn affordable(mib: usize) -> Result<usize, Failure> {
    match free_mib() {
        Some(free) if free < mib => Err(Failure::Usage(format!(
            "--hash: got {mib} MiB, expected no more than the {free} MiB of memory that are free; try --hash 64"
        ))),
        _ => Ok(mib),
    }
}

/// Memory that new allocations can have, where the system tells.
fn free_mib() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kib| kib >> 10)
}

/// The form of the results.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
    /// One JSON document on standard output
    #[arg(long)]
    pub json: bool,
    /// What each worker did, latencies, and what the search counted; with --json inside the document. Without it a search also
    /// shows when each worker was at work, for which it is recorded (less than 3 % slower)
    #[arg(long)]
    pub stats: bool,
}

impl OutputArgs {
    /// Whether lanes of the workers are to be drawn.
    pub fn lanes(self) -> bool {
        self.stats && !self.json
    }
}
