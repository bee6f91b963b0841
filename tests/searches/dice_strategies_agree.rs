//! Claim: in backgammon all strategies with dice, at every thread count, find the value and the
//! play of a naive expectimax; where that takes too long, those of `expectimax` on one thread.

use crate::support::expectimax::Naive;
use crate::support::random::Random;
use crate::support::ranked::best_result;
use sparring_engine::game::{EquityEvaluator, Score, Side, Stochastic};
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::games::backgammon::{
    Backgammon, Blots, Clamped, NamedEvaluator, Outcome, Position, Pubeval, Race, Roll,
};
use sparring_engine::search::{
    DiceRequest, DiceRequestOf, DiceStrategy, Expectation, Filter, Pruning, Question, SearchStrategy,
    Settings,
};
use sparring_engine::solve::bearoff::BearoffEvaluator;
use sparring_engine::{Compiled, Engine};
use sparring_sched::Pool;

/// A position of an unfinished game after some random plays, or an arbitrary one.
fn position(random: &mut Random) -> Position {
    loop {
        let mut position = Position::START;
        if random.below(4) == 0 {
            position = random.position();
        } else {
            for _ in 0..random.below(120) {
                let results = position.results(random.roll());
                position = results[random.below(results.len())].handed_over();
            }
        }
        if Outcome::of(&position).or(Outcome::of(&position.handed_over())).is_none() {
            return position;
        }
    }
}

/// The engines with 1, 2, 3 and 8 threads.
fn engines() -> Vec<Engine<Backgammon>> {
    [1, 2, 3, 8].map(|threads| Engine::new(Backgammon, Pool::new(threads).unwrap(), 0)).into()
}

/// A position, a roll, a depth, and how many plays to keep: the rest of the request is each
/// strategy's own.
type Task = DiceRequestOf<Backgammon>;

/// An evaluator with which the program searches, cut off or not.
type Known = Clamped<BearoffEvaluator>;

/// Searches by all strategies on all engines with what is `asked`; returns what they agree on.
fn agreed<A: Sync>(engines: &[Engine<Backgammon>], asked: &A, task: Task) -> (i128, Position)
where
    Task: Question<Backgammon, A, Move = Position, Value = Expectation>,
{
    let mut answers = engines.iter().flat_map(|engine| {
        DiceStrategy::ALL.iter().map(move |&strategy| {
            let request = DiceRequest { settings: task.settings.by(strategy), ..task };
            let last = engine.answer(asked, &request).last.unwrap();
            assert_eq!(last.depth, task.settings.depth);
            let who = format!("{} on {} threads", strategy.name(), engine.pool().threads());
            ((i128::from(last.score.exact), last.best), who)
        })
    });
    let (first, _) = answers.next().unwrap();
    for (found, who) in answers {
        assert_eq!(found, first, "{who}: {} of {task:?}", task.position);
    }
    first
}

/// Compares with the oracle, which asks `evaluator`.
fn compare<E, A: Sync>(engines: &[Engine<Backgammon>], (evaluator, asked): (&E, &A), task: Task)
where
    E: EquityEvaluator<Backgammon>,
    Task: Question<Backgammon, A, Move = Position, Value = Expectation>,
{
    let naive = Naive { game: &Backgammon, evaluator, pruning: task.pruning };
    let expected = best_result(&naive, (&task.position, task.roll), task.settings.depth);
    assert_eq!(agreed(engines, asked, task), expected, "{} of {task:?}, {}", task.position, evaluator.unit());
}

/// Compares a search with an evaluator of the program.
fn check(engines: &[Engine<Backgammon>], evaluator: &Known, task: Task) {
    compare(engines, (evaluator, &Compiled(evaluator.clone())), task);
}

fn task((position, roll): (Position, Roll), depth: u32, keep: Option<usize>) -> Task {
    DiceRequest {
        pruning: Pruning::keeping(keep),
        ..DiceRequest::new(position, roll, Settings::depth(depth))
    }
}

/// An evaluator that is not cut off.
fn whole(evaluator: NamedEvaluator) -> Known {
    Clamped::new(evaluator.into(), Score::MAX)
}

fn race(side: Side) -> Known {
    whole(NamedEvaluator::Race(Race { side }))
}

fn blots() -> Known {
    whole(NamedEvaluator::Blots(Blots))
}

fn pubeval() -> Known {
    whole(NamedEvaluator::Pubeval(Pubeval::new()))
}

fn network() -> Known {
    whole(NamedEvaluator::Net(Network::built_in()))
}

/// The bounds of `race` and `blots` are narrow by nature; `pubeval` is clamped to narrow ones.
fn narrow() -> Known {
    let pubeval = Pubeval::new();
    Clamped::new(NamedEvaluator::Pubeval(pubeval).into(), 3 * pubeval.scale())
}

#[test]
fn with_the_naive_one_at_depths_zero_and_one() {
    let (engines, mut random) = (engines(), Random::new(1));
    for i in 0..28 {
        let place = (position(&mut random), random.roll());
        let side = if i % 4 < 2 { Side::First } else { Side::Second };
        for (depth, keep) in [(0, None), (0, Some(1 + i % 5)), (1, None), (1, Some(1 + i % 5))] {
            let task = task(place, depth, keep);
            check(&engines, &race(side), task);
            check(&engines, &blots(), task);
            check(&engines, &pubeval(), task);
            check(&engines, &narrow(), task);
            check(&engines, &network(), task);
        }
    }
}

