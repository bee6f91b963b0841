//! `sparring dots play`.

use clap::Args;

use super::bestmove::DotsDefaults;
use super::place::PlaceArgs;
use crate::cli::args::one_of;
use crate::cli::failure::{Exit, Failure};
use crate::cli::search::EngineArgs;
use crate::cli::terminal::{converse, watch};
use crate::protocol::dots::{DotsGame, Record, Session, Thinker};
use crate::run::Interrupt;
use sparring_engine::game::Side;

const EXAMPLES: &str = "\
Examples:
  sparring dots play --size 4x4 --numbers
  sparring dots play --size 3x3 --as b --depth 12";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct PlayArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Your side: a moves first [default: the side to move]
    #[arg(
        long = "as", value_name = "SIDE",
        value_parser = one_of([("a", Side::First), ("b", Side::Second)]), help_heading = "Position"
    )]
    person: Option<Side>,
    /// Go on with the game that was kept when you last played
    #[arg(
        long, conflicts_with_all = ["size", "config", "drawn", "start", "moves", "person"],
        help_heading = "Position"
    )]
    resume: bool,
    /// Show the numbers of the edges
    #[arg(long)]
    numbers: bool,
    #[command(flatten)]
    engine: EngineArgs<DotsDefaults>,
}

pub(in crate::cli) fn run(args: &PlayArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let person = args.person.unwrap_or(place.position().side_to_move());
    let record = Record::of(&place.positions);
    let (engine, settings) = args.engine.engine(place.game.clone())?;
    let engine = Thinker::new(engine, settings);
    let game = DotsGame { game: place.game, numbers: args.numbers };
    converse(Session::new(game, record, person, engine, watch(interrupt)), args.resume, interrupt)
}
