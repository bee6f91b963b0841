use std::cmp::Reverse;

use crate::game::{EquityEvaluator, INFINITE, Score, Stochastic};
use crate::search::answer::{Answer, DiceAnswerOf, Expectation, Listener, ScoredLine};
use crate::search::chance::root::{Root, RootPlay};
use crate::search::chance::search::{DiceSearch, ToRoll};
use crate::search::chance::star::Star;
use crate::search::chance::value::{MAX_DEPTH, UNBOUNDED, Value};
use crate::search::deepen::{Assignment, DeepeningPlan, Tree, deepen, to_front};
use crate::search::memory::Room;
use crate::search::pruning::Filter;
use crate::search::request::{DiceRequest, DiceRequestOf, Question, Settings};
use crate::search::strategy::DiceStrategy;
use crate::search::task::{SharedBelow, Task, Tasks};
use crate::search::top::RankKey;
use sparring_sched::{Cancelled, Scoped, Worker};

impl<G: Stochastic, E: EquityEvaluator<G>> Question<G, E> for DiceRequest<G::Position, G::Roll> {
    type Strategy = DiceStrategy;
    type Move = G::Position;
    type Value = Expectation;
    type Outcome = G::Outcome;

    fn memory(&self, game: &G) -> Room {
        Room { rolls: game.rolls().len(), ..Room::default() }
    }

    fn search(
        &self,
        assignment: Assignment<'_, G, E>,
        worker: Worker<'_>,
        listener: &mut Listener<'_, G::Position, Expectation>,
    ) -> DiceAnswerOf<G> {
        let Assignment { game, evaluator, with } = assignment;
        const {
            let room = UNBOUNDED / (2 * INFINITE as Value);
            assert!(G::WEIGHTS.pow(MAX_DEPTH) < room, "values could overflow");
        }
        if let Some((outcome, score)) = outcome(game, evaluator, &self.position) {
            return Answer::over(outcome, expectation::<G>(Value::from(score), 0), with.stopwatch.elapsed());
        }
        let settings = self.settings;
        let dice = DiceSearch {
            game,
            evaluator,
            tasks: with.tasks(),
            keep: self.pruning.kept(),
            split_depth: split_depth(&settings, 0),
        };
        let depth = settings.depth.min(MAX_DEPTH);
        // Depth 0, the static values, is searched only if nothing deeper is wanted or was finished.
        let plan = DeepeningPlan {
            certain: 0,
            patient: false,
            depths: (depth.min(1)..=depth).collect(),
            limits: settings.limits,
            begins: None,
        };
        deepen(ChanceTree { dice, request: self, plays: Vec::new() }, plan, with, worker, listener)
    }
}

/// The least depth at which chance nodes offer their rolls; the root's plays are the first level.
fn split_depth(settings: &Settings<DiceStrategy>, depth: u32) -> u32 {
    let below_levels = (depth + 2).saturating_sub(settings.par_depth.max(1));
    settings.split_depth.max(1).max(below_levels)
}

/// The outcome if either side has won before the roll, and its value for the side that would roll.
fn outcome<G: Stochastic, E: EquityEvaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
) -> Option<(G::Outcome, Score)> {
    if let Some(won) = game.outcome(position) {
        return Some((won, evaluator.outcome_value(game, position, won)));
    }
    let theirs = game.hand_over(position);
    let lost = game.outcome(&theirs)?;
    Some((lost, -evaluator.outcome_value(game, &theirs, lost)))
}

type DiceLine<G> = ScoredLine<<G as Stochastic>::Position, Expectation>;

fn expectation<G: Stochastic>(exact: Value, depth: u32) -> Expectation {
    Expectation { exact, mean: exact as f64 / G::WEIGHTS.pow(depth) as f64 }
}

struct ChanceTree<'s, G: Stochastic, E> {
    dice: DiceSearch<'s, G, E>,
    request: &'s DiceRequestOf<G>,
    /// The plays of the root in the order of search, the best of the last depth first. Empty before
    /// the first depth.
    plays: Vec<RootPlay<G::Position>>,
}