/// The network's bounds are narrower once a side has borne off checkers.
#[test]
fn with_the_naive_one_where_gammons_are_out_of_the_question() {
    let (engines, mut random) = (engines(), Random::new(6));
    let borne_off = |position: &Position| (position.off() > 0, position.opponent_off() > 0);
    let (mut places, mut seen) = (0, [0; 3]);
    while places < 20 || seen.iter().any(|&seen| seen < 3) {
        let position = position(&mut random);
        let kind = match borne_off(&position) {
            (false, false) => continue,
            (true, false) => 0,
            (false, true) => 1,
            (true, true) => 2,
        };
        (places, seen[kind]) = (places + 1, seen[kind] + 1);
        check(&engines, &network(), task((position, random.roll()), 1, None));
        check(&engines, &network(), task((position, random.roll()), 2, Some(2)));
    }
}

#[test]
fn with_the_naive_one_at_depths_two_and_three() {
    let (engines, mut random) = (engines(), Random::new(2));
    for i in 0..2 {
        let place = (position(&mut random), random.roll());
        let side = if i % 2 == 0 { Side::First } else { Side::Second };
        check(&engines, &race(side), task(place, 2, Some(2)));
        check(&engines, &pubeval(), task(place, 2, Some(2)));
        check(&engines, &narrow(), task(place, 2, Some(1)));
        check(&engines, &blots(), task(place, 3, Some(1)));
    }
    // Few checkers left: full width to the depth where most games are over.
    let ending: Position = "-A-B----------------a-b---".parse().unwrap();
    check(&engines, &pubeval(), task((ending, Roll::new(2, 1).unwrap()), 2, None));
    check(&engines, &race(Side::Second), task((ending, Roll::new(1, 1).unwrap()), 2, None));
}

/// An evaluator that is asked for the values of all results of a roll at once.
struct AtOnce(Pubeval);

impl EquityEvaluator<Backgammon> for AtOnce {
    type Before = bool;

    fn before(&self, game: &Backgammon, position: &Position) -> bool {
        self.0.before(game, position)
    }

    fn unit(&self) -> &'static str {
        "at once"
    }

    fn bounds(&self, game: &Backgammon, position: &Position) -> (Score, Score) {
        self.0.bounds(game, position)
    }

    fn evaluate(&self, game: &Backgammon, before: bool, result: &Position) -> Score {
        assert_eq!(Outcome::of(result), None);
        self.0.evaluate(game, before, result)
    }

    fn batches(&self) -> bool {
        true
    }

    fn outcome_value(&self, game: &Backgammon, result: &Position, outcome: Outcome) -> Score {
        self.0.outcome_value(game, result, outcome)
    }

    fn preference(&self, game: &Backgammon, before: bool, result: &Position) -> Score {
        match Outcome::of(result) {
            Some(outcome) => self.outcome_value(game, result, outcome),
            None => self.evaluate(game, before, result),
        }
    }

    fn prefers_by_value(&self, _: Side) -> bool {
        true
    }
}

#[test]
fn with_the_naive_one_where_values_are_found_at_once() {
    let (engines, mut random) = (engines(), Random::new(5));
    let scale = Pubeval::balanced().scale();
    let at_once = |limit| Clamped::new(AtOnce(Pubeval::balanced()), limit);
    let check = |limit, task| compare(&engines, (&at_once(limit), &at_once(limit)), task);
    for i in 0..12 {
        let place = (position(&mut random), random.roll());
        let filter = Filter { most: 3, within: 4 * scale };
        for pruning in [Pruning::default(), Pruning::keeping(Some(1 + i % 3)), Pruning::filtered(filter)] {
            for depth in 0..2 {
                let task = DiceRequest { pruning, ..task(place, depth, None) };
                check(Score::MAX, task);
                check(5 * scale, task);
            }
        }
        check(Score::MAX, task(place, 2, Some(2)));
    }
    let ending: Position = "-A-B----------------a-b---".parse().unwrap();
    check(Score::MAX, task((ending, Roll::new(2, 1).unwrap()), 2, None));
}

#[test]
fn with_the_naive_one_where_a_filter_chooses_the_plays() {
    let (engines, mut random) = (engines(), Random::new(4));
    let near = |units: i32| Pubeval::new().scale() * units;
    for i in 0..12 {
        let place = (position(&mut random), random.roll());
        let filter = Filter { most: 1 + i % 8, within: near([1, 4, 1000][i % 3]) };
        let filtered = |depth| DiceRequest { pruning: Pruning::filtered(filter), ..task(place, depth, None) };
        check(&engines, &whole(NamedEvaluator::Pubeval(Pubeval::balanced())), filtered(1));
        check(&engines, &whole(NamedEvaluator::Pubeval(Pubeval::balanced())), filtered(2));
        // With more replies below, and an evaluator that does not prefer by value.
        let wide = Pruning { keep: Some(2), filter: Some(filter) };
        check(&engines, &pubeval(), DiceRequest { pruning: wide, ..filtered(1) });
    }
}

/// `SPARRING_POSITIONS` says how many positions; `tools/agree-dice` asks for 2,000. One in forty is
/// searched to depth 2.
#[test]
fn with_each_other_at_full_width() {
    let positions = std::env::var("SPARRING_POSITIONS").map_or(41, |n| n.parse().unwrap());
    let (engines, mut random) = (engines(), Random::new(3));
    for i in 0..positions {
        let place @ (position, _) = (position(&mut random), random.roll());
        let depths = if positions >= 40 && i % 40 == 39 { 1..=2 } else { 1..=1 };
        for depth in depths {
            let task = task(place, depth, None);
            agreed(&engines, &Compiled(race(Backgammon.side(&position))), task);
            agreed(&engines, &Compiled(blots()), task);
            agreed(&engines, &Compiled(pubeval()), task);
            agreed(&engines, &Compiled(narrow()), task);
        }
        if i % 100 == 99 {
            println!("{} positions", i + 1);
        }
    }
    for engine in &engines {
        engine.pool().snapshot().total().check().unwrap();
    }
}
