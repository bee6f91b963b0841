//! `sparring dots bestmove`.

use super::place::PlaceArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::BestmoveArgs;
use crate::run::{DotsSearch, Interrupt};

/// Plies, unless a depth or a limit is given.
pub(super) const DEPTH: u32 = 9;

pub(in crate::cli) fn run(
    args: &BestmoveArgs<PlaceArgs, DEPTH>,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let (position, hash) = (*place.position(), args.hash()?);
    let what = DotsSearch::new(place.game, place.name, position, args.settings()?, hash);
    args.run.bestmove(&what, args.compare, args.place.file(), interrupt)
}
