//! Saved games as Portable Game Notation.
//!
//! Written: the seven tags that every game has, then the others by name, `SetUp` and `FEN` if the
//! game does not begin at the usual start, then the moves in SAN, wrapped before column 80, and the
//! result. Moves may have annotations: a glyph, a comment, and a better line as a variation.
//!
//! Read: what other programs write, too. Lines that begin with `%` and a byte order mark are
//! passed over; the move numbers are not checked; a move may be written in any way that
//! [`parse_move`](super::parse_move) understands. Comments on the moves of the game are kept for
//! those who ask for them ([`PgnNotes`]); variations and annotation glyphs are counted.
//!
//! The crate pgn-reader would read the text as well. Its licence (GPL) is not this crate's.

mod notes;
mod read;
mod tokens;
mod write;

use std::fmt;

use thiserror::Error;

use super::fen::FenError;
use super::moves::Move;
use super::outcome::Outcome;
use super::position::Position;
use super::refusal::MoveError;
use crate::game::Side;
use crate::games::{Tags, quoted};

pub use notes::{Annotation, Annotations, PgnNotes};
pub use read::PgnGames;

/// The most moves of both sides in a saved game. The longest game that the rules allow has fewer.
pub const MAX_PLIES: usize = 20_000;

/// The result of a game, if it has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// It can be continued.
    #[default]
    Unfinished,
    /// By mate, or because the other side resigned.
    Won(Side),
    /// A draw.
    Drawn,
}

impl GameResult {
    const ALL: [GameResult; 4] = [
        GameResult::Won(Side::First),
        GameResult::Won(Side::Second),
        GameResult::Drawn,
        GameResult::Unfinished,
    ];

    /// Reads `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn parse(text: &str) -> Option<GameResult> {
        GameResult::ALL.into_iter().find(|result| result.text() == text)
    }

    const fn text(self) -> &'static str {
        match self {
            GameResult::Won(Side::First) => "1-0",
            GameResult::Won(Side::Second) => "0-1",
            GameResult::Drawn => "1/2-1/2",
            GameResult::Unfinished => "*",
        }
    }
}

impl fmt::Display for GameResult {
    /// The form of PGN: `1-0`, `0-1`, `1/2-1/2`, `*`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A game to be saved, or one that was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The position before the first move.
    pub start: Position,
    /// The moves, each legal after those before it.
    pub moves: Vec<Move>,
    /// The result. If one side has won and there is no mate, the other has resigned.
    pub result: GameResult,
    /// The players and the date. The tags `Result`, `SetUp`, `FEN` and `Variant` are not among
    /// them: they follow from the other fields.
    pub tags: Tags,
}

impl GameRecord {
    /// The position after the last move.
    pub fn end(&self) -> Position {
        self.moves.iter().fold(self.start.clone(), |position, &m| position.play(m))
    }

    /// The game as PGN. If somebody has resigned, that is its last comment.
    pub fn to_pgn(&self) -> String {
        let end = self.resigned().map(|side| format!("{side} resigns"));
        write::pgn(self, &Annotations { end, ..Annotations::default() })
    }

    /// The game as PGN, with annotations and nothing else.
    pub fn to_annotated_pgn(&self, annotations: &Annotations) -> String {
        write::pgn(self, annotations)
    }

    /// The name of the side that has resigned, as far as the result tells.
    fn resigned(&self) -> Option<&'static str> {
        let GameResult::Won(winner) = self.result else { return None };
        let mated = self.end().outcome() == Some(Outcome::Checkmate);
        let known = mated || self.tags.get("Termination").is_some();
        (!known).then_some(if winner == Side::First { "Black" } else { "White" })
    }

    /// The first game of a PGN file.
    ///
    /// # Errors
    /// If there is none, or it cannot be read: the line and what is wrong with it.
    pub fn from_pgn(text: &str) -> Result<GameRecord, PgnError> {
        PgnGames::new(text).next().unwrap_or(Err(PgnError { line: 1, fault: PgnFault::Empty }))
    }
}

/// Why a text is no game in PGN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("PGN, line {line}: {fault}")]
pub struct PgnError {
    /// The line, counted from 1.
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
    /// Not the form of a tag.
    #[error("got {}, expected a tag such as [White \"Anna\"]; try [White \"?\"]", quoted(.0))]
    Tag(String),
    /// A comment or variation that begins here and has no end.
    #[error("got no end of the {0} that begins here, expected {1}; try to add it")]
    Unclosed(&'static str, char),
    /// A bracket that closes nothing.
    #[error("got {0}, which closes nothing, expected a move or a result; try to delete it")]
    Stray(char),
    /// Another game than chess.
    #[error(
        "got the variant {}, expected Standard or Chess960; try without the tag Variant",
        quoted(.0)
    )]
    Variant(String),
    /// The first position is none.
    #[error("got no position in the tag FEN, expected one: {0}")]
    Fen(FenError),
    /// A move that is not legal; the number and the side as in `12...`.
    #[error("got {} as move {number}, expected a legal move: {why}", quoted(.got))]
    Move {
        /// A number as in `12.` or `12...`.
        number: String,
        /// The text there.
        got: String,
        /// Why it is none.
        why: MoveError,
    },
    /// More than [`MAX_PLIES`].
    #[error("got more than {MAX_PLIES} moves, expected fewer; try a shorter game")]
    TooLong,
}
