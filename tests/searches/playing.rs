//! Claim: the playing search finds forced mates and known best moves, keeps to the rules of draws,
//! never answers with an illegal move, and with one worker always answers the same.

use std::time::Duration;

use crate::support::hash::hash;
use crate::support::random_chess::{perft_suite, random_game};
use sparring_engine::game::{MAX_PLY, WIN, forced_end};
use sparring_engine::games::chess::{Chess, Move, Position, Simplified, parse_move};
use sparring_engine::search::{AnswerOf, Bound, Limits, PlayRequest, Request, Settings, Tuning};
use sparring_engine::{Compiled, Engine};
use sparring_sched::Pool;

/// Positions whose shortest mate, in moves, full-width search has found; all others of this suite
/// have none in three.
const MATES: [(u32, i32); 38] = [
    (1, 2),
    (4, 2),
    (5, 2),
    (12, 2),
    (27, 2),
    (50, 3),
    (54, 2),
    (57, 3),
    (60, 2),
    (61, 2),
    (64, 3),
    (79, 3),
    (84, 2),
    (97, 3),
    (99, 2),
    (102, 3),
    (104, 3),
    (132, 3),
    (136, 3),
    (143, 3),
    (154, 2),
    (156, 2),
    (158, 3),
    (160, 2),
    (172, 3),
    (173, 3),
    (177, 3),
    (179, 3),
    (184, 2),
    (186, 3),
    (188, 2),
    (191, 3),
    (197, 3),
    (203, 3),
    (219, 3),
    (225, 3),
    (246, 2),
    (295, 3),
];

/// A position of "Win at Chess" (Reinfeld), and its best moves.
pub(super) fn wac(number: u32) -> (Position, Vec<Move>) {
    let line = include_str!("../data/wac.epd").lines().nth(number as usize - 1).unwrap();
    let (fen, rest) = line.split_once(" bm ").unwrap();
    let position: Position = fen.parse().unwrap();
    let best = rest.split(';').next().unwrap();
    let best = best.split_whitespace().map(|san| parse_move(&position, san).unwrap()).collect();
    (position, best)
}

pub(super) fn engine(threads: usize) -> Engine<Chess> {
    Engine::new(Chess, Pool::new(threads).unwrap(), 4)
}

pub(super) fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn play(engine: &Engine<Chess>, position: &Position, earlier: &[u64], limits: Limits) -> AnswerOf<Chess> {
    let settings = Settings::depth(60).within(limits);
    engine.answer(
        &Compiled(Simplified),
        &PlayRequest { earlier, ..PlayRequest::new(position.clone(), settings) },
    )
}

/// A line is legal move by move, begins with the best move, and lines are ordered by score.
pub(super) fn check(position: &Position, answer: &AnswerOf<Chess>) {
    let last = answer.last.as_ref().unwrap();
    assert_eq!(last.pv[0], last.best);
    for line in &last.lines {
        let mut position = position.clone();
        for &m in &line.pv {
            assert!(position.legal_moves().contains(&m), "{position}: {m:?} of {:?}", line.pv);
            position = position.play(m);
        }
    }
    assert!(last.lines.is_sorted_by(|a, b| a.score >= b.score));
    assert_eq!((last.lines[0].score, &last.lines[0].pv), (last.score, &last.pv));
}

#[test]
fn the_shortest_mates_are_found() {
    let engine = engine(1);
    for (number, moves) in MATES {
        let (position, _) = wac(number);
        let request = PlayRequest::new(position.clone(), Settings::depth(60).within(nodes(1_000_000)));
        let mut found = None;
        let stop = engine.stop_switch();
        engine.go(&Compiled(Simplified), &request, &stop, &mut |iteration| {
            found = forced_end(iteration.score);
            if found == Some(2 * moves - 1) {
                stop.stop();
            }
        });
        assert_eq!(found, Some(2 * moves - 1), "WAC.{number:03}: {position}");
    }
}

#[test]
fn most_known_best_moves_are_found_within_a_hundred_thousand_nodes() {
    let engine = engine(1);
    let solves = |&number: &u32| {
        let (position, best) = wac(number);
        let answer = play(&engine, &position, &[], nodes(100_000));
        check(&position, &answer);
        best.contains(&answer.best().unwrap())
    };
    let solved: Vec<u32> = (1..=300).step_by(6).filter(solves).collect();
    assert!(solved.len() >= 34, "{} of 50: {solved:?}", solved.len());
}

#[test]
fn a_side_that_cannot_move_is_mated_or_stalemated() {
    let engine = engine(1);
    for (fen, score, found) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0, None),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", -WIN, None),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", WIN - 1, Some(1)),
        // Taking the pawn stalemates; everything else loses or wins.
        ("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", 0, None),
        ("k7/P7/K7/8/8/8/8/8 b - - 0 1", 0, None),
    ] {
        let position: Position = fen.parse().unwrap();
        let answer = play(&engine, &position, &[], nodes(20_000));
        assert_eq!(answer.score, score, "{fen}");
        assert!(found.is_none() || forced_end(answer.score) == found);
        assert_eq!(answer.best().is_none(), position.outcome().is_some());
    }
}

