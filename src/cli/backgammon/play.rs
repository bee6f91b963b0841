//! `sparring backgammon play`.

use std::sync::Arc;

use clap::Args;

use super::place::{PlaceArgs, RollArgs};
use super::search::DiceArgs;
use crate::cli::args::{Person, PoolArgs, person};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::print;
use crate::cli::run::ToldArgs;
use crate::cli::self_play::{SelfPlay, about_self_play, refuse_told};
use crate::cli::terminal::{converse, drawn_seed, watch};
use crate::protocol::backgammon::{BackgammonGame, Record, Session, Thinker, Turn};
use crate::run::Interrupt;
use sparring_engine::Engine;
use sparring_engine::games::backgammon::{Backgammon, Dice, GameState};
use sparring_engine::search::SearchStrategy;
use sparring_sched::Pool;

const EXAMPLES: &str = "\
Examples:
  sparring backgammon play --as black --depth 2
  sparring backgammon play --board critical-hit --roll 52 --seed 7
  sparring backgammon play --as none --depth 1 --seed 7 --report game.html";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES, mut_args(about_self_play))]
pub(in crate::cli) struct PlayArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    roll: RollArgs,
    /// Your side, or none: the engine plays one game against itself
    #[arg(
        long = "as", value_name = "COLOUR", value_parser = person(["white", "black"]),
        default_value = "white", help_heading = "Position"
    )]
    person: Person,
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
    #[command(flatten)]
    told: ToldArgs,
}

pub(in crate::cli) fn run(args: &PlayArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let start = start(args)?;
    let seed = args.pool.given_seed().unwrap_or_else(drawn_seed);
    let Person::Plays(person) = args.person else { return watch_game(args, start, interrupt) };
    refuse_told(&args.told)?;
    let engine = thinker(&args.search, &args.pool, args.pool.pool()?)?;
    if args.pool.given_seed().is_none() && !args.resume {
        print(&format!("the dice are those of --seed {seed}\n"))?;
    }
    let record = Record::new(Turn { game: start, dice: Dice::new(seed) });
    let session = Session::new(BackgammonGame, record, person, engine, watch(interrupt));
    converse(session, args.resume, interrupt)
}

/// Lets the engine play against itself. The dice are those of seed 0 unless another is given, as
/// in a match.
fn watch_game(args: &PlayArgs, start: GameState, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let sinks = args.told.open(&[])?;
    let pool = Arc::new(args.pool.recording_pool(args.told.events(&sinks))?);
    let opponent = thinker(&args.search, &args.pool, pool.clone())?;
    let (strategy, seed) = (opponent.settings.strategy.name(), args.pool.seed());
    let record = Record::new(Turn { game: start, dice: Dice::new(seed) });
    let game = SelfPlay { game: BackgammonGame, record, opponent, pool: &pool, strategy, seed: Some(seed) };
    game.deliver(&args.told, sinks, interrupt)
}

/// A new game, or one from the position asked for.
fn start(args: &PlayArgs) -> Result<GameState, Failure> {
    if !args.place.is_given() && args.roll.given().is_none() {
        return Ok(GameState::new());
    }
    let place = args.place.read()?;
    Ok(GameState::at(place.position, args.roll.given().or(place.roll)))
}

/// The engine that these flags ask for, on the workers of `pool`.
pub(super) fn thinker(
    search: &DiceArgs,
    flags: &PoolArgs,
    pool: impl Into<Arc<Pool>>,
) -> Result<Thinker, Failure> {
    Ok(Thinker {
        evaluator: search.evaluator(flags)?,
        engine: Engine::new(Backgammon, pool, 0),
        settings: search.settings()?,
        pruning: search.pruning(),
    })
}
