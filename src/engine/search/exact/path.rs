//! The path from the root to a node: a linked list of frames on the stacks of the workers. A frame
//! never changes and outlives everything below it, because a split returns only after all its
//! helpers have left. So helpers may read paths on other workers' stacks.

use crate::game::{Game, Side};
use crate::search::window::View;

pub(super) struct Frame<'p, G: Game> {
    pub position: G::Position,
    pub key: u64,
    pub side: Side,
    pub ply: u32,
    pub parent: Option<&'p Frame<'p, G>>,
}

impl<'p, G: Game> Frame<'p, G> {
    pub fn root(game: &G, position: G::Position) -> Frame<'p, G> {
        let (key, side) = (game.key(&position), game.side_to_move(&position));
        Frame { position, key, side, ply: 0, parent: None }
    }

    #[inline]
    pub fn child(game: &G, parent: &'p Frame<'p, G>, position: G::Position) -> (Frame<'p, G>, View) {
        let (key, side) = (game.key(&position), game.side_to_move(&position));
        let view = if side == parent.side { View::Same } else { View::Opposite };
        (Frame { position, key, side, ply: parent.ply + 1, parent: Some(parent) }, view)
    }

    /// True if this position occurred before on the path, or twice before the root (`repeated`),
    /// within the run of reversible moves.
    #[inline]
    pub fn is_repetition(&self, game: &G, repeated: &[u64]) -> bool {
        let mut left = game.reversible_plies(&self.position) as usize;
        let mut frame = self.parent;
        while left > 0 {
            let Some(before) = frame else {
                return repeated.contains(&self.key);
            };
            if before.key == self.key {
                return true;
            }
            frame = before.parent;
            left -= 1;
        }
        false
    }
}
