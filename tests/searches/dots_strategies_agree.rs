//! Claim: in dots and boxes all strategies give the naive minimax value and the first of the best
//! edges, at every thread count; and searched to their ends, positions have the values of an
//! independent retrograde solver.

use std::io::Read;

use crate::support::dots::grid;
use crate::support::dots_closer::again;
use crate::support::dots_rules::Naive;
use crate::support::hash::hash;
use crate::support::random_boxes::{config_text, random_boxes};
use flate2::read::GzDecoder;
use serde_json::Value;
use sparring_engine::game::{Evaluator, Game};
use sparring_engine::games::dots::{Board, BoxesWon, Dots, Position, Rules, Size};
use sparring_engine::search::{Request, SearchStrategy, Settings, Strategy};
use sparring_engine::{Compiled, Engine};
use sparring_sched::Pool;

const THREADS: [usize; 4] = [1, 2, 3, 8];

/// Draws random edges in both until `left` remain.
fn advance(game: &Dots, naive: &mut Naive, left: usize, seed: u64) -> Position {
    let mut position = Position::new(0);
    for step in 0.. {
        let moves = game.legal_moves(&position);
        if moves.len() <= left {
            break;
        }
        let edge = moves[hash(seed ^ step << 20) as usize % moves.len()];
        naive.play(edge.index());
        position = game.play(&position, edge);
    }
    position
}

/// Searches by all strategies and compares with the oracle.
fn check(engine: &Engine<Dots>, naive: &Naive, position: Position, depth: usize) {
    let game = engine.game();
    let evaluator = BoxesWon::of(game);
    let values = naive.values(depth);
    let score = values.iter().copied().max().unwrap();
    let best = naive.moves()[values.iter().position(|&value| value == score).unwrap()];
    let (low, high) = evaluator.bounds();
    assert!((low..=high).contains(&score));
    for &strategy in Strategy::ALL {
        for (par_depth, split_depth) in [(1, 3), (3, 2)] {
            let request = Request::new(
                position,
                Settings { strategy, par_depth, split_depth, ..Settings::depth(depth as u32) },
            );
            let answer = engine.answer(&Compiled(evaluator), &request);
            let found = (answer.best().unwrap().index(), answer.score);
            let threads = engine.pool().threads();
            assert_eq!(found, (best, score), "{} at depth {depth} with {threads} threads", strategy.name());
        }
    }
}

#[test]
fn on_grids() {
    for rules in Rules::ALL {
        for (rows, columns) in [(2, 2), (1, 4), (2, 3), (3, 3)] {
            for threads in THREADS {
                let engine = Engine::new(grid(rows, columns, rules), Pool::new(threads).unwrap(), 1);
                for seed in 0..12 {
                    let (left, depth) = [(24, 2), (24, 3), (9, 4), (7, 5), (6, 6), (5, 9)][seed as usize % 6];
                    let mut naive = Naive::grid(rows, columns, again(rules));
                    let position = advance(engine.game(), &mut naive, left, seed);
                    check(&engine, &naive, position, depth);
                }
            }
        }
    }
}

/// `SPARRING_POSITIONS` says how many positions; `tools/agree` asks for 10,000.
#[test]
fn on_boards_from_files() {
    let positions = std::env::var("SPARRING_POSITIONS").map_or(48, |n| n.parse().unwrap());
    for rules in Rules::ALL {
        for threads in THREADS {
            for seed in 0..positions / Rules::ALL.len() as u64 {
                let boxes = random_boxes(seed, 2 + seed as usize % 5);
                let game = Dots::new(Board::from_config(&config_text(&boxes)).unwrap(), rules);
                let mut naive = Naive::of(boxes, again(rules));
                let engine = Engine::new(game, Pool::new(threads).unwrap(), 1);
                let position = advance(engine.game(), &mut naive, 7, seed);
                check(&engine, &naive, position, 1 + seed as usize % 6);
            }
        }
    }
}

#[test]
fn the_ancestors_experiment_has_its_leaves() {
    let engine = Engine::new(grid(2, 2, Rules::Alternate), Pool::new(2).unwrap(), 1);
    // 12, 12 * 11, ...: every sequence of that many edges.
    let sequences = |plies| (0..plies).map(|i| 12 - i).product::<u64>();
    for depth in 1..=6 {
        for strategy in [Strategy::Minimax, Strategy::Par] {
            let request = Request::new(
                Position::new(0),
                Settings { strategy, par_depth: 2, ..Settings::depth(depth as u32) },
            );
            let answer = engine.answer(&Compiled(BoxesWon::of(engine.game())), &request);
            assert_eq!(answer.counts.nodes, (1..=depth).map(sequences).sum::<u64>());
        }
    }
}

#[test]
fn on_endings_of_a_retrograde_solver() {
    let mut text = String::new();
    let data = &include_bytes!("../data/dots-endings.jsonl.gz")[..];
    GzDecoder::new(data).read_to_string(&mut text).unwrap();
    let mut seen = 0;
    for (i, line) in text.lines().enumerate() {
        let row: Value = serde_json::from_str(line).unwrap();
        let n = |key: &str| row[key].as_u64().unwrap() as usize;
        let hex = |value: &Value| u64::from_str_radix(value.as_str().unwrap(), 16).unwrap();
        let mut board = Board::grid(Size::new(n("m"), n("n")).unwrap());
        if let Some(values) = row["box"].as_array() {
            let values: Vec<i32> = values.iter().map(|value| value.as_i64().unwrap() as i32).collect();
            board = board.with_values(&values);
        }
        for (rules, key) in [(Rules::Standard, "std"), (Rules::Alternate, "alt")] {
            let game = Dots::new(board.clone(), rules);
            let position = Position::new(hex(&row["drawn"]));
            assert_eq!(game.legal_moves(&position).len(), n("left"));
            let (evaluator, value) = (BoxesWon::of(&game), row[key]["v"].as_i64().unwrap() as i32);
            let engine = Engine::new(game, Pool::new(1 + i % 3).unwrap(), 1);
            let request = Request::new(position, Settings::depth(n("left").max(1) as u32));
            let answer = engine.answer(&Compiled(evaluator), &request);
            assert_eq!(answer.score, value, "{line}");
            let best = answer.best().map_or(0, |edge| edge.bit());
            let optimal = hex(&row[key]["opt"]);
            assert_eq!(best, optimal & optimal.wrapping_neg(), "{line}");
            seen += 1;
        }
    }
    assert!(seen > 1000, "only {seen} endings");
}
