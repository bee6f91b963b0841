//! Chess and Chess960: the full laws on bitboards, notation, and two evaluations.
//!
//! [`Chess`] is the search's view of a [`Position`]; [`perft`](perft()) counts. Exact searches
//! evaluate by [`Simplified`]; games are played with a [`network`] learnt from [`training`] games.

pub mod attacks;
mod bitboard;
mod board;
mod boards;
mod checks;
mod coordinates;
mod drawing;
mod epd;
mod eval;
mod exchange;
mod fen;
mod movegen;
mod moves;
pub mod network;
mod notation;
mod null_move;
mod outcome;
mod packed_move;
mod perft;
mod pgn;
mod piece_square;
mod position;
mod reading;
mod refusal;
mod san;
mod setup;
mod square;
mod tactical;
pub mod training;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use boards::{BoardFileError, NamedBoard, board_file};
pub use coordinates::parse_uci;
pub use drawing::{Glyphs, draw, paint};
pub use epd::{Epd, EpdError, epd_operations, epd_position, split_epd};
pub use eval::Simplified;
pub use fen::{FenError, Variant};
pub use moves::{Kind, MAX_MOVES, Move, Moves};
pub use notation::parse_move;
pub use outcome::{Outcome, mate_in};
pub use perft::perft;
pub use pgn::{
    Annotation, Annotations, GameRecord, GameResult, MAX_PLIES, PgnError, PgnFault, PgnGames, PgnNotes,
};
pub use piece_square::VALUES;
pub use position::{Castling, Position};
pub use refusal::MoveError;
pub use setup::{Setup, SetupError};
pub use square::{Piece, Square};

use crate::game::{Game, Side};

/// The rules of chess. Chess960 needs no flag: castling rights name their rooks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chess;

impl Game for Chess {
    type Position = Position;
    type Move = Move;
    type Moves = Moves;
    type Outcome = Outcome;

    #[inline]
    fn side_to_move(&self, position: &Position) -> Side {
        position.side_to_move()
    }

    #[inline]
    fn legal_moves(&self, position: &Position) -> Moves {
        position.legal_moves()
    }

    #[inline]
    fn play(&self, position: &Position, m: Move) -> Position {
        position.play(m)
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.outcome()
    }

    #[inline]
    fn claimable_draw(&self, position: &Position) -> Option<Outcome> {
        (position.halfmove_clock() >= 100).then_some(Outcome::FiftyMoves)
    }

    #[inline]
    fn repetition(&self) -> Option<Outcome> {
        Some(Outcome::Repetition)
    }

    #[inline]
    fn reversible_plies(&self, position: &Position) -> u32 {
        position.halfmove_clock()
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    /// Most valuable victim first, by the least valuable attacker. A promotion counts as capturing
    /// the new piece.
    #[inline]
    fn ordering_score(&self, _position: &Position, m: Move) -> i32 {
        let value = |p: Option<Piece>| p.map_or(0, |p| VALUES[p as usize]);
        let gain = value(m.captured()) + value(m.promotion());
        if gain == 0 { 0 } else { 8 * gain - m.piece() as i32 }
    }

    const HISTORY: usize = 2 * 6 * 64;

    #[inline]
    fn history_index(&self, position: &Position, m: Move) -> Option<usize> {
        let piece = position.side_to_move() as usize * 6 + m.piece() as usize;
        m.is_quiet().then(|| piece * 64 + m.to().index())
    }
}
