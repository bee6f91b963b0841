//! `sparring backgammon perft`.

use clap::Args;

use super::place::PlaceArgs;
use crate::cli::args::number;
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::RunArgs;
use crate::run::{BackgammonPerft, Interrupt};

/// The deepest count. Every turn has some 500 successors, so 7 turns from the start are more than
/// 2^60 sequences. Counting that far takes centuries, so the counter never overflows; deeper counts
/// end only in small trees.
const MAX_DEPTH: u64 = 20;

fn depth(text: &str) -> Result<u32, String> {
    number(text, 0..=MAX_DEPTH, "--depth 2").map(|n| n as u32)
}

/// What `sparring backgammon perft` understands.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct PerftArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Length of the sequences in turns, 0 to 20. A turn is one of the 21 rolls and one distinct
    /// result of playing it
    #[arg(long, value_name = "N", value_parser = depth, default_value = "2", allow_negative_numbers = true)]
    depth: u32,
    /// Also list the count of each first roll
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    run: RunArgs,
}

/// Counts and reports.
pub(super) fn run(args: &PerftArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let what = BackgammonPerft { position: args.place.read()?.position, depth: args.depth };
    args.run.perft(&what, args.divide, None, interrupt)
}
