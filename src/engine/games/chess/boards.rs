//! Boards by name, board files, and changing the side to move.
//!
//! A board file has eight rows from rank 8 down, each like `|br|bn| |...|`: colour (`b`, `w`) and
//! kind (`p`, `k`, `b`, `r`, `q`, `n`), or two spaces. Castling is allowed if king and rook stand
//! at home, en passant is not, and both clocks start anew.

use thiserror::Error;

use super::fen::shown;
use super::position::{Castling, Position};
use super::setup::{Setup, SetupError};
use super::square::{Piece, Square};
use crate::game::Side;

/// The four boards of the ancestor's experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedBoard {
    /// The start position.
    Start,
    /// After 1. e4 c5, White to move.
    Sicilian,
    /// A combination by Stamma, Black to move.
    Stamma,
    /// After 1. e4 e5 2. Nf3 Nc6 3. Bb5, Black to move.
    RuyLopez,
}

impl NamedBoard {
    /// All boards.
    pub const ALL: [NamedBoard; 4] =
        [NamedBoard::Start, NamedBoard::Sicilian, NamedBoard::Stamma, NamedBoard::RuyLopez];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            NamedBoard::Start => "start",
            NamedBoard::Sicilian => "sicilian",
            NamedBoard::Stamma => "stamma",
            NamedBoard::RuyLopez => "ruy-lopez",
        }
    }

    /// Finds a board by name.
    pub fn from_name(name: &str) -> Option<NamedBoard> {
        NamedBoard::ALL.into_iter().find(|board| board.name() == name)
    }

    /// The position as FEN.
    pub const fn fen(self) -> &'static str {
        match self {
            NamedBoard::Start => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            NamedBoard::Sicilian => "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
            NamedBoard::Stamma => "rn3r1k/6pp/1pN2p2/p3N3/1P5q/PQ2PPp1/5n2/2R3K1 b - - 0 1",
            NamedBoard::RuyLopez => "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
        }
    }

    /// The position.
    pub fn position(self) -> Position {
        self.fen()
            .parse()
            .expect("the named boards are positions: tests/rules/chess_boards.rs reads each of them")
    }
}

impl Position {
    /// The start position.
    pub fn start() -> Position {
        NamedBoard::Start.position()
    }

    /// The same pieces and clocks with `side` to move. A change of side clears en passant.
    ///
    /// # Errors
    /// If the waiting side would be in check.
    pub fn with_side(&self, side: Side) -> Result<Position, SetupError> {
        if side == self.side_to_move() {
            return Ok(self.clone());
        }
        let setup = Setup {
            pieces: std::array::from_fn(|i| self.piece_at(Square::wrapping(i as u8))),
            side,
            rooks: self.castling_rooks(),
            castling: self.castling(),
            skipped: None,
            clock: self.clock,
            number: self.number,
        };
        setup.build()
    }
}

/// An error in a board file. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardFileError {
    /// A number of rows other than eight.
    #[error("board file: got {0} rows; expected 8 like |br|bn|bb|bq|bk|bb|bn|br|, the eighth rank first")]
    Rows(usize),
    /// A line of the wrong length: its characters.
    #[error(
        "board file, line {0}, column {column}: the row has {1} characters; expected {ROW_LENGTH}: a bar, then \
         eight times two characters and a bar", column = (*.1).min(ROW_LENGTH) + 1
    )]
    RowLength(usize, usize),
    /// A character that should be a bar: line and column.
    #[error("board file, line {0}, column {1}: got {2:?}; expected the bar |")]
    Bar(usize, usize, char),
    /// Two characters that are no piece: line and column of the first.
    #[error(
        "board file, line {0}, column {1}: got {got}; expected two spaces, or b or w and one of pkbrqn",
        got = shown(.2)
    )]
    Piece(usize, usize, String),
    /// Readable text, but an impossible position.
    #[error("board file: {0}")]
    Setup(SetupError),
}

const ROW_LENGTH: usize = 9 + 16;

/// Reads a board file with `side` to move. Empty lines may follow the board.
pub fn board_file(contents: &str, side: Side) -> Result<Position, BoardFileError> {
    let rows: Vec<&str> = contents.trim_end().lines().collect();
    if rows.len() != 8 {
        return Err(BoardFileError::Rows(rows.len()));
    }
    let mut setup = Setup { side, ..Setup::empty() };
    for (i, row) in rows.iter().enumerate() {
        read_row(row, i, &mut setup)?;
    }
    for (side, rank) in [(Side::First, 0), (Side::Second, 7)] {
        let stands = |file, piece| setup.pieces[Square::at(file, rank).index()] == Some((side, piece));
        for file in [0, 7] {
            if stands(4, Piece::King) && stands(file, Piece::Rook) {
                setup.rooks |= Square::at(file, rank).bit();
            }
        }
    }
    setup.castling = Castling::Standard;
    setup.build().map_err(BoardFileError::Setup)
}

impl Position {
    /// Writes a file for [`board_file`], without side to move, clocks and lost castling rights.
    pub fn to_board_file(&self) -> String {
        let square = |square| match self.piece_at(square) {
            Some((Side::First, piece)) => format!("w{}|", piece.letter()),
            Some((Side::Second, piece)) => format!("b{}|", piece.letter()),
            None => "  |".to_owned(),
        };
        let row =
            |rank| format!("|{}\n", (0..8).map(|file| square(Square::at(file, rank))).collect::<String>());
        (0..8).rev().map(row).collect()
    }
}

fn read_row(row: &str, index: usize, setup: &mut Setup) -> Result<(), BoardFileError> {
    let line = index + 1;
    let letters: Vec<char> = row.trim_end().chars().collect();
    for (column, &got) in letters.iter().enumerate().step_by(3).take(9) {
        if got != '|' {
            return Err(BoardFileError::Bar(line, column + 1, got));
        }
    }
    if letters.len() != ROW_LENGTH {
        return Err(BoardFileError::RowLength(line, letters.len()));
    }
    for (file, square) in letters.chunks_exact(3).enumerate() {
        let (colour, kind) = (square[1], square[2]);
        let side = match colour {
            'w' => Some(Side::First),
            'b' => Some(Side::Second),
            _ => None,
        };
        let piece = Piece::from_letter(kind).filter(|p| p.letter() == kind);
        setup.pieces[Square::at(file as u8, 7 - index as u8).index()] = match (side, piece) {
            (Some(side), Some(piece)) => Some((side, piece)),
            _ if (colour, kind) == (' ', ' ') => None,
            _ => {
                let got = [colour, kind].iter().collect();
                return Err(BoardFileError::Piece(line, 3 * file + 2, got));
            }
        };
    }
    Ok(())
}
