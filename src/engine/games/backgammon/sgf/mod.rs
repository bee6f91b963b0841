//! Saved games and matches in the Smart Game Format, as gnubg's commands `load match` and `save
//! match` read and write it.
//!
//! The other format that programs exchange, Jellyfish's `.mat` (module `mat`), has no way to say
//! where a game begins. Here a game may begin anywhere and end anywhere, even between a roll and
//! its play. A match is a row of such games.
//!
//! ```text
//! (;FF[4]GM[6]CA[UTF-8]AP[sparring:0.1.0]MI[length:7][game:0][ws:0][bs:0]PW[Anna]PB[Ben]
//! GC[Seed: 7]RU[Crawford]RE[B+2]
//! ;PL[W]AE[a:y]AW[f][h][h]AB[s][x]     where the checkers stand, if not as usual
//! CV[2]CP[w]                           the cube, if it is not 1 and in the middle
//! ;W[31hefe]                           the roll, then from and to for each checker moved
//! ;B[66]                               no legal play
//! ;W[double]
//! ;B[take]                             or drop
//! ;PL[W]DI[52])                        thrown and not yet played
//! ```
//!
//! The letters `a` to `x` are White's points 1 to 24, which are Black's 24 to 1; `y` is the bar
//! and `z` is off. `MI` has the match's length and the score before the game. `RU` has `Crawford`
//! if that rule holds, `CrawfordGame` in that game, `Jacoby`, and `NoCube` where the largest cube
//! is 1; other limits of the cube are not written, and 1024 is assumed. `RE` has the points won,
//! with the cube, and `R` after a resignation. Read: of every fork its first branch. Properties
//! that are not named here are passed over. Beavers are refused: gnubg writes a beaver as a
//! second `double`, of the side that was doubled, and then the answer of the first.

mod nodes;
mod read;
mod rules;
mod setup;
mod write;

use thiserror::Error;

use super::position::{PositionError, name};
use super::record::{GameRecord, MAX_MATCH_BYTES, MatchRecord, RecordError};
use super::refusal::PlayError;
use super::roll::RollError;
use crate::game::Side;
use crate::games::{decoded, quoted};

/// Tags with a property of their own. All others are lines of the property GC.
const PROPERTIES: [(&str, &str); 6] =
    [("PW", "White"), ("PB", "Black"), ("DT", "Date"), ("EV", "Event"), ("PC", "Site"), ("RO", "Round")];

impl GameRecord {
    /// The game in the Smart Game Format, which gnubg reads and writes.
    ///
    /// White is the format's white, gnubg's player 0.
    pub fn to_sgf(&self) -> String {
        write::game(self, self.start_state().length > 1, 0, &self.tags)
    }

    /// The first game of an SGF file.
    ///
    /// # Errors
    /// If there is none, or it cannot be read: the line and what is wrong with it.
    pub fn from_sgf(text: &str) -> Result<GameRecord, SgfError> {
        read::first(text)
    }
}

impl MatchRecord {
    /// All games in the Smart Game Format, one after the other.
    pub fn to_sgf(&self) -> String {
        write::games(self)
    }

    /// All games of an SGF file. What is not UTF-8 is taken for Latin-1.
    ///
    /// # Errors
    /// If there is none, or one cannot be read, or their scores do not add up: the line and what
    /// is wrong with it.
    pub fn from_sgf(text: &[u8]) -> Result<MatchRecord, SgfError> {
        if text.len() > MAX_MATCH_BYTES {
            return Err(SgfError { line: 1, fault: SgfFault::Record(RecordError::TooManyBytes) });
        }
        read::all(&decoded(text))
    }
}

/// Why a text is no game in SGF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("SGF, line {line}: {fault}")]
pub struct SgfError {
    /// The line, counted from 1.
    pub line: usize,
    /// The fault there.
    pub fault: SgfFault,
}

/// A fault in a line of SGF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfFault {
    /// Something else than the grammar allows.
    #[error(
        "got {got}, expected {expected}; try a file that gnubg or sparring has saved",
        got = shown(.got)
    )]
    Grammar {
        /// The text there; nothing at the end of the text.
        got: String,
        /// The text that could stand there.
        expected: &'static str,
    },
    /// Another game than backgammon.
    #[error("got game {}, expected GM[6], backgammon; try another file", quoted(.0))]
    Game(String),
    /// Not two dice with pairs of letters.
    #[error(
        "got {} for {}, expected two dice and a pair of letters for each checker; try 31hefe",
        quoted(.1), name(*.0)
    )]
    Turn(Side, String),
    /// Dice that are none.
    #[error("{0}")]
    Dice(RollError),
    /// A play that is not legal.
    #[error("got {} for {}, expected a legal play: {}", quoted(.1), name(*.0), .2)]
    Play(Side, String, PlayError),
    /// A turn that the rules do not allow, or a game that does not follow the one before it.
    #[error("{0}")]
    Record(RecordError),
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
    /// Checkers or the cube are put down after the first turn.
    #[error(
        "got checkers or a cube put down after the first turn, expected a turn; try to save the game from \
         there"
    )]
    LateSetup,
    /// A number that is none, or too large.
    #[error("got {} as {}, expected a number up to 32767; try 0", quoted(.1), .0)]
    Number(&'static str, String),
    /// A value of the cube that is no power of two.
    #[error("got the cube {}, expected a power of two up to 32768; try CV[2]", quoted(.0))]
    Cube(String),
    /// An owner of the cube that is none.
    #[error("got {} as owner of the cube, expected w, b or c; try CP[c]", quoted(.0))]
    Owner(String),
    /// A resignation without points, or with points that no cube gives: the cube at the end.
    #[error(
        "got the result {}, expected W+ or B+ with 1 to 3 times the cube, {}, and R; try W+{}R",
        quoted(.0), .1, .1
    )]
    Result(String, u32),
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
