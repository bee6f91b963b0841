//! `sparring backgammon`.

mod moves;
mod perft;
mod place;

use clap::Subcommand;

use super::failure::{Exit, Failure};
use super::interrupt::Interrupt;

#[derive(Subcommand, Debug)]
pub(super) enum Backgammon {
    /// List the legal plays of a roll, one for each distinct result
    Moves(moves::MovesArgs),
    /// Count the sequences of rolls and plays of a length
    Perft(perft::PerftArgs),
}

/// Does what the verb says.
pub(super) fn run(verb: &Backgammon, interrupt: &Interrupt) -> Result<Exit, Failure> {
    match verb {
        Backgammon::Moves(args) => moves::run(args),
        Backgammon::Perft(args) => perft::run(args, interrupt),
    }
}
