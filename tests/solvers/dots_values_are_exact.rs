//! Claim: the solver of dots and boxes finds published values, those of a table made by another
//! method, and those found by trying everything.

use std::io::Read;

use crate::support::ask_dots::ask;
use crate::support::dots::grid;
use crate::support::exhaustive_dots::Exhaustive;
use crate::support::hash::hash;
use crate::support::random_boxes::{config_text, random_boxes};
use flate2::read::GzDecoder;
use serde_json::Value;
use sparring_engine::games::dots::{Board, Dots, Rules};
use sparring_engine::solve::dots::{Request, Solver};
use sparring_sched::Pool;

/// Rows, columns, value under each of the rules, and the edges that begin an optimal game under the
/// standard rules.
type Empty = (usize, usize, i32, i32, fn(usize) -> bool);

/// Jobson et al. (1 by n), Wilson (3 by 3), and a retrograde pass over all sets of edges.
const EMPTY: [Empty; 11] = [
    (1, 1, -1, -1, |_| true),
    (1, 2, 0, 2, |edge| edge == 5),
    (1, 3, -1, -1, |_| true),
    (1, 4, 0, 2, |edge| edge == 10),
    (1, 5, -1, -3, |_| true),
    (1, 6, 0, 2, |edge| edge == 15),
    (1, 7, -1, -3, |_| true),
    (2, 2, 2, -2, |edge| ![2, 3, 7, 10].contains(&edge)),
    (2, 3, -2, 2, |_| true),
    (2, 4, 2, -2, |edge| ![5, 6, 14, 19].contains(&edge)),
    (3, 3, -3, -3, |_| true),
];

#[test]
fn empty_boards_have_their_published_values() {
    for threads in [1, 2] {
        let pool = Pool::new(threads).unwrap();
        for (rows, columns, standard, alternate, begins) in EMPTY {
            let solve = |rules| ask(&Solver::new(&grid(rows, columns, rules), 16), &pool, 0);
            let answer = solve(Rules::Standard);
            let edges = (rows + 1) * columns + rows * (columns + 1);
            let optimal = (0..edges).filter(|&edge| begins(edge)).map(|edge| 1 << edge).sum();
            assert_eq!(
                (answer.value, answer.optimal),
                (standard, Some(optimal)),
                "{rows}x{columns} standard"
            );
            assert_eq!(solve(Rules::Alternate).value, alternate, "{rows}x{columns} alternate");
        }
    }
}

#[test]
fn a_board_of_3_by_4_is_a_draw() {
    let pool = Pool::new(2).unwrap();
    let solver = Solver::new(&grid(3, 4, Rules::Standard), 64);
    let request = Request::value(0);
    let answer = solver.solve(request, &pool, &pool.cancel_scope(), &mut |_| {}).unwrap();
    assert_eq!((answer.value, answer.optimal), (0, None));
}

/// A row of the table of values.
struct Row {
    text: String,
    left: u64,
    drawn: u64,
    rows: usize,
    columns: usize,
    values: Option<Vec<i32>>,
    /// Value and optimal moves under each of the rules.
    truth: [(i32, u64); 2],
}

impl Row {
    fn read(line: &str) -> Row {
        let row: Value = serde_json::from_str(line).unwrap();
        let number = |name: &str| row[name].as_u64().unwrap();
        let mask = |value: &Value| u64::from_str_radix(value.as_str().unwrap(), 16).unwrap();
        let values = row["box"].as_array();
        Row {
            text: line.to_owned(),
            left: number("left"),
            drawn: mask(&row["drawn"]),
            rows: number("m") as usize,
            columns: number("n") as usize,
            values: values.map(|list| list.iter().map(|value| value.as_i64().unwrap() as i32).collect()),
            truth: ["std", "alt"]
                .map(|rules| (row[rules]["v"].as_i64().unwrap() as i32, mask(&row[rules]["opt"]))),
        }
    }

    fn game(&self, rules: Rules) -> Dots {
        let grid = grid(self.rows, self.columns, rules);
        match &self.values {
            Some(values) => Dots::new(grid.board().clone().with_values(values), rules),
            None => grid,
        }
    }
}

