use clap::Args;

use super::bestmove::DotsDefaults;
use super::place::PlaceArgs;
use crate::cli::args::{Person, person};
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::DeliveryArgs;
use crate::cli::search::{EngineArgs, Ready};
use crate::cli::self_play::{SelfPlay, about_self_play, refuse_delivery};
use crate::cli::terminal::{converse, watch};
use crate::protocol::dots::{DotsGame, Record, Session, Thinker};
use sparring_engine::search::SearchStrategy;
use sparring_run::Interrupt;

const EXAMPLES: &str = "\
Examples:
  sparring dots play --size 4x4 --numbers
  sparring dots play --size 3x3 --as b --depth 12
  sparring dots play --size 3x3 --as none --stats";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES, mut_args(about_self_play))]
pub(in crate::cli) struct PlayArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Your side: a moves first; or none: the engine plays one game against itself [default: the
    /// side to move]
    #[arg(
        long = "as", value_name = "SIDE", value_parser = person(["a", "b"]), help_heading = "Position"
    )]
    person: Option<Person>,
    /// Continue the game that was kept when you last played
    #[arg(
        long, conflicts_with_all = ["size", "config", "drawn", "rules", "start", "moves", "person"],
        help_heading = "Position"
    )]
    resume: bool,
    /// Show the numbers of the edges
    #[arg(long)]
    numbers: bool,
    #[command(flatten)]
    engine: EngineArgs<DotsDefaults>,
    #[command(flatten)]
    delivery: DeliveryArgs,
}

pub(in crate::cli) fn run(args: &PlayArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let record = Record::of(&place.positions);
    let game = DotsGame { game: place.game.clone(), numbers: args.numbers };
    let person = match args.person {
        Some(Person::Watches) => {
            let sinks = args.delivery.open(args.place.file().as_slice())?;
            let Ready { engine, settings, pool } =
                args.engine.engine(place.game, args.delivery.events(&sinks))?;
            let (opponent, strategy) = (Thinker::new(engine, settings), settings.strategy.name());
            let game = SelfPlay { game, record, opponent, pool, strategy, seed: None };
            return game.deliver(&args.delivery, sinks, interrupt);
        }
        Some(Person::Plays(side)) => side,
        None => place.position().side_to_move(),
    };
    refuse_delivery(&args.delivery)?;
    let Ready { engine, settings, .. } = args.engine.engine(place.game, 0)?;
    let session = Session::new(game, record, person, Thinker::new(engine, settings), watch(interrupt));
    converse(session, args.resume, interrupt)
}
