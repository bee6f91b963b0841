//! The engine as the opponent at the chessboard.

use super::record::Record;
use super::session::Opponent;
use crate::engine::{Engine, Limits, Request, Score, Strategy};
use crate::games::chess::{Chess, Move, Simplified};

/// How the engine thinks.
#[derive(Clone, Copy, Debug)]
pub struct Strength {
    /// For how long.
    pub limits: Limits,
    /// By which strategy.
    pub strategy: Strategy,
    /// How many levels `par` and `par-ab` make tasks of.
    pub par_depth: u32,
}

/// Plays the move that a search finds.
pub struct Thinker {
    /// Searches.
    pub engine: Engine<Chess>,
    /// How.
    pub strength: Strength,
}

impl Opponent for Thinker {
    fn choose(&mut self, record: &Record) -> Option<(Move, Score)> {
        let earlier = record.earlier();
        let request = Request {
            earlier: &earlier,
            limits: self.strength.limits,
            strategy: self.strength.strategy,
            par_depth: self.strength.par_depth,
            ..Request::new(record.position().clone(), 1)
        };
        let answer = self.engine.answer(&Simplified, &request);
        answer.last.map(|last| (last.best, last.score))
    }
}
