//! `sparring chess play`.

use clap::Args;

use super::bestmove::DEPTH;
use super::place::PlaceArgs;
use crate::cli::args::colour;
use crate::cli::failure::{Exit, Failure};
use crate::cli::search::{Defaults, EngineArgs};
use crate::cli::terminal::{converse, watch};
use crate::protocol::chess::{ChessGame, Record, Session, Thinker};
use crate::run::Interrupt;
use sparring_engine::game::Side;
use sparring_engine::games::chess::{Chess, Glyphs};
use sparring_engine::search::{AnyStrategy, PlayStrategy};

/// An opponent that answers at once: some 30,000 nodes a move.
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
  sparring chess play --strategy ybw --depth 3";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct PlayArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Your side [default: the side to move]
    #[arg(long = "as", value_name = "COLOUR", value_parser = colour(), help_heading = "Position")]
    person: Option<Side>,
    /// Go on with the game that was kept when you last played
    #[arg(
        long, conflicts_with_all = ["fen", "board", "board_file", "side", "moves", "person"],
        help_heading = "Position"
    )]
    resume: bool,
    /// Draw chess symbols instead of letters even where the terminal does not seem to have them
    #[arg(long)]
    figures: bool,
    #[command(flatten)]
    engine: EngineArgs<PlayDefaults>,
}

pub(in crate::cli) fn run(args: &PlayArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let person = args.person.unwrap_or(place.position.side_to_move());
    let glyphs = args.figures.then_some(Glyphs::Unicode);
    let (engine, settings) = args.engine.engine(Chess)?;
    let engine = Thinker { engine, settings };
    let record = Record::of(place.start, &place.moves);
    converse(
        Session::new(ChessGame { glyphs }, record, person, engine, watch(interrupt)),
        args.resume,
        interrupt,
    )
}
