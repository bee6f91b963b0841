//! `sparring chess play`.

use clap::Args;

use super::bestmove::DEPTH;
use super::place::PlaceArgs;
use crate::cli::args::{Person, person};
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::DeliveryArgs;
use crate::cli::search::{Defaults, EngineArgs, Ready};
use crate::cli::self_play::{SelfPlay, about_self_play, refuse_delivery};
use crate::cli::terminal::{converse, watch};
use crate::protocol::chess::{ChessGame, Record, Session, Thinker};
use sparring_engine::games::chess::{Chess, Glyphs};
use sparring_engine::search::{AnyStrategy, PlayStrategy, SearchStrategy};
use sparring_run::Interrupt;

/// Quick answers: about 30,000 nodes a move.
#[derive(Clone, Debug)]
struct PlayDefaults;

impl Defaults for PlayDefaults {
    type Strategy = AnyStrategy;
    const STRATEGY: AnyStrategy = AnyStrategy::Play(PlayStrategy::Play);
    const DEPTH: u32 = DEPTH;
    const PLAY_DEPTH: u32 = 10;
}

const EXAMPLES: &str = "\
Examples:
  sparring chess play --movetime 500
  sparring chess play --as black --depth 4 --figures --moves e2e4
  sparring chess play --as none --depth 6 --report game.html";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES, mut_args(about_self_play))]
pub(in crate::cli) struct PlayArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Your side, or none: the engine plays one game against itself [default: the side to move]
    #[arg(
        long = "as", value_name = "COLOUR", value_parser = person(["white", "black"]),
        help_heading = "Position"
    )]
    person: Option<Person>,
    /// Continue the game that was kept when you last played
    #[arg(
        long, conflicts_with_all = ["fen", "board", "board_file", "side", "moves", "person"],
        help_heading = "Position"
    )]
    resume: bool,
    /// Draw chess symbols instead of letters even if the terminal does not seem to have them
    #[arg(long)]
    figures: bool,
    #[command(flatten)]
    engine: EngineArgs<PlayDefaults>,
    #[command(flatten)]
    delivery: DeliveryArgs,
}

pub(in crate::cli) fn run(args: &PlayArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let game = ChessGame { glyphs: args.figures.then_some(Glyphs::Unicode) };
    let record = Record::of(place.start, &place.moves);
    let person = match args.person {
        Some(Person::Watches) => {
            let sinks = args.delivery.open(args.place.file().as_slice())?;
            let Ready { engine, settings, pool } = args.engine.engine(Chess, args.delivery.events(&sinks))?;
            let (opponent, strategy) = (Thinker { engine, settings }, settings.strategy.name());
            let game = SelfPlay { game, record, opponent, pool, strategy, seed: None };
            return game.deliver(&args.delivery, sinks, interrupt);
        }
        Some(Person::Plays(side)) => side,
        None => place.position.side_to_move(),
    };
    refuse_delivery(&args.delivery)?;
    let Ready { engine, settings, .. } = args.engine.engine(Chess, 0)?;
    let session = Session::new(game, record, person, Thinker { engine, settings }, watch(interrupt));
    converse(session, args.resume, interrupt)
}
