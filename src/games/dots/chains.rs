//! Chains: boxes that fall one after the other once the first of them is opened. Their number
//! decides who is in control.

use super::board::{Board, Cell};

/// A run of open boxes with at most two undrawn edges each, every one joined to the next by an
/// undrawn edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chain {
    /// How many boxes.
    pub boxes: usize,
    /// Whether it comes back to where it began.
    pub is_loop: bool,
}

impl Chain {
    /// Whether who takes it can leave its end to the other and keep control: three boxes, and every
    /// loop.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn found(size: &str, undrawn: &[&str]) -> Vec<(usize, bool)> {
        let board = Board::grid(size.parse().unwrap());
        let left: u64 = undrawn.iter().map(|name| board.parse_edge(name, 0).unwrap().bit()).sum();
        chains(&board, board.all() & !left).iter().map(|chain| (chain.boxes, chain.is_loop)).collect()
    }

    #[test]
    fn chains_and_loops_are_told_apart() {
        assert_eq!(found("1x3", &["v0,0", "v0,1", "v0,2", "v0,3"]), [(3, false)]);
        assert_eq!(found("1x3", &["v0,1", "v0,2"]), [(3, false)]);
        assert_eq!(found("1x3", &["v0,0", "v0,3"]), [(1, false), (1, false)]);
        assert_eq!(found("2x2", &["h1,0", "h1,1", "v0,1", "v1,1"]), [(4, true)]);
        assert_eq!(found("1x2", &["v0,1"]), [(2, false)]);
        assert_eq!(found("2x2", &[]), []);
    }

    #[test]
    fn a_box_with_three_undrawn_edges_joins_nothing() {
        assert_eq!(found("1x3", &["v0,0", "v0,1", "h0,1", "v0,2", "v0,3"]), [(1, false), (1, false)]);
    }

    #[test]
    fn three_in_a_row_and_loops_are_long() {
        let long = |boxes, is_loop| Chain { boxes, is_loop }.is_long();
        assert!(!long(2, false) && long(3, false) && long(4, true));
    }
}
