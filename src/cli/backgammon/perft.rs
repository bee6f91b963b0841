//! `sparring backgammon perft`.

use clap::Args;

use super::place::PlaceArgs;
use crate::cli::args::{OutputArgs, PoolArgs};
use crate::cli::count::Count;
use crate::cli::failure::{Exit, Failure};
use crate::cli::interrupt::Interrupt;
use crate::cli::recording::RecordingArgs;
use crate::game::Stochastic;
use crate::games::backgammon::{self, Backgammon, Position, Roll};
use crate::sched::{CancelScope, Scoped};
use crate::search;

/// The deepest count. Every turn has some 500 successors: 7 turns from the start are more than 2^60 sequences, and no
/// machine will live to see the counter turn over; deeper counts end only where there is little to count.
const MAX_DEPTH: u32 = 20;

fn depth(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|depth| *depth <= MAX_DEPTH)
        .ok_or_else(|| format!("got '{text}', expected a whole number from 0 to {MAX_DEPTH}; try --depth 2"))
}

/// What `sparring backgammon perft` understands.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct PerftArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Length of the sequences in turns, 0 to 20; a turn is one of 21 rolls and one distinct result of playing it
    #[arg(long, value_name = "N", value_parser = depth, default_value = "2", allow_negative_numbers = true)]
    depth: u32,
    /// Also the count of each first roll
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    pool: PoolArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    recording: RecordingArgs,
}

/// Counts and reports.
pub(super) fn run(args: &PerftArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let position = args.place.read()?.position;
    let count = Count {
        game: "backgammon",
        position: position.to_string(),
        depth: args.depth,
        divide: args.divide,
        file: None,
        pool: &args.pool,
        output: args.output,
        recording: &args.recording,
    };
    count.run(interrupt, |pool, scope| {
        if position.is_over() {
            return Some(Vec::new());
        }
        let below = |position: &Position, depth| count_below(scope, position, depth);
        let perft = |at: Scoped<'_>| search::perft_by_roll(at, &Backgammon, &position, args.depth, below);
        let counts = pool.install_in(scope, perft).ok()?;
        Some(counts.into_iter().map(|(roll, count)| (roll.to_string(), count)).collect())
    })
}

/// Depth up to which a count takes milliseconds and is not interrupted.
const UNINTERRUPTED: u32 = 2;

/// As [`backgammon::perft`], but of no meaning and over soon once `scope` is cancelled.
fn count_below(scope: &CancelScope, position: &Position, depth: u32) -> u64 {
    if depth <= UNINTERRUPTED || position.is_over() {
        return backgammon::perft(position, depth);
    }
    let below = |result: &Position| match scope.is_cancelled() {
        true => 0,
        false => count_below(scope, &Backgammon.hand_over(result), depth - 1),
    };
    Roll::ALL.iter().map(|roll| position.results(*roll).iter().map(below).sum::<u64>()).sum()
}
