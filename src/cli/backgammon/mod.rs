//! `sparring backgammon`.

pub(super) mod analyse;
pub(super) mod bearoff;
pub(super) mod bestmove;
pub(super) mod convert;
pub(super) mod cube;
pub(super) mod external;
pub(super) mod r#match;
mod match_args;
mod match_cube;
mod match_file;
pub(super) mod moves;
pub(super) mod perft;
mod place;
pub(super) mod play;
pub(super) mod rollout;
mod search;
pub(super) mod simulate;
mod stakes;
pub(super) mod ubgi;

use clap::Subcommand;

use super::analyse::THREADS;

const SEED: &str =
    "Seed of the dice, of random plays, and of the order in which idle workers look for work [default: 0]";
const ROLLOUT_SEED: &str =
    "Seed of the dice, and of the order in which idle workers look for work [default: 0]";
const PLAY_SEED: &str = "Seed of the dice [default: another one each time, which is shown; 0 with --as none]";

#[derive(Subcommand, Debug)]
pub(super) enum Backgammon {
    /// Find the best play of a roll
    Bestmove(Box<bestmove::BestmoveArgs>),
    /// Find the best plays of many positions with rolls
    #[command(mut_arg("threads", |arg| arg.help(THREADS)))]
    Analyse(Box<analyse::AnalyseArgs>),
    /// List the legal plays of a roll, one for each distinct result, or rank them
    Moves(moves::MovesArgs),
    /// Count the sequences of rolls and plays of a length
    Perft(perft::PerftArgs),
    /// Play against the engine
    #[command(mut_arg("seed", |arg| arg.help(PLAY_SEED)))]
    Play(play::PlayArgs),
    /// Play many games between two players with mirrored dice, or one game against random plays
    #[command(mut_arg("seed", |arg| arg.help(SEED)))]
    Match(Box<match_args::MatchArgs>),
    /// Play against gnubg, as its external player
    External(external::ExternalArgs),
    /// Speak the Universal Backgammon Interface, as match runners do
    Ubgi(ubgi::UbgiArgs),
    /// Decide whether to double, and whether to take
    Cube(Box<cube::CubeArgs>),
    /// Evaluate positions or plays by playing them out many times
    #[command(mut_arg("seed", |arg| arg.help(ROLLOUT_SEED)))]
    Rollout(Box<rollout::RolloutArgs>),
    /// Convert a match between SGF and .mat, and check its plays and scores
    Convert(convert::ConvertArgs),
    /// Compute or load the bear-off databases, and look up a position
    Bearoff(bearoff::BearoffArgs),
}
