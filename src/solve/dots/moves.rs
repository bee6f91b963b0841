//! What can be done in a position: the moves worth trying, and what each makes of the value of the position it leads to.

use arrayvec::ArrayVec;

use super::board::{Board, MAX_EDGES, OUTSIDE};

/// Whether closing a box gives another turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// It does, and the turn must be used.
    Standard,
    /// It does not: the turn always passes.
    Alternate,
}

/// How the value of a position follows from that of a position it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The mover stays on turn: `gain + x`.
    Keeps,
    /// The opponent is on turn: `gain - x`.
    Passes,
    /// The opponent is offered boxes, and may decline the last `h` of them to hand over the turn: `gain - |h + x|`.
    Offers(i32),
}

/// A move, or several that belong together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The edges drawn afterwards.
    pub to: u64,
    /// What the mover gains by it at once (less what the opponent gains for certain).
    pub gain: i32,
    pub turn: Turn,
}

pub(super) type Links = ArrayVec<Link, MAX_EDGES>;

impl Board {
    /// Every move, twins aside: under both rules, with any values.
    ///
    /// Under the standard rules a box whose last edge does not bound a box with two edges left is taken at once: had the mover
    /// played elsewhere, the opponent could have taken it and been on turn in the position that the mover reaches by
    /// taking it first. (Under alternate rules that is false: taking a box costs the turn.)
    pub(super) fn plain_moves(&self, drawn: u64, rules: Rules, links: &mut Links) {
        let distinct = self.distinct(drawn);
        let mut quiet = Links::new();
        for &edge in &self.centre_out {
            let bit = 1 << edge;
            if distinct & bit == 0 {
                continue;
            }
            let gain = self.gain(drawn, usize::from(edge));
            let turn = if rules == Rules::Standard && gain > 0 { Turn::Keeps } else { Turn::Passes };
            let link = Link { to: drawn | bit, gain, turn };
            if gain == 0 {
                quiet.push(link);
            } else if turn == Turn::Keeps && self.is_free(drawn, edge) {
                links.clear();
                links.push(link);
                return;
            } else {
                links.push(link);
            }
        }
        links.extend(quiet);
    }

    /// Whether an edge that completes a box has no box of two edges on its other side.
    fn is_free(&self, drawn: u64, edge: u8) -> bool {
        let left = |side: &u8| (self.boxes[usize::from(*side)] & !drawn).count_ones();
        self.sides[usize::from(edge)].iter().filter(|&&side| side != OUTSIDE).all(|side| left(side) != 2)
    }
}
