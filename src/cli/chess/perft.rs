//! `sparring chess perft`.

use clap::Args;

use super::place::PlaceArgs;
use crate::cli::args::number;
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::RunArgs;
use crate::run::{ChessPerft, Interrupt};

/// The deepest count. From the start there are more than 2^64 sequences of 14 moves, but counting
/// that far takes centuries, so the counter never overflows; deeper counts end only in small trees.
const MAX_DEPTH: u64 = 20;

fn depth(text: &str) -> Result<u32, String> {
    number(text, 0..=MAX_DEPTH, "--depth 5").map(|n| n as u32)
}

/// What `sparring chess perft` understands.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct PerftArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Length of the sequences in plies, 0 to 20
    #[arg(long, value_name = "N", value_parser = depth, default_value = "5", allow_negative_numbers = true)]
    depth: u32,
    /// Also list the count of each first move
    #[arg(long)]
    divide: bool,
    /// Make the last moves too, instead of counting the moves of their list
    #[arg(long)]
    leaf: bool,
    #[command(flatten)]
    run: RunArgs,
}

/// Counts and reports.
pub(super) fn run(args: &PerftArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let position = args.place.read()?.position;
    let what = ChessPerft { position, depth: args.depth, leaf: args.leaf };
    args.run.perft(&what, args.divide, args.place.file(), interrupt)
}
