//! The flags of `sparring chess match`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::args::{MAX_MS, milliseconds, number, whole};
use crate::cli::failure::Failure;
use crate::matches::chess::{Pace, Rival, Sprt, TcValue};
use sparring_engine::game::MAX_PLY;

const EXAMPLES: &str = "\
An ENGINE is a program that speaks UCI, its arguments, option.NAME=VALUE,
name=NAME and a limit of its own (tc=, movetime=, nodes=, depth=), quoted where
something has blanks, all of it in one argument:
  \"stockfish option.UCI_LimitStrength=true option.UCI_Elo=2800 name=sf2800\"
  \"gnuchess --uci tc=40/60\"
Three or more engines play a round robin: every two of them play --games.

A time control is MOVES/TIME+INCREMENT, in seconds or minutes:seconds: 10+0.1
is 10 s for the game and 0.1 s for each move, 40/60 is 60 s for every 40 moves,
5:00+3 is 5 minutes and 3 s for each move; inf is no clock, with another limit.

A game is lost by mate, on time (--margin is forgiven), by an illegal move or a
crash. It is drawn if time runs out and the opponent has no pieces to mate with.
Draws by repetition, fifty moves or material are claimed. Adjudication: a game
is lost when both engines have said so by 10 pawns for 3 moves of each in a row,
and drawn when from move 40 on both have said that neither side is better by
more than 0.08 pawns for 6 moves of each in a row; --no-adjudication plays on.

Comments in the PGN are score/depth and time as by cutechess: {+0.31/14 0.11s}.
A match that was stopped has no gaps, and says how to play the rest.

Examples:
  sparring chess match sparring \"sparring name=b\" --games 2 --nodes 500
  sparring chess match sparring sparring --games 2 --tc 0.2+0.01 --json
  sparring chess match \"sparring depth=2\" \"sparring depth=1\" sparring --games 2";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct MatchArgs {
    /// Engines, two or more: sparring, or a program with arguments and options
    #[arg(value_name = "ENGINE", value_parser = str::parse::<Rival>, required = true)]
    pub engines: Vec<Rival>,
    /// Number of games of every two engines, even: the games of a pair have the same opening and
    /// exchanged colours
    #[arg(
        long, value_name = "N", value_parser = games, default_value = "100",
        allow_negative_numbers = true
    )]
    pub games: u64,
    /// Leave out the first N pairs of games, so that a match can be played in parts
    #[arg(
        long, value_name = "N", value_parser = whole::<u64>(0..=50_000_000, "--first-pair 50"),
        default_value = "0", allow_negative_numbers = true
    )]
    pub first_pair: u64,
    /// Games played at the same time
    #[arg(
        long, value_name = "N", value_parser = whole::<usize>(1..=64, "--concurrency 2"),
        default_value = "1", allow_negative_numbers = true
    )]
    pub concurrency: usize,
    #[command(flatten)]
    pace: PaceArgs,
    /// Time control in seconds, such as 10+0.1 or 40/60; see below
    #[arg(long, value_name = "TC", value_parser = str::parse::<TcValue>, allow_negative_numbers = true)]
    tc: Option<TcValue>,
    /// File of openings: a FEN or EPD on each line, or games in PGN, begun where they end
    /// [default: 500 positions after 8 random plies]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Tolerated overrun of a move's time or of the clock in milliseconds
    #[arg(
        long, value_name = "MS", value_parser = whole::<u64>(0..=MAX_MS, "--margin 50"),
        default_value = "50", allow_negative_numbers = true
    )]
    pub margin: u64,
    /// Play every game to its end by the rules
    #[arg(long)]
    pub no_adjudication: bool,
    /// End a match of two engines as soon as a sequential probability ratio test decides between
    /// two Elo differences, with 5 % of errors of either kind
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// File for the games as PGN; an existing file is continued
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub pgn: Option<PathBuf>,
    /// Event that the PGN names
    #[arg(long, value_name = "NAME", default_value = "sparring chess match", help_heading = "Output")]
    pub event: String,
    /// Print one JSON document
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

/// Limits of a move.
#[derive(Args, Clone, Copy, Debug)]
#[group(multiple = false)]
struct PaceArgs {
    /// Milliseconds for each move [default: 100]
    #[arg(
        long, value_name = "MS", value_parser = milliseconds("--movetime 100"),
        allow_negative_numbers = true
    )]
    movetime: Option<u64>,
    /// About N nodes for each move
    #[arg(
        long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX, "--nodes 10000"),
        allow_negative_numbers = true
    )]
    nodes: Option<u64>,
    /// N plies for each move
    #[arg(
        long, value_name = "N", value_parser = whole::<u32>(1..=MAX_PLY.into(), "--depth 5"),
        allow_negative_numbers = true
    )]
    depth: Option<u32>,
}

impl MatchArgs {
    /// The limit of a move: 100 ms unless given.
    pub fn pace(&self) -> Result<Pace, Failure> {
        let PaceArgs { movetime, nodes, depth } = self.pace;
        let movetime = movetime.map(|ms| Pace::MoveTime(Duration::from_millis(ms)));
        let other = movetime.or(nodes.map(Pace::Nodes)).or(depth.map(Pace::Depth));
        let pace = Pace::joined(self.tc, other).map_err(Failure::of("--tc"))?;
        Ok(pace.unwrap_or(Pace::MoveTime(Duration::from_millis(100))))
    }
}

fn games(text: &str) -> Result<u64, String> {
    let games = number(text, 2..=100_000_000, "--games 100")?;
    if games.is_multiple_of(2) {
        Ok(games)
    } else {
        let try_it = games + 1;
        Err(format!(
            "got {games}, expected an even number, for pairs with the same opening; try --games {try_it}"
        ))
    }
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let refused = || {
        let got = text.escape_debug();
        format!("got '{got}', expected two Elo differences, the smaller first; try --sprt 0,5")
    };
    let (elo0, elo1) = text.split_once(',').ok_or_else(refused)?;
    let elo =
        |text: &str| text.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 1000.0).ok_or_else(refused);
    let (elo0, elo1) = (elo(elo0)?, elo(elo1)?);
    if elo0 < elo1 { Ok(Sprt { elo0, elo1 }) } else { Err(refused()) }
}
