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

/// Ways to begin.
const BESTMOVE: &str = "\
Examples:
  sparring backgammon bestmove --roll 31
  sparring backgammon bestmove --position XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:0:10 --depth 2
  sparring backgammon bestmove --board midgame --roll 64 --eval blots --strategy star2 --stats --json";
const MOVES: &str = "\
Examples:
  sparring backgammon moves --roll 31
  sparring backgammon moves --position 4HPwATDgc/ABMA:cIkFAAAAAAAA --json";
const PLAY: &str = "\
Examples:
  sparring backgammon play --as black --depth 2
  sparring backgammon play --board critical-hit --roll 52 --seed 7";
const MATCH: &str = "\
Examples:
  sparring backgammon match pubeval random --games 10000
  sparring backgammon match pubeval race:depth=1:keep=5 --games 200 --seed 3 --json
  sparring backgammon match --side black --eval race --depth 2 --keep 3 --seed 1";
const EXTERNAL: &str = "\
Examples:
  sparring backgammon external --port 4321 --log game.log
and then in gnubg:
  set player 0 external localhost:4321
  new match 5";

#[derive(Subcommand, Debug)]
pub(super) enum Backgammon {
    /// Find the best play of a roll
    #[command(after_help = BESTMOVE)]
    Bestmove(Box<bestmove::BestmoveArgs>),
    /// List the legal plays of a roll, one for each distinct result
    #[command(after_help = MOVES)]
    Moves(moves::MovesArgs),
    /// Count the sequences of rolls and plays of a length
    Perft(perft::PerftArgs),
    /// Play against the engine
    #[command(after_help = PLAY)]
    Play(play::PlayArgs),
    /// Let two players play many games with mirrored dice, or one side against random plays
    #[command(after_help = MATCH)]
    Match(Box<r#match::MatchArgs>),
    /// Play for gnubg, as its external player
    #[command(after_help = EXTERNAL)]
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
        Backgammon::Match(args) => r#match::run(args, interrupt),
        Backgammon::Bearoff(args) => bearoff::run(args, interrupt),
    }
}
