use std::hint::black_box;

use crate::game::Side;
use crate::games::chess::bitboard::Bitboard;
use crate::games::chess::board::{Board, forward};
use crate::games::chess::movegen::{self, Flow, Sets, Sink};
use crate::games::chess::position::Position;
use crate::games::chess::square::{Piece, Square};

/// An instruction set with the walk's functions compiled for it. They call each other through this
/// trait, so one generic body serves all.
pub(super) trait InstructionSet {
    fn bulk<const W: bool, const E: bool>(board: &Board, depth: u32) -> u64;
    fn leaf<const W: bool, const E: bool>(position: &Position, depth: u32) -> u64;
    /// Boards with at most this many pieces use `count_pieces`.
    const FEW: u32;
    fn count_pieces<const W: bool>(board: &Board) -> u64;
    fn count<const W: bool>(board: &Board) -> u64;
}

#[inline(always)]
pub(super) fn enter<L: InstructionSet>(position: &Position, depth: u32, leaf: bool) -> u64 {
    match (position.side, leaf) {
        (Side::First, false) => L::bulk::<true, false>(&position.board, depth),
        (Side::Second, false) => L::bulk::<false, true>(&position.board, depth),
        (Side::First, true) => L::leaf::<true, false>(position, depth),
        (Side::Second, true) => L::leaf::<false, true>(position, depth),
    }
}

/// Counts below a node of the bulk walk; `W` moves, `E` is the other side.
#[inline(always)]
pub(super) fn bulk<L: InstructionSet, const W: bool, const E: bool>(board: &Board, depth: u32) -> u64 {
    if depth == 1 {
        return L::count::<W>(board);
    }
    let (checkers, pinned) = board.checks_and_pins::<W>();
    let few = board.occupied().count() <= L::FEW;
    let step = |child: &Board| match depth {
        2 if few => L::count_pieces::<E>(child),
        2 => L::count::<E>(child),
        _ => L::bulk::<E, W>(child, depth - 1),
    };
    let mut below = Below::<E, _> { total: 0, step, board };
    let _all = movegen::generate::<W, _>(board, checkers, pinned, &mut below);
    below.total
}

#[inline(always)]
pub(super) fn count<const W: bool>(board: &Board) -> u64 {
    let (checkers, pinned) = board.checks_and_pins::<W>();
    let mut count = 0;
    let add = |to: Bitboard, times| {
        count += times * to.count();
        Flow::Continue(())
    };
    let _all = movegen::generate::<W, _>(board, checkers, pinned, &mut Sets(add));
    u64::from(count)
}

/// Makes every move on the board and adds up the results of `step`.
struct Below<'a, const E: bool, F> {
    board: &'a Board,
    step: F,
    total: u64,
}

impl<const W: bool, const E: bool, F: Fn(&Board) -> u64> Sink<W> for Below<'_, E, F> {
    #[inline(always)]
    fn piece(&mut self, piece: Piece, from: Square, to: Bitboard) -> Flow {
        for square in to {
            self.total += (self.step)(&self.board.moved::<W>(from.bit(), square.bit(), piece));
        }
        Flow::Continue(())
    }
    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) -> Flow {
        for square in to {
            let from = square.bit().shifted(-step);
            self.total += (self.step)(&self.board.moved::<W>(from, square.bit(), Piece::Pawn));
        }
        Flow::Continue(())
    }
    #[inline(always)]
    fn doubles(&mut self, to: Bitboard) -> Flow {
        for square in to {
            let from = square.bit().shifted(-2 * forward::<W>());
            self.total += (self.step)(&self.board.doubled::<W>(from, square.bit()));
        }
        Flow::Continue(())
    }
    #[inline(always)]
    fn promotions(&mut self, step: i8, to: Bitboard) -> Flow {
        for square in to {
            let from = square.bit().shifted(-step);
            for piece in Piece::PROMOTIONS {
                self.total += (self.step)(&self.board.moved::<W>(from, square.bit(), piece));
            }
        }
        Flow::Continue(())
    }
    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) -> Flow {
        self.total += (self.step)(&self.board.passed::<W>(from.bit(), to.bit()));
        Flow::Continue(())
    }
    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) -> Flow {
        self.total += (self.step)(&self.board.castled::<W>(king, rook));
        Flow::Continue(())
    }
}

#[inline(always)]
pub(super) fn leaf<L: InstructionSet, const W: bool, const E: bool>(position: &Position, depth: u32) -> u64 {
    let mut below = Beneath::<E, _> {
        total: 0,
        step: |child: &Position| {
            if depth == 1 {
                black_box(child);
                1
            } else {
                L::leaf::<E, W>(child, depth - 1)
            }
        },
        position,
        them: position.board.own::<E>(),
    };
    let _all = movegen::generate::<W, _>(&position.board, position.checkers, position.pinned, &mut below);
    below.total
}

/// Makes every move with the full state and adds up the results of `step`.
struct Beneath<'a, const E: bool, F> {
    position: &'a Position,
    them: Bitboard,
    step: F,
    total: u64,
}

impl<const E: bool, F> Beneath<'_, E, F> {
    #[inline(always)]
    fn taken(&self, square: Square) -> Option<Piece> {
        self.them.has(square).then(|| self.position.board.piece_on(square))
    }
}

impl<const W: bool, const E: bool, F: Fn(&Position) -> u64> Sink<W> for Beneath<'_, E, F> {
    #[inline(always)]
    fn piece(&mut self, piece: Piece, from: Square, to: Bitboard) -> Flow {
        for square in to & self.them {
            let taken = Some(self.position.board.piece_on(square));
            self.total += (self.step)(&self.position.after_step::<W, E>(piece, from, square, taken));
        }
        for square in to & !self.them {
            self.total += (self.step)(&self.position.after_step::<W, E>(piece, from, square, None));
        }
        Flow::Continue(())
    }
    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) -> Flow {
        for square in to {
            let from = square.bit().shifted(-step).lowest();
            let taken = if step == forward::<W>() { None } else { self.taken(square) };
            self.total += (self.step)(&self.position.after_step::<W, E>(Piece::Pawn, from, square, taken));
        }
        Flow::Continue(())
    }
    #[inline(always)]
    fn doubles(&mut self, to: Bitboard) -> Flow {
        for square in to {
            let from = square.bit().shifted(-2 * forward::<W>()).lowest();
            self.total += (self.step)(&self.position.after_double::<W, E>(from, square));
        }
        Flow::Continue(())
    }
    #[inline(always)]
    fn promotions(&mut self, step: i8, to: Bitboard) -> Flow {
        for square in to {
            let from = square.bit().shifted(-step).lowest();
            for piece in Piece::PROMOTIONS {
                let taken = self.taken(square);
                self.total += (self.step)(&self.position.after_promotion::<W, E>(from, square, taken, piece));
            }
        }
        Flow::Continue(())
    }
    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) -> Flow {
        self.total += (self.step)(&self.position.after_en_passant::<W, E>(from, to));
        Flow::Continue(())
    }
    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) -> Flow {
        self.total += (self.step)(&self.position.after_castle::<W, E>(king, rook));
        Flow::Continue(())
    }
}
