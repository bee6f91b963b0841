//! Claim: a search with dice for several lines finds the best plays with their exact values in
//! order, equals in the generator's order, by all strategies at every thread count.

use crate::support::dice_requests;
use crate::support::expectimax::Naive;
use crate::support::random::Random;
use crate::support::ranked::ranked_results;
use sparring_engine::game::Stochastic;
use sparring_engine::games::backgammon::{
    Backgammon, Blots, NamedEvaluator, Outcome, Position, Pubeval, Race,
};
use sparring_engine::search::{
    DiceRequest, DiceRequestOf, DiceStrategy, Expectation, Pruning, Question, SearchStrategy, Settings,
};
use sparring_engine::solve::bearoff::BearoffEvaluator;
use sparring_engine::{Compiled, Engine};
use sparring_sched::Pool;

const THREADS: [usize; 3] = [1, 2, 8];

/// Positions of backgammon.
const POSITIONS: usize = if cfg!(debug_assertions) { 40 } else { 200 };

/// Searches by some strategies and compares with the ranking of the oracle.
fn check<G: Stochastic, A: Sync>(
    engine: &Engine<G>,
    asked: &A,
    request: &DiceRequestOf<G>,
    strategies: &[DiceStrategy],
    ranked: &[(G::Position, i128)],
) where
    G::Position: std::fmt::Debug,
    DiceRequestOf<G>: Question<G, A, Move = G::Position, Value = Expectation>,
{
    for &strategy in strategies {
        let request = DiceRequest {
            position: request.position.clone(),
            settings: request.settings.by(strategy),
            ..*request
        };
        let last = engine.answer(asked, &request).last.unwrap();
        let found: Vec<(G::Position, i128)> =
            last.lines.iter().map(|line| (line.pv[0].clone(), line.score.exact.into())).collect();
        let what = format!("{} on {} threads of {request:?}", strategy.name(), engine.pool().threads());
        let wanted = request.settings.lines.min(ranked.len());
        assert_eq!(found, ranked[..wanted], "{what}");
        assert!(last.lines.iter().all(|line| line.pv.len() == 1), "{what}");
        let first = &last.lines[0];
        assert_eq!((&first.pv, first.score), (&last.pv, last.score), "{what}");
        assert_eq!(first.pv[0], last.best, "{what}");
    }
}

#[test]
fn on_random_trees() {
    for threads in THREADS {
        dice_requests::on_random_trees(threads, |engine, opinion, seed, request| {
            let &DiceRequest { position, roll, pruning, settings, .. } = request;
            let naive = Naive { game: engine.game(), evaluator: opinion, pruning };
            let wanted = 1 + seed as usize % 8;
            let ranked = ranked_results(&naive, (&position, roll), (settings.depth, wanted));
            let request = DiceRequest { settings: settings.with_lines(wanted), ..*request };
            check(engine, opinion, &request, DiceStrategy::ALL, &ranked);
        });
    }
}

/// A position of an unfinished game after some random plays.
fn position(random: &mut Random) -> Position {
    loop {
        let mut position = Position::START;
        for _ in 0..random.below(100) {
            let results = position.results(random.roll());
            position = results[random.below(results.len())].handed_over();
        }
        if Outcome::of(&position).or(Outcome::of(&position.handed_over())).is_none() {
            return position;
        }
    }
}

/// Compares two strategies on each engine, other ones for each `turn`.
fn compare(
    engines: &[Engine<Backgammon>],
    evaluator: NamedEvaluator,
    request: &DiceRequestOf<Backgammon>,
    turn: usize,
) {
    let settings = request.settings;
    let evaluator = BearoffEvaluator::from(evaluator);
    let naive = Naive { game: &Backgammon, evaluator: &evaluator, pruning: request.pruning };
    let ranked = ranked_results(&naive, (&request.position, request.roll), (settings.depth, settings.lines));
    for (i, engine) in engines.iter().enumerate() {
        let all = DiceStrategy::ALL;
        let some = [all[(turn + i) % all.len()], all[(turn + i + 3) % all.len()]];
        check(engine, &Compiled(evaluator.clone()), request, &some, &ranked);
    }
}

#[test]
fn in_backgammon() {
    let engines = THREADS.map(|threads| Engine::new(Backgammon, Pool::new(threads).unwrap(), 0));
    let mut random = Random::new(12);
    for turn in 0..POSITIONS {
        let (position, roll) = (position(&mut random), random.roll());
        let request = DiceRequest::new(position, roll, Settings::depth(1).with_lines(5));
        compare(&engines, NamedEvaluator::Pubeval(Pubeval::new()), &request, turn);
        // Formulas with many equal values, and forward pruning.
        let pruning = Pruning::keeping((turn % 3 == 0).then_some(1 + turn % 7));
        let static_ =
            DiceRequest { pruning, ..DiceRequest::new(position, roll, Settings::depth(0).with_lines(9)) };
        compare(&engines, NamedEvaluator::Blots(Blots), &static_, turn);
        if turn % 4 == 0 {
            let narrow = DiceRequest { pruning: Pruning::keeping(Some(6)), ..request };
            let race = NamedEvaluator::Race(Race { side: Backgammon.side(&position) });
            compare(&engines, race, &narrow, turn);
        }
    }
}

#[test]
fn in_backgammon_two_pairs_deep() {
    let engines = THREADS.map(|threads| Engine::new(Backgammon, Pool::new(threads).unwrap(), 0));
    let mut random = Random::new(13);
    for turn in 0..3 {
        let (position, roll) = (position(&mut random), random.roll());
        let settings = Settings::depth(2).with_lines(3);
        let request =
            DiceRequest { pruning: Pruning::keeping(Some(3)), ..DiceRequest::new(position, roll, settings) };
        for half in [turn, turn + 1] {
            compare(&engines, NamedEvaluator::Pubeval(Pubeval::new()), &request, half);
        }
    }
}
