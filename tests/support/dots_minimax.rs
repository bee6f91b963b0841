//! Minimax over the naive rules of dots and boxes.

use super::dots_rules::Naive;

impl Naive {
    /// The value after `depth` more moves, for the mover.
    pub fn minimax(&self, depth: usize) -> i32 {
        if depth == 0 || self.moves().is_empty() {
            return self.net();
        }
        self.values(depth).into_iter().max().unwrap()
    }

    /// The value of each move, for the mover.
    pub fn values(&self, depth: usize) -> Vec<i32> {
        let value = |&edge: &usize| {
            let mut child = self.clone();
            child.play(edge);
            let value = child.minimax(depth - 1);
            if child.mover == self.mover { value } else { -value }
        };
        self.moves().iter().map(value).collect()
    }
}
