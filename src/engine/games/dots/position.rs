use super::board::MAX_EDGES;
use crate::game::{Score, Side};

/// A position: drawn edges, side to move, and boxes won. It does not say who owns which box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) drawn: u64,
    pub(super) net: Score,
    pub(super) side: Side,
}

impl Position {
    /// Creates a position with these edges drawn, nothing won, and the first player to move.
    pub const fn new(drawn: u64) -> Position {
        Position { drawn, net: 0, side: Side::First }
    }

    /// The drawn edges.
    #[inline]
    pub const fn drawn(&self) -> u64 {
        self.drawn
    }

    /// The side to move's boxes minus the other side's.
    #[inline]
    pub const fn net(&self) -> Score {
        self.net
    }

    /// The side to move.
    #[inline]
    pub const fn side_to_move(&self) -> Side {
        self.side
    }

    /// Hashes one to one for each `net`. The side to move is left out: both see the same game.
    #[inline]
    pub(super) const fn key(&self) -> u64 {
        const { assert!(MAX_EDGES == u64::BITS as usize) };
        let word = self.drawn ^ (self.net as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let word = (word ^ word >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let word = (word ^ word >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        word ^ word >> 33
    }
}
