//! `sparring backgammon play`.

use std::sync::Arc;

use clap::Args;

use super::place::{PlaceArgs, RollArgs};
use super::search::DiceArgs;
use crate::cli::args::{Person, PoolArgs, person, whole};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{print, say};
use crate::cli::run::DeliveryArgs;
use crate::cli::self_play::{SelfPlay, about_self_play, refuse_delivery};
use crate::cli::terminal::{converse, drawn_seed, watch};
use crate::protocol::backgammon::{BackgammonGame, PlayState, Record, Session, Step, Thinker};
use sparring_engine::Engine;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::cube::{MatchEquity, Stakes};
use sparring_engine::games::backgammon::{
    Backgammon, Dice, GameRecord, GameState, MatchState, Offer, Position, RecordError, Turn,
};
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
    /// Play a match to N points, 1 to 64, with the cube and the Crawford rule [default: as the
    /// position says]
    #[arg(
        long, value_name = "N", value_parser = whole::<u16>(1..=64, "--length 5"),
        allow_negative_numbers = true, help_heading = "Stakes", conflicts_with = "cube"
    )]
    length: Option<u16>,
    /// Play a game for money with the cube
    #[arg(long, help_heading = "Stakes")]
    cube: bool,
    #[command(flatten)]
    search: DiceArgs,
    #[command(flatten)]
    pool: PoolArgs,
    #[command(flatten)]
    delivery: DeliveryArgs,
}

pub(in crate::cli) fn run(args: &PlayArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let (start, stakes) = start(args)?;
    let seed = args.pool.given_seed().unwrap_or_else(drawn_seed);
    let Person::Plays(person) = args.person else { return watch_game(args, start, interrupt) };
    refuse_delivery(&args.delivery)?;
    let engine = thinker(&args.search, &args.pool, args.pool.pool()?)?;
    if args.pool.given_seed().is_none() && !args.resume {
        print(&format!("the dice are those of --seed {seed}\n"))?;
    }
    let record = begun(start, stakes, Dice::new(seed));
    let session = Session::new(BackgammonGame, record, person, engine, watch(interrupt));
    converse(session, args.resume, interrupt)
}

fn begun(game: GameState, stakes: Option<MatchState>, dice: Dice) -> Record {
    let Some(stakes) = stakes else { return Record::new(PlayState::new(game, dice)) };
    let first = PlayState::at_stakes(MatchState { offer: None, ..stakes }, dice);
    let mut record = Record::new(PlayState { game, ..first });
    if stakes.offer.is_some() {
        let doubled = record.state().after(&Step::Double);
        record.push(Step::Double, doubled);
    }
    record
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

/// The position and, with the cube, its stakes.
fn start(args: &PlayArgs) -> Result<(GameState, Option<MatchState>), Failure> {
    if !args.place.is_given() && args.roll.given().is_none() {
        return Ok((GameState::new(), stakes(args, &MatchState::MONEY)?));
    }
    let place = args.place.read()?;
    place.can_end()?;
    let roll = args.roll.given().or(place.roll);
    let stakes = stakes(args, &place.state)?;
    let Some(stakes) = stakes else { return Ok((GameState::at(place.position, roll), None)) };
    let is_start = place.position.seen_by(Side::First) == Position::START;
    let game = match roll {
        // Nobody doubles before the opening throw.
        None if is_start && stakes.cube == 0 && stakes.offer.is_none() => GameState::new(),
        roll => GameState::at(place.position, roll),
    };
    is_recorded(place.position, stakes).map_err(Failure::of("--position"))?;
    Ok((game, Some(stakes)))
}

/// Checks that a game of these stakes can be saved.
fn is_recorded(position: Position, stakes: MatchState) -> Result<(), RecordError> {
    let mut record = GameRecord::new(position, MatchState { offer: None, ..stakes })?;
    match stakes.offer {
        None => Ok(()),
        Some(Offer::Double) => record.push(position.side(), Turn::Double),
        Some(Offer::Beaver | Offer::Raccoon) => Err(RecordError::Beaver(position.side())),
    }
}

/// The stakes of the flags, which the identifier completes, or its own.
fn stakes(args: &PlayArgs, said: &MatchState) -> Result<Option<MatchState>, Failure> {
    let given = args.length.map(|length| ("--length", length)).or(args.cube.then_some(("--cube", 0)));
    let Some((flag, length)) = given else {
        if !said.matters() {
            return Ok(None);
        }
        let unknown = Stakes::new(said, Side::First, MatchEquity::built_in()).err();
        return Ok(match without_cube(args, "a cube").or(unknown.map(|why| why.to_string())) {
            Some(why) => {
                say(&format!("the score and the cube of the position are not looked at: {why}"));
                None
            }
            None => Some(MatchState { beavers: false, ..*said }),
        });
    };
    if let Some(why) = without_cube(args, flag) {
        return Err(Failure::Usage(why));
    }
    let MatchState { cube, owner, .. } = *said;
    Ok(Some(match length == said.length {
        true => MatchState { beavers: false, ..*said },
        false => MatchState { length, cube, owner, ..MatchState::MONEY },
    }))
}

/// The reason why this game has no cube.
fn without_cube(args: &PlayArgs, got: &str) -> Option<String> {
    if args.person == Person::Watches {
        return Some(format!(
            "got {got} with --as none, expected a person; try sparring backgammon match net net --length 5"
        ));
    }
    args.search.eval.network().is_none().then(|| {
        format!(
            "got {got} with --eval {}, expected net, whose chances of gammons the cube needs; try --eval net",
            args.search.eval.name()
        )
    })
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
