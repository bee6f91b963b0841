//! Generates legal moves as sets.
//!
//! One walk over the mover's pieces is generic over the side and over the [`Sink`] of the sets.
//! Three masks restrict targets beforehand, so no illegal move is generated: in check, the squares
//! that answer it; for a pinned piece, its pin line; for the king, the squares not in danger. Only
//! en passant, which empties two squares of one rank, is tried on the board.

use std::ops::ControlFlow;

use super::attacks;
use super::bitboard::Bitboard;
use super::board::{Board, castled_squares, forward, rank_of, side_of};
use super::moves::{Kind, Move, Moves};
use super::square::{Piece, Square};

/// The sink's answer: break ends the walk.
pub(super) type Flow = ControlFlow<()>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wants {
    All,
    /// Captures and promotions.
    Noisy,
    Quiet,
}

impl Wants {
    #[inline(always)]
    fn targets<const W: bool>(self, board: &Board) -> Bitboard {
        match self {
            Wants::All => Bitboard::ALL,
            Wants::Noisy => board.occupied() & !board.own::<W>(),
            Wants::Quiet => !board.occupied(),
        }
    }
}

/// Receives the generated sets. `W` is the moving side.
pub(super) trait Sink<const W: bool> {
    /// The wanted moves. The generator may omit others but may also deliver them.
    const WANTS: Wants = Wants::All;

    /// A knight, bishop, rook, queen or king moves to any square of a set.
    fn piece(&mut self, piece: Piece, from: Square, to: Bitboard) -> Flow;
    /// Pawns arrive on a set from `step` squares before, without promotion.
    fn pawns(&mut self, step: i8, to: Bitboard) -> Flow;
    fn doubles(&mut self, to: Bitboard) -> Flow;
    fn promotions(&mut self, step: i8, to: Bitboard) -> Flow;
    fn en_passant(&mut self, from: Square, to: Square) -> Flow;
    fn castle(&mut self, king: Square, rook: Square) -> Flow;
}

/// Passes every legal move of `W` to `sink`. `checkers` and `pinned` come from
/// [`Board::checks_and_pins`].
#[inline(always)]
pub(super) fn generate<const W: bool, S: Sink<W>>(
    board: &Board,
    checkers: Bitboard,
    pinned: Bitboard,
    sink: &mut S,
) -> Flow {
    let king = board.king::<W>();
    if checkers.is_empty() {
        pieces::<W, S>(board, Masks { king, pinned, allowed: !board.own::<W>() }, sink)?;
    } else if !checkers.several() {
        let allowed = attacks::between(king, checkers.lowest()) | checkers;
        pieces::<W, S>(board, Masks { king, pinned, allowed }, sink)?;
    }
    let steps = attacks::king(king) & !board.own::<W>() & S::WANTS.targets::<W>(board);
    let castles = if checkers.is_empty() && S::WANTS != Wants::Noisy {
        board.rights & rank_of::<W>(0)
    } else {
        Bitboard::EMPTY
    };
    if (steps | castles).is_empty() {
        return Flow::Continue(());
    }
    let danger = board.danger::<W>();
    sink.piece(Piece::King, king, steps & !danger)?;
    for rook in castles {
        if may_castle(board, pinned, danger, king, rook) {
            sink.castle(king, rook)?;
        }
    }
    Flow::Continue(())
}

#[derive(Clone, Copy)]
pub(super) struct Masks {
    pub king: Square,
    /// Own pieces that may only move along the line through the king.
    pub pinned: Bitboard,
    /// In check, the squares that answer it; else all without own pieces.
    pub allowed: Bitboard,
}

#[inline(always)]
fn pieces<const W: bool, S: Sink<W>>(board: &Board, masks: Masks, sink: &mut S) -> Flow {
    pawns::<W, S>(board, masks, sink)?;
    let Masks { king, pinned, allowed } = masks;
    let allowed = allowed & S::WANTS.targets::<W>(board);
    let (own, occupied) = (board.own::<W>(), board.occupied());
    for from in board.kind(Piece::Knight) & own & !pinned {
        sink.piece(Piece::Knight, from, attacks::knight(from) & allowed)?;
    }
    let on_line = |from: Square, to: Bitboard| {
        if pinned.has(from) { to & allowed & attacks::line(king, from) } else { to & allowed }
    };
    for from in board.kind(Piece::Bishop) & own {
        sink.piece(Piece::Bishop, from, on_line(from, attacks::bishop(from, occupied)))?;
    }
    for from in board.kind(Piece::Rook) & own {
        sink.piece(Piece::Rook, from, on_line(from, attacks::rook(from, occupied)))?;
    }
    for from in board.kind(Piece::Queen) & own {
        let to = attacks::bishop(from, occupied) | attacks::rook(from, occupied);
        sink.piece(Piece::Queen, from, on_line(from, to))?;
    }
    Flow::Continue(())
}

