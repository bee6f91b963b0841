//! A position: the board and everything a search asks of it at every node.
//!
//! Positions are copied at every move, never unmade: 120 bytes, and the parent stays for the next
//! move. That is faster (`benches/results/engine-rules.md`). Invariants, upheld by
//! [`super::Setup::build`] and by every move:
//!
//! 1. Each side has exactly one king, and the side not to move is not in check.
//! 2. `key`, `score`, `checkers` and `pinned` are those of the board; moves update the first two.
//! 3. `board.ep` holds a square only if some pawn may legally take there, so that equal keys mean
//!    equal futures.

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
    /// Chess960 with X-FEN letters: `KQkq` for the outermost rooks, file letters for others;
    /// `e1h1`.
    XFen,
    /// Chess960 with Shredder-FEN letters, always those of the rooks' files; `e1h1`.
    Shredder,
}

/// A position of chess or Chess960 with its side to move, clocks and rights.
///
/// Equal positions have the same pieces, rights, clocks and skipped square, and write castling
/// alike. Without rights that does not count: a FEN then does not say how castling was written.
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
    /// The square a pawn has just skipped, whether or not it can be taken there: what a FEN says.
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

    /// The squares of all pieces of a side.
    pub fn pieces(&self, side: Side) -> Bitboard {
        self.board.side(side)
    }

    /// The squares of all pieces of a kind, of both sides.
    pub fn kind(&self, piece: Piece) -> Bitboard {
        self.board.kind(piece)
    }

    /// Where a side's king stands.
    pub fn king(&self, side: Side) -> Square {
        (self.board.kind(Piece::King) & self.board.side(side)).lowest()
    }

    /// The rooks that may still castle.
    pub fn castling_rooks(&self) -> Bitboard {
        self.board.rights
    }

    /// The notation of castling in this game.
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

    /// The same position in a game that writes castling this way. A position of which
    /// [`Position::is_chess960`] says so cannot be written as [`Castling::Standard`].
    pub fn written(self, castling: Castling) -> Position {
        Position { castling, ..self }
    }

    /// The square on which a pawn may now be taken in passing.
    pub fn en_passant(&self) -> Option<Square> {
        self.board.ep.into_iter().next()
    }

    /// The pieces that give check.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The mover's pieces that are pinned to its king.
    #[inline(always)]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The Zobrist key. En passant counts only where a capture is legal.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The piece-square sum in centipawns, from the side to move's view.
    #[inline(always)]
    pub fn score(&self) -> Score {
        if self.side == Side::First { self.score } else { -self.score }
    }

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u32 {
        u32::from(self.clock)
    }

    /// The number of the move, counted from 1 and after each of Black's.
    pub fn fullmove_number(&self) -> u32 {
        u32::from(self.number)
    }

    /// All legal moves; empty if mated or stalemated. Draws do not end the list.
    #[inline]
    pub fn legal_moves(&self) -> Moves {
        let mut moves = Moves::new();
        match self.side {
            Side::First => movegen::list::<true>(&self.board, self.checkers, self.pinned, &mut moves),
            Side::Second => movegen::list::<false>(&self.board, self.checkers, self.pinned, &mut moves),
        }
        moves
    }

    /// True if the side to move has a legal move, found without listing them.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        match self.side {
            Side::First => movegen::any::<true>(&self.board, self.checkers, self.pinned),
            Side::Second => movegen::any::<false>(&self.board, self.checkers, self.pinned),
        }
    }

    /// The position after a move that [`Position::legal_moves`] lists.
    #[inline]
    pub fn play(&self, m: Move) -> Position {
        match self.side {
            Side::First => self.after::<true, false>(m),
            Side::Second => self.after::<false, true>(m),
        }
    }

    /// `E` is the other side.
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

    /// Joins the board after a move of `W` with the rest of the state. `keeps` says that the move
    /// is reversible.
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

    /// The key computed from scratch: the oracle of the incremental one.
    pub fn computed_key(&self) -> u64 {
        let side = if self.side == Side::Second { zobrist::black_to_move() } else { 0 };
        let rest = side ^ zobrist::rights(self.board.rights) ^ zobrist::en_passant(self.board.ep);
        self.by_piece(zobrist::piece).fold(rest, |key, word| key ^ word)
    }

    /// [`Position::score`] computed from scratch: the oracle of the incremental one.
    pub fn computed_score(&self) -> Score {
        let white: Score = self.by_piece(piece_square::piece).sum();
        if self.side == Side::First { white } else { -white }
    }

    /// The results of `of` for each piece.
    fn by_piece<T>(&self, of: impl Fn(Side, Piece, Square) -> T) -> impl Iterator<Item = T> {
        let squares = Bitboard::ALL.into_iter();
        squares.filter_map(move |square| self.piece_at(square).map(|(side, piece)| of(side, piece, square)))
    }

    /// Sets everything that follows from board and side: invariants 2 and 3.
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

/// The board's en-passant target if the side `W` may take there, else empty.
#[inline(always)]
fn legal_target<const W: bool>(board: &Board) -> Bitboard {
    let takers = movegen::en_passant_takers::<W>(board, board.king::<W>());
    if takers.any() { board.ep } else { Bitboard::EMPTY }
}

/// Key word and score of a piece on a square, side by side so that a move touches one cache line
/// for both.
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

/// The change of key and score by a move.
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
