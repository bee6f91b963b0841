//! `sparring chess bestmove`.

use super::place::PlaceArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::BestmoveArgs;
use crate::engine::{PlayRequest, Request};
use crate::run::{ChessPlaying, ChessSearch, Interrupt};

/// Plies, unless a depth or a limit is given.
pub(super) const DEPTH: u32 = 5;

pub(in crate::cli) fn run(
    args: &BestmoveArgs<PlaceArgs, DEPTH, true>,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    if let Some(settings) = args.playing() {
        let request = PlayRequest::new(place.position.clone(), settings);
        let request = PlayRequest { earlier: &place.earlier, ..request };
        let what = ChessPlaying { request, hash: args.hash()? };
        return args.run.bestmove(&what, args.compare, args.place.file(), interrupt);
    }
    let request = Request::new(place.position, args.settings());
    let request = Request { earlier: &place.earlier, ..request };
    let what = ChessSearch { request, hash: args.hash()? };
    args.run.bestmove(&what, args.compare, args.place.file(), interrupt)
}
