use super::bitboard::Bitboard;
use super::movegen::{self, Flow, Sink, Wants};
use super::moves::{Kind, Move};
use super::outcome::Outcome;
use super::piece_square::VALUES;
use super::position::Position;
use super::square::{Piece, Square};
use super::{Chess, board::Board};
use crate::game::{Game, STRUCTURES, Score, Side, Tactical};

impl Tactical for Chess {
    const PIECE_TO: usize = 2 * 6 * 64;
    const SQUARES: usize = 2 * 64 * 64 * 4;

    #[inline]
    fn in_check(&self, position: &Position) -> bool {
        position.checkers().any()
    }

    /// Mate on the last of the fifty moves precedes the draw.
    #[inline]
    fn is_drawn(&self, position: &Position) -> bool {
        if self.claimable_draw(position).is_some() {
            return position.outcome() != Some(Outcome::Checkmate);
        }
        position.is_dead()
    }

    #[inline]
    fn null_move(&self, position: &Position) -> Position {
        position.null_move()
    }

    #[inline]
    fn allows_null_move(&self, position: &Position) -> bool {
        let simple = position.kind(Piece::Pawn) | position.kind(Piece::King);
        (position.pieces(position.side_to_move()) & !simple).any()
    }

    #[inline]
    fn noisy_moves(&self, position: &Position, visit: impl FnMut(Move)) {
        position.each_of::<true>(visit);
    }

    #[inline]
    fn quiet_moves(&self, position: &Position, visit: impl FnMut(Move)) {
        position.each_of::<false>(visit);
    }

    #[inline]
    fn quiet_checks(&self, position: &Position, visit: impl FnMut(Move)) {
        position.each_quiet_check(visit);
    }

    #[inline]
    fn is_noisy(&self, m: Move) -> bool {
        !m.is_quiet()
    }

    #[inline]
    fn gives_check(&self, position: &Position, m: Move) -> bool {
        position.gives_check(m)
    }

    #[inline]
    fn gain(&self, m: Move) -> Score {
        let value = |piece: Option<Piece>| piece.map_or(0, |piece| VALUES[piece as usize]);
        let promoted = if m.promotion().is_some() { value(m.promotion()) - VALUES[0] } else { 0 };
        value(m.captured()) + promoted
    }

    #[inline]
    fn exchange_at_least(&self, position: &Position, m: Move, threshold: Score) -> bool {
        position.exchange_at_least(m, threshold)
    }

    #[inline]
    fn likely_key(&self, position: &Position, m: Move) -> u64 {
        position.likely_key(m)
    }

    #[inline]
    fn code(&self, m: Move) -> u16 {
        m.code()
    }

    #[inline]
    fn decode(&self, position: &Position, code: u16) -> Option<Move> {
        position.decode(code)
    }

    #[inline]
    fn piece_to(&self, position: &Position, m: Move) -> usize {
        (position.side_to_move() as usize * 6 + m.piece() as usize) * 64 + m.to().index()
    }

    #[inline]
    fn attacked(&self, position: &Position) -> u64 {
        match position.side {
            Side::First => position.board.danger::<true>().0,
            Side::Second => position.board.danger::<false>().0,
        }
    }

    #[inline]
    fn squares(&self, position: &Position, m: Move, attacked: u64) -> usize {
        let (from, to) = (m.from().index(), m.to().index());
        let in_danger = (attacked >> from & 1) * 2 + (attacked >> to & 1);
        ((position.side_to_move() as usize * 64 + from) * 64 + to) * 4 + in_danger as usize
    }

    #[inline]
    fn structures(&self, position: &Position) -> [u64; STRUCTURES] {
        let board = &position.board;
        let (white, black) = (board.side(Side::First), board.side(Side::Second));
        let pawns = board.kind(Piece::Pawn);
        let pieces = |own: Bitboard| {
            let of = |piece| board.kind(piece) & own;
            let kinds = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
            kinds.into_iter().fold(0, |key, piece| stir(key ^ of(piece).0))
        };
        [stir(stir((pawns & white).0) ^ (pawns & black).0), pieces(white), pieces(black)]
    }
}

/// Spreads a set's bits over a word (the first half of SplitMix64's mixing).
#[inline(always)]
fn stir(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word ^ (word >> 29)
}

impl Position {
    #[inline(always)]
    fn each_of<const NOISY: bool>(&self, visit: impl FnMut(Move)) {
        let Position { board, checkers, pinned, .. } = self;
        match self.side {
            Side::First => each::<true, NOISY>(board, *checkers, *pinned, visit),
            Side::Second => each::<false, NOISY>(board, *checkers, *pinned, visit),
        }
    }
}

fn each<const W: bool, const NOISY: bool>(
    board: &Board,
    checkers: Bitboard,
    pinned: Bitboard,
    visit: impl FnMut(Move),
) {
    let mut sink = Class::<_, NOISY> { board, visit };
    let _all_of_them = movegen::generate::<W, _>(board, checkers, pinned, &mut sink);
}

struct Class<'a, F, const NOISY: bool> {
    board: &'a Board,
    visit: F,
}

impl<F: FnMut(Move), const W: bool, const NOISY: bool> Sink<W> for Class<'_, F, NOISY> {
    const WANTS: Wants = if NOISY { Wants::Noisy } else { Wants::Quiet };

    #[inline(always)]
    fn piece(&mut self, piece: Piece, from: Square, to: Bitboard) -> Flow {
        for square in to {
            let taken = NOISY.then(|| self.board.piece_on(square));
            (self.visit)(Move::new(piece, from, square, taken, None, Kind::Plain));
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) -> Flow {
        let takes = step % 8 != 0;
        if takes != NOISY {
            return Flow::Continue(());
        }
        for square in to {
            let from = Square::wrapping((square.index() as u8).wrapping_sub(step as u8));
            let taken = NOISY.then(|| self.board.piece_on(square));
            (self.visit)(Move::new(Piece::Pawn, from, square, taken, None, Kind::Plain));
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn doubles(&mut self, to: Bitboard) -> Flow {
        if !NOISY {
            for square in to {
                let from = Square::wrapping((square.index() as u8).wrapping_add(if W { 240 } else { 16 }));
                (self.visit)(Move::new(Piece::Pawn, from, square, None, None, Kind::Double));
            }
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, to: Bitboard) -> Flow {
        if NOISY {
            for square in to {
                let from = Square::wrapping((square.index() as u8).wrapping_sub(step as u8));
                let taken = (step % 8 != 0).then(|| self.board.piece_on(square));
                for promotion in Piece::PROMOTIONS {
                    (self.visit)(Move::new(Piece::Pawn, from, square, taken, Some(promotion), Kind::Plain));
                }
            }
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) -> Flow {
        if NOISY {
            (self.visit)(Move::new(Piece::Pawn, from, to, None, None, Kind::EnPassant));
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) -> Flow {
        if !NOISY {
            (self.visit)(Move::new(Piece::King, king, rook, None, None, Kind::Castle));
        }
        Flow::Continue(())
    }
}
