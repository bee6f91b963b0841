//! A position: the board and the state that a search needs at every node.
//!
//! A move copies the position (120 bytes) instead of unmaking it later, which is faster
//! (`benches/results/engine-rules.md`). Invariants, upheld by [`super::Setup::build`] and by every
//! move:
//!
//! 1. `key`, `score`, `checkers` and `pinned` are those of the board; moves update the first two.
//! 2. `board.ep` holds a square only if some pawn may legally take there, so equal keys mean equal
//!    futures.

use super::bitboard::Bitboard;
use super::board::{Board, castled_squares, forward};
use super::moves::{Kind, Move, Moves};
use super::square::{Piece, Square};
use super::{movegen, piece_square, zobrist};
use crate::game::{Score, Side};

/// The largest halfmove clock and move number; longer games stay there.
pub(super) const MAX_CLOCK: u16 = 9999;

/// The notation of castling: the letters in a FEN, and the king's move in UCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Castling {
    /// `KQkq` and `e1g1`.
    Standard,
    /// Chess960 with X-FEN letters (`KQkq` for the outermost rooks, file letters for others) and
    /// `e1h1`.
    XFen,
    /// Chess960 with Shredder-FEN letters (always the rooks' files) and `e1h1`.
    Shredder,
}

/// A position of chess or Chess960.
///
/// Equal positions have the same pieces, rights, clocks, skipped square and castling notation. The
/// notation does not count if all rights are lost, because a FEN does not show it then.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) board: Board,
    pub(super) key: u64,
    pub(super) checkers: Bitboard,
    pub(super) pinned: Bitboard,
    /// White's sum minus Black's.
    pub(super) score: Score,
    pub(super) clock: u16,
    pub(super) number: u16,
    pub(super) side: Side,
    pub(super) castling: Castling,
    /// The square that a pawn has just skipped, as a FEN states it, even if no capture is
    /// possible.
    pub(super) skipped: Option<Square>,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let told = |position: &Position| (position.clock, position.number, position.side, position.skipped);
        let alike = self.castling == other.castling || self.board.rights.is_empty();
        self.board == other.board && told(self) == told(other) && alike
    }
}

impl Eq for Position {}

impl Position {
    /// The side to move.
    #[inline(always)]
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<(Side, Piece)> {
        self.board.piece_at(square)
    }

    /// The squares of a side's pieces.
    pub fn pieces(&self, side: Side) -> Bitboard {
        self.board.side(side)
    }

    /// The squares of both sides' pieces of a kind.
    pub fn kind(&self, piece: Piece) -> Bitboard {
        self.board.kind(piece)
    }

    /// The square of a side's king.
    pub fn king(&self, side: Side) -> Square {
        (self.board.kind(Piece::King) & self.board.side(side)).lowest()
    }

    /// The rooks that may still castle.
    pub fn castling_rooks(&self) -> Bitboard {
        self.board.rights
    }

    /// The notation of castling.
    pub fn castling(&self) -> Castling {
        self.castling
    }

    /// True if a king or a rook that may castle stands where only Chess960 puts it.
    pub fn is_chess960(&self) -> bool {
        self.castling_rooks().into_iter().any(|rook| {
            let side = if rook.rank() == 0 { Side::First } else { Side::Second };
            !matches!(rook.file(), 0 | 7) || self.king(side).file() != 4
        })
    }

    /// The position with another notation of castling. If [`Position::is_chess960`] it
    /// cannot be [`Castling::Standard`].
    pub fn written(self, castling: Castling) -> Position {
        Position { castling, ..self }
    }

    /// The square of a legal en-passant capture.
    pub fn en_passant(&self) -> Option<Square> {
        self.board.ep.into_iter().next()
    }

    /// The pieces that give check.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The mover's pieces pinned to its king.
    #[inline(always)]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The Zobrist key. En passant counts only if a capture is legal.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The piece-square sum in centipawns, from the side to move's view.
    #[inline(always)]
    pub fn score(&self) -> Score {
        if self.side == Side::First { self.score } else { -self.score }
    }

    /// The plies since the last capture or pawn move.
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u32 {
        u32::from(self.clock)
    }

    /// The move number, which grows after each move of Black.
    pub fn fullmove_number(&self) -> u32 {
        u32::from(self.number)
    }

    /// All legal moves. Draws do not end the list.
    #[inline]
    pub fn legal_moves(&self) -> Moves {
        let mut moves = Moves::new();
        match self.side {
            Side::First => movegen::list::<true>(&self.board, self.checkers, self.pinned, &mut moves),
            Side::Second => movegen::list::<false>(&self.board, self.checkers, self.pinned, &mut moves),
        }
        moves
    }