/// The targets of all pawns. A pinned pawn may only move along its pin: forward on the king's
/// file, capturing on its diagonals.
#[derive(Clone, Copy)]
pub(super) struct PawnTargets {
    pub single: Bitboard,
    pub double: Bitboard,
    /// Towards the a-file.
    pub left: Bitboard,
    /// Towards the h-file.
    pub right: Bitboard,
}

impl PawnTargets {
    #[inline(always)]
    pub fn of<const W: bool>(board: &Board, Masks { king, pinned, allowed }: Masks) -> PawnTargets {
        let pawns = board.kind(Piece::Pawn) & board.own::<W>();
        let up = forward::<W>();
        let empty = !board.occupied();
        let them = !empty & !board.own::<W>();
        let (rising, falling) = (attacks::diagonal(king), attacks::antidiagonal(king));
        let (to_right, to_left) = if W { (rising, falling) } else { (falling, rising) };
        let pushers = pawns & (!pinned | Bitboard::file(king.file()));
        let single = pushers.shifted(up) & empty;
        let double = (single & rank_of::<W>(2)).shifted(up) & empty & allowed;
        let left = (pawns & (!pinned | to_left) & !Bitboard::file(0)).shifted(up - 1) & them & allowed;
        let right = (pawns & (!pinned | to_right) & !Bitboard::file(7)).shifted(up + 1) & them & allowed;
        PawnTargets { single: single & allowed, double, left, right }
    }
}

#[inline(always)]
fn pawns<const W: bool, S: Sink<W>>(board: &Board, masks: Masks, sink: &mut S) -> Flow {
    let targets = PawnTargets::of::<W>(board, masks);
    let (up, last) = (forward::<W>(), rank_of::<W>(7));
    sink.pawns(up - 1, targets.left & !last)?;
    sink.pawns(up + 1, targets.right & !last)?;
    sink.pawns(up, targets.single & !last)?;
    sink.doubles(targets.double)?;
    if ((targets.left | targets.right | targets.single) & last).any() {
        sink.promotions(up - 1, targets.left & last)?;
        sink.promotions(up + 1, targets.right & last)?;
        sink.promotions(up, targets.single & last)?;
    }
    if board.ep.any() {
        let to = board.ep.lowest();
        for from in en_passant_takers::<W>(board, masks.king) {
            sink.en_passant(from, to)?;
        }
    }
    Flow::Continue(())
}

/// The pawns that may capture en passant. Each capture is tried on the board: the king may
/// be attacked though neither pawn is pinned.
#[inline(always)]
pub(super) fn en_passant_takers<const W: bool>(board: &Board, king: Square) -> Bitboard {
    let them = board.occupied() & !board.own::<W>();
    let to = board.ep.lowest();
    let taken = board.ep.shifted(-forward::<W>());
    let near = attacks::pawn(side_of::<W>().other(), to);
    let mut takers = near & board.kind(Piece::Pawn) & board.own::<W>();
    for from in takers {
        let occupied = board.occupied() & !(from.bit() | taken) | board.ep;
        let left = them & !taken;
        let attacked = attacks::bishop(king, occupied) & board.oblique()
            | attacks::rook(king, occupied) & board.straight()
            | attacks::knight(king) & board.kind(Piece::Knight)
            | attacks::pawn(side_of::<W>(), king) & board.kind(Piece::Pawn);
        if (attacked & left).any() {
            takers &= !from.bit();
        }
    }
    takers
}

