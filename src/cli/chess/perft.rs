//! `sparring chess perft`.

use clap::Args;

use super::place::PlaceArgs;
use crate::cli::args::{MAX_PERFT_DEPTH, whole};
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::RunArgs;
use sparring_run::{Interrupt, chess_perft};

const EXAMPLES: &str = "\
Examples:
  sparring chess perft --depth 4 --divide
  sparring chess perft --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -' --json";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct PerftArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Also make the last moves, instead of only counting them
    #[arg(long, help_heading = "Counting")]
    leaf: bool,
    /// Also list the count of each first move
    #[arg(long, help_heading = "Counting")]
    divide: bool,
    /// Length of the sequences in plies, 0 to 20
    #[arg(
        long, value_name = "N", value_parser = whole::<u32>(0..=MAX_PERFT_DEPTH, "--depth 5"),
        default_value = "5", allow_negative_numbers = true, help_heading = "Counting"
    )]
    depth: u32,
    #[command(flatten)]
    run: RunArgs,
}

pub(in crate::cli) fn run(args: &PerftArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let position = args.place.read()?.position;
    let what = chess_perft(&position, args.depth, args.leaf);
    args.run.perft(what, args.divide, args.place.file(), interrupt)
}
