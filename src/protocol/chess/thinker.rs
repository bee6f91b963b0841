//! The engine as the opponent at the chessboard.

use super::record::Record;
use super::session::Opponent;
use crate::engine::{Engine, Request, Score, Settings};
use crate::games::chess::{Chess, Move, Simplified};

/// Plays the move that a search finds.
pub struct Thinker {
    /// Searches.
    pub engine: Engine<Chess>,
    /// How it searches.
    pub settings: Settings,
}

impl Opponent for Thinker {
    fn choose(&mut self, record: &Record) -> Option<(Move, Score)> {
        let earlier = record.earlier();
        let request = Request { earlier: &earlier, ..Request::new(record.position().clone(), self.settings) };
        let answer = self.engine.answer(&Simplified, &request);
        answer.last.map(|last| (last.best, last.score))
    }
}
