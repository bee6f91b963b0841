//! Saved games as Portable Game Notation.
//!
//! The writer writes the seven roster tags, the others by name, and moves in SAN.
//!
//! The reader accepts other programs' files. It skips a byte order mark, lines that begin with
//! `%`, and move numbers. Moves have any form of [`parse_move`](super::parse_move).
//!
//! The crate pgn-reader is not used because of its licence (GPL).

mod notes;
mod read;
mod signs;
mod tokens;
mod write;

use std::fmt;

use thiserror::Error;

use super::fen::FenError;
use super::moves::Move;
use super::position::Position;
use super::refusal::MoveError;
use crate::game::Side;
use crate::games::{Tags, quoted};

pub use notes::{Annotation, Annotations, PgnNotes};
pub use read::PgnGames;

/// The most moves of both sides in a saved game, more than the rules allow.
pub const MAX_PLIES: usize = 20_000;

/// The result of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// The game can be continued.
    #[default]
    Unfinished,
    /// A win by mate or resignation.
    Won(Side),
    /// A draw.
    Drawn,
    /// A loss for both sides, as when neither has come.
    BothLost,
}

impl GameResult {
    const ALL: [GameResult; 5] = [
        GameResult::Won(Side::First),
        GameResult::Won(Side::Second),
        GameResult::Drawn,
        GameResult::BothLost,
        GameResult::Unfinished,
    ];

    /// Reads `1-0`, `0-1`, `1/2-1/2`, `0-0` or `*`.
    pub fn parse(text: &str) -> Option<GameResult> {
        GameResult::ALL.into_iter().find(|result| result.text() == text)
    }

    const fn text(self) -> &'static str {
        match self {
            GameResult::Won(Side::First) => "1-0",
            GameResult::Won(Side::Second) => "0-1",
            GameResult::Drawn => "1/2-1/2",
            GameResult::BothLost => "0-0",
            GameResult::Unfinished => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// The record of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The position before the first move.
    pub start: Position,
    /// The moves, each legal after those before it, or [`Move::NULL`].
    pub moves: Vec<Move>,
    /// The result. A win without mate may be a resignation or one on time: see its comments.
    pub result: GameResult,
    /// The tags except `Result`, `SetUp`, `FEN` and `Variant`, which follow from the other
    /// fields.
    pub tags: Tags,
}

impl GameRecord {
    /// The position after the last move.
    pub fn end(&self) -> Position {
        self.moves.iter().fold(self.start.clone(), |position, &m| position.play_or_pass(m))
    }

    /// Writes PGN without annotations.
    pub fn to_pgn(&self) -> String {
        self.to_annotated_pgn(&Annotations::default())
    }

    /// Writes PGN with exactly these annotations.
    pub fn to_annotated_pgn(&self, annotations: &Annotations) -> String {
        write::pgn(self, annotations)
    }

    /// Reads a file's first game.
    ///
    /// # Errors
    /// If there is no readable game; the error has the line.
    pub fn from_pgn(text: &str) -> Result<GameRecord, PgnError> {
        PgnGames::new(text).next().unwrap_or(Err(PgnError { line: 1, fault: PgnFault::Empty }))
    }
}

/// An error in a PGN text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("PGN, line {line}: {fault}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The fault there.
    pub fault: PgnFault,
}

/// A fault in a line of PGN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PgnFault {
    /// Neither a tag nor a move.
    #[error("got no game, expected tags such as [White \"Anna\"] and moves; try 1. e4 *")]
    Empty,
    /// A malformed tag.
    #[error("got {}, expected a tag such as [White \"Anna\"]; try [White \"?\"]", quoted(.0))]
    Tag(String),
    /// A comment or variation without an end.
    #[error("got no end of the {0} that begins here, expected {1}; try to add it")]
    Unclosed(&'static str, char),
    /// A closing bracket without an opening one.
    #[error("got {0}, which closes nothing, expected a move or a result; try to delete it")]
    Stray(char),
    /// Another game than chess.
    #[error(
        "got the variant {}, expected Standard or Chess960; try without the tag Variant",
        quoted(.0)
    )]
    Variant(String),
    /// An invalid first position.
    #[error("got no position in the tag FEN, expected one: {0}")]
    Fen(FenError),
    /// An illegal move.
    #[error("got {} as move {number}, expected a legal move: {why}", quoted(.got))]
    Move {
        /// The number as in `12.` or `12...`.
        number: String,
        /// The text there.
        got: String,
        /// The reason.
        why: MoveError,
    },
    /// More than [`MAX_PLIES`].
    #[error("got more than {MAX_PLIES} moves, expected fewer; try a shorter game")]
    TooLong,
}
