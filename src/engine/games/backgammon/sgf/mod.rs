//! Saved games in the Smart Game Format, as gnubg's command `load match` reads it.
//!
//! The other format of gnubg that programs exchange, Jellyfish's `.mat`, has no way to say where a
//! game begins. Here a game may begin anywhere and end anywhere, even between a roll and its play.
//!
//! ```text
//! (;FF[4]GM[6]CA[UTF-8]AP[sparring:0.1.0]MI[length:0][game:0][ws:0][bs:0]PW[Anna]PB[Ben]
//! GC[Seed: 7]RU[NoCube]RE[B+1R]
//! ;PL[W]AE[a:y]AW[f][h][h]AB[s][x]     where the checkers stand, if not as usual
//! ;W[31hefe]                           the roll, then from and to for each checker moved
//! ;B[66]                               no legal play
//! ;PL[W]DI[52])                        thrown and not yet played
//! ```
//!
//! The letters `a` to `x` are White's points 1 to 24, which are Black's 24 to 1; `y` is the bar and
//! `z` is off. Read: the first game of the file and of every fork its first branch. Properties that
//! are not named here are passed over. A game in which the cube was turned is refused.

mod nodes;
mod read;
mod write;

use thiserror::Error;

use super::position::{PositionError, name};
use super::record::{GameRecord, MAX_TURNS};
use super::refusal::PlayError;
use super::roll::RollError;
use crate::game::Side;
use crate::games::quoted;

/// Tags with a property of their own. All others are lines of the property GC.
const PROPERTIES: [(&str, &str); 6] =
    [("PW", "White"), ("PB", "Black"), ("DT", "Date"), ("EV", "Event"), ("PC", "Site"), ("RO", "Round")];

impl GameRecord {
    /// The game in the Smart Game Format, which gnubg reads and writes.
    ///
    /// White is the format's white, gnubg's player 0.
    ///
    /// # Panics
    /// If a turn's result is not one of its roll's.
    pub fn to_sgf(&self) -> String {
        write::write(self)
    }

    /// The first game of an SGF file.
    ///
    /// # Errors
    /// If there is none, or it cannot be read: the line and what is wrong with it.
    pub fn from_sgf(text: &str) -> Result<GameRecord, SgfError> {
        read::read(text)
    }
}

/// Why a text is no game in SGF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("SGF, line {line}: {fault}")]
pub struct SgfError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: SgfFault,
}

/// What is wrong in a line of SGF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfFault {
    /// Something else than the grammar allows.
    #[error(
        "got {got}, expected {expected}; try a file that gnubg or sparring has saved",
        got = shown(.got)
    )]
    Grammar {
        /// What stands there; nothing at the end of the text.
        got: String,
        /// What could.
        expected: &'static str,
    },
    /// Another game than backgammon.
    #[error("got game {}, expected GM[6], backgammon; try another file", quoted(.0))]
    Game(String),
    /// The cube was turned.
    #[error(
        "got {} for {}, expected a roll; games with the doubling cube are not read", quoted(.1),
        name(*.0)
    )]
    Cube(Side, String),
    /// Not two dice with pairs of letters.
    #[error(
        "got {} for {}, expected two dice and a pair of letters for each checker; try 31hefe",
        quoted(.1), name(*.0)
    )]
    Turn(Side, String),
    /// The other side is on turn.
    #[error("got a turn of {}, expected one of {}, who is on turn", name(*.0), name(.0.other()))]
    NotOnTurn(Side),
    /// The game is over.
    #[error(
        "got a turn of {}, expected none, because the game is over; try to delete it", name(*.0)
    )]
    Over(Side),
    /// Dice that are none.
    #[error("{0}")]
    Dice(RollError),
    /// A play that is not legal.
    #[error("got {} for {}, expected a legal play: {}", quoted(.1), name(*.0), .2)]
    Play(Side, String, PlayError),
    /// A side that is none.
    #[error("got the side {}, expected W or B; try PL[W]", quoted(.0))]
    Side(String),
    /// A point that is none.
    #[error("got the point {}, expected a letter from a to y; try AW[f]", quoted(.0))]
    Point(String),
    /// Checkers of both sides on one point.
    #[error("got checkers of both sides on {0}, expected those of one; try another point")]
    Shared(char),
    /// The checkers make no position.
    #[error("{0}")]
    Position(PositionError),
    /// Checkers are put down after the first turn.
    #[error("got checkers put down after the first turn, expected a turn; try to save the game from there")]
    LateSetup,
    /// A resignation without points.
    #[error("got the result {}, expected W+ or B+ with 1 to 3 points and R; try W+1R", quoted(.0))]
    Result(String),
    /// More than [`MAX_TURNS`].
    #[error("got more than {MAX_TURNS} turns, expected fewer; try a shorter game")]
    TooLong,
}

fn shown(text: &str) -> String {
    if text.is_empty() { "the end of the file".to_owned() } else { quoted(text) }
}

/// The letter of a side.
const fn letter(side: Side) -> &'static str {
    match side {
        Side::First => "W",
        Side::Second => "B",
    }
}
