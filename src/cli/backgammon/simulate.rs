//! `sparring simulate backgammon`.

use clap::Args;

use super::place::{PlaceArgs, RollArgs};
use super::search::DiceArgs;
use crate::cli::args::PoolArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::machine::SearchMachineArgs;
use sparring_engine::games::backgammon::Roll;
use sparring_engine::search::DiceRequest;
use sparring_run::{BackgammonSearch, Bestmove, Interrupt};

const EXAMPLES: &str = "\
Examples:
  sparring simulate backgammon --roll 31
  sparring simulate backgammon --roll 42 --workers 64 --trace run.json";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct SimulateArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    roll: RollArgs,
    #[command(flatten)]
    search: DiceArgs,
    #[command(flatten)]
    machine: SearchMachineArgs<{ BackgammonSearch::NODE_NS }>,
}

pub(in crate::cli) fn run(args: &SimulateArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let roll = args.roll.read(&place)?;
    // A finished game is not searched, whatever the dice.
    let request = DiceRequest::new(place.position, roll.unwrap_or(Roll::ALL[0]), args.search.settings()?);
    let request = DiceRequest { pruning: args.search.pruning(), ..request };
    let informed = args.search.evaluator(&PoolArgs::of(1))?.deciding(place.position.side());
    let what = BackgammonSearch::new(informed, roll, request);
    args.machine.run(&what, None, interrupt)
}
