//! Zobrist keys: the exclusive or of one random word per feature of a position.

use super::bitboard::Bitboard;
use super::square::{Piece, Square};
use crate::game::Side;

const PIECES: usize = 12 * 64;

/// Pieces, castling rooks by square, en-passant files, Black to move.
static WORDS: [u64; PIECES + 64 + 8 + 1] = words();

/// Computes Sebastiano Vigna's SplitMix64 from a fixed seed. Keys are the same in every run, so
/// files may store them.
const fn words() -> [u64; PIECES + 64 + 8 + 1] {
    let mut table = [0; PIECES + 64 + 8 + 1];
    let mut state: u64 = 0x5eed_0fc4_e550;
    let mut i = 0;
    while i < table.len() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        table[i] = z ^ (z >> 31);
        i += 1;
    }
    table
}

#[inline(always)]
pub(super) const fn piece(side: Side, piece: Piece, square: Square) -> u64 {
    WORDS[(side as usize * 6 + piece as usize) * 64 + square.index()]
}

#[inline(always)]
pub(super) fn rights(rooks: Bitboard) -> u64 {
    rooks.into_iter().fold(0, |key, rook| key ^ WORDS[PIECES + rook.index()])
}

#[inline(always)]
pub(super) fn en_passant(target: Bitboard) -> u64 {
    if target.any() { WORDS[PIECES + 64 + target.lowest().file() as usize] } else { 0 }
}

#[inline(always)]
pub(super) fn black_to_move() -> u64 {
    WORDS[PIECES + 64 + 8]
}