    /// True if the side to move has a legal move, without listing moves.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        match self.side {
            Side::First => movegen::any::<true>(&self.board, self.checkers, self.pinned),
            Side::Second => movegen::any::<false>(&self.board, self.checkers, self.pinned),
        }
    }

    /// The position after a move listed by [`Position::legal_moves`].
    #[inline]
    pub fn play(&self, m: Move) -> Position {
        match self.side {
            Side::First => self.after::<true, false>(m),
            Side::Second => self.after::<false, true>(m),
        }
    }

    #[inline(always)]
    fn after<const W: bool, const E: bool>(&self, m: Move) -> Position {
        let (from, to) = (m.from(), m.to());
        match m.kind() {
            Kind::Plain => match m.promotion() {
                None => self.after_step::<W, E>(m.piece(), from, to, m.captured()),
                Some(piece) => self.after_promotion::<W, E>(from, to, m.captured(), piece),
            },
            Kind::Double => self.after_double::<W, E>(from, to),
            Kind::EnPassant => self.after_en_passant::<W, E>(from, to),
            Kind::Castle => self.after_castle::<W, E>(from, to),
        }
    }

    #[inline(always)]
    pub(super) fn after_step<const W: bool, const E: bool>(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        captured: Option<Piece>,
    ) -> Position {
        let mut change = Change::default();
        change.put::<W>(piece, to);
        change.take::<W>(piece, from);
        if let Some(captured) = captured {
            change.take::<E>(captured, to);
        }
        let keeps = captured.is_none() && piece != Piece::Pawn;
        self.finish::<W, E>(self.board.moved::<W>(from.bit(), to.bit(), piece), change, keeps)
    }

    #[inline(always)]
    pub(super) fn after_promotion<const W: bool, const E: bool>(
        &self,
        from: Square,
        to: Square,
        captured: Option<Piece>,
        piece: Piece,
    ) -> Position {
        let mut change = Change::default();
        change.take::<W>(Piece::Pawn, from);
        change.put::<W>(piece, to);
        if let Some(captured) = captured {
            change.take::<E>(captured, to);
        }
        self.finish::<W, E>(self.board.moved::<W>(from.bit(), to.bit(), piece), change, false)
    }

    #[inline(always)]
    pub(super) fn after_double<const W: bool, const E: bool>(&self, from: Square, to: Square) -> Position {
        let mut change = Change::default();
        change.take::<W>(Piece::Pawn, from);
        change.put::<W>(Piece::Pawn, to);
        let mut board = self.board.doubled::<W>(from.bit(), to.bit());
        if board.ep.any() {
            board.ep = legal_target::<E>(&board);
        }
        let mut next = self.finish::<W, E>(board, change, false);
        next.skipped = Some(from.bit().shifted(forward::<W>()).lowest());
        next
    }

    #[inline(always)]
    pub(super) fn after_en_passant<const W: bool, const E: bool>(
        &self,
        from: Square,
        to: Square,
    ) -> Position {
        let mut change = Change::default();
        change.take::<W>(Piece::Pawn, from);
        change.put::<W>(Piece::Pawn, to);
        change.take::<E>(Piece::Pawn, to.bit().shifted(-forward::<W>()).lowest());
        self.finish::<W, E>(self.board.passed::<W>(from.bit(), to.bit()), change, false)
    }

    #[inline(always)]
    pub(super) fn after_castle<const W: bool, const E: bool>(&self, king: Square, rook: Square) -> Position {
        let (king_to, rook_to) = castled_squares(king, rook);
        let mut change = Change::default();
        change.take::<W>(Piece::King, king);
        change.take::<W>(Piece::Rook, rook);
        change.put::<W>(Piece::King, king_to);
        change.put::<W>(Piece::Rook, rook_to);
        self.finish::<W, E>(self.board.castled::<W>(king, rook), change, true)
    }

    /// Completes a move; `keeps` is true if it is reversible.
    #[inline(always)]
    fn finish<const W: bool, const E: bool>(&self, board: Board, change: Change, keeps: bool) -> Position {
        let mut key = self.key ^ change.key ^ zobrist::black_to_move();
        if self.board.rights != board.rights {
            key ^= zobrist::rights(self.board.rights ^ board.rights);
        }
        if (self.board.ep | board.ep).any() {
            key ^= zobrist::en_passant(self.board.ep) ^ zobrist::en_passant(board.ep);
        }
        let (checkers, pinned) = board.checks_and_pins::<E>();
        Position {
            board,
            key,
            checkers,
            pinned,
            score: self.score + change.score,
            clock: if keeps { (self.clock + 1).min(MAX_CLOCK) } else { 0 },
            number: (self.number + u16::from(!W)).min(MAX_CLOCK),
            side: if W { Side::Second } else { Side::First },
            castling: self.castling,
            skipped: None,
        }
    }

    /// The key after a move, unless rights, en passant or castling change it further.
    #[inline]
    pub(super) fn likely_key(&self, m: Move) -> u64 {
        let key =
            |side: Side, piece: Piece, at: Square| WEIGHTS[side as usize][piece as usize][at.index()].key;
        let (side, piece) = (self.side, m.piece());
        let moved = key(side, piece, m.from()) ^ key(side, m.promotion().unwrap_or(piece), m.to());
        let taken = m.captured().map_or(0, |taken| key(side.other(), taken, m.to()));
        self.key ^ zobrist::black_to_move() ^ moved ^ taken
    }

    /// Computes the key from scratch, to check the incremental one.
    pub fn computed_key(&self) -> u64 {
        let side = if self.side == Side::Second { zobrist::black_to_move() } else { 0 };
        let rest = side ^ zobrist::rights(self.board.rights) ^ zobrist::en_passant(self.board.ep);
        self.by_piece(zobrist::piece).fold(rest, |key, word| key ^ word)
    }

    /// Computes [`Position::score`] from scratch, to check the incremental one.
    pub fn computed_score(&self) -> Score {
        let white: Score = self.by_piece(piece_square::piece).sum();
        if self.side == Side::First { white } else { -white }
    }

    fn by_piece<T>(&self, of: impl Fn(Side, Piece, Square) -> T) -> impl Iterator<Item = T> {
        let squares = Bitboard::ALL.into_iter();
        squares.filter_map(move |square| self.piece_at(square).map(|(side, piece)| of(side, piece, square)))
    }

    /// Derives everything that follows from board and side: both invariants.
    pub(super) fn refresh(&mut self) {
        if self.board.ep.any() {
            self.board.ep = match self.side {
                Side::First => legal_target::<true>(&self.board),
                Side::Second => legal_target::<false>(&self.board),
            };
        }
        (self.checkers, self.pinned) = match self.side {
            Side::First => self.board.checks_and_pins::<true>(),
            Side::Second => self.board.checks_and_pins::<false>(),
        };
        self.key = self.computed_key();
        self.score = self.by_piece(piece_square::piece).sum();
    }
}

