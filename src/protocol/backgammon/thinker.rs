//! The engine as the opponent at the backgammon board.

use super::game::{BackgammonGame, Record, Step};
use super::{Opponent, Worth};
use crate::protocol::{self, Choice, Level, Watch};
use sparring_engine::game::EquityEvaluator;
use sparring_engine::games::backgammon::{Backgammon, Position, Roll, Stage};
use sparring_engine::search::{DiceRequest, DiceStrategy, Expectation, Iteration, Pruning, Settings};
use sparring_engine::solve::bearoff::Informed;
use sparring_engine::{Compiled, Engine};

/// Plays the result that a search finds.
pub struct Thinker {
    /// Searches.
    pub engine: Engine<Backgammon>,
    /// What a position is worth to it.
    pub evaluator: Informed,
    /// How it searches.
    pub settings: Settings<DiceStrategy>,
    /// Which plays it does not look at.
    pub pruning: Pruning,
}

impl Thinker {
    /// The best `n` results of a roll and their values, the best first.
    fn search(&self, position: &Position, roll: Roll, n: usize, watch: &Watch) -> Vec<(Position, Worth)> {
        let settings = self.settings.with_lines(n);
        let request = DiceRequest { pruning: self.pruning, ..DiceRequest::new(*position, roll, settings) };
        let evaluator = self.evaluator.deciding(position.side());
        let (scale, unit) = (f64::from(evaluator.scale()), evaluator.unit());
        let worth = |score: Expectation| Worth { value: score.mean / scale, unit };
        let stop = self.engine.stop_switch();
        let watched = watch.search(&stop);
        let mut listener = |found: &Iteration<Position, Expectation>| {
            watched.show(|| {
                let play = position.play_to(roll, &found.best).unwrap_or_default();
                format!("depth {}  {play} ({})", found.depth, worth(found.score))
            });
        };
        let last = self.engine.go(&Compiled(evaluator), &request, &stop, &mut listener).last;
        let lines = last.map_or(vec![], |last| last.lines);
        lines.iter().map(|line| (line.pv[0], worth(line.score))).collect()
    }
}

impl Opponent for Thinker {
    fn choose(&mut self, position: &Position, roll: Roll) -> (Position, f64) {
        let found = self.search(position, roll, 1, &Watch::nobody());
        let (play, worth) = *found.first().expect("a roll has a result");
        (play, worth.value)
    }
}

impl protocol::Opponent<BackgammonGame> for Thinker {
    fn choose(
        &mut self,
        game: &BackgammonGame,
        record: &Record,
        watch: &Watch,
    ) -> Option<Choice<BackgammonGame>> {
        self.ranked(game, record, 1, watch).into_iter().next()
    }

    fn ranked(
        &mut self,
        _game: &BackgammonGame,
        record: &Record,
        n: usize,
        watch: &Watch,
    ) -> Vec<Choice<BackgammonGame>> {
        let turn = record.state();
        let Stage::ToMove(roll) = turn.game.stage() else { return Vec::new() };
        let choice = |(result, value)| {
            let step = Step::Play(result);
            Choice { step, value, line: String::new() }
        };
        self.search(turn.game.position(), roll, n, watch).into_iter().map(choice).collect()
    }

    fn new_game(&mut self, _game: &BackgammonGame) {
        self.engine.new_game();
    }

    fn level(&self) -> Level {
        Level::of(&self.settings)
    }

    fn set_level(&mut self, level: Level) {
        self.settings = level.apply(self.settings);
    }
}
