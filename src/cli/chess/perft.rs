//! `sparring chess perft`.

use clap::Args;

use super::place::PlaceArgs;
use crate::cli::args::{OutputArgs, PoolArgs};
use crate::cli::count::Count;
use crate::cli::failure::{Exit, Failure};
use crate::cli::interrupt::Interrupt;
use crate::cli::recording::RecordingArgs;
use crate::games::chess::{self, Chess, Position};
use crate::sched::{CancelScope, Scoped};
use crate::search;

/// The deepest count. The start has more than 2^64 sequences of 14 moves, but no machine will live to see the counter
/// turn over; deeper counts end only where there is little to count.
const MAX_DEPTH: u32 = 20;

fn depth(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|depth| *depth <= MAX_DEPTH)
        .ok_or_else(|| format!("got '{text}', expected a whole number from 0 to {MAX_DEPTH}; try --depth 5"))
}

/// What `sparring chess perft` understands.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct PerftArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Length of the sequences in plies, 0 to 20
    #[arg(long, value_name = "N", value_parser = depth, default_value = "5", allow_negative_numbers = true)]
    depth: u32,
    /// Also the count of each first move
    #[arg(long)]
    divide: bool,
    /// Make the last moves too, with all the state a search needs, instead of counting their list
    #[arg(long)]
    leaf: bool,
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
        game: "chess",
        position: position.to_string(),
        depth: args.depth,
        divide: args.divide,
        file: args.place.file(),
        pool: &args.pool,
        output: args.output,
        recording: &args.recording,
    };
    count.run(interrupt, |pool, scope| {
        let below = |position: &Position, depth, leaf| count_below(scope, position, depth, leaf);
        let perft = |at: Scoped<'_>| search::perft(at, &Chess, &position, args.depth, args.leaf, below);
        let counts = pool.install_in(scope, perft).ok()?;
        Some(counts.into_iter().map(|(m, count)| (position.uci(m), count)).collect())
    })
}

/// Depth up to which a count takes milliseconds and is not interrupted.
const UNINTERRUPTED: u32 = 4;

/// As [`chess::perft`], but of no meaning and over soon once `scope` is cancelled.
fn count_below(scope: &CancelScope, position: &Position, depth: u32, leaf: bool) -> u64 {
    if depth <= UNINTERRUPTED {
        chess::perft(position, depth, leaf)
    } else if scope.is_cancelled() {
        0
    } else {
        let moves = position.legal_moves();
        moves.iter().map(|&m| count_below(scope, &position.play(m), depth - 1, leaf)).sum()
    }
}
