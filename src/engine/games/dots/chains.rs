//! Chains: boxes that can be taken one after the other once the first of them is opened. Their
//! number decides which player is in control.

use super::board::{Board, Cell};

/// A run of open boxes with at most two undrawn edges each, every one joined to the next by an
/// undrawn edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chain {
    /// The number of boxes.
    pub boxes: usize,
    /// True if it comes back to where it began.
    pub is_loop: bool,
}

impl Chain {
    /// True if the player who takes it can leave its last boxes to the opponent and so keep
    /// control: chains of three boxes or more, and loops.
    pub const fn is_long(self) -> bool {
        self.boxes >= 3 || self.is_loop
    }
}

/// All chains, the shortest first.
pub fn chains(board: &Board, drawn: u64) -> Vec<Chain> {
    let undrawn = |cell: &Cell| cell.edges & !drawn;
    let mut left: Vec<u64> =
        board.cells().iter().map(undrawn).filter(|set| (1..=2).contains(&set.count_ones())).collect();
    let mut chains = Vec::new();
    while let Some(mut reached) = left.pop() {
        // Every box adds its undrawn edges; one that it shares with a box of the chain is counted
        // twice.
        let (mut boxes, mut ends) = (1, reached.count_ones());
        while let Some(place) = left.iter().position(|set| set & reached != 0) {
            let set = left.swap_remove(place);
            ends += set.count_ones();
            reached |= set;
            boxes += 1;
        }
        chains.push(Chain {
            boxes,
            is_loop: boxes > 1 && ends == 2 * reached.count_ones() && ends == 2 * boxes as u32,
        });
    }
    chains.sort_unstable();
    chains
}
