//! `sparring backgammon play`.

use clap::Args;

use super::place::{PlaceArgs, RollArgs};
use super::search::DiceArgs;
use crate::cli::args::{PoolArgs, colour};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{converse, watch};
use crate::engine::{Engine, Side};
use crate::games::backgammon::{Backgammon, Dice, GameState};
use crate::protocol::backgammon::{BackgammonGame, Record, Session, Thinker, Turn};
use crate::run::Interrupt;

const EXAMPLES: &str = "\
Examples:
  sparring backgammon play --as black --depth 2
  sparring backgammon play --board critical-hit --roll 52 --seed 7";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct PlayArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    roll: RollArgs,
    /// Your side
    #[arg(long = "as", value_name = "COLOUR", value_parser = colour(), default_value = "white", help_heading = "Position")]
    person: Side,
    #[command(flatten)]
    search: DiceArgs,
    #[command(flatten)]
    pool: PoolArgs,
}

pub(in crate::cli) fn run(args: &PlayArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let (start, dice) = (start(args)?, Dice::new(args.pool.seed()));
    let engine = thinker(&args.search, &args.pool)?;
    let record = Record::new(Turn { game: start, dice });
    converse(&mut Session::new(BackgammonGame, record, args.person, engine, watch(interrupt)), interrupt)
}

/// A new game, or one from the position asked for.
fn start(args: &PlayArgs) -> Result<GameState, Failure> {
    if !args.place.is_given() && args.roll.given().is_none() {
        return Ok(GameState::new());
    }
    let place = args.place.read()?;
    Ok(GameState::at(place.position, args.roll.given().or(place.roll)))
}

/// The engine that these flags ask for.
pub(super) fn thinker(search: &DiceArgs, pool: &PoolArgs) -> Result<Thinker, Failure> {
    Ok(Thinker {
        evaluator: search.evaluator(pool)?,
        engine: Engine::new(Backgammon, pool.pool()?, 0),
        settings: search.settings(),
        keep: search.keep,
    })
}
