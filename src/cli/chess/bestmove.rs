//! `sparring chess bestmove`.

use super::place::{Place, PlaceArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::BestmoveArgs;
use crate::cli::search::Defaults;
use sparring_engine::search::{AnyStrategy, PlayStrategy};
use sparring_run::{ChessRequest, ChessSearch, Interrupt};

/// Default plies of exact strategies.
pub(super) const DEPTH: u32 = 5;
/// Default nominal plies of playing ones.
pub(super) const PLAY_DEPTH: u32 = 12;

/// Defaults of `bestmove` and suites.
#[derive(Clone, Debug)]
pub(in crate::cli) struct BestmoveDefaults;

impl Defaults for BestmoveDefaults {
    type Strategy = AnyStrategy;
    const STRATEGY: AnyStrategy = AnyStrategy::Play(PlayStrategy::Play);
    const DEPTH: u32 = DEPTH;
    const PLAY_DEPTH: u32 = PLAY_DEPTH;
    const PLAY_MS: Option<u64> = Some(1000);
}

pub(in crate::cli) fn run(
    args: &BestmoveArgs<PlaceArgs, BestmoveDefaults>,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let Place { position, earlier, .. } = &args.place.read()?;
    let request = ChessRequest { position: position.clone(), earlier, settings: args.settings()? };
    let what = ChessSearch { request, hash: args.hash()? };
    args.run.bestmove(&what, args.compared(), args.place.file(), interrupt)
}
