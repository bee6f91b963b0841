pub(super) mod analyse;
pub(super) mod bestmove;
pub(super) mod board;
mod place;
pub(super) mod play;
pub(super) mod simulate;
pub(super) mod simulate_solve;
pub(super) mod solve;

use clap::Subcommand;

use super::analyse::{HASH, THREADS};
use super::run::BestmoveArgs;

const BESTMOVE: &str = "\
Examples:
  sparring dots bestmove --size 4x4 --depth 8 --threads 2
  sparring dots bestmove --size 3x3 --multipv 3
  sparring dots bestmove --size 2x3 --moves 'h0,0 v1,1' --compare";

#[derive(Subcommand, Debug)]
pub(super) enum Dots {
    /// Find the best edge to draw, by a search that counts boxes at its horizon
    #[command(after_help = BESTMOVE)]
    Bestmove(BestmoveArgs<place::PlaceArgs, bestmove::DotsDefaults>),
    /// Find the best edges of many positions of one board
    #[command(mut_arg("threads", |arg| arg.help(THREADS)))]
    #[command(mut_arg("hash", |arg| arg.help(HASH)))]
    Analyse(analyse::AnalyseArgs),
    /// Write a board as a board file, which --config reads
    Board(board::WriteArgs),
    /// Prove the value of a position, and find all moves that keep it
    Solve(solve::SolveArgs),
    /// Play against the engine
    Play(play::PlayArgs),
}
