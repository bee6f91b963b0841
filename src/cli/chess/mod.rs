//! `sparring chess`.

mod bestmove;
mod perft;
mod place;
mod play;

use clap::Subcommand;

use super::failure::{Exit, Failure};
use super::run::BestmoveArgs;
use crate::run::Interrupt;

#[derive(Subcommand, Debug)]
pub(super) enum Chess {
    /// Find the best move
    Bestmove(BestmoveArgs<place::PlaceArgs, { bestmove::DEPTH }>),
    /// Count the sequences of legal moves of a length
    Perft(perft::PerftArgs),
    /// Play against the engine
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
