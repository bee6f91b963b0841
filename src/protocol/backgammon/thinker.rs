//! The engine as the opponent at the backgammon board.

use super::game::{BackgammonGame, Record, Step};
use super::{Opponent, Worth};
use crate::protocol::{self, Choice, Level, Watch};
use sparring_engine::cubeful::{self, Cubeful};
use sparring_engine::game::{EquityEvaluator, Score};
use sparring_engine::games::backgammon::cube::{Decision, Doubling, Efficiency, MatchEquity, Response};
use sparring_engine::games::backgammon::{Backgammon, MatchState, Position, Roll, Stage};
use sparring_engine::search::{DiceRequest, DiceStrategy, Expectation, Filter, Iteration, Pruning, Settings};
use sparring_engine::solve::bearoff::Informed;
use sparring_engine::{Compiled, Engine};
use sparring_sched::{Cancelled, Scoped};

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

    fn choose_at(&mut self, position: &Position, roll: Roll, stakes: &MatchState) -> Position {
        let depth = self.settings.depth.min(cubeful::MAX_DEPTH);
        let filter = self.pruning.filter.unwrap_or(Filter { most: usize::MAX, within: Score::MAX });
        let plays = self
            .with_cube(stakes, |cubeful, task| cubeful.plays(task, (position, roll), (depth, filter), &[]));
        plays.map_or_else(|| self.choose(position, roll).0, |plays| plays[0].result)
    }

    fn doubles(&mut self, position: &Position, stakes: &MatchState) -> bool {
        let decision = self.decide(position, stakes);
        let double = decision.and_then(|decision| decision.double);
        double.is_some_and(|double| double.doubling == Doubling::Double)
    }

    fn takes(&mut self, position: &Position, stakes: &MatchState) -> bool {
        let decision = self.decide(position, stakes);
        let double = decision.and_then(|decision| decision.double);
        double.is_none_or(|double| double.response != Response::Pass)
    }
}

/// What it knows of the cube: with the network only, whose chances it needs.
impl Thinker {
    /// The cube action of the side that sees the position.
    fn decide(&self, position: &Position, stakes: &MatchState) -> Option<Decision> {
        let depth = self.settings.depth.min(cubeful::MAX_DEPTH);
        self.with_cube(stakes, |cubeful, task| cubeful.decide(task, position, depth))
    }

    /// Asks something of a search with the cube. `None` where its stakes are unknown.
    fn with_cube<R: Send>(
        &self,
        stakes: &MatchState,
        ask: impl FnOnce(&Cubeful<'_>, Scoped<'_>) -> Result<R, Cancelled> + Send,
    ) -> Option<R> {
        let network = self.evaluator.evaluator().network()?;
        let stakes = MatchState { offer: None, ..*stakes };
        let table = MatchEquity::built_in();
        let cubeful = Cubeful::new(network, &stakes, table, Efficiency::default()).ok()?;
        let pool = self.engine.pool();
        let found = pool.install_in(&pool.cancel_scope(), |task| ask(&cubeful, task));
        Some(found.expect("nobody cancels this scope"))
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