fn check_rows(wanted: impl Fn(usize, &Row) -> bool) {
    let mut text = String::new();
    GzDecoder::new(&include_bytes!("../data/dots-values.jsonl.gz")[..]).read_to_string(&mut text).unwrap();
    let rows: Vec<Row> = text.lines().map(Row::read).collect();
    assert_eq!(rows.len(), 3061);
    let pools = [1, 2, 8].map(|threads| Pool::new(threads).unwrap());
    let mut checked = 0;
    for (_, row) in rows.iter().enumerate().filter(|(i, row)| wanted(*i, row)) {
        for (rules, truth) in Rules::ALL.into_iter().zip(row.truth) {
            for pool in &pools {
                let answer = ask(&Solver::new(&row.game(rules), 8), pool, row.drawn);
                let found = (answer.value, answer.optimal.unwrap());
                assert_eq!(found, truth, "{rules:?}, {} threads: {}", pool.threads(), row.text);
                checked += 1;
            }
        }
    }
    println!("{checked} answers are right");
    assert!(checked > 300);
}

#[test]
fn small_positions_have_the_values_and_moves_of_the_table() {
    check_rows(|i, row| row.left <= 13 && i % 4 == 0);
}

/// Some minutes: `tools/dots-values`.
#[test]
#[ignore = "takes minutes; tools/dots-values runs it"]
fn all_positions_have_the_values_and_moves_of_the_table() {
    check_rows(|_, _| true);
}

/// Boards that are no grids: several edges between two boxes, closed chains of two and three, boxes
/// worth nothing.
#[test]
fn random_boards_have_the_values_and_moves_found_by_trying_everything() {
    let pool = Pool::new(2).unwrap();
    for seed in 0..1_500 {
        let boxes = random_boxes(hash(seed), 2 + (seed % 5) as usize);
        let weighted = Board::from_config(&config_text(&boxes)).unwrap();
        let unit = weighted.clone().with_values(&vec![1; boxes.len()]);
        let masks = [hash(seed + 7), hash(seed + 7) | hash(seed + 8)];
        for board in [weighted, unit] {
            for (rules, mask) in Rules::ALL.into_iter().flat_map(|rules| masks.map(|mask| (rules, mask))) {
                let drawn = at_most_undrawn(11, mask & board.all(), board.all());
                check(&Dots::new(board.clone(), rules), &pool, [drawn]);
            }
        }
    }
}

/// Draws the lowest edges until at most `left` remain.
fn at_most_undrawn(left: u32, mut drawn: u64, all: u64) -> u64 {
    while (all & !drawn).count_ones() > left {
        let open = all & !drawn;
        drawn |= open & open.wrapping_neg();
    }
    drawn
}

/// One table and one memory of the oracle serve all these positions.
fn check(game: &Dots, pool: &Pool, positions: impl IntoIterator<Item = u64>) {
    let (solver, mut naive) = (Solver::new(game, 1), Exhaustive::of(game));
    for drawn in positions {
        let answer = ask(&solver, pool, drawn);
        let found = (answer.value, answer.optimal.unwrap());
        assert_eq!(found, (naive.value(drawn), naive.optimal(drawn)), "{game:?}, drawn {drawn:x}");
    }
}

/// Boxes in rows of one to four or in a ring, with edges outside: the remains of a grid late in a
/// game. One table serves all positions of a board, so positions with the same table key must have
/// the same value.
#[test]
fn boards_of_many_small_parts_have_the_values_and_moves_found_by_trying_everything() {
    let pool = Pool::new(1).unwrap();
    for seed in 0..300 {
        let (mut lines, mut edges) = (Vec::new(), 0);
        while lines.len() < 7 {
            let length = [1, 1, 1, 2, 2, 2, 3, 4][hash(seed * 100 + lines.len() as u64) as usize % 8];
            let closed = length > 1 && hash(seed * 100 + 50 + lines.len() as u64).is_multiple_of(4);
            for i in 0..length {
                let next = if closed && i + 1 == length { edges } else { edges + 3 * (i + 1) };
                let [a, b, c] = [0, 1, 2].map(|k| edges + 3 * i + k);
                lines.push(format!("1 {a} {b} {c} {next}\n"));
            }
            edges += 3 * length + u64::from(!closed);
        }
        let game = Dots::new(Board::from_config(&lines.concat()).unwrap(), Rules::Standard);
        let all = game.board().all();
        let random = |n| hash(seed << 8 | n) | hash(seed << 8 | n | 128);
        check(&game, &pool, (0..40).map(|n| at_most_undrawn(12, random(n) & all, all)));
    }
}

