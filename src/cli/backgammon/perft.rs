//! `sparring backgammon perft`.

use clap::Args;

use super::place::PlaceArgs;
use crate::cli::args::{MAX_PERFT_DEPTH, whole};
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::RunArgs;
use sparring_run::{Interrupt, backgammon_perft};

const EXAMPLES: &str = "\
Examples:
  sparring backgammon perft --depth 2 --divide
  sparring backgammon perft --board bear-off --depth 2 --json";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct PerftArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Length of the sequences in turns, 0 to 20. A turn is one of the 21 rolls and one distinct
    /// result of playing it
    #[arg(
        long, value_name = "N", value_parser = whole::<u32>(0..=MAX_PERFT_DEPTH, "--depth 2"),
        default_value = "2", allow_negative_numbers = true, help_heading = "Counting"
    )]
    depth: u32,
    /// Also list the count of each first roll
    #[arg(long, help_heading = "Counting")]
    divide: bool,
    #[command(flatten)]
    run: RunArgs,
}

pub(in crate::cli) fn run(args: &PerftArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let position = args.place.read()?.position;
    let what = backgammon_perft(&position, args.depth);
    args.run.perft(what, args.divide, None, interrupt)
}