/// True if the king, not in check, may castle with `rook`, which has the right.
#[inline(always)]
pub(super) fn may_castle(
    board: &Board,
    pinned: Bitboard,
    danger: Bitboard,
    king: Square,
    rook: Square,
) -> bool {
    let (king_to, rook_to) = castled_squares(king, rook);
    let king_way = attacks::between(king, king_to) | king_to.bit();
    let rook_way = attacks::between(rook, rook_to) | rook_to.bit();
    let others = board.occupied() & !(king.bit() | rook.bit());
    ((king_way | rook_way) & others).is_empty() && (king_way & danger).is_empty() && !pinned.has(rook)
}

/// Lists moves: per piece captures first, lowest square first.
struct List<'a> {
    board: &'a Board,
    them: Bitboard,
    moves: &'a mut Moves,
}

impl List<'_> {
    #[inline(always)]
    fn push(&mut self, m: Move) {
        self.moves.push(m);
    }

    #[inline(always)]
    fn taken(&self, to: Square) -> Option<Piece> {
        self.them.has(to).then(|| self.board.piece_on(to))
    }
}

impl<const W: bool> Sink<W> for List<'_> {
    #[inline(always)]
    fn piece(&mut self, piece: Piece, from: Square, to: Bitboard) -> Flow {
        for square in to & self.them {
            self.push(Move::new(piece, from, square, Some(self.board.piece_on(square)), None, Kind::Plain));
        }
        for square in to & !self.them {
            self.push(Move::new(piece, from, square, None, None, Kind::Plain));
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) -> Flow {
        for square in to {
            let from = Square::wrapping((square.index() as u8).wrapping_sub(step as u8));
            let taken = if step == forward::<W>() { None } else { self.taken(square) };
            self.push(Move::new(Piece::Pawn, from, square, taken, None, Kind::Plain));
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn doubles(&mut self, to: Bitboard) -> Flow {
        for square in to {
            let from = Square::wrapping((square.index() as u8).wrapping_sub((2 * forward::<W>()) as u8));
            self.push(Move::new(Piece::Pawn, from, square, None, None, Kind::Double));
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, to: Bitboard) -> Flow {
        for square in to {
            let from = Square::wrapping((square.index() as u8).wrapping_sub(step as u8));
            let taken = self.taken(square);
            for promotion in Piece::PROMOTIONS {
                self.push(Move::new(Piece::Pawn, from, square, taken, Some(promotion), Kind::Plain));
            }
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) -> Flow {
        self.push(Move::new(Piece::Pawn, from, to, None, None, Kind::EnPassant));
        Flow::Continue(())
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) -> Flow {
        self.push(Move::new(Piece::King, king, rook, None, None, Kind::Castle));
        Flow::Continue(())
    }
}

/// Calls a function with every set: the target squares and the number of moves to each.
pub(super) struct Sets<F>(pub F);

impl<const W: bool, F: FnMut(Bitboard, u32) -> Flow> Sink<W> for Sets<F> {
    #[inline(always)]
    fn piece(&mut self, _piece: Piece, _from: Square, to: Bitboard) -> Flow {
        (self.0)(to, 1)
    }
    #[inline(always)]
    fn pawns(&mut self, _step: i8, to: Bitboard) -> Flow {
        (self.0)(to, 1)
    }
    #[inline(always)]
    fn doubles(&mut self, to: Bitboard) -> Flow {
        (self.0)(to, 1)
    }
    #[inline(always)]
    fn promotions(&mut self, _step: i8, to: Bitboard) -> Flow {
        (self.0)(to, Piece::PROMOTIONS.len() as u32)
    }
    #[inline(always)]
    fn en_passant(&mut self, _from: Square, to: Square) -> Flow {
        (self.0)(to.bit(), 1)
    }
    #[inline(always)]
    fn castle(&mut self, _king: Square, rook: Square) -> Flow {
        (self.0)(rook.bit(), 1)
    }
}

#[inline(always)]
pub(super) fn list<const W: bool>(board: &Board, checkers: Bitboard, pinned: Bitboard, moves: &mut Moves) {
    let them = board.occupied() & !board.own::<W>();
    let _all_of_them = generate::<W, _>(board, checkers, pinned, &mut List { board, them, moves });
}

#[inline(always)]
pub(super) fn any<const W: bool>(board: &Board, checkers: Bitboard, pinned: Bitboard) -> bool {
    let stop = |to: Bitboard, _| if to.any() { Flow::Break(()) } else { Flow::Continue(()) };
    generate::<W, _>(board, checkers, pinned, &mut Sets(stop)).is_break()
}
