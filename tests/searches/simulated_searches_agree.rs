//! Claim: a search in virtual time finds what a real one finds. On one worker it visits the same
//! nodes; on many it does the same each time, to the nanosecond.

use crate::support::dots::grid;
use crate::support::simulated::simulate;
use sparring_engine::games::backgammon::network::{Network, ONE};
use sparring_engine::games::backgammon::{self, Backgammon, Blots, NamedEvaluator};
use sparring_engine::games::chess::{Chess, NamedBoard, Position, Simplified};
use sparring_engine::games::dots::{self, BoxesWon, Rules};
use sparring_engine::search::{
    Answer, Counts, DiceRequest, DiceStrategy, Filter, Limits, PlayRequest, Pruning, Question, Request,
    SearchStrategy, Settings, StopCause, Strategy,
};
use sparring_engine::solve::bearoff::BearoffEvaluator;
use sparring_engine::{AnswerTo, Compiled, Engine};
use sparring_sched::{Costs, Pool, PoolBuilder, Tally};
use std::time::Duration;

/// Strategies that share a search, each in a way of its own.
const SHARED: [Strategy; 4] = [Strategy::Ybw, Strategy::Chunks, Strategy::PvSplit, Strategy::Abdada];

fn simulated(workers: usize) -> Pool {
    simulate(PoolBuilder::new().threads(workers), Costs::default()).seed(5).build().unwrap()
}

/// All that can be seen of a search: what it found, what it counted, what every worker did.
type Seen<M, V, O> = (Answer<M, V, O>, Vec<Tally>);

fn go<G: Sync, E: Sync, Q: Question<G, E>>(
    game: G,
    evaluator: &E,
    question: &Q,
    pool: Pool,
) -> Seen<Q::Move, Q::Value, Q::Outcome> {
    let engine = Engine::new(game, pool, 1);
    let answer: AnswerTo<Q, G, E> = engine.answer(evaluator, question);
    let snapshot = engine.pool().snapshot();
    snapshot.total().check().unwrap();
    (answer, snapshot.workers.into_iter().map(|worker| worker.tally).collect())
}

/// Searches by `strategy` and by its baseline, on real and on simulated workers.
fn check<G, E, Q, S>(game: impl Fn() -> G, evaluator: &E, question: impl Fn(S) -> Q, strategy: S)
where
    G: Sync,
    E: Sync,
    Q: Question<G, E>,
    Q::Move: Clone + PartialEq + std::fmt::Debug,
    Q::Value: PartialEq + std::fmt::Debug,
    Q::Outcome: PartialEq + std::fmt::Debug,
    S: SearchStrategy,
{
    let search = |strategy, pool| go(game(), evaluator, &question(strategy), pool);
    for strategy in [strategy.baseline(), strategy] {
        let real = search(strategy, Pool::new(1).unwrap()).0;
        let (one, _) = search(strategy, simulated(1));
        let nodes = |answer: &Answer<Q::Move, Q::Value, Q::Outcome>| -> (Counts, _) {
            (answer.counts, answer.last.as_ref().map(|last| (last.pv.len(), last.depth)))
        };
        assert_eq!(nodes(&one), nodes(&real), "{}", strategy.name());
    }
    let expected = search(strategy.baseline(), Pool::new(1).unwrap()).0;
    for workers in [2, 3, 16, 100] {
        let (answer, tallies) = search(strategy, simulated(workers));
        assert_eq!((&answer.score, answer.best()), (&expected.score, expected.best()), "{workers} workers");
        assert!((answer, tallies) == search(strategy, simulated(workers)), "{workers} workers");
    }
}

#[test]
fn in_chess() {
    for board in [NamedBoard::Start, NamedBoard::RuyLopez] {
        let question = |strategy| Request::new(board.position(), Settings::depth(4).by(strategy));
        SHARED.into_iter().for_each(|strategy| check(|| Chess, &Compiled(Simplified), question, strategy));
    }
}

#[test]
fn in_dots_and_boxes() {
    let dots = || grid(3, 3, Rules::Standard);
    let question = |strategy| Request::new(dots::Position::new(0), Settings::depth(6).by(strategy));
    SHARED.into_iter().for_each(|strategy| check(dots, &Compiled(BoxesWon::of(&dots())), question, strategy));
}

/// An evaluator of backgammon as the program searches with it.
fn compiled(evaluator: NamedEvaluator) -> Compiled<BearoffEvaluator> {
    Compiled(evaluator.into())
}

#[test]
fn in_backgammon() {
    let question = |strategy| {
        let settings = Settings::depth(1).by(strategy);
        DiceRequest::new(backgammon::Position::START, "31".parse().unwrap(), settings)
    };
    for strategy in [DiceStrategy::ParStar2, DiceStrategy::RootSplit] {
        check(|| Backgammon, &compiled(NamedEvaluator::Blots(Blots)), question, strategy);
    }
}

#[test]
fn in_backgammon_with_the_network() {
    let network = &compiled(NamedEvaluator::Net(Network::built_in()));
    let whole = Settings::depth(1);
    let filtered = Pruning { filter: Some(Filter::read("8,0.16", ONE).unwrap()), keep: Some(1) };
    for (settings, pruning, roll) in [(whole, Pruning::default(), "31"), (Settings::depth(2), filtered, "64")]
    {
        let question = |strategy| {
            let settings = settings.by(strategy);
            let roll = roll.parse().unwrap();
            DiceRequest { pruning, ..DiceRequest::new(backgammon::Position::START, roll, settings) }
        };
        check(|| Backgammon, network, question, DiceStrategy::ParStar2);
        let expected = go(Backgammon, network, &question(DiceStrategy::Expectimax), simulated(1)).0;
        let found = go(Backgammon, network, &question(DiceStrategy::ParStar2), simulated(64)).0;
        assert_eq!((found.score, found.best()), (expected.score, expected.best()), "64 workers, {roll}");
    }
}

#[test]
fn limits_of_time_are_virtual() {
    let limit = Duration::from_millis(2);
    let question = || {
        let limits = Limits { movetime: Some(limit), ..Limits::default() };
        Request::new(Position::start(), Settings::depth(20).within(limits))
    };
    for workers in [1, 8] {
        let (answer, tallies) = go(Chess, &Compiled(Simplified), &question(), simulated(workers));
        assert_eq!(answer.stopped, Some(StopCause::Time));
        // A batch of 4096 nodes later at most.
        assert!((limit..2 * limit).contains(&answer.time), "{:?}", answer.time);
        assert!((answer, tallies) == go(Chess, &Compiled(Simplified), &question(), simulated(workers)));
    }
}

#[test]
fn a_playing_search_on_one_worker_visits_the_same_nodes() {
    let network = &Compiled(sparring_engine::games::chess::network::Network::built_in());
    let question = || PlayRequest::new(NamedBoard::RuyLopez.position(), Settings::depth(6));
    let real = go(Chess, network, &question(), Pool::new(1).unwrap()).0;
    let one = go(Chess, network, &question(), simulated(1)).0;
    assert_eq!((one.counts, one.best(), one.score), (real.counts, real.best(), real.score));
}
