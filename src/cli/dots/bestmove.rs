use super::place::PlaceArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::BestmoveArgs;
use crate::cli::search::Defaults;
use sparring_engine::search::Strategy;
use sparring_run::{DotsSearch, Interrupt};

/// Search defaults of the game.
#[derive(Clone, Debug)]
pub(in crate::cli) struct DotsDefaults;

impl Defaults for DotsDefaults {
    type Strategy = Strategy;
    const DEPTH: u32 = 9;
}

pub(in crate::cli) fn run(
    args: &BestmoveArgs<PlaceArgs, DotsDefaults>,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let (position, hash) = (*place.position(), args.hash()?);
    let what = DotsSearch::new(place.game, place.name, position, args.settings()?, hash);
    args.run.bestmove(&what, args.compared(), args.place.file(), interrupt)
}