/// The en-passant target if `W` may legally take there, else the empty set.
#[inline(always)]
fn legal_target<const W: bool>(board: &Board) -> Bitboard {
    let takers = movegen::en_passant_takers::<W>(board, board.king::<W>());
    if takers.any() { board.ep } else { Bitboard::EMPTY }
}

/// The key word and score of a piece on a square, in one cache line.
#[derive(Clone, Copy)]
struct Weight {
    key: u64,
    score: Score,
}

static WEIGHTS: [[[Weight; 64]; 6]; 2] = weights();

const fn weights() -> [[[Weight; 64]; 6]; 2] {
    let mut table = [[[Weight { key: 0, score: 0 }; 64]; 6]; 2];
    let mut i = 0;
    while i < 12 * 64 {
        let (piece, square) = (Piece::ALL[i / 64 % 6], Square::wrapping((i % 64) as u8));
        let side = if i < 6 * 64 { Side::First } else { Side::Second };
        table[side as usize][piece as usize][square.index()] = Weight {
            key: zobrist::piece(side, piece, square),
            score: piece_square::piece(side, piece, square),
        };
        i += 1;
    }
    table
}

#[derive(Clone, Copy, Default)]
struct Change {
    key: u64,
    score: Score,
}

impl Change {
    #[inline(always)]
    fn put<const W: bool>(&mut self, piece: Piece, square: Square) {
        let weight = &WEIGHTS[usize::from(!W)][piece as usize][square.index()];
        self.key ^= weight.key;
        self.score += weight.score;
    }

    #[inline(always)]
    fn take<const W: bool>(&mut self, piece: Piece, square: Square) {
        let weight = &WEIGHTS[usize::from(!W)][piece as usize][square.index()];
        self.key ^= weight.key;
        self.score -= weight.score;
    }
}
