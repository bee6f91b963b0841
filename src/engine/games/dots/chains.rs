//! Chains: boxes that can be taken in a row once the first is opened. Their number decides who is
//! in control.

use super::board::{Board, Cell};

/// A run of open boxes with at most two undrawn edges each, joined by undrawn edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chain {
    /// The number of boxes.
    pub boxes: usize,
    /// True if it returns to its beginning.
    pub is_loop: bool,
}

impl Chain {
    /// True if its taker can leave the last boxes to the opponent and keep control: chains of at
    /// least three boxes, and loops.
    pub const fn is_long(self) -> bool {
        self.boxes >= 3 || self.is_loop
    }
}

/// Finds all chains, shortest first.
pub fn chains(board: &Board, drawn: u64) -> Vec<Chain> {
    let undrawn = |cell: &Cell| cell.edges & !drawn;
    let mut left: Vec<u64> =
        board.cells().iter().map(undrawn).filter(|set| (1..=2).contains(&set.count_ones())).collect();
    let mut chains = Vec::new();
    while let Some(mut reached) = left.pop() {
        // Every box adds its undrawn edges; edges shared within the chain count twice.
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
