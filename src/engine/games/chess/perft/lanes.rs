//! Counts a board's legal moves in eight directions at once, one 64-bit lane each.
//!
//! In one direction at most one slider (the nearest) and one knight reach a square. So the number
//! of moves is the sum of popcounts of whole target sets, without loops over pieces or branches on
//! their squares. Lanes are filled by parallel prefix (Kogge and Stone).

use std::arch::x86_64::*;

use crate::games::chess::attacks;
use crate::games::chess::bitboard::Bitboard;
use crate::games::chess::board::{Board, rank_of, side_of};
use crate::games::chess::movegen::{self, Masks, PawnTargets};
use crate::games::chess::square::Piece;

/// Steps (file, rank) north, east, north-east, north-west, then the four opposite ones.
const STEPS: [(i32, i32); 8] = [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)];
/// The rooks' lanes; the others are the bishops'.
const STRAIGHT: u8 = 0b0011_0011;

const STEP: [i64; 8] = rotations(STEPS);
const ARRIVALS: [i64; 8] = arrivals(STEPS);
const KNIGHT_STEP: [i64; 8] = rotations(attacks::KNIGHT_STEPS);
const KNIGHT_ARRIVALS: [i64; 8] = arrivals(attacks::KNIGHT_STEPS);

const fn rotations(steps: [(i32, i32); 8]) -> [i64; 8] {
    let mut rotations = [0; 8];
    let mut i = 0;
    while i < 8 {
        rotations[i] = ((steps[i].0 + 8 * steps[i].1) & 63) as i64;
        i += 1;
    }
    rotations
}

/// The squares where each step can arrive without wrapping around.
const fn arrivals(steps: [(i32, i32); 8]) -> [i64; 8] {
    let mut sets = [0; 8];
    let mut i = 0;
    while i < 8 * 64 {
        let (step, square) = (steps[i / 64], i as i32 % 64);
        if attacks::on_board(square % 8 - step.0, square / 8 - step.1) {
            sets[i / 64] |= 1 << square;
        }
        i += 1;
    }
    sets
}

#[inline]
#[target_feature(enable = "avx512f")]
fn lanes(l: [i64; 8]) -> __m512i {
    _mm512_set_epi64(l[7], l[6], l[5], l[4], l[3], l[2], l[1], l[0])
}

#[inline]
#[target_feature(enable = "avx512f")]
fn splat(set: Bitboard) -> __m512i {
    _mm512_set1_epi64(set.0 as i64)
}

/// Returns one set in the straight lanes, another in the oblique ones.
#[inline]
#[target_feature(enable = "avx512f")]
fn by_line(straight: Bitboard, oblique: Bitboard) -> __m512i {
    _mm512_mask_set1_epi64(splat(oblique), STRAIGHT, straight.0 as i64)
}

