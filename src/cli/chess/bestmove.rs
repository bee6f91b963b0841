//! `sparring chess bestmove`.

use super::place::{Place, PlaceArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::BestmoveArgs;
use crate::run::{ChessRequest, ChessSearch, Interrupt};
use sparring_engine::search::AnyStrategy;

/// Plies, unless a depth or a limit is given.
pub(super) const DEPTH: u32 = 5;

pub(in crate::cli) fn run(
    args: &BestmoveArgs<PlaceArgs, DEPTH, AnyStrategy>,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let Place { position, earlier, .. } = &args.place.read()?;
    let request = ChessRequest { position: position.clone(), earlier, settings: args.settings()? };
    let what = ChessSearch { request, hash: args.hash()? };
    args.run.bestmove(&what, args.compare, args.place.file(), interrupt)
}
