//! Games and matches in the Smart Game Format, as gnubg's `load match` and `save match` use it.
//!
//! Unlike in Jellyfish's `.mat` (module `mat`), a game may begin and end anywhere, even between a
//! roll and its play. A match is a series of such games.
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
//! ;PL[W]DI[52]                         thrown and not played; at the end the play is yet to come
//! ;PL[W]AE[a:y]AW[f][h][h]AB[s][x])    an illegal play of these dice: where the checkers stand
//! ```
//!
//! The letters `a` to `x` are White's points 1 to 24 (Black's 24 to 1); `y` is the bar and `z` is
//! off. `MI` has the match length and the score before the game. `RU` has `Crawford` if that rule
//! holds, `CrawfordGame` in that game, `Jacoby`, and `NoCube` if the largest cube is 1. The reader
//! refuses gnubg's `Nackgammon` and `Hypergammon1` to `3`. Other cube limits are not written; the
//! reader assumes 1024. `RE` has the points won with the cube, and `R` after a resignation. A game
//! whose points differ from those of board and cube, and a score that does not continue the games
//! before it, count as they are written. Nobody wins a game that another follows before its end.
//!
//! The reader takes the first branch of every fork and ignores other properties. It refuses
//! beavers: gnubg writes a beaver as a second `double`, by the doubled side, and then the first
//! side's answer.

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

/// Tags with their own property. All others are lines of the property GC.
const PROPERTIES: [(&str, &str); 8] = [
    ("PW", "White"),
    ("PB", "Black"),
    ("WR", "Player1Elo"),
    ("BR", "Player2Elo"),
    ("DT", "Date"),
    ("EV", "Event"),
    ("PC", "Site"),
    ("RO", "Round"),
];

impl GameRecord {
    /// Writes the game in the Smart Game Format. White is gnubg's player 0.
    pub fn to_sgf(&self) -> String {
        write::game(self, self.start_state().length > 1, 0, &self.tags)
    }

    /// Reads the first game of an SGF file.
    ///
    /// # Errors
    /// If there is no readable game; the error has the line.
    pub fn from_sgf(text: &str) -> Result<GameRecord, SgfError> {
        read::first(text)
    }
}

impl MatchRecord {
    /// Writes all games, one after the other.
    pub fn to_sgf(&self) -> String {
        write::games(self)
    }

    /// Reads all games of an SGF file. Text that is not UTF-8 is read as Latin-1.
    ///
    /// # Errors
    /// If there is no game, one is unreadable, or the scores do not add up; the error has the
    /// line.
    pub fn from_sgf(text: &[u8]) -> Result<MatchRecord, SgfError> {
        if text.len() > MAX_MATCH_BYTES {
            return Err(SgfError { line: 1, fault: SgfFault::Record(RecordError::TooManyBytes) });
        }
        read::all(&decoded(text))
    }
}

/// An error in an SGF text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("SGF, line {line}: {fault}")]
pub struct SgfError {
    /// The line, from 1.
    pub line: usize,
    /// The fault there.
    pub fault: SgfFault,
}

/// A fault in a line of SGF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfFault {
    /// A violation of the grammar.
    #[error(
        "got {got}, expected {expected}; try a file that gnubg or sparring has saved",
        got = shown(.got)
    )]
    Grammar {
        /// The text there; empty at the end of the file.
        got: String,
        /// The expected text.
        expected: &'static str,
    },
    /// Another game than backgammon.
    #[error("got game {}, expected GM[6], backgammon; try another file", quoted(.0))]
    Game(String),
    /// Another variation of backgammon.
    #[error("got the variation {}, expected Backgammon; try another file", quoted(.0))]
    Variation(String),
    /// A turn other than two dice and pairs of letters.
    #[error(
        "got {} for {}, expected two dice and a pair of letters for each checker; try 31hefe",
        quoted(.1), name(*.0)
    )]
    Turn(Side, String),
    /// Invalid dice.
    #[error("{0}")]
    Dice(RollError),
    /// An illegal play.
    #[error("got {} for {}, expected a legal play: {}", quoted(.1), name(*.0), .2)]
    Play(Side, String, PlayError),
    /// A turn or a game that the rules forbid.
    #[error("{0}")]
    Record(RecordError),
    /// An invalid side.
    #[error("got the side {}, expected W or B; try PL[W]", quoted(.0))]
    Side(String),
    /// An invalid point.
    #[error("got the point {}, expected a letter from a to y; try AW[f]", quoted(.0))]
    Point(String),
    /// Checkers of both sides on one point.
    #[error("got checkers of both sides on {0}, expected those of one; try another point")]
    Shared(char),
    /// An impossible position.
    #[error("{0}")]
    Position(PositionError),
    /// Checkers placed after the first turn other than after dice, or a cube.
    #[error(
        "got checkers or a cube put down after the first turn, expected a turn; try to save the game from \
         there"
    )]
    LateSetup,
    /// An invalid or too large number.
    #[error("got {} as {}, expected a number up to 32767; try 0", quoted(.1), .0)]
    Number(&'static str, String),
    /// A cube that is no power of two.
    #[error("got the cube {}, expected a power of two up to 32768; try CV[2]", quoted(.0))]
    Cube(String),
    /// An invalid owner of the cube.
    #[error("got {} as owner of the cube, expected w, b or c; try CP[c]", quoted(.0))]
    Owner(String),
    /// A resignation without points.
    #[error("got the result {}, expected W+ or B+ with points and R; try W+1R", quoted(.0))]
    Result(String),
}

fn shown(text: &str) -> String {
    if text.is_empty() { "the end of the file".to_owned() } else { quoted(text) }
}

const fn letter(side: Side) -> &'static str {
    match side {
        Side::First => "W",
        Side::Second => "B",
    }
}