/// A box in the middle joins two that can be taken. Which of them goes first decides what can be
/// declined: A and then the half-hearted handout of M and B, or B and then M and A.
#[test]
fn with_unequal_values_it_matters_which_box_is_taken_first() {
    let pool = Pool::new(1).unwrap();
    // A = 0..3 and 3, M = 3 4 5 6, B = 4 and 7..10; beside them a long chain that nobody wants to
    // open.
    let row = |a: u32, b: u32| format!("{a} 0 1 2 3\n1 3 4 5 6\n{b} 4 7 8 9\n");
    let chain = "5 10 11 12 13\n5 13 14 15 16\n5 16 17 18 19\n5 19 20 21 22\n";
    let outside = [0, 1, 2, 6, 7, 8, 9, 11, 12, 14, 15, 17, 18, 20, 21];
    let drawn = outside.map(|edge| 1 << edge).iter().sum();
    for (a, b) in [(1, 4), (4, 1), (2, 2), (9, 1), (1, 9)] {
        let board = Board::from_config(&(row(a, b) + chain)).unwrap();
        check(&Dots::new(board, Rules::Standard), &pool, [drawn]);
    }
}

/// Every position of a grid, including all arrangements of boxes ready to be taken.
#[test]
fn all_positions_of_2_by_2_have_the_values_and_moves_found_by_trying_everything() {
    let pool = Pool::new(1).unwrap();
    for rules in Rules::ALL {
        check(&grid(2, 2, rules), &pool, 0..1 << 12);
    }
}

#[test]
fn a_table_of_one_bucket_changes_nothing_but_time() {
    let pool = Pool::new(2).unwrap();
    for rules in Rules::ALL {
        let small = ask(&Solver::new(&grid(2, 3, rules), 0), &pool, 0);
        let large = ask(&Solver::new(&grid(2, 3, rules), 16), &pool, 0);
        assert_eq!((small.value, small.optimal), (large.value, large.optimal));
        assert!(small.nodes > large.nodes);
    }
}

/// A cancelled solve must leave no wrong entry in the table.
#[test]
fn a_solver_that_was_cancelled_still_answers_rightly() {
    for threads in [1, 2, 8] {
        let pool = Pool::new(threads).unwrap();
        let solver = Solver::new(&grid(3, 3, Rules::Alternate), 16);
        let mut cancelled = 0;
        for n in 0..20 {
            let scope = pool.cancel_scope();
            let request = Request::value(0);
            let outcome = std::thread::scope(|threads| {
                threads.spawn(|| {
                    std::thread::sleep(std::time::Duration::from_micros(300 * n));
                    scope.cancel();
                });
                solver.solve(request, &pool, &scope, &mut |_| {})
            });
            match outcome {
                Ok(answer) => assert_eq!(answer.value, -3),
                Err(unfinished) => {
                    cancelled += 1;
                    assert!(unfinished.low <= -3 && -3 <= unfinished.high, "{unfinished:?}");
                }
            }
        }
        assert!(cancelled > 0);
        let answer = ask(&solver, &pool, 0);
        assert_eq!((answer.value, answer.optimal), (-3, Some(0xff_ffff)));
        pool.snapshot().total().check().unwrap();
    }
}

/// With unequal values, positions differ that are the same when every box is worth 1: the table
/// must have room for them.
#[test]
fn a_board_of_unequal_values_gets_the_table_it_asks_for() {
    let board = grid(3, 3, Rules::Alternate).board().clone().with_values(&[1, 4, 9, 16, 25, 36, 49, 64, 81]);
    let game = Dots::new(board, Rules::Alternate);
    let solver = Solver::new(&game, 256);
    let request = Request::value(0);
    let pool = Pool::new(2).unwrap();
    let answer = solver.solve(request, &pool, &pool.cancel_scope(), &mut |_| {}).unwrap();
    assert_eq!(solver.table_bytes(), 256 << 20);
    assert!(answer.fill < 0.9, "{answer:?}");
}
