//! Claim: the generator finds the result of every legal play exactly once and nothing else, and a
//! play's notation leads to its result.
//!
//! Oracles: a data set of counts and hashes that four independent programs agree on, published
//! perft counts, and the plain rules of `backgammon_rules`.

use std::collections::BTreeSet;
use std::io::Read;
use std::ops::ControlFlow;

use crate::support::backgammon_rules::{Points, Step, results, steps};
use crate::support::random::Random;
use flate2::read::GzDecoder;
use serde_json::Value;
use sha2::{Digest, Sha256};
use sparring_engine::games::backgammon::{Board, CHECKERS, Outcome, Position, Results, Roll, perft};

/// Unoptimised code does less.
const SHARE: usize = if cfg!(debug_assertions) { 20 } else { 1 };

/// Here 1-1 has more than 255 results.
const CROWDED: &str = "---AAA-AAAA-A-----AAAABoA-";

fn visited(position: &Position, roll: Roll) -> Vec<Points> {
    let mut visited = Vec::new();
    Board::of(position).each_result(roll, |result| {
        visited.push(*result.points());
        ControlFlow::Continue(())
    });
    visited
}

/// The results, visited and listed, are the oracle's, each once, and every one is a position.
fn check(position: &Position, roll: Roll, list: &mut Results) {
    let (dice, expected) = results(position.points(), roll);
    let visited = visited(position, roll);
    let found: BTreeSet<Points> = visited.iter().copied().collect();
    assert_eq!(found, expected, "{position} {roll}");
    assert_eq!(visited.len(), found.len(), "{position} {roll}: a result stands twice");
    let listed = Board::of(position).results(roll, list);
    assert!(listed.iter().map(Position::points).eq(&visited), "{position} {roll}: the list differs");
    for result in listed {
        assert_eq!(Position::new(result.points(), position.side()).as_ref(), Ok(result), "{position} {roll}");
        assert_eq!(result.opponent_off(), position.opponent_off());
        check_name(position, roll, result, dice);
    }
}

/// The notation of the play leads to its result by legal steps, one die each.
fn check_name(position: &Position, roll: Roll, result: &Position, dice: usize) {
    let play = position.play_to(roll, result).unwrap();
    let steps_taken = play.steps();
    assert_eq!(steps_taken.len(), dice, "{position} {roll}: {play} to {result}");
    assert!(steps_taken.is_sorted_by_key(|step| u8::MAX - step.from), "{play}");
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    let orders = if roll.is_double() { vec![vec![high; 4]] } else { vec![vec![high, low], vec![low, high]] };
    let leads = |order: &Vec<usize>| {
        let mut board = *position.points();
        for (step, &die) in steps_taken.iter().zip(order) {
            let named =
                |s: &&Step| (s.0, s.1, s.2) == (usize::from(step.from), usize::from(step.to), step.hit);
            match steps(&board, die).iter().find(named) {
                Some(found) => board = found.3,
                None => return false,
            }
        }
        board == *result.points()
    };
    assert!(orders.iter().any(leads), "{position} {roll}: {play} to {result}");
}

