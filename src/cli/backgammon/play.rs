//! `sparring backgammon play`.

use std::sync::Arc;

use clap::Args;

use super::place::{PlaceArgs, RollArgs};
use super::search::DiceArgs;
use crate::cli::args::{Person, PoolArgs, person, whole};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::print;
use crate::cli::run::DeliveryArgs;
use crate::cli::self_play::{SelfPlay, about_self_play, refuse_delivery};
use crate::cli::terminal::{converse, drawn_seed, watch};
use crate::protocol::backgammon::{BackgammonGame, PlayState, Record, Session, Thinker};
use sparring_engine::Engine;
use sparring_engine::games::backgammon::{Backgammon, Dice, GameState, MatchState};
use sparring_engine::search::SearchStrategy;
use sparring_run::Interrupt;
use sparring_sched::Pool;

const EXAMPLES: &str = "\
Examples:
  sparring backgammon play --as black --length 5
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
    /// Continue the game that was kept when you last played
    #[arg(
        long, conflicts_with_all = ["position", "board", "side", "roll", "person", "seed", "length", "cube"],
        help_heading = "Position"
    )]
    resume: bool,
    /// Play a match to N points, 1 to 64, with the cube and the Crawford rule
    #[arg(
        long, value_name = "N", value_parser = whole::<u16>(1..=64, "--length 5"),
        allow_negative_numbers = true, help_heading = "Stakes",
        conflicts_with_all = ["cube", "position", "board", "side", "roll"]
    )]
    length: Option<u16>,
    /// Play a game for money with the cube
    #[arg(long, help_heading = "Stakes", conflicts_with_all = ["position", "board", "side", "roll"])]
    cube: bool,
    #[command(flatten)]
    search: DiceArgs,
    #[command(flatten)]
    pool: PoolArgs,
    #[command(flatten)]
    delivery: DeliveryArgs,
}

pub(in crate::cli) fn run(args: &PlayArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let start = start(args)?;
    let stakes = args.length.map(|length| MatchState { length, ..MatchState::MONEY });
    let stakes = stakes.or(args.cube.then_some(MatchState::MONEY));
    let seed = args.pool.given_seed().unwrap_or_else(drawn_seed);
    if stakes.is_some() {
        suits_cube(args)?;
    }
    let Person::Plays(person) = args.person else { return watch_game(args, start, interrupt) };
    refuse_delivery(&args.delivery)?;
    let engine = thinker(&args.search, &args.pool, args.pool.pool()?)?;
    if args.pool.given_seed().is_none() && !args.resume {
        print(&format!("the dice are those of --seed {seed}\n"))?;
    }
    let dice = Dice::new(seed);
    let first = match stakes {
        Some(stakes) => PlayState::at_stakes(stakes, dice),
        None => PlayState::new(start, dice),
    };
    let record = Record::new(first);
    let session = Session::new(BackgammonGame, record, person, engine, watch(interrupt));
    converse(session, args.resume, interrupt)
}

/// Lets the engine play itself, by default with seed 0, as in a match.
fn watch_game(args: &PlayArgs, start: GameState, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let sinks = args.delivery.open(&[])?;
    let pool = Arc::new(args.pool.recording_pool(args.delivery.events(&sinks))?);
    let opponent = thinker(&args.search, &args.pool, pool.clone())?;
    let (strategy, seed) = (opponent.settings.strategy.name(), args.pool.seed());
    let record = Record::new(PlayState::new(start, Dice::new(seed)));
    let game = SelfPlay { game: BackgammonGame, record, opponent, pool, strategy, seed: Some(seed) };
    game.deliver(&args.delivery, sinks, interrupt)
}

fn suits_cube(args: &PlayArgs) -> Result<(), Failure> {
    let flag = if args.length.is_some() { "--length" } else { "--cube" };
    if args.person == Person::Watches {
        return Err(Failure::usage(format!(
            "got {flag} with --as none, expected a person; try sparring backgammon match net net --length 5"
        )));
    }
    if args.search.eval.network().is_none() {
        return Err(Failure::usage(format!(
            "got {flag} with --eval {}, expected net, whose chances of gammons the cube needs; try --eval net",
            args.search.eval.name()
        )));
    }
    Ok(())
}

fn start(args: &PlayArgs) -> Result<GameState, Failure> {
    if !args.place.is_given() && args.roll.given().is_none() {
        return Ok(GameState::new());
    }
    let place = args.place.read()?;
    place.can_end()?;
    Ok(GameState::at(place.position, args.roll.given().or(place.roll)))
}

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
