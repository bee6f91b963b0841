//! `sparring uci`.

use std::io;

use clap::Args;

use super::args::{PoolArgs, affordable};
use super::failure::{Exit, Failure};
use crate::engine::Engine;
use crate::games::chess::Chess;
use crate::protocol::uci::{Means, Session};

const EXAMPLES: &str = "\
Examples:
  sparring uci <<< uci
  sparring uci
and then, for instance:
  setoption name Threads value 2
  position startpos moves e2e4
  go movetime 1000

Options, as uci lists them: Hash (MiB), Clear Hash, Threads, Ponder, MultiPV,
Move Overhead (ms), Strategy, UCI_Chess960. Beside the protocol: d shows the
position, eval its static value, go perft N counts sequences of moves,
bench measures the speed.";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct UciArgs {}

/// Talks to an interface until it leaves.
pub(super) fn run(UciArgs {}: &UciArgs) -> Result<Exit, Failure> {
    let make = |means| engine(means).map_err(in_options);
    Session::serve(io::stdin().lock(), io::stdout(), &make).map_err(Failure::Run)?;
    Ok(Exit::Done)
}

fn engine(Means { threads, hash }: Means) -> Result<Engine<Chess>, Failure> {
    let pool = PoolArgs::of(threads);
    let hash = affordable(hash, &pool)?;
    Ok(Engine::new(Chess, pool.quiet_pool()?, hash))
}

/// Why there is no engine, with the options of UCI in place of flags.
fn in_options(failure: Failure) -> String {
    match failure {
        Failure::Usage(why) | Failure::Run(why) => {
            why.replace("--hash", "Hash").replace("--threads", "Threads")
        }
        Failure::Closed => "got a closed output, expected an open one; try again".to_owned(),
    }
}
