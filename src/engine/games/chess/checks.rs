//! Moves that give check: a test, and a generator of quiet ones.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::{Board, side_of};
use super::movegen::{self, Flow, Sink, Wants};
use super::moves::{Kind, Move};
use super::position::Position;
use super::square::{Piece, Square};
use crate::game::Side;

impl Position {
    #[inline]
    pub(super) fn each_quiet_check(&self, visit: impl FnMut(Move)) {
        match self.side {
            Side::First => self.quiet_checks::<true>(visit),
            Side::Second => self.quiet_checks::<false>(visit),
        }
    }

    /// True if a legal move gives check.
    #[inline]
    pub fn gives_check(&self, m: Move) -> bool {
        if matches!(m.kind(), Kind::EnPassant | Kind::Castle) {
            return self.play(m).checkers.any();
        }
        let (board, from, to) = (&self.board, m.from(), m.to());
        let king = self.king(self.side.other());
        let occupied = board.occupied() & !from.bit() | to.bit();
        let piece = m.promotion().unwrap_or(m.piece());
        if attacks::of(piece, self.side, to, occupied).has(king) {
            return true;
        }
        if attacks::line(from, king).is_empty() || attacks::line(from, king).has(to) {
            return false;
        }
        let own = board.side(self.side) & occupied & !to.bit();
        let sliders = attacks::bishop(king, occupied) & board.oblique()
            | attacks::rook(king, occupied) & board.straight();
        (sliders & own).any()
    }

    fn quiet_checks<const W: bool>(&self, visit: impl FnMut(Move)) {
        let king = self.king(self.side.other());
        let (screens, direct) = (screens::<W>(&self.board, king), direct::<W>(&self.board, king));
        let mut sink = Checks { position: self, screens, direct, visit };
        let _all_of_them = movegen::generate::<W, _>(&self.board, self.checkers, self.pinned, &mut sink);
    }
}

/// The squares from which each kind of piece of `W` would attack the king.
fn direct<const W: bool>(board: &Board, king: Square) -> [Bitboard; 6] {
    let other = side_of::<W>().other();
    let of = |piece| attacks::of(piece, other, king, board.occupied());
    let (bishop, rook) = (of(Piece::Bishop), of(Piece::Rook));
    Piece::ALL.map(|piece| match piece {
        Piece::Pawn | Piece::Knight => of(piece),
        Piece::Bishop => bishop,
        Piece::Rook => rook,
        Piece::Queen => bishop | rook,
        Piece::King => Bitboard::EMPTY,
    })
}

/// The pieces of `W` that give check by leaving the line of its slider to the king.
fn screens<const W: bool>(board: &Board, king: Square) -> Bitboard {
    let (own, occupied) = (board.own::<W>(), board.occupied());
    let snipers =
        attacks::rook_lines(king) & board.straight() | attacks::bishop_lines(king) & board.oblique();
    let mut screens = Bitboard::EMPTY;
    for sniper in snipers & own {
        let between = attacks::between(king, sniper) & occupied;
        if !between.several() {
            screens |= between & own;
        }
    }
    screens
}

/// Passes on quiet checking moves: no promotions and no captures.
struct Checks<'a, F> {
    position: &'a Position,
    screens: Bitboard,
    direct: [Bitboard; 6],
    visit: F,
}

impl<F: FnMut(Move)> Checks<'_, F> {
    fn perhaps(&mut self, m: Move) {
        if self.position.gives_check(m) {
            (self.visit)(m);
        }
    }

    #[inline(always)]
    fn pawn(&mut self, from: Square, to: Square, kind: Kind) {
        let m = Move::new(Piece::Pawn, from, to, None, None, kind);
        if self.direct[Piece::Pawn as usize].has(to) {
            (self.visit)(m);
        } else if self.screens.has(from) {
            self.perhaps(m);
        }
    }
}

impl<F: FnMut(Move), const W: bool> Sink<W> for Checks<'_, F> {
    const WANTS: Wants = Wants::Quiet;

    #[inline(always)]
    fn piece(&mut self, piece: Piece, from: Square, to: Bitboard) -> Flow {
        let direct = self.direct[piece as usize];
        let hidden = self.screens.has(from);
        for square in if hidden { to } else { to & direct } {
            let m = Move::new(piece, from, square, None, None, Kind::Plain);
            if direct.has(square) {
                (self.visit)(m);
            } else {
                self.perhaps(m);
            }
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) -> Flow {
        // Diagonal steps are captures.
        if step % 8 == 0 {
            for square in to {
                let from = Square::wrapping((square.index() as u8).wrapping_sub(step as u8));
                self.pawn(from, square, Kind::Plain);
            }
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn doubles(&mut self, to: Bitboard) -> Flow {
        for square in to {
            let from = Square::wrapping((square.index() as u8).wrapping_add(if W { 240 } else { 16 }));
            self.pawn(from, square, Kind::Double);
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, _step: i8, _to: Bitboard) -> Flow {
        Flow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, _from: Square, _to: Square) -> Flow {
        Flow::Continue(())
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) -> Flow {
        self.perhaps(Move::new(Piece::King, king, rook, None, None, Kind::Castle));
        Flow::Continue(())
    }
}
