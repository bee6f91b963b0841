//! `sparring backgammon`.

mod bearoff;
mod bestmove;
mod external;
mod r#match;
mod moves;
mod perft;
mod place;
mod play;
mod search;

use clap::Subcommand;

use super::failure::{Exit, Failure};
use crate::run::Interrupt;

const BESTMOVE: &str = "\
Examples:
  sparring backgammon bestmove --roll 31 --threads 2
  sparring backgammon bestmove --position XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:0:10 --depth 2";
const MOVES: &str = "\
Examples:
  sparring backgammon moves --roll 31
  sparring backgammon moves --position 4HPwATDgc/ABMA --roll 62 --json";
const PERFT: &str = "\
Examples:
  sparring backgammon perft --depth 2 --divide
  sparring backgammon perft --board bear-off --depth 2 --json";
const PLAY: &str = "\
Examples:
  sparring backgammon play --as black --depth 2
  sparring backgammon play --board critical-hit --roll 52 --seed 7";
const MATCH: &str = "\
Examples:
  sparring backgammon match pubeval random --games 1000
  sparring backgammon match pubeval race:depth=1:keep=5 --games 10 --seed 3 --json
  sparring backgammon match --side black --eval race --depth 1 --keep 3 --seed 1";
const EXTERNAL: &str = "\
Examples:
  sparring backgammon external --port 4321 --log game.log
  sparring backgammon external --port 0 --depth 2
and then in gnubg:
  set player 0 external localhost:4321
  new match 5";
const BEAROFF: &str = "\
Examples:
  sparring backgammon bearoff
  sparring backgammon bearoff --position -CA-D-C------------cc---b- --json";

/// The help of --seed where there are dice to throw.
const SEED: &str = "Seed of the dice, of random plays, and of the order in which idle workers look for work";

#[derive(Subcommand, Debug)]
pub(super) enum Backgammon {
    /// Find the best play of a roll
    #[command(after_help = BESTMOVE)]
    Bestmove(Box<bestmove::BestmoveArgs>),
    /// List the legal plays of a roll, one for each distinct result
    #[command(after_help = MOVES)]
    Moves(moves::MovesArgs),
    /// Count the sequences of rolls and plays of a length
    #[command(after_help = PERFT)]
    Perft(perft::PerftArgs),
    /// Play against the engine
    #[command(after_help = PLAY, mut_arg("seed", |arg| arg.help(SEED)))]
    Play(play::PlayArgs),
    /// Play many games between two players with mirrored dice, or one game against random plays
    #[command(after_help = MATCH, mut_arg("seed", |arg| arg.help(SEED)))]
    Match(Box<r#match::MatchArgs>),
    /// Play against gnubg, as its external player
    #[command(after_help = EXTERNAL)]
    External(external::ExternalArgs),
    /// Compute or load the bear-off databases, and look a position up
    #[command(after_help = BEAROFF)]
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
        Backgammon::Match(args) => r#match::run(args, interrupt),
        Backgammon::Bearoff(args) => bearoff::run(args, interrupt),
    }
}
