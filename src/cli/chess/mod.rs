//! `sparring chess`.

mod bestmove;
mod perft;
mod place;
mod play;

use clap::Subcommand;

use super::failure::{Exit, Failure};
use super::run::BestmoveArgs;
use crate::run::Interrupt;

const BESTMOVE: &str = "\
Examples:
  sparring chess bestmove --board ruy-lopez --depth 6 --threads 2 --stats
  sparring chess bestmove --fen 'r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - -' --json";
const PERFT: &str = "\
Examples:
  sparring chess perft --depth 4 --divide
  sparring chess perft --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -' --depth 5 --json";
const PLAY: &str = "\
Examples:
  sparring chess play --movetime 500
  sparring chess play --as black --depth 4 --figures --moves e2e4";

#[derive(Subcommand, Debug)]
pub(super) enum Chess {
    /// Find the best move
    #[command(after_help = BESTMOVE)]
    Bestmove(BestmoveArgs<place::PlaceArgs, { bestmove::DEPTH }>),
    /// Count the sequences of legal moves of a length
    #[command(after_help = PERFT)]
    Perft(perft::PerftArgs),
    /// Play against the engine
    #[command(after_help = PLAY)]
    Play(play::PlayArgs),
}

/// Does what the verb says.
pub(super) fn run(verb: &Chess, interrupt: &Interrupt) -> Result<Exit, Failure> {
    match verb {
        Chess::Bestmove(args) => bestmove::run(args, interrupt),
        Chess::Perft(args) => perft::run(args, interrupt),
        Chess::Play(args) => play::run(args),
    }
}