/// Returns `from` and all squares reached from it through `open` squares.
#[inline]
#[target_feature(enable = "avx512f")]
fn fill(from: __m512i, open: __m512i) -> __m512i {
    let (one, two, four) = (lanes(STEP), lanes(STEP.map(|s| 2 * s % 64)), lanes(STEP.map(|s| 4 * s % 64)));
    let open = _mm512_and_si512(open, lanes(ARRIVALS));
    let from = _mm512_or_si512(from, _mm512_and_si512(open, _mm512_rolv_epi64(from, one)));
    let open = _mm512_and_si512(open, _mm512_rolv_epi64(open, one));
    let from = _mm512_or_si512(from, _mm512_and_si512(open, _mm512_rolv_epi64(from, two)));
    let open = _mm512_and_si512(open, _mm512_rolv_epi64(open, two));
    _mm512_or_si512(from, _mm512_and_si512(open, _mm512_rolv_epi64(from, four)))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn step(from: __m512i) -> __m512i {
    _mm512_and_si512(_mm512_rolv_epi64(from, lanes(STEP)), lanes(ARRIVALS))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn knights(from: Bitboard) -> __m512i {
    _mm512_and_si512(_mm512_rolv_epi64(splat(from), lanes(KNIGHT_STEP)), lanes(KNIGHT_ARRIVALS))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn danger<const W: bool>(board: &Board, them: Bitboard, king: Bitboard) -> Bitboard {
    let open = splat(!(board.occupied() & !king));
    let sliders = fill(by_line(board.straight() & them, board.oblique() & them), open);
    let all = _mm512_or_si512(sliders, splat(board.kind(Piece::King) & them));
    // Black's pawns capture south-west and south-east, White's north-east and north-west.
    let pawn_lanes = if W { 0b1100_0000 } else { 0b0000_1100 };
    let pawns = _mm512_maskz_set1_epi64(pawn_lanes, (board.kind(Piece::Pawn) & them).0 as i64);
    let set = _mm512_or_si512(step(_mm512_or_si512(all, pawns)), knights(board.kind(Piece::Knight) & them));
    Bitboard(_mm512_reduce_or_epi64(set) as u64)
}

/// The squares that answer every check: all without checks, none for two.
#[inline]
#[target_feature(enable = "popcnt,avx512f")]
fn answers(sight: __m512i, checked: u8, leapers: Bitboard) -> Bitboard {
    if checked == 0 && leapers.is_empty() {
        return Bitboard::ALL;
    }
    if checked.count_ones() + leapers.count() > 1 {
        return Bitboard::EMPTY;
    }
    leapers | Bitboard(_mm512_mask_reduce_or_epi64(checked, sight) as u64)
}

#[inline]
#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx512f,avx512vpopcntdq")]
pub(super) fn count<const W: bool>(board: &Board) -> u64 {
    let (own, occupied) = (board.own::<W>(), board.occupied());
    let them = occupied & !own;
    let king = board.kind(Piece::King) & own;
    let square = king.lowest();
    let snipers = by_line(board.straight() & them, board.oblique() & them);
    // Lines of sight from the king through own pieces to the first enemy: no own piece means
    // check, one means a pin.
    let sight = step(fill(splat(king), splat(!them)));
    let aimed = _mm512_test_epi64_mask(sight, snipers);
    let leapers = (attacks::pawn(side_of::<W>(), square) & board.kind(Piece::Pawn)
        | attacks::knight(square) & board.kind(Piece::Knight))
        & them;
    let mut movers = by_line(board.straight() & own, board.oblique() & own);
    let (mut allowed, mut pinned) = (Bitboard::ALL, Bitboard::EMPTY);
    if aimed != 0 || leapers.any() {
        let shields = _mm512_and_si512(sight, splat(own));
        let bare = _mm512_testn_epi64_mask(shields, shields);
        allowed = answers(sight, aimed & bare, leapers);
        let fewer = _mm512_and_si512(shields, _mm512_sub_epi64(shields, _mm512_set1_epi64(1)));
        let pins = _mm512_maskz_mov_epi64(aimed & _mm512_testn_epi64_mask(fewer, fewer), shields);
        pinned = Bitboard(_mm512_reduce_or_epi64(pins) as u64);
        let either_way = _mm512_or_si512(pins, _mm512_shuffle_i64x2::<0b01_00_11_10>(pins, pins));
        movers = _mm512_and_si512(movers, _mm512_or_si512(splat(!pinned), either_way));
    }
    let targets = splat(allowed & !own);
    let slides = _mm512_and_si512(targets, step(fill(movers, splat(!occupied))));
    let leaps = _mm512_and_si512(targets, knights(board.kind(Piece::Knight) & own & !pinned));
    let counts = _mm512_add_epi64(_mm512_popcnt_epi64(slides), _mm512_popcnt_epi64(leaps));
    let officers = _mm512_reduce_add_epi64(counts) as u64;
    let castles = if allowed == Bitboard::ALL { board.rights & rank_of::<W>(0) } else { Bitboard::EMPTY };
    officers + pawns::<W>(board, pinned, allowed) + kings::<W>(board, pinned, them, castles)
}

#[inline(always)]
fn pawns<const W: bool>(board: &Board, pinned: Bitboard, allowed: Bitboard) -> u64 {
    let king = board.king::<W>();
    let targets = PawnTargets::of::<W>(board, Masks { king, pinned, allowed });
    let last = rank_of::<W>(7);
    let all = [targets.single, targets.double, targets.left, targets.right].map(Bitboard::count);
    let mut count: u32 = all.into_iter().sum();
    if ((targets.single | targets.left | targets.right) & last).any() {
        let promoting = [targets.single, targets.left, targets.right].map(|set| (set & last).count());
        count += 3 * promoting.into_iter().sum::<u32>();
    }
    if board.ep.any() {
        count += movegen::en_passant_takers::<W>(board, king).count();
    }
    u64::from(count)
}

/// Counts the moves of the king of `W`, which is not in check if `castles` names rooks.
#[inline]
#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx512f")]
fn kings<const W: bool>(board: &Board, pinned: Bitboard, them: Bitboard, castles: Bitboard) -> u64 {
    let king = board.king::<W>();
    let danger = danger::<W>(board, them, king.bit());
    let steps = attacks::king(king) & !board.own::<W>() & !danger;
    let mut count = steps.count();
    for rook in castles {
        count += u32::from(movegen::may_castle(board, pinned, danger, king, rook));
    }
    u64::from(count)
}
