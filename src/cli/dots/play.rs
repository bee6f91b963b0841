//! `sparring dots play`.

use std::io::{self, IsTerminal};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::bestmove::DEPTH;
use super::place::PlaceArgs;
use crate::cli::args::{PoolArgs, SearchArgs};
use crate::cli::failure::{Exit, Failure};
use crate::engine::{Engine, Side};
use crate::protocol::dots::Strength;
use crate::protocol::dots::terminal::{self, Manner};

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

/// Plays until the person has had enough.
pub(super) fn run(args: &PlayArgs) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let hash = args.search.hash()?;
    let strength = Strength {
        limits: args.search.limits(DEPTH),
        strategy: args.search.strategy,
        par_depth: args.search.par_depth(),
    };
    let manner = Manner {
        person: args.person.unwrap_or(place.position().side_to_move()),
        numbers: args.numbers,
        prompts: io::stdin().is_terminal(),
    };
    let engine = Engine::new(place.game.clone(), args.pool.pool()?, hash);
    terminal::play(&engine, strength, manner, &place.positions, io::stdin().lock(), io::stdout().lock())?;
    Ok(Exit::Done)
}
