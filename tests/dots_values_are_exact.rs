//! The solver of dots and boxes against published values, against a table made by another method, and against trying everything.

mod dots_support;

use std::collections::HashMap;
use std::io::Read;

use dots_support::{Paper, ask, hash};
use flate2::read::GzDecoder;
use serde_json::Value;
use sparring::sched::Pool;
use sparring::solve::dots::{Board, Request, Rules, Solver};

const BOTH: [Rules; 2] = [Rules::Standard, Rules::Alternate];

/// Rows, columns, value under each of the rules, and the edges that begin an optimal game under the standard rules.
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
            let solve = |rules| ask(&Solver::new(Board::grid(rows, columns), rules, 16), &pool, 0);
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
    let solver = Solver::new(Board::grid(3, 4), Rules::Standard, 64);
    let request = Request { drawn: 0, value_only: true };
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

    fn board(&self) -> Board {
        let Some(values) = &self.values else { return Board::grid(self.rows, self.columns) };
        let (m, n) = (self.rows, self.columns);
        let vertical = (m + 1) * n;
        let square = |r: usize, c: usize| {
            1 << (r * n + c) | 1 << ((r + 1) * n + c) | 3 << (vertical + r * (n + 1) + c)
        };
        let masks = (0..m * n).map(|i| square(i / n, i % n));
        Board::new(vertical + m * (n + 1), &masks.zip(values.iter().copied()).collect::<Vec<_>>())
    }
}

fn check_rows(wanted: impl Fn(usize, &Row) -> bool) {
    let mut text = String::new();
    GzDecoder::new(&include_bytes!("data/dots-values.jsonl.gz")[..]).read_to_string(&mut text).unwrap();
    let rows: Vec<Row> = text.lines().map(Row::read).collect();
    assert_eq!(rows.len(), 3061);
    let pools = [1, 2, 8].map(|threads| Pool::new(threads).unwrap());
    let mut checked = 0;
    for (_, row) in rows.iter().enumerate().filter(|(i, row)| wanted(*i, row)) {
        for (rules, truth) in BOTH.into_iter().zip(row.truth) {
            for pool in &pools {
                let answer = ask(&Solver::new(row.board(), rules, 8), pool, row.drawn);
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

/// Graphs as no grid has them: boxes of one edge and of ten, several edges between two boxes, closed chains of two and three.
#[test]
fn random_graphs_have_the_values_and_moves_found_by_trying_everything() {
    let pool = Pool::new(2).unwrap();
    for seed in 0..1_500 {
        for most_value in [1, 9] {
            let paper = Paper::random(hash(seed), most_value);
            for rules in BOTH {
                let solver = Solver::new(Board::new(paper.edges, &paper.boxes), rules, 1);
                let mut known = HashMap::new();
                for drawn in [0, hash(seed + 7) & ((1 << paper.edges) - 1) & hash(seed + 8)] {
                    let answer = ask(&solver, &pool, drawn);
                    let truth =
                        (paper.value(drawn, rules, &mut known), paper.optimal(drawn, rules, &mut known));
                    let found = (answer.value, answer.optimal.unwrap());
                    assert_eq!(found, truth, "{rules:?} {paper:?}, drawn {drawn:x}");
                }
            }
        }
    }
}

/// Every position of a grid, so also those with boxes to be taken in every constellation.
#[test]
fn all_positions_of_2_by_2_have_the_values_and_moves_found_by_trying_everything() {
    let pool = Pool::new(1).unwrap();
    // Edges 0..6 are horizontal, 6..12 vertical.
    let squares = (0..4).map(|i| {
        let (r, c) = (i / 2, i % 2);
        (1_u64 << (2 * r + c) | 1 << (2 * r + 2 + c) | 3 << (6 + 3 * r + c), 1)
    });
    let paper = Paper { edges: 12, boxes: squares.collect() };
    for rules in BOTH {
        let solver = Solver::new(Board::grid(2, 2), rules, 1);
        let mut known = HashMap::new();
        for drawn in 0..1 << 12 {
            let answer = ask(&solver, &pool, drawn);
            let truth = (paper.value(drawn, rules, &mut known), paper.optimal(drawn, rules, &mut known));
            assert_eq!((answer.value, answer.optimal.unwrap()), truth, "{rules:?}, drawn {drawn:x}");
        }
    }
}

#[test]
fn a_table_of_one_bucket_changes_nothing_but_time() {
    let pool = Pool::new(2).unwrap();
    for rules in BOTH {
        let small = ask(&Solver::new(Board::grid(2, 3), rules, 0), &pool, 0);
        let large = ask(&Solver::new(Board::grid(2, 3), rules, 16), &pool, 0);
        assert_eq!((small.value, small.optimal), (large.value, large.optimal));
        assert!(small.nodes > large.nodes);
    }
}

/// A question that is given up must leave nothing in the table that is not so.
#[test]
fn a_solver_that_was_cancelled_still_answers_rightly() {
    for threads in [1, 2, 8] {
        let pool = Pool::new(threads).unwrap();
        let solver = Solver::new(Board::grid(3, 3), Rules::Alternate, 16);
        let mut cancelled = 0;
        for n in 0..20 {
            let scope = pool.cancel_scope();
            let request = Request { drawn: 0, value_only: true };
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
