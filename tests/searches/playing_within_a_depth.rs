//! Claim: a playing search tells what it has found within a depth, and answers with it when it is
//! stopped there, at the depth where it was found; the first depth is ended too if it is long.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

use super::playing::{check, engine, nodes, wac};
use sparring_engine::Compiled;
use sparring_engine::games::chess::{Chess, Move, Position, Simplified};
use sparring_engine::search::{
    AnswerOf, Bound, Event, Iteration, Limits, PartialIteration, PlayRequest, Settings, Watch,
};

/// The events and the finished depths of a search, in the order in which they were told.
fn told(request: &PlayRequest<'_, Position, Move>, threads: usize) -> (Vec<Told>, AnswerOf<Chess>) {
    let (engine, told) = (engine(threads), Mutex::new(Vec::new()));
    let happened = |event: &Event<Move>| told.lock().unwrap().push(Told::Event(event.clone()));
    let request = PlayRequest { watch: Watch(&happened), ..request.clone() };
    let answer =
        engine.go(&Compiled(Simplified), &request, &engine.stop_switch(), &mut |done: &Iteration<Move>| {
            told.lock().unwrap().push(Told::Depth(done.clone()));
        });
    (told.into_inner().unwrap(), answer)
}

#[derive(Clone, Debug)]
enum Told {
    Event(Event<Move>),
    Depth(Iteration<Move>),
}

#[test]
fn what_leads_at_the_end_of_a_depth_is_its_answer() {
    for (number, threads) in [(3, 1), (30, 1), (100, 1), (30, 2), (200, 2)] {
        let (position, _) = wac(number);
        let request = PlayRequest::new(position.clone(), Settings::depth(9));
        let (told, _) = told(&request, threads);
        let (mut leading, mut begun, mut failed) = (None, Vec::new(), Vec::new());
        let mut depths = 0;
        for event in told {
            match event {
                Told::Event(Event::Begun { depth, m, number }) => {
                    assert_eq!(depth, depths + 1);
                    begun.push((number, m));
                }
                Told::Event(Event::Leading(found)) => leading = Some(found),
                Told::Event(Event::Failed(found)) => failed.push((found.bound, found.line.score)),
                Told::Depth(done) => {
                    depths += 1;
                    let PartialIteration { depth, line, bound } = leading.take().expect("some move leads");
                    assert_eq!(
                        (depth, done.depth, bound, done.bound),
                        (depths, depths, Bound::Exact, Bound::Exact)
                    );
                    assert_eq!((line.score, &line.pv), (done.score, &done.pv));
                    // Every move was begun, the first of them first.
                    let numbers: BTreeSet<usize> = begun.iter().map(|(number, _)| *number).collect();
                    assert_eq!(numbers, (1..=position.legal_moves().len()).collect());
                    assert_eq!(begun[0].0, 1);
                    begun.clear();
                }
            }
        }
        assert_eq!(depths, 9);
        assert!(failed.iter().all(|(bound, _)| *bound != Bound::Exact), "{failed:?}");
    }
}

#[test]
fn windows_fail_where_the_value_changes() {
    let bounds: BTreeSet<&str> = (1..=60)
        .flat_map(|number| told(&PlayRequest::new(wac(number).0, Settings::depth(7)), 1).0)
        .filter_map(|event| match event {
            Told::Event(Event::Failed(found)) => {
                Some(if found.bound == Bound::Lower { "low" } else { "high" })
            }
            _ => None,
        })
        .collect();
    assert_eq!(bounds.len(), 2, "values that fall and values that rise");
}

#[test]
fn a_search_stopped_within_a_depth_says_what_its_score_is() {
    let mut seen = Vec::new();
    for number in 1..=60 {
        let settings = Settings::depth(60).within(nodes(20_000));
        let (told, answer) = told(&PlayRequest::new(wac(number).0, settings), 1);
        let last = answer.last.unwrap();
        let leading = told.iter().rev().find_map(|event| match event {
            Told::Event(Event::Leading(found) | Event::Failed(found)) => Some(found.clone()),
            _ => None,
        });
        let PartialIteration { depth, line, bound } = leading.unwrap();
        assert_eq!(
            (depth, line.score, line.pv, bound),
            (last.depth, last.score, last.pv, last.bound),
            "{number}"
        );
        // What is answered from within a depth is told as of that depth.
        let finished = |depth: u32| {
            told.iter()
                .any(|event| matches!(event, Told::Depth(done) if done.finished && done.depth == depth))
        };
        assert!(finished(last.depth) == last.finished && finished(last.depth - u32::from(!last.finished)));
        seen.push(last.bound);
    }
    assert!(seen.contains(&Bound::Exact) && seen.iter().any(|bound| *bound != Bound::Exact), "{seen:?}");
}

