//! `sparring backgammon`.

mod bearoff;
mod bestmove;
mod external;
mod moves;
mod perft;
mod place;
mod play;
mod search;
mod series;

use clap::Subcommand;

use super::failure::{Exit, Failure};
use super::interrupt::Interrupt;

#[derive(Subcommand, Debug)]
pub(super) enum Backgammon {
    /// Find the best play of a roll
    Bestmove(Box<bestmove::BestmoveArgs>),
    /// List the legal plays of a roll, one for each distinct result
    Moves(moves::MovesArgs),
    /// Count the sequences of rolls and plays of a length
    Perft(perft::PerftArgs),
    /// Play against the engine
    Play(play::PlayArgs),
    /// Let two players play many games with mirrored dice, or one side against random plays
    Match(Box<series::MatchArgs>),
    /// Play for gnubg, as its external player
    External(external::ExternalArgs),
    /// Bear-off databases: generate or load them, and ask them
    Bearoff(bearoff::BearoffArgs),
}

/// Does what the verb says.
pub(super) fn run(verb: &Backgammon, interrupt: &Interrupt) -> Result<Exit, Failure> {
    match verb {
        Backgammon::Bestmove(args) => bestmove::run(args, interrupt),
        Backgammon::Moves(args) => moves::run(args),
        Backgammon::Perft(args) => perft::run(args, interrupt),
        Backgammon::Play(args) => play::run(args),
        Backgammon::External(args) => external::run(args),
        Backgammon::Match(args) => series::run(args, interrupt),
        Backgammon::Bearoff(args) => bearoff::run(args, interrupt),
    }
}
