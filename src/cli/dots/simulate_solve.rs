use clap::Args;

use super::place::PlaceArgs;
use super::solve::ProofArgs;
use crate::cli::args::{PoolArgs, affordable};
use crate::cli::failure::{Exit, Failure};
use crate::cli::machine::SearchMachineArgs;
use sparring_engine::search::Limits;
use sparring_lab::{FreshSolve, Repeatable};
use sparring_run::{Interrupt, Solve};

const EXAMPLES: &str = "\
Examples:
  sparring simulate solve --size 2x4 --rules alternate
  sparring simulate solve --size 3x4 --value-only --workers 1,4,16 --json";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct SimulateSolveArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    proof: ProofArgs,
    #[command(flatten)]
    machine: SearchMachineArgs<{ FreshSolve::NODE_NS }>,
}

pub(in crate::cli) fn run(args: &SimulateSolveArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let hash = affordable(args.proof.hash, &PoolArgs::of(1))?;
    let solve = Solve {
        position: *place.position(),
        board: place.name,
        game: place.game,
        value_only: args.proof.value_only,
        limits: Limits::default(),
    };
    args.machine.run(&FreshSolve { solve, hash }, args.place.file(), interrupt)
}
