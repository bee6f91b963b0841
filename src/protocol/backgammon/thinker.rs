//! The engine as the opponent at the backgammon board.

use super::Opponent;
use super::game::{BackgammonGame, Record, Step};
use crate::engine::{DiceRequest, DiceStrategy, Engine, EquityEvaluator, Expectation, Iteration, Settings};
use crate::games::backgammon::{Backgammon, Position, Roll, Stage};
use crate::protocol::{self, Choice, Level, Playable, Watch};
use crate::solve::bearoff::Informed;

/// Plays the result that a search finds.
pub struct Thinker {
    /// Searches.
    pub engine: Engine<Backgammon>,
    /// What a position is worth to it.
    pub evaluator: Informed,
    /// How it searches.
    pub settings: Settings<DiceStrategy>,
    /// Forward pruning: how many plays of every roll are searched; `None` for all.
    pub keep: Option<usize>,
}

impl Thinker {
    fn search(&self, position: &Position, roll: Roll, watch: &Watch) -> (Position, f64) {
        let request = DiceRequest { keep: self.keep, ..DiceRequest::new(*position, roll, self.settings) };
        let evaluator = self.evaluator.deciding(position.side());
        let scale = f64::from(evaluator.scale());
        let stop = self.engine.stop_switch();
        let watched = watch.search(&stop);
        let mut listener = |found: &Iteration<Position, Expectation>| {
            watched.show(|| {
                let play = position.play_to(roll, &found.best).unwrap_or_default();
                format!("depth {}  {play} ({:+.3})", found.depth, found.score.mean / scale)
            });
        };
        let last = self.engine.go(&evaluator, &request, &stop, &mut listener).last.expect("the game goes on");
        (last.best, last.score.mean / scale)
    }
}

impl Opponent for Thinker {
    fn choose(&mut self, position: &Position, roll: Roll) -> (Position, f64) {
        self.search(position, roll, &Watch::nobody())
    }
}

impl protocol::Opponent<BackgammonGame> for Thinker {
    fn choose(
        &mut self,
        game: &BackgammonGame,
        record: &Record,
        watch: &Watch,
    ) -> Option<Choice<BackgammonGame>> {
        let turn = record.state();
        let Stage::ToMove(roll) = turn.game.stage() else { return None };
        let (best, value) = self.search(turn.game.position(), roll, watch);
        let step = Step::Play(best);
        Some(Choice { step, value, line: game.step(turn, &step) })
    }

    fn ranked(
        &mut self,
        game: &BackgammonGame,
        record: &Record,
        _n: usize,
        watch: &Watch,
    ) -> Vec<Choice<BackgammonGame>> {
        protocol::Opponent::choose(self, game, record, watch).into_iter().collect()
    }

    fn level(&self) -> Level {
        Level::of(&self.settings)
    }

    fn set_level(&mut self, level: Level) {
        self.settings = level.apply(self.settings);
    }
}
