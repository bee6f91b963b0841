//! Matches and sessions as text in two columns: `.mat` files, introduced by Jellyfish and written
//! by gnubg, eXtreme Gammon, GammonEmpire and servers.
//!
//! ```text
//! ; [EventDate "2026.11.25"]
//!
//!  7 point match                                   0 for money
//!
//!  Game 1
//!  Anna : 0                       Ben : 0
//!   1)                             41: 13/9 24/23      the first column is White's
//!   2) 55: 8/3 8/3 6/1* 6/1         Doubles => 2
//!   3)  Takes                      52: 25/20 8/6       25 is the bar and 0 is off
//!   4) 31: ????                                        thrown and not played
//!                                   Wins 4 points
//! ```
//!
//! A game begins at the usual start; [`GameRecord::to_sgf`] can write all other records. If a win
//! comes before the game's end, the other side has resigned. The column, or the next game's score,
//! tells whose the first turn and such a win are. The rules tell whose everything else is; in
//! lines with two columns both must agree.
//!
//! The reader accepts several programs' spellings: any blanks and tabs, `bar/20` and `25/20`,
//! `6/off` and `6/0`, `13/7(2)`, `Cannot Move`, wins with or without `and the match`, `Losses 1
//! point` of the side that resigns, UTF-8 and Latin-1. By default matches have the Crawford rule
//! and money games no Jacoby rule, unless a double or a win shows the opposite. Of the comments at
//! the top, `Crawford` (`On`, `Off`; `Done` if its game was before the file), `Jacoby`,
//! `CubeLimit` and `Variation` matter; others become tags. Beavers, which gnubg writes as `Beavers
//! => 4` without an answer, are refused.
//!
//! Servers write what the rules do not allow. The reader goes on, and lists what it assumed in
//! [`MatchRecord::assumed`]: a roll without a play is played if there is only one way, else no
//! checker moves; after `Illegal play (...)` stands the position in the parentheses; wins and the
//! scores of a match count as they are written; a single game that counts a gammon once is a money
//! game by the Jacoby rule; nobody wins a game that another follows before its end; games after
//! the end of the match are left out.
//!
//! [`GameRecord::to_sgf`]: super::GameRecord::to_sgf

mod games;
mod read;
mod rules;
mod snowie;
mod words;
mod write;

use thiserror::Error;

use super::position::name;
use super::record::{MAX_MATCH_BYTES, MatchRecord, RecordError};
use super::refusal::PlayError;
use super::roll::RollError;
use crate::game::Side;
use crate::games::{decoded, quoted};

impl MatchRecord {
    /// Writes the match as text in two columns.
    ///
    /// # Errors
    /// If a game does not begin at the usual start with a centred cube at 1.
    pub fn to_mat(&self) -> Result<String, MatUnwritable> {
        write::write(self)
    }

    /// Reads a match as text in two columns. Text that is not UTF-8 is read as Latin-1.
    ///
    /// # Errors
    /// If the text is unreadable, or its games or scores break the rules; the error has the line.
    pub fn from_mat(text: &[u8]) -> Result<MatchRecord, MatError> {
        if text.len() > MAX_MATCH_BYTES {
            return Err(MatError { line: 1, fault: MatFault::Record(RecordError::TooManyBytes) });
        }
        read::read(&decoded(text))
    }
}

/// A match that `.mat` cannot express.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "mat, game {game}: got a game that begins in the middle, expected the usual start and a cube of 1; \
     try SGF"
)]
pub struct MatUnwritable {
    /// The game, from 1.
    pub game: usize,
}

/// An error in a `.mat` text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("mat, line {line}: {fault}")]
pub struct MatError {
    /// The line, from 1.
    pub line: usize,
    /// The fault there.
    pub fault: MatFault,
}

/// A fault in a line of `.mat`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatFault {
    /// No match length.
    #[error("got {got}, expected the length of the match; try 7 point match", got = shown(.0))]
    Length(String),
    /// No game.
    #[error("got {got}, expected a game; try Game 1", got = shown(.0))]
    Game(String),
    /// No players below a game's line.
    #[error("got {got}, expected two players and their scores; try Anna : 0  Ben : 0", got = shown(.0))]
    Players(String),
    /// A number that is too large.
    #[error("got {}, expected a number up to 32767; try 0", quoted(.0))]
    Number(String),
    /// An unknown word in a game.
    #[error(
        "got {}, expected dice with a play, Doubles, Takes, Drops or Wins; try 31: 8/5 6/5", quoted(.0)
    )]
    Word(String),
    /// A line that is too long; its bytes.
    #[error("got a line of {0} bytes, expected two turns; try to break it")]
    LongLine(usize),
    /// Invalid dice.
    #[error("{0}")]
    Dice(RollError),
    /// An illegal play.
    #[error("got {} for {}, expected a legal play: {}", quoted(.1), name(*.0), .2)]
    Play(Side, String, PlayError),
    /// A double to a wrong value: got, expected.
    #[error("got a double to {0}, expected one to {1}; try Doubles => {1}")]
    Double(String, u32),
    /// A beaver or a raccoon.
    #[error(
        "got {}, expected Takes or Drops, because records hold no beavers; try to end the file before \
         it",
        quoted(.0)
    )]
    Beaver(String),
    /// A win without points.
    #[error("got {}, expected the points that are won; try Wins 2 points", quoted(.0))]
    Wins(String),
    /// Another game than backgammon, or another start.
    #[error("got the variation {}, expected Backgammon; try another file", quoted(.0))]
    Variation(String),
    /// A cube limit that is no power of two.
    #[error("got {} as limit of the cube, expected a power of two up to 32768; try 1024", quoted(.0))]
    CubeLimit(String),
    /// A turn or a game that the rules forbid.
    #[error("{0}")]
    Record(RecordError),
}

fn shown(text: &str) -> String {
    if text.trim().is_empty() { "the end of the file".to_owned() } else { quoted(text.trim()) }
}
