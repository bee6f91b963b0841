//! `sparring chess bestmove`.

use super::place::{Place, PlaceArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::BestmoveArgs;
use crate::cli::search::Defaults;
use sparring_engine::search::{AnyStrategy, PlayStrategy};
use sparring_run::{ChessRequest, ChessSearch, Interrupt};

/// Plies of the exact strategies, unless a depth or a limit is given.
pub(super) const DEPTH: u32 = 5;
/// Nominal plies of those that play: some 40,000 nodes.
pub(super) const PLAY_DEPTH: u32 = 12;

/// Defaults of `bestmove` and of suites, which want the move to play: a second of `play`.
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
