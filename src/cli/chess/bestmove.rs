//! `sparring chess bestmove`.

use super::place::PlaceArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::BestmoveArgs;
use crate::engine::Request;
use crate::run::{ChessSearch, Interrupt};

/// Plies, unless a depth or a limit is given.
pub(super) const DEPTH: u32 = 5;

pub(in crate::cli) fn run(
    args: &BestmoveArgs<PlaceArgs, DEPTH>,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let request = Request::new(place.position, args.settings());
    let request = Request { earlier: &place.earlier, ..request };
    let what = ChessSearch { request, hash: args.hash()? };
    args.run.bestmove(&what, args.compare, args.place.file(), interrupt)
}