/// A move that failed high and fell in its re-search does not displace the one that it had beaten
/// before that one is searched again.
#[test]
fn a_refuted_move_does_not_lead() {
    let mut fallen = 0;
    for (number, threads) in (1..=120).map(|number| (number, 1 + number as usize % 2)) {
        let request = PlayRequest::new(wac(number).0, Settings::depth(8));
        let mut known: Option<(u32, Move, i32)> = None;
        let mut failed = None;
        for event in told(&request, threads).0 {
            match event {
                Told::Event(Event::Begun { m, .. }) => known = known.filter(|&(_, best, _)| best != m),
                Told::Event(Event::Failed(found)) => {
                    failed = (found.bound == Bound::Lower).then_some(found.line.pv[0]);
                }
                Told::Event(Event::Leading(PartialIteration { depth, line, bound })) => {
                    let (m, score) = (line.pv[0], line.score);
                    let before = known.filter(|known| known.0 == depth);
                    if let Some((_, best, value)) = before {
                        assert!(score >= value, "WAC.{number:03}: {m:?} {score} after {best:?} {value}");
                        fallen += usize::from(m == best && failed.is_some_and(|failed| failed != m));
                    }
                    known = (bound == Bound::Exact).then_some((depth, m, score)).or(before);
                }
                Told::Depth(_) => failed = None,
            }
        }
    }
    assert!(fallen > 0, "no move fell after it had failed high");
}

#[test]
fn several_lines_are_told_only_when_all_of_a_depth_are_known() {
    for number in 1..=20 {
        let settings = Settings::depth(60).within(nodes(15_000)).with_lines(3);
        let (told, answer) = told(&PlayRequest::new(wac(number).0, settings), 1);
        let alone = |event: &Told| matches!(event, Told::Event(Event::Leading(_) | Event::Failed(_)));
        assert!(!told.iter().any(alone), "WAC.{number:03}");
        let last = answer.last.unwrap();
        assert!(last.finished && last.lines.len() == 3, "WAC.{number:03}: {last:?}");
    }
}

/// Nine queens on each side: captures follow captures.
const QUEENS: &str = "nq3q2/2r4q/6bb/1Nq1R1Q1/Q1r1nBqq/K1QNR1Qq/QQ2Q2q/QB2Q1qk w - - 0 1";

#[test]
fn the_first_depth_is_ended_too_if_it_is_long() {
    let late = Limits { movetime: Some(Duration::ZERO), ..Limits::default() };
    // The nodes of the answer, and whether the first depth was finished.
    let depth_one = |position: &Position, limits: Limits, stopped: bool| {
        let engine = engine(1);
        let stop = engine.stop_switch();
        if stopped {
            stop.stop();
        }
        let request = PlayRequest::new(position.clone(), Settings::depth(60).within(limits));
        let mut finished = false;
        let answer = engine.go(&Compiled(Simplified), &request, &stop, &mut |found| {
            finished |= found.finished && found.depth == 1;
        });
        check(position, &answer);
        (answer.counts.nodes, finished)
    };
    let queens: Position = QUEENS.parse().unwrap();
    let request = PlayRequest::new(queens.clone(), Settings::depth(1));
    let whole = engine(1).answer(&Compiled(Simplified), &request);
    assert!(whole.counts.nodes > 5_000, "{}", whole.counts.nodes);
    for (limits, stopped) in [(late, false), (Limits::default(), true)] {
        let (nodes, finished) = depth_one(&queens, limits, stopped);
        assert!(nodes < 1_500 && !finished, "{nodes}");
        // Where it is short it is finished, and its answer is better than a guess.
        assert!(depth_one(&Position::start(), limits, stopped).1);
    }
    // A limit of nodes leaves it whole.
    assert!(depth_one(&queens, nodes(10), false).1);
}
