//! The board that perft needs: pieces, castling rights and en-passant target.

use super::attacks;
use super::bitboard::Bitboard;
use super::square::{Piece, Square};
use crate::game::Side;

/// The index of White's pieces in [`Board::sets`]; Black's follow.
const WHITE: usize = 6;

/// For a piece of either side, all ones in the sets that contain it.
static MEMBERS: [[[u64; 8]; 6]; 2] = members();

const fn members() -> [[[u64; 8]; 6]; 2] {
    let mut table = [[[0; 8]; 6]; 2];
    let mut i = 0;
    while i < 12 {
        let (side, piece) = (i / 6, i % 6);
        table[side][piece][piece] = !0;
        table[side][piece][WHITE + side] = !0;
        i += 1;
    }
    table
}

/// A board of 80 bytes, copied at every move. Fast paths take the side as a const parameter `W`
/// ("White moves"), so every shift is constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// The pieces by kind, then White's, then Black's. A move clears its squares in all eight
    /// sets, so it need not know the captured piece.
    pub sets: [Bitboard; 8],
    /// The rooks that may still castle.
    pub rights: Bitboard,
    /// The square that a pawn has just skipped, if an enemy pawn stands beside it; else empty.
    pub ep: Bitboard,
}

#[inline(always)]
pub(super) const fn side_of<const W: bool>() -> Side {
    if W { Side::First } else { Side::Second }
}

#[inline(always)]
pub(super) const fn forward<const W: bool>() -> i8 {
    if W { 8 } else { -8 }
}

/// A rank, counted from 0 at the own side of `W`.
#[inline(always)]
pub(super) const fn rank_of<const W: bool>(rank: u8) -> Bitboard {
    Bitboard::rank(if W { rank } else { 7 - rank })
}

impl Board {
    pub const EMPTY: Board =
        Board { sets: [Bitboard::EMPTY; 8], rights: Bitboard::EMPTY, ep: Bitboard::EMPTY };

    #[inline(always)]
    pub fn kind(&self, piece: Piece) -> Bitboard {
        self.sets[piece as usize]
    }

    #[inline(always)]
    pub fn side(&self, side: Side) -> Bitboard {
        self.sets[WHITE + side as usize]
    }

