//! `sparring dots`.

mod bestmove;
mod place;
mod play;
mod solve;

use clap::Subcommand;

use super::failure::{Exit, Failure};
use super::run::BestmoveArgs;
use crate::run::Interrupt;

const BESTMOVE: &str = "\
Examples:
  sparring dots bestmove --size 4x4 --depth 8 --threads 2
  sparring dots bestmove --size 2x3 --moves 'h0,0 v1,1' --compare";
const SOLVE: &str = "\
Examples:
  sparring dots solve --size 2x3 --rules alternate
  sparring dots solve --size 3x3 --start icelandic --value-only --json";
const PLAY: &str = "\
Examples:
  sparring dots play --size 4x4 --numbers
  sparring dots play --size 3x3 --as b --depth 12";

#[derive(Subcommand, Debug)]
pub(super) enum Dots {
    /// Find the best edge to draw, by a search that counts boxes at its horizon
    #[command(after_help = BESTMOVE)]
    Bestmove(BestmoveArgs<place::PlaceArgs, { bestmove::DEPTH }>),
    /// Prove what a position is worth, and all moves that keep it
    #[command(after_help = SOLVE)]
    Solve(solve::SolveArgs),
    /// Play against the engine
    #[command(after_help = PLAY)]
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
