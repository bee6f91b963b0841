use clap::Args;

use super::bestmove::DotsDefaults;
use super::place::PlaceArgs;
use crate::cli::args::PoolArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::machine::SearchMachineArgs;
use crate::cli::search::SearchArgs;
use sparring_run::{Bestmove, DotsSearch, Interrupt};

const EXAMPLES: &str = "\
Examples:
  sparring simulate dots --size 3x3 --depth 7
  sparring simulate dots --size 4x4 --depth 5 --workers 1,16,256 --json";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct SimulateArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    search: SearchArgs<DotsDefaults>,
    #[command(flatten)]
    machine: SearchMachineArgs<{ DotsSearch::NODE_NS }>,
}

pub(in crate::cli) fn run(args: &SimulateArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let (position, hash) = (*place.position(), args.search.hash(&PoolArgs::of(1))?);
    let what = DotsSearch::new(place.game, place.name, position, args.search.settings()?, hash);
    args.machine.run(&what, args.place.file(), interrupt)
}