    #[inline(always)]
    pub fn own<const W: bool>(&self) -> Bitboard {
        self.sets[if W { WHITE } else { WHITE + 1 }]
    }

    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.sets[WHITE] | self.sets[WHITE + 1]
    }

    #[inline(always)]
    pub fn straight(&self) -> Bitboard {
        self.kind(Piece::Rook) | self.kind(Piece::Queen)
    }

    #[inline(always)]
    pub fn oblique(&self) -> Bitboard {
        self.kind(Piece::Bishop) | self.kind(Piece::Queen)
    }

    #[inline(always)]
    pub fn king<const W: bool>(&self) -> Square {
        (self.kind(Piece::King) & self.own::<W>()).lowest()
    }

    pub fn piece_at(&self, square: Square) -> Option<(Side, Piece)> {
        let side = [Side::First, Side::Second].into_iter().find(|&s| self.side(s).has(square))?;
        Some((side, self.piece_on(square)))
    }

    /// The kind on an occupied square without a branch.
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Piece {
        let at = |p: Piece| (self.kind(p).0 >> square.index() & 1) as usize;
        let number = at(Piece::Knight)
            + 2 * at(Piece::Bishop)
            + 3 * at(Piece::Rook)
            + 4 * at(Piece::Queen)
            + 5 * at(Piece::King);
        Piece::ALL[number.min(5)]
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, square: Square, side: Side, piece: Piece) {
        self.sets[piece as usize] |= square.bit();
        self.sets[WHITE + side as usize] |= square.bit();
    }

    /// Both sides' attackers over this occupancy.
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::pawn(Side::First, square) & self.kind(Piece::Pawn) & self.side(Side::Second)
            | attacks::pawn(Side::Second, square) & self.kind(Piece::Pawn) & self.side(Side::First)
            | attacks::knight(square) & self.kind(Piece::Knight)
            | attacks::king(square) & self.kind(Piece::King)
            | attacks::bishop(square, occupied) & self.oblique()
            | attacks::rook(square, occupied) & self.straight()
    }

    /// Every square that the enemy of `W` attacks with the king of `W` removed, since a
    /// king cannot hide behind itself.
    #[inline(always)]
    pub fn danger<const W: bool>(&self) -> Bitboard {
        let them = self.occupied() & !self.own::<W>();
        let occupied = self.occupied() & !(self.kind(Piece::King) & self.own::<W>());
        let pawns = self.kind(Piece::Pawn) & them;
        let down = -forward::<W>();
        let mut set = (pawns & !Bitboard::file(0)).shifted(down - 1)
            | (pawns & !Bitboard::file(7)).shifted(down + 1)
            | attacks::king((self.kind(Piece::King) & them).lowest());
        for square in self.kind(Piece::Knight) & them {
            set |= attacks::knight(square);
        }
        for square in self.oblique() & them {
            set |= attacks::bishop(square, occupied);
        }
        for square in self.straight() & them {
            set |= attacks::rook(square, occupied);
        }
        set
    }

    #[inline(always)]
    pub fn checks_and_pins<const W: bool>(&self) -> (Bitboard, Bitboard) {
        let (own, occupied) = (self.own::<W>(), self.occupied());
        let them = occupied & !own;
        let king = self.king::<W>();
        let mut checkers = (attacks::pawn(side_of::<W>(), king) & self.kind(Piece::Pawn)
            | attacks::knight(king) & self.kind(Piece::Knight))
            & them;
        let mut pinned = Bitboard::EMPTY;
        let snipers = (attacks::rook_lines(king) & self.straight()
            | attacks::bishop_lines(king) & self.oblique())
            & them;
        for sniper in snipers {
            let shield = attacks::between(king, sniper) & occupied;
            if shield.is_empty() {
                checkers |= sniper.bit();
            } else if !shield.several() {
                pinned |= shield & own;
            }
        }
        (checkers, pinned)
    }

    /// Moves a piece, which becomes `placed` and captures anything on `to`.
    #[inline(always)]
    pub fn moved<const W: bool>(&self, from: Bitboard, to: Bitboard, placed: Piece) -> Board {
        let mut board = self.without(from | to);
        board.add::<W>(placed, to);
        if matches!(placed, Piece::King) {
            board.rights &= !rank_of::<W>(0);
        }
        board
    }

    #[inline(always)]
    pub fn doubled<const W: bool>(&self, from: Bitboard, to: Bitboard) -> Board {
        let mut board = self.moved::<W>(from, to, Piece::Pawn);
        let beside = (to & !Bitboard::file(0)).shifted(-1) | (to & !Bitboard::file(7)).shifted(1);
        if (beside & self.kind(Piece::Pawn) & !self.own::<W>()).any() {
            board.ep = from.shifted(forward::<W>());
        }
        board
    }

    /// Captures en passant on `to`.
    #[inline(always)]
    pub fn passed<const W: bool>(&self, from: Bitboard, to: Bitboard) -> Board {
        let taken = to.shifted(-forward::<W>());
        let mut board = self.without(from | taken);
        board.add::<W>(Piece::Pawn, to);
        board
    }

    #[inline(always)]
    pub fn castled<const W: bool>(&self, king: Square, rook: Square) -> Board {
        let (king_to, rook_to) = castled_squares(king, rook);
        let mut board = self.without(king.bit() | rook.bit());
        board.add::<W>(Piece::King, king_to.bit());
        board.add::<W>(Piece::Rook, rook_to.bit());
        board.rights &= !rank_of::<W>(0);
        board
    }

    /// Masks all eight sets by two vector operations, so no wide load waits for a narrow store.
    #[inline(always)]
    fn add<const W: bool>(&mut self, placed: Piece, at: Bitboard) {
        let members = &MEMBERS[usize::from(!W)][placed as usize];
        for (set, &member) in self.sets.iter_mut().zip(members) {
            *set |= at & Bitboard(member);
        }
    }

    #[inline(always)]
    fn without(&self, gone: Bitboard) -> Board {
        Board { sets: self.sets.map(|set| set & !gone), rights: self.rights & !gone, ep: Bitboard::EMPTY }
    }
}

#[inline(always)]
pub(super) fn castled_squares(king: Square, rook: Square) -> (Square, Square) {
    let rank = king.rank();
    if rook.file() > king.file() {
        (Square::at(6, rank), Square::at(5, rank))
    } else {
        (Square::at(2, rank), Square::at(3, rank))
    }
}
