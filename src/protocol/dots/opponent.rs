//! What a person plays dots and boxes against.

use crate::engine::Score;
use crate::games::dots::{Dots, Edge, Position};

/// From this level on the end of the game is played perfectly, however far it is.
pub const PERFECT_LEVEL: u32 = 9;

/// An edge and its value: boxes still to gain, less the other side's, from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The edge.
    pub edge: Edge,
    /// Its value.
    pub score: Score,
    /// Whether the value is proved; an estimate otherwise.
    pub exact: bool,
}

/// Plays the other side.
pub trait Opponent {
    /// The edge it would draw here; `None` only if the game is over.
    fn choose(&mut self, game: &Dots, position: &Position) -> Option<Valued>;
    /// The value of every edge.
    fn values(&mut self, game: &Dots, position: &Position) -> Vec<Valued>;
    /// How many edges it looks ahead.
    fn level(&self) -> u32;
    /// Sets how many edges it looks ahead.
    fn set_level(&mut self, edges: u32);
}
