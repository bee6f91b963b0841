//! The engine as an opponent in backgammon.

use super::cube::Cube;
use super::game::BackgammonGame;
use super::play_state::{PlayState, Record, Step};
use super::{Opponent, Worth};
use crate::protocol::{self, Choice, Level, Watch};
use sparring_engine::chances::Horizon;
use sparring_engine::cubeful::{self, Advice, Cubeful, Lookahead, ValuedPlay};
use sparring_engine::game::{EquityEvaluator, Score};
use sparring_engine::games::backgammon::cube::{Decision, Doubling, Efficiency, MatchEquity, Response};
use sparring_engine::games::backgammon::{Backgammon, MatchState, Position, Probabilities, Roll, Stage};
use sparring_engine::search::{DiceRequest, DiceStrategy, Expectation, Filter, Iteration, Pruning, Settings};
use sparring_engine::solve::bearoff::BearoffEvaluator;
use sparring_engine::{Compiled, Engine};
use sparring_sched::{CancelScope, Cancelled, Scoped};

pub struct Thinker {
    pub engine: Engine<Backgammon>,
    pub evaluator: BearoffEvaluator,
    pub settings: Settings<DiceStrategy>,
    pub pruning: Pruning,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RankedPlay {
    pub result: Position,
    pub worth: Worth,
    /// Plies searched after it.
    pub depth: u32,
}

impl Thinker {
    pub(super) fn find(&self, position: &Position, roll: Roll, stakes: Option<&MatchState>) -> RankedPlay {
        let with_cube = stakes.and_then(|stakes| self.find_with_cube(position, roll, stakes));
        let without =
            || *self.search(position, roll, 1, &Watch::nobody()).first().expect("a roll has a result");
        with_cube.unwrap_or_else(without)
    }

    /// Returns `None` if its evaluator knows no gammon probabilities.
    fn find_with_cube(&self, position: &Position, roll: Roll, stakes: &MatchState) -> Option<RankedPlay> {
        let depth = self.cube_depth();
        self.with_cube(stakes, &self.engine.pool().cancel_scope(), |cubeful, task| {
            let plays =
                cubeful.plays(task, (position, roll), Lookahead { depth, filter: self.filter() }, &[])?;
            let value = cubeful.equity(position.side(), plays[0].value);
            let worth = Worth { value, unit: "equity", chances: Some(plays[0].chances) };
            Ok(RankedPlay { result: plays[0].result, worth, depth })
        })
    }

    fn search(&self, position: &Position, roll: Roll, n: usize, watch: &Watch) -> Vec<RankedPlay> {
        let settings = self.settings.with_lines(n);
        let request = DiceRequest { pruning: self.pruning, ..DiceRequest::new(*position, roll, settings) };
        let evaluator = self.evaluator.deciding(position.side());
        let (scale, unit) = (f64::from(evaluator.scale()), evaluator.unit());
        let worth = |score: Expectation| Worth { value: score.mean / scale, unit, chances: None };
        let stop = self.engine.stop_switch();
        let watched = watch.search(&stop);
        let mut listener = |found: &Iteration<Position, Expectation>| {
            watched.show(|| {
                let play = position.play_to(roll, &found.best).unwrap_or_default();
                format!("depth {}  {play} ({})", found.depth, worth(found.score))
            });
        };
        let last = self.engine.go(&Compiled(evaluator), &request, &stop, &mut listener).last;
        let Some(Iteration { depth, lines, .. }) = last else { return Vec::new() };
        lines.iter().map(|line| RankedPlay { result: line.pv[0], worth: worth(line.score), depth }).collect()
    }
}

impl Opponent for Thinker {
    fn choose(&mut self, position: &Position, roll: Roll) -> Position {
        self.find(position, roll, None).result
    }

