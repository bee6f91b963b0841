//! `sparring simulate chess`.

use clap::Args;

use super::bestmove::{DEPTH, PLAY_DEPTH};
use super::place::{Place, PlaceArgs};
use crate::cli::args::PoolArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::machine::SearchMachineArgs;
use crate::cli::search::{Defaults, SearchArgs};
use sparring_engine::search::AnyStrategy;
use sparring_run::{Bestmove, ChessRequest, ChessSearch, Interrupt};

const EXAMPLES: &str = "\
Examples:
  sparring simulate chess --board ruy-lopez --depth 5
  sparring simulate chess --depth 5 --workers 64 --report run.html
  sparring simulate chess --depth 5 --topology 2x16 --victims uniform";

/// The exact strategy that scales.
#[derive(Clone, Debug)]
struct SimulateDefaults;

impl Defaults for SimulateDefaults {
    type Strategy = AnyStrategy;
    const DEPTH: u32 = DEPTH;
    const PLAY_DEPTH: u32 = PLAY_DEPTH;
}

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct SimulateArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    search: SearchArgs<SimulateDefaults>,
    #[command(flatten)]
    machine: SearchMachineArgs<{ ChessSearch::NODE_NS }>,
}

pub(in crate::cli) fn run(args: &SimulateArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let Place { position, earlier, .. } = &args.place.read()?;
    let request = ChessRequest { position: position.clone(), earlier, settings: args.search.settings()? };
    let what = ChessSearch { request, hash: args.search.hash(&PoolArgs::of(1))? };
    args.machine.run(&what, args.place.file(), interrupt)
}
