//! The position: which edges are drawn, who is to move, and what has been won.

use super::board::MAX_EDGES;
use crate::game::{Score, Side};

/// A position. It does not say who owns which box: that is history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) drawn: u64,
    pub(super) net: Score,
    pub(super) side: Side,
}

impl Position {
    /// The first player to move, nothing won, these edges drawn.
    pub const fn new(drawn: u64) -> Position {
        Position { drawn, net: 0, side: Side::First }
    }

    /// The set of edges drawn.
    #[inline]
    pub const fn drawn(&self) -> u64 {
        self.drawn
    }

    /// The boxes that the side to move has won so far, less those of the other.
    #[inline]
    pub const fn net(&self) -> Score {
        self.net
    }

    /// The side to move.
    #[inline]
    pub const fn side_to_move(&self) -> Side {
        self.side
    }

    /// Spread over 64 bits, one to one for each `net`. The side to move is no part of it: both see
    /// the same game.
    #[inline]
    pub(super) const fn key(&self) -> u64 {
        const { assert!(MAX_EDGES == u64::BITS as usize) };
        let word = self.drawn ^ (self.net as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let word = (word ^ word >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let word = (word ^ word >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        word ^ word >> 33
    }
}