    fn choose_at(&mut self, position: &Position, roll: Roll, stakes: &MatchState) -> Position {
        self.find(position, roll, Some(stakes)).result
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

impl Thinker {
    /// Ranks the steps with a cube, after Ctrl-C without lookahead.
    fn at_stakes(
        &self,
        cube: &Cube,
        position: &Position,
        roll: Option<Roll>,
        watch: &Watch,
    ) -> Vec<Choice<BackgammonGame>> {
        let stop = self.engine.stop_switch();
        let watched = watch.search(&stop);
        let found = self.steps(cube, position, roll, self.cube_depth(), stop.scope());
        drop(watched);
        found
            .or_else(|| self.steps(cube, position, roll, 0, &self.engine.pool().cancel_scope()))
            .unwrap_or_default()
    }

    /// Ranks the steps at a depth. Returns `None` if cancelled, or without gammon probabilities.
    fn steps(
        &self,
        cube: &Cube,
        position: &Position,
        roll: Option<Roll>,
        depth: u32,
        scope: &CancelScope,
    ) -> Option<Vec<Choice<BackgammonGame>>> {
        let choice = |step, value, chances| {
            let worth = Worth { value, unit: "equity", chances };
            Choice { step, value: worth, line: String::new() }
        };
        let ask = |cubeful: &Cubeful<'_>, task: Scoped<'_>| {
            let Some(roll) = roll else {
                let advice = cubeful.advise(task, position, depth)?;
                let steps = cube_steps(&advice, cube.is_offered());
                return Ok(steps.into_iter().map(|(step, value, of)| choice(step, value, of)).collect());
            };
            let plays =
                cubeful.plays(task, (position, roll), Lookahead { depth, filter: self.filter() }, &[])?;
            let worth = |value| cubeful.equity(position.side(), value);
            let ranked =
                |play: &ValuedPlay| choice(Step::Play(play.result), worth(play.value), Some(play.chances));
            Ok(plays.iter().map(ranked).collect())
        };
        self.with_cube(&cube.state, scope, ask)
    }

    /// The lookahead with the cube. It is shallow under time limits, which such searches
    /// ignore.
    fn cube_depth(&self) -> u32 {
        let most = if self.settings.limits.may_stop_early() { 1 } else { cubeful::MAX_DEPTH };
        self.settings.depth.min(most)
    }

    fn filter(&self) -> Filter {
        self.pruning.filter.unwrap_or(Filter { most: usize::MAX, within: Score::MAX })
    }

    fn decide(&self, position: &Position, stakes: &MatchState) -> Option<Decision> {
        let depth = self.cube_depth();
        let scope = self.engine.pool().cancel_scope();
        self.with_cube(stakes, &scope, |cubeful, task| cubeful.decide(task, position, depth))
    }

    /// Runs a search with the cube. Returns `None` if cancelled or its stakes are unknown.
    fn with_cube<R: Send>(
        &self,
        stakes: &MatchState,
        scope: &CancelScope,
        ask: impl FnOnce(&Cubeful<'_>, Scoped<'_>) -> Result<R, Cancelled> + Send,
    ) -> Option<R> {
        let network = self.evaluator.evaluator().network()?;
        let stakes = MatchState { offer: None, ..*stakes };
        let table = MatchEquity::built_in();
        let cubeful = Cubeful::new(network, &stakes, table, Efficiency::default()).ok()?;
        let cubeful = cubeful.informed(self.evaluator.databases());
        self.engine.pool().install_in(scope, |task| ask(&cubeful, task)).ok()
    }
}

impl Thinker {
    /// Ranks the steps. With `told`, plays have chances where the evaluator knows them.
    fn choices(&self, record: &Record, n: usize, watch: &Watch, told: bool) -> Vec<Choice<BackgammonGame>> {
        let turn = record.state();
        if let Some(cube) = &turn.cube {
            let mut choices = self.at_stakes(cube, turn.game.position(), turn.roll(), watch);
            choices.truncate(n);
            if !choices.is_empty() {
                return choices;
            }
        }
        let Stage::ToMove(roll) = turn.game.stage() else { return unjudged(turn) };
        let choice = |RankedPlay { result, worth, depth }| {
            let chances = if told { self.chances(&result, depth) } else { None };
            Choice { step: Step::Play(result), value: Worth { chances, ..worth }, line: String::new() }
        };
        self.search(turn.game.position(), roll, n, watch).into_iter().map(choice).collect()
    }

    fn chances(&self, result: &Position, depth: u32) -> Option<Probabilities> {
        let horizon = Horizon::new(&self.engine, &self.evaluator, self.pruning)?;
        Some(horizon.chances(result, depth))
    }
}

/// The step without a judgement of the cube: never double, always take.
fn unjudged(turn: &PlayState) -> Vec<Choice<BackgammonGame>> {
    let step = if turn.is_offered() { Step::Take } else { Step::Roll };
    let worth = Worth { value: 0.0, unit: "unjudged", chances: None };
    vec![Choice { step, value: worth, line: String::new() }]
}

/// The steps of a cube decision with equities, the best first. The best has the chances.
fn cube_steps(advice: &Advice, is_answer: bool) -> Vec<(Step, f64, Option<Probabilities>)> {
    let chances = if is_answer { advice.chances.of_other() } else { advice.chances };
    let ranked = ranked_steps(&advice.decision, is_answer).into_iter().enumerate();
    ranked.map(|(i, (step, value))| (step, value, (i == 0).then_some(chances))).collect()
}

fn ranked_steps(decision: &Decision, is_answer: bool) -> Vec<(Step, f64)> {
    let roll = (Step::Roll, decision.no_double.equity);
    let Some(double) = &decision.double else { return vec![roll] };
    let (best, other) = if is_answer {
        ((Step::Take, -double.take.equity), (Step::Drop, -double.pass.equity))
    } else {
        (roll, (Step::Double, double.answered().equity))
    };
    let turns = match is_answer {
        true => double.response == Response::Pass,
        false => double.doubling == Doubling::Double,
    };
    if turns { vec![other, best] } else { vec![best, other] }
}

impl protocol::Opponent<BackgammonGame> for Thinker {
    fn choose(
        &mut self,
        _game: &BackgammonGame,
        record: &Record,
        watch: &Watch,
    ) -> Option<Choice<BackgammonGame>> {
        self.choices(record, 1, watch, false).into_iter().next()
    }

    fn judge(
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
        self.choices(record, n, watch, true)
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
