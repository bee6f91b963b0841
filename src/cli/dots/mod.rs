//! `sparring dots`.

mod bestmove;
mod place;
mod play;
mod solve;

use clap::Subcommand;

use super::failure::{Exit, Failure};
use super::run::BestmoveArgs;
use crate::run::Interrupt;

#[derive(Subcommand, Debug)]
pub(super) enum Dots {
    /// Find the best edge to draw, by a search that counts boxes at its horizon
    Bestmove(BestmoveArgs<place::PlaceArgs, { bestmove::DEPTH }>),
    /// Prove what a position is worth, and all moves that keep it
    Solve(solve::SolveArgs),
    /// Play against the engine
    Play(play::PlayArgs),
}

/// Does what the verb says.
pub(super) fn run(verb: &Dots, interrupt: &Interrupt) -> Result<Exit, Failure> {
    match verb {
        Dots::Bestmove(args) => bestmove::run(args, interrupt),
        Dots::Solve(args) => solve::run(args, interrupt),
        Dots::Play(args) => play::run(args),
    }
}
