//! The engine as the opponent at the chessboard.

use super::game::ChessGame;
use super::record::Record;
use crate::engine::{Engine, Iteration, Request, Settings};
use crate::games::chess::{Chess, Move, Position, Simplified};
use crate::protocol::{Choice, Level, Opponent, Watch};

/// Plays the move that a search finds.
pub struct Thinker {
    /// Searches.
    pub engine: Engine<Chess>,
    /// How it searches.
    pub settings: Settings,
}

impl Opponent<ChessGame> for Thinker {
    fn choose(&mut self, _game: &ChessGame, record: &Record, watch: &Watch) -> Option<Choice<ChessGame>> {
        let (earlier, position) = (record.earlier(), record.position());
        let request = Request { earlier: &earlier, ..Request::new(position.clone(), self.settings) };
        let stop = self.engine.stop_switch();
        let watched = watch.search(&stop);
        let mut listener = |found: &Iteration<Move>| {
            watched.show(|| format!("depth {}  {}", found.depth, line(position, &found.pv)));
        };
        let last = self.engine.go(&Simplified, &request, &stop, &mut listener).last?;
        Some(Choice { step: last.best, value: last.score, line: line(position, &last.pv) })
    }

    fn ranked(
        &mut self,
        game: &ChessGame,
        record: &Record,
        _n: usize,
        watch: &Watch,
    ) -> Vec<Choice<ChessGame>> {
        self.choose(game, record, watch).into_iter().collect()
    }

    fn level(&self) -> Level {
        Level::of(&self.settings)
    }

    fn set_level(&mut self, level: Level) {
        self.settings = level.apply(self.settings);
    }
}

/// A line of moves, each written in the position it is made in.
fn line(position: &Position, moves: &[Move]) -> String {
    let mut position = position.clone();
    let write = |&m: &Move| {
        let text = position.san(m);
        position = position.play(m);
        text
    };
    moves.iter().map(write).collect::<Vec<_>>().join(" ")
}