impl<G: Stochastic, E: EquityEvaluator<G>> DiceSearch<'_, G, E> {
    fn root_plays(
        &self,
        task: &mut Task<'_, '_>,
        to_roll: &ToRoll<G, E>,
        request: &DiceRequestOf<G>,
    ) -> Vec<RootPlay<G::Position>> {
        let roll = self.game.rolls().iter().position(|&(known, _)| known == request.roll);
        let roll = roll.expect("the request's roll is one of the game's");
        let results = match request.pruning.filter {
            Some(filter) => self.passing(task, to_roll, roll, (filter, request.settings.lines)),
            None => self.choices(task, to_roll, roll),
        };
        let mut order: Vec<usize> = (0..results.len()).collect();
        order.sort_unstable_by_key(|&i| &results[i]);
        let mut places = vec![0; results.len()];
        order.into_iter().enumerate().for_each(|(place, i)| places[i] = place);
        results.into_iter().zip(places).map(|(result, place)| RootPlay { result, place }).collect()
    }

    /// The results of a roll that pass a filter, but as many as are wanted, the largest static
    /// value first.
    fn passing(
        &self,
        task: &mut Task<'_, '_>,
        to_roll: &ToRoll<G, E>,
        roll: usize,
        (filter, wanted): (Filter, usize),
    ) -> Vec<G::Position> {
        let results = self.ranked(task, to_roll, roll).into_iter();
        let mut value = |result: &G::Position| self.leaf_value(task, to_roll.before, result, 0);
        let mut values: Vec<_> = results.map(|result| (value(&result), result)).collect();
        // Stable: of equals the more preferred one comes first.
        values.sort_by_key(|&(value, _)| Reverse(value));
        let least = values[0].0.map(|best| best - Value::from(filter.within));
        let near = values.iter().take_while(|&&(value, _)| value >= least).count();
        values.truncate(near.min(filter.most).max(wanted).max(1));
        values.into_iter().map(|(_, result)| result).collect()
    }

    fn best_plays(
        &self,
        task: &mut Task<'_, '_>,
        to_roll: &ToRoll<G, E>,
        plays: &[RootPlay<G::Position>],
        depth: u32,
        settings: Settings<DiceStrategy>,
    ) -> Result<Vec<RankKey>, Cancelled> {
        let root = Root { dice: self, to_roll, plays, depth, wanted: settings.lines.max(1) };
        match settings.strategy {
            DiceStrategy::Expectimax => root.expectimax::<false>(task, false),
            DiceStrategy::RootSplit => root.expectimax::<false>(task, true),
            DiceStrategy::ParExpectimax => root.expectimax::<true>(task, true),
            DiceStrategy::Star1 => root.star::<Star<false, false>>(task),
            DiceStrategy::ParStar1 => root.star::<Star<false, true>>(task),
            DiceStrategy::Star2 => root.star::<Star<true, false>>(task),
            DiceStrategy::ParStar2 => root.star::<Star<true, true>>(task),
        }
    }
}

impl<'s, G: Stochastic, E: EquityEvaluator<G>> Tree<'s> for ChanceTree<'s, G, E> {
    type Move = G::Position;
    type Value = Expectation;

    fn tasks(&mut self) -> &mut Tasks<'s> {
        &mut self.dice.tasks
    }

    fn search(&mut self, at: Scoped<'_>, depth: u32) -> Result<Vec<DiceLine<G>>, Cancelled> {
        let ChanceTree { dice, request, plays } = self;
        dice.split_depth = split_depth(&request.settings, depth);
        let best = dice.tasks.run(at, &SharedBelow::default(), |task| {
            let to_roll = dice.to_roll(request.position.clone());
            if plays.is_empty() {
                *plays = dice.root_plays(task, &to_roll, request);
            }
            dice.best_plays(task, &to_roll, plays, depth, request.settings)
        })?;
        for key in best.iter().rev() {
            to_front(plays, |play| play.place == key.place);
        }
        let line = |(key, play): (&RankKey, &RootPlay<G::Position>)| ScoredLine {
            score: expectation::<G>(key.value, depth),
            pv: vec![play.result.clone()],
        };
        Ok(best.iter().zip(&*plays).map(line).collect())
    }
}
