//! `sparring backgammon cube`.

use clap::Args;

use super::bearoff::databases;
use super::place::PlaceArgs;
use super::stakes::StakesArgs;
use crate::cli::args::whole;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{interrupted, say};
use crate::cli::run::RunArgs;
use sparring_engine::cubeful::{Cubeful, MAX_DEPTH};
use sparring_engine::games::backgammon::cube::Efficiency;
use sparring_engine::games::backgammon::network::Network;
use sparring_run::{CubeQuestion, Interrupt, cube};

const EXAMPLES: &str = "\
Examples:
  sparring backgammon cube --position -a-BaBC-A---eE---c-e----B- --depth 1
  sparring backgammon cube --length 7 --score 2,4 --depth 0
  sparring backgammon cube --board bear-off --bearoff
  sparring backgammon cube \\
    --position XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:3:0:7:10";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct CubeArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    stakes: StakesArgs,
    /// Plies of lookahead, 0 to 3: 0 uses only the network and the model of a live cube
    #[arg(
        long, value_name = "N", value_parser = whole::<u32>(0..=MAX_DEPTH.into(), "--depth 2"),
        default_value = "2", allow_negative_numbers = true, help_heading = "Search"
    )]
    depth: u32,
    /// Take exact values from the bear-off databases where both sides bear off (see `sparring
    /// backgammon bearoff`)
    #[arg(long, help_heading = "Search")]
    bearoff: bool,
    #[command(flatten)]
    run: RunArgs,
}

pub(in crate::cli) fn run(args: &CubeArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    if place.position.is_over() {
        return Err(Failure::usage(
            "got a game that is over, expected one that goes on; try another --position",
        ));
    }
    if let Some(roll) = place.roll {
        say(&format!("the dice of the position, {roll}, are not looked at: a double comes before them"));
    }
    let state = args.stakes.read(&place.state)?;
    let table = args.stakes.table()?;
    let cubeful = Cubeful::new(Network::built_in(), &state, &table, Efficiency::default());
    let bearoff = if args.bearoff { Some(databases(&args.run.pool)?) } else { None };
    let cubeful = cubeful.map_err(Failure::usage)?.informed(bearoff.as_deref());
    let sinks = args.run.delivery.open(&args.stakes.files())?;
    let question = CubeQuestion { position: &place.position, state: &state, depth: args.depth };
    match cube(&cubeful, &question, &args.run.run(&sinks, interrupt)?) {
        Some(finished) => args.run.delivery.deliver(finished, sinks, interrupt),
        None => interrupted("interrupted before the rolls were looked at; try less --depth"),
    }
}