#[test]
fn thousands_of_short_searches_answer_with_legal_moves() {
    let starts = perft_suite();
    for threads in [1, 2, 8] {
        let engine = engine(threads);
        for seed in 0..700 {
            let (position, earlier) = random_game(&starts[hash(!seed) as usize % starts.len()], seed);
            let limits = if seed % 8 == 0 {
                Limits { movetime: Some(Duration::from_micros(200)), ..Limits::default() }
            } else {
                nodes(100 + hash(seed) % 1500)
            };
            let answer = play(&engine, &position, &earlier, limits);
            match position.outcome() {
                Some(outcome) => assert_eq!(answer.outcome, Some(outcome)),
                None => check(&position, &answer),
            }
        }
        engine.pool().snapshot().total().check().unwrap();
    }
}

#[test]
fn one_worker_always_answers_the_same() {
    for number in [3, 30, 100, 200] {
        let (position, _) = wac(number);
        let run = || {
            let engine = engine(1);
            let answer =
                engine.answer(&Compiled(Simplified), &PlayRequest::new(position.clone(), Settings::depth(9)));
            (answer.counts, answer.score, answer.last.map(|last| last.pv))
        };
        let first = run();
        assert_eq!(run(), first);
        // Also after another search, once it is forgotten.
        let mut engine = engine(1);
        play(&engine, &wac(7).0, &[], nodes(50_000));
        engine.new_game();
        let again =
            engine.answer(&Compiled(Simplified), &PlayRequest::new(position.clone(), Settings::depth(9)));
        assert_eq!((again.counts, again.score, again.last.map(|last| last.pv)), first);
    }
}

#[test]
fn every_technique_can_be_switched_off() {
    let (position, _) = wac(30);
    for name in Tuning::NAMES {
        let mut tuning = Tuning::DEFAULT;
        *tuning.get_mut(name).unwrap() = 0;
        let run = || {
            let request = PlayRequest::new(position.clone(), Settings::depth(60).within(nodes(3_000)));
            engine(1).answer(&Compiled(Simplified), &PlayRequest { tuning: &tuning, ..request })
        };
        let (first, again) = (run(), run());
        check(&position, &first);
        assert_eq!(first.counts, again.counts, "{name}");
    }
}

/// Also where the last value was a bound, behind which the search itself has one move or two.
#[test]
fn lines_are_at_least_half_as_long_as_the_search_was_deep() {
    let engine = engine(1);
    let mut cut = 0;
    for number in (1..300).step_by(11) {
        let (position, _) = wac(number);
        for limit in (2_000..30_000).step_by(2_500) {
            let last = play(&engine, &position, &[], nodes(limit)).last.unwrap();
            let line = &last.lines[0];
            let end = line.pv.iter().fold(position.clone(), |position, &m| {
                assert!(position.legal_moves().contains(&m), "{position}: {m:?}");
                position.play(m)
            });
            let over = end.legal_moves().is_empty() || forced_end(line.score).is_some() || line.score == 0;
            assert!(over || 2 * line.pv.len() + 2 >= last.depth as usize, "{position}, {limit}: {last:?}");
            cut += usize::from(last.bound != Bound::Exact);
        }
    }
    assert!(cut > 20, "{cut} answers are bounds");
}

#[test]
fn several_lines_begin_with_different_moves_of_those_asked_for() {
    let engine = engine(1);
    let (position, _) = wac(30);
    let all = position.legal_moves();
    let some: Vec<Move> = all.iter().copied().step_by(3).collect();
    let settings = Settings::depth(6).with_lines(4);
    let request = PlayRequest { moves: &some, ..PlayRequest::new(position.clone(), settings) };
    let answer = engine.answer(&Compiled(Simplified), &request);
    check(&position, &answer);
    let mut firsts: Vec<Move> = answer.last.unwrap().lines.iter().map(|line| line.pv[0]).collect();
    assert!(firsts.iter().all(|m| some.contains(m)));
    firsts.sort_by_key(|m| format!("{m:?}"));
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn the_deepest_depth_is_reached() {
    let position: Position = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1".parse().unwrap();
    for threads in [1, 2] {
        let request = PlayRequest::new(position.clone(), Settings::depth(MAX_PLY));
        let answer = engine(threads).answer(&Compiled(Simplified), &request);
        assert_eq!((answer.last.unwrap().depth, answer.score), (128, WIN - 1));
    }
}

#[test]
fn a_search_of_another_kind_reads_nothing_that_the_first_has_left() {
    let (position, _) = wac(30);
    let exact = |engine: &Engine<Chess>| {
        let answer =
            engine.answer(&Compiled(Simplified), &Request::new(position.clone(), Settings::depth(4)));
        (answer.score, answer.counts.nodes)
    };
    let playing = |engine: &Engine<Chess>| {
        let answer =
            engine.answer(&Compiled(Simplified), &PlayRequest::new(position.clone(), Settings::depth(8)));
        (answer.score, answer.counts.nodes)
    };
    let alone = (exact(&engine(1)), playing(&engine(1)));
    let both = engine(1);
    let first = exact(&both);
    assert_eq!((first, playing(&both)), alone);
    let both = engine(1);
    let first = playing(&both);
    assert_eq!((exact(&both), first), alone);
}
