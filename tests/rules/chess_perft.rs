//! Claim: the generator finds exactly the legal moves, on every line of two perft suites, with the
//! last ply counted and made.

use sparring_engine::games::chess::{Position, perft};

/// Counts up to this many leaves are checked, so that the suites take seconds, unoptimised too.
const BULK_LEAVES: u64 = if cfg!(debug_assertions) { 100_000 } else { 10_000_000 };
const LEAF_LEAVES: u64 = if cfg!(debug_assertions) { 5_000 } else { 1_000_000 };

/// One line: `FEN ;D1 n ;D2 n ... ;id name`.
fn lines(text: &str) -> impl Iterator<Item = (&str, Vec<(u32, u64)>)> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next().unwrap();
        let counts = fields.filter_map(|field| {
            let (depth, count) = field.strip_prefix('D')?.split_once(' ')?;
            Some((depth.parse().unwrap(), count.parse().unwrap()))
        });
        (fen, counts.collect())
    })
}

fn check(text: &str, lines_expected: usize, most: u64, leaf: bool) {
    let mut seen = 0;
    for (fen, counts) in lines(text) {
        let position: Position = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
        for (depth, count) in counts.into_iter().filter(|&(_, count)| count <= most) {
            assert_eq!(perft(&position, depth, leaf), count, "{fen} depth {depth} leaf {leaf}");
        }
        seen += 1;
    }
    assert_eq!(seen, lines_expected);
}

#[test]
fn the_suite_is_counted_right() {
    check(include_str!("../data/perft-suite.epd"), 132, BULK_LEAVES, false);
}

#[test]
fn chess960_is_counted_right() {
    check(include_str!("../data/perft-chess960.epd"), 57, BULK_LEAVES, false);
}

#[test]
fn leaf_mode_counts_the_same() {
    check(include_str!("../data/perft-suite.epd"), 132, LEAF_LEAVES, true);
    check(include_str!("../data/perft-chess960.epd"), 57, LEAF_LEAVES, true);
}

#[test]
fn nothing_to_play_counts_one() {
    assert_eq!(perft(&Position::start(), 0, false), 1);
    assert_eq!(perft(&Position::start(), 0, true), 1);
}