#[test]
fn the_data_set_agrees_in_every_line() {
    let mut text = String::new();
    GzDecoder::new(&include_bytes!("../data/backgammon-moves.jsonl.gz")[..])
        .read_to_string(&mut text)
        .unwrap();
    let (mut pairs, mut lists, mut larger, mut dice) = (0, 0, 0, [0; 5]);
    for line in text.lines().skip(1).step_by(SHARE) {
        let line: Value = serde_json::from_str(line).unwrap();
        let position: Position = line["pos"].as_str().unwrap().parse().unwrap();
        let die = |i: usize| line["roll"][i].as_u64().unwrap() as u8;
        let roll = Roll::new(die(0), die(1)).unwrap();
        let results = position.results(roll);
        let texts: Vec<String> = results.iter().map(Position::to_string).collect();
        assert!(texts.is_sorted(), "{line}");
        assert_eq!(line["n"], texts.len(), "{line}");
        let sha: String =
            Sha256::digest(texts.join("\n"))[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(line["sha"], sha, "{line}");
        if let Some(full) = line["full"].as_array() {
            assert!(full.iter().eq(&texts), "{line}");
            lists += 1;
        }
        let k = line["k"].as_u64().unwrap() as usize;
        for result in results.iter().step_by(7) {
            assert_eq!(position.play_to(roll, result).unwrap().steps().len(), k, "{line}");
        }
        pairs += 1;
        dice[k] += 1;
        larger += line["big"].as_u64().unwrap();
    }
    if SHARE == 1 {
        assert_eq!((pairs, lists, larger, dice), (14_657, 117, 21, [863, 889, 9492, 229, 3184]));
    }
}

#[test]
fn perft_from_the_start() {
    assert_eq!(perft(&Position::START, 0), 1);
    assert_eq!(perft(&Position::START, 1), 447);
    assert_eq!(perft(&Position::START, 2), 202_782);
    if SHARE == 1 {
        assert_eq!(perft(&Position::START, 3), 116_154_993);
    }
}

#[test]
fn a_finished_game_does_not_go_on() {
    // The last checker stays after 1-1, 2-1 and 3-1 only; then the opponent's two on the ace point
    // go off by any roll.
    let last: Position = "-----A------------------b-".parse().unwrap();
    let counts = [0, 1, 2, 3].map(|depth| perft(&last, depth));
    assert_eq!(counts, [1, 21, 63, 0]);
    let over: Position = "-----A--------------------".parse().unwrap();
    assert_eq!((perft(&over, 0), perft(&over, 1)), (1, 0));
}

#[test]
fn in_games_at_random() {
    let (mut random, mut list) = (Random::new(1), Results::new());
    let mut games = 0;
    while games < 60 / SHARE {
        let mut position = Position::START;
        for _ in 0..2000 {
            let roll = random.roll();
            check(&position, roll, &mut list);
            let results = position.results(roll);
            let result = results[random.below(results.len())];
            if Outcome::of(&result).is_some() {
                games += 1;
                break;
            }
            position = result.handed_over();
        }
    }
}

#[test]
fn on_boards_at_random() {
    let (mut random, mut list) = (Random::new(2), Results::new());
    for spread in [25, 24, 18, 12, 9, 7, 6, 4] {
        for _ in 0..2400 / SHARE {
            check(&random.placement(spread), random.roll(), &mut list);
        }
    }
}

#[test]
fn with_many_on_the_bar() {
    let (mut random, mut list) = (Random::new(3), Results::new());
    for _ in 0..6000 / SHARE {
        let mut points = *random.placement(24).points();
        let own: i8 = points.iter().filter(|&&n| n > 0).sum();
        points[25] = (1 + random.below(5) as i8).min(CHECKERS as i8 - own);
        check(&Position::new(&points, sparring_engine::game::Side::First).unwrap(), random.roll(), &mut list);
    }
}

#[test]
fn on_a_crowded_board() {
    let position: Position = CROWDED.parse().unwrap();
    let mut list = Results::new();
    assert_eq!(position.results(Roll::new(1, 1).unwrap()).len(), 1173);
    for roll in Roll::ALL {
        check(&position, roll, &mut list);
    }
}

#[test]
fn a_visitor_may_leave() {
    let mut seen = 0;
    Board::of(&Position::START).each_result(Roll::new(2, 2).unwrap(), |_| {
        seen += 1;
        if seen == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(seen, 10);
}

fn names(position: &str, roll: &str) -> Vec<String> {
    let (position, roll): (Position, Roll) = (position.parse().unwrap(), roll.parse().unwrap());
    let name = |result: &Position| position.play_to(roll, result).unwrap().to_string();
    position.results(roll).iter().map(name).collect()
}

#[test]
fn plays_have_their_usual_names() {
    let start = "-b----E-C---eE---c-e----B-";
    for (roll, name) in
        [("31", "8/5 6/5"), ("13", "8/5 6/5"), ("65", "24/18 18/13"), ("66", "24/18 24/18 13/7 13/7")]
    {
        assert!(names(start, roll).contains(&name.to_owned()), "{roll} {:?}", names(start, roll));
    }
    for (position, roll, expected) in [
        // The checker that comes in hits by one die and not by the other.
        ("--------------------a----A", "51", &["bar/24 24/19", "bar/20* 20/19"][..]),
        // From the higher point first, by the larger die where both would do.
        ("-A---AA-----------------b-", "65", &["6/off 5/off", "6/1 5/off"]),
        ("-----A------------------b-", "64", &["5/1 1/off"]),
        ("-------------------bbbbbbA", "21", &[""]),
        ("------------------bbbbbb-A", "61", &["bar/24"]),
    ] {
        assert_eq!(names(position, roll), expected, "{position} {roll}");
    }
}

#[test]
fn what_no_play_leads_to_has_no_name() {
    let elsewhere = Position::START.results(Roll::new(6, 5).unwrap())[0];
    assert_eq!(Position::START.play_to(Roll::new(3, 1).unwrap(), &elsewhere), None);
}
