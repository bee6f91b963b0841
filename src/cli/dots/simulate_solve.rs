//! `sparring simulate solve`.

use clap::Args;

use super::place::PlaceArgs;
use crate::cli::args::{MAX_HASH_MIB, PoolArgs, affordable, whole};
use crate::cli::failure::{Exit, Failure};
use crate::cli::machine::SearchMachineArgs;
use crate::run::{FreshSolve, Interrupt, ProgressView, Repeatable, Solve};
use sparring_engine::search::Limits;

const EXAMPLES: &str = "\
Examples:
  sparring simulate solve --size 2x4 --rules alternate
  sparring simulate solve --size 3x4 --value-only --workers 1,4,16 --json";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct SimulateSolveArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Prove only the value, not which moves keep it
    #[arg(long, help_heading = "Solving")]
    value_only: bool,
    /// Size of the table in MiB; small boards take less, 4x4 boxes need 200 or more
    #[arg(
        long, value_name = "MiB", value_parser = whole::<usize>(1..=MAX_HASH_MIB, "--hash 64"),
        default_value = "64", allow_negative_numbers = true, help_heading = "Solving"
    )]
    hash: usize,
    #[command(flatten)]
    machine: SearchMachineArgs<{ FreshSolve::NODE_NS }>,
}

pub(in crate::cli) fn run(args: &SimulateSolveArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let hash = affordable(args.hash, &PoolArgs::of(1))?;
    let solve = Solve {
        position: *place.position(),
        board: place.name,
        game: place.game,
        value_only: args.value_only,
        limits: Limits::default(),
        view: ProgressView::Line,
    };
    args.machine.run(&FreshSolve { solve, hash }, args.place.file(), interrupt)
}
