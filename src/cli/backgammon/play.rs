//! `sparring backgammon play`.

use clap::Args;

use super::place::{PlaceArgs, RollArgs};
use super::search::DiceArgs;
use crate::cli::args::{PoolArgs, colour};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::print;
use crate::cli::terminal::{converse, drawn_seed, watch};
use crate::protocol::backgammon::{BackgammonGame, Record, Session, Thinker, Turn};
use crate::run::Interrupt;
use sparring_engine::Engine;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Backgammon, Dice, GameState};

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
    #[arg(
        long = "as", value_name = "COLOUR", value_parser = colour(), default_value = "white",
        help_heading = "Position"
    )]
    person: Side,
    /// Go on with the game that was kept when you last played
    #[arg(
        long, conflicts_with_all = ["position", "board", "side", "roll", "person", "seed"],
        help_heading = "Position"
    )]
    resume: bool,
    #[command(flatten)]
    search: DiceArgs,
    #[command(flatten)]
    pool: PoolArgs,
}

pub(in crate::cli) fn run(args: &PlayArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let start = start(args)?;
    let seed = args.pool.given_seed().unwrap_or_else(drawn_seed);
    let engine = thinker(&args.search, &args.pool)?;
    if args.pool.given_seed().is_none() && !args.resume {
        print(&format!("the dice are those of --seed {seed}\n"))?;
    }
    let record = Record::new(Turn { game: start, dice: Dice::new(seed) });
    let session = Session::new(BackgammonGame, record, args.person, engine, watch(interrupt));
    converse(session, args.resume, interrupt)
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
        settings: search.settings()?,
        pruning: search.pruning(),
    })
}
