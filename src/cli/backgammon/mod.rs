//! `sparring backgammon`.

mod bearoff;

use clap::Subcommand;

use super::failure::{Exit, Failure};
use super::interrupt::Interrupt;

#[derive(Subcommand, Debug)]
pub(super) enum Backgammon {
    /// Bear-off databases: generate or load them, and ask them
    Bearoff(bearoff::BearoffArgs),
}

/// Does what the verb says.
pub(super) fn run(verb: &Backgammon, interrupt: &Interrupt) -> Result<Exit, Failure> {
    match verb {
        Backgammon::Bearoff(args) => bearoff::run(args, interrupt),
    }
}
