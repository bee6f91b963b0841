//! The path from the root to a node, as in `exact/path.rs`. A frame never changes once it is made,
//! so helpers may read it.

use super::score::UNKNOWN;
use crate::game::{STRUCTURES, Score, Tactical};

pub(super) struct Step<'p, G: Tactical, S> {
    pub parent: &'p Frame<'p, G, S>,
    /// The move that led here; `None` for a null move.
    pub m: Option<G::Move>,
    /// The piece and target of `m`.
    pub last: Option<usize>,
    pub position: G::Position,
    pub key: u64,
}

impl<'p, G: Tactical, S> Step<'p, G, S> {
    #[inline]
    pub fn by(game: &G, parent: &'p Frame<'p, G, S>, m: G::Move) -> Step<'p, G, S> {
        let position = game.play(parent.position, m);
        let key = game.key(&position);
        Step { parent, m: Some(m), last: Some(game.piece_to(parent.position, m)), position, key }
    }

    pub fn null_move(game: &G, parent: &'p Frame<'p, G, S>) -> Step<'p, G, S> {
        let position = game.null_move(parent.position);
        let key = game.key(&position);
        Step { parent, m: None, last: None, position, key }
    }

    #[inline]
    pub fn ply(&self) -> u32 {
        self.parent.ply + 1
    }

    /// True if this position is a repetition, as in `exact/path.rs`.
    #[inline]
    pub fn is_repetition(&self, game: &G, repeated: &[u64]) -> bool {
        let reversible = game.reversible_plies(&self.position) as usize;
        if reversible < 4 {
            return false;
        }
        // The same side is to move two, four, … plies before.
        let mut back = 2;
        let mut frame = self.parent.parent;
        while let Some(before) = frame {
            if before.key == self.key {
                return true;
            }
            back += 2;
            if back > reversible {
                return false;
            }
            frame = before.parent.and_then(|between| between.parent);
        }
        // The reversible moves begin before the root.
        back <= reversible && repeated.contains(&self.key)
    }
}

pub(super) struct Frame<'p, G: Tactical, S> {
    pub position: &'p G::Position,
    pub key: u64,
    pub ply: u32,
    pub parent: Option<&'p Frame<'p, G, S>>,
    /// The move that led here; `None` at the root and after a null move.
    pub m: Option<G::Move>,
    pub last: Option<usize>,
    pub state: S,
    pub in_check: bool,
    /// The squares that the opponent attacks; empty in quiescence.
    pub attacked: u64,
    pub structures: [u64; STRUCTURES],
    /// The static value before correction; [`UNKNOWN`] in check, as is `value`, the corrected one.
    pub raw: Score,
    pub value: Score,
}

impl<G: Tactical, S> Frame<'_, G, S> {
    /// True if the side stands better than two plies before (four, if it was in check).
    #[inline]
    pub fn improving(&self) -> bool {
        let before = |frame: &Self| frame.parent?.parent;
        let two = self.parent.and_then(|frame| frame.parent);
        match two {
            Some(two) if two.value != UNKNOWN => self.value > two.value,
            Some(two) => before(two).is_some_and(|four| four.value == UNKNOWN || self.value > four.value),
            None => true,
        }
    }
}
