use std::io::{self, BufRead, IsTerminal};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use clap::Args;

use super::args::{PoolArgs, affordable};
use super::failure::{Exit, Failure};
use crate::protocol::uci::{Means, Session};
use sparring_engine::Engine;
use sparring_engine::games::chess::Chess;

const EXAMPLES: &str = "\
Options, as uci lists them:
  Hash          MiB of the transposition table
  Clear Hash    empties it
  Threads       workers
  Ponder        has no effect: go ponder works without it
  MultiPV       how many of the best moves are shown
  Move Overhead milliseconds of every move that are lost on the way to the
                interface and back; 10 is enough on a machine that is not busy
  Strategy      play or lazy, as in games; ybw, every line to the same depth
  UCI_ShowWDL   wdl: the chances of a win, a draw and a loss in thousandths
  UCI_Chess960  castling is the king taking its own rook
No option limits the strength: go depth 3 or go nodes 500 plays weaker.

A go that comes while a search runs waits for its turn, and is answered after
it; a search without a limit ends when another go comes. stop ends all searches
that were asked for. So do quit and the end of the input, which let go perft and
bench finish.

Beside the protocol: d shows the position, eval its static value, go perft N
counts sequences of moves, bench measures the speed. The program also speaks UCI
if it is started without a command, and not at a terminal.

Examples:
  sparring uci <<< uci
  sparring uci
and then, for instance:
  setoption name Threads value 2
  position startpos moves e2e4
  go movetime 1000";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct UciArgs {}

const FIRST_COMMAND: Duration = Duration::from_secs(10);

/// True if UCI comes on standard input: testers such as OpenBench start engines without arguments.
pub(super) fn is_spoken() -> bool {
    if io::stdin().is_terminal() {
        return false;
    }
    let (sender, something) = channel();
    // Input read here stays in the shared buffer of standard input.
    thread::spawn(move || sender.send(io::stdin().lock().fill_buf().is_ok_and(|bytes| !bytes.is_empty())));
    something.recv_timeout(FIRST_COMMAND).unwrap_or(false)
}

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

fn in_options(failure: Failure) -> String {
    match failure {
        Failure::Usage(why) | Failure::Run(why) => {
            why.replace("--hash", "Hash").replace("--threads", "Threads")
        }
        Failure::Closed => "got a closed output, expected an open one; try again".to_owned(),
    }
}
