//! `sparring dots play`.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::bestmove::DEPTH;
use super::place::PlaceArgs;
use crate::cli::args::{PoolArgs, SearchArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::converse;
use crate::engine::{Engine, Side};
use crate::protocol::dots::{Record, Session, Thinker};

fn side() -> impl TypedValueParser<Value = Side> {
    PossibleValuesParser::new(["a", "b"]).map(|name| if name == "a" { Side::First } else { Side::Second })
}

/// What `sparring dots play` understands.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct PlayArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Which side you play: a moves first [default: the one to move]
    #[arg(long = "as", value_name = "SIDE", value_parser = side(), help_heading = "Position")]
    person: Option<Side>,
    /// Draw edges with their numbers
    #[arg(long)]
    numbers: bool,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    pool: PoolArgs,
}

/// Plays until the person leaves.
pub(super) fn run(args: &PlayArgs) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let hash = args.search.hash()?;
    let settings = args.search.settings(DEPTH);
    let person = args.person.unwrap_or(place.position().side_to_move());
    let record = Record::of(&place.positions);
    let engine = Thinker::new(Engine::new(place.game.clone(), args.pool.pool()?, hash), settings);
    converse(&mut Session::new(place.game, record, person, args.numbers, engine))
}
