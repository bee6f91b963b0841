//! Claim: the value of a live cube is that of the game of doubling itself, in which the winning
//! chance walks in small steps and both sides double, take and pass as is best for them.
//!
//! The oracle knows no take points. It plays the game on a grid of winning chances and repeats
//! "the mean of both neighbours, or what a double gives if that is better" until nothing changes,
//! from the highest cube down.

use sparring_engine::game::Side;
use sparring_engine::games::backgammon::MatchState;
use sparring_engine::games::backgammon::cube::{MatchEquity, Odds, Stakes};

/// Steps of the grid.
const STEPS: usize = 80;

type Line = [f64; STEPS + 1];

/// What games won and lost are worth at one cube: single games, gammons, backgammons.
#[derive(Clone, Copy)]
struct Worth {
    won: [f64; 3],
    lost: [f64; 3],
}

/// Of games won and lost, the parts that are single, gammons and backgammons.
#[derive(Clone, Copy)]
struct Parts([f64; 3], [f64; 3]);

fn mean(parts: [f64; 3], worth: [f64; 3]) -> f64 {
    (0..3).map(|i| parts[i] * worth[i]).sum()
}

/// Walks until the value of every chance is the mean of its neighbours' unless an option is
/// better: `mine` raises it, `theirs` lowers it.
fn walk(ends: [f64; 2], mine: Option<&Line>, theirs: Option<&Line>) -> Line {
    let mut line: Line = std::array::from_fn(|i| ends[0] + (ends[1] - ends[0]) * i as f64 / STEPS as f64);
    loop {
        let mut change = 0.0_f64;
        for i in (1..STEPS).chain((1..STEPS).rev()) {
            let mut value = 0.5 * (line[i - 1] + line[i + 1]);
            value = mine.map_or(value, |mine| value.max(mine[i]));
            value = theirs.map_or(value, |theirs| value.min(theirs[i]));
            change = change.max((value - line[i]).abs());
            line[i] = value;
        }
        if change < 1e-7 {
            return line;
        }
    }
}

/// The values with a centred cube at the first of these levels, and with it owned by each side.
fn lines(levels: &[Worth], parts: Parts) -> [Line; 3] {
    let first = levels[0];
    let ends = [mean(parts.1, first.lost), mean(parts.0, first.won)];
    if levels.len() == 1 {
        return [walk(ends, None, None); 3];
    }
    let [_, next_mine, next_theirs] = lines(&levels[1..], parts);
    // A double of mine is answered by a pass or leaves them with the cube.
    let mine = next_theirs.map(|taken| taken.min(first.won[0]));
    let theirs = next_mine.map(|taken| taken.max(first.lost[0]));
    [walk(ends, Some(&mine), Some(&theirs)), walk(ends, Some(&mine), None), walk(ends, None, Some(&theirs))]
}

/// Compares all chances and owners; gives the largest difference in units of the cube.
fn largest(state: &MatchState, levels: &[Worth], chances: [f64; 5]) -> f64 {
    let odds = Odds::new(chances);
    let [win, wg, wbg, lg, lbg] = chances;
    let parts = |all: f64, g: f64, b: f64| [(all - g) / all, (g - b) / all, b / all];
    let lines = lines(levels, Parts(parts(win, wg, wbg), parts(1.0 - win, lg, lbg)));
    let range = (levels[0].won[0] - levels[0].lost[0]) / 2.0;
    let mut largest = 0.0_f64;
    for (line, owner) in lines.iter().zip([None, Some(Side::First), Some(Side::Second)]) {
        let stakes =
            Stakes::new(&MatchState { owner, ..*state }, Side::First, MatchEquity::built_in()).unwrap();
        for (i, expected) in line.iter().enumerate() {
            let found = stakes.held(&odds.at(i as f64 / STEPS as f64), 1.0);
            largest = largest.max((found - expected).abs() / range);
        }
    }
    largest
}

const ODDS: [[f64; 5]; 3] =
    [[0.5, 0.0, 0.0, 0.0, 0.0], [0.5, 0.13, 0.005, 0.13, 0.005], [0.4, 0.15, 0.01, 0.05, 0.0]];

/// The corners of the lines fall between two chances of the grid.
const TOLERANCE: f64 = 0.025;

#[test]
fn in_money_games() {
    let levels = |k: u32| {
        let cube = f64::from(1u32 << k);
        Worth { won: [cube, 2.0 * cube, 3.0 * cube], lost: [-cube, -2.0 * cube, -3.0 * cube] }
    };
    for (turns, odds) in [(1, ODDS[0]), (2, ODDS[1]), (3, ODDS[2]), (4, ODDS[1])] {
        let levels: Vec<Worth> = (0..=turns).map(levels).collect();
        let state = MatchState { max_cube: turns as u8, ..MatchState::MONEY };
        let largest = largest(&state, &levels, odds);
        println!("money, {turns} turns: largest difference {largest:.4}");
        assert!(largest < TOLERANCE, "{turns} turns: {largest}");
    }
}

#[test]
fn in_matches() {
    let table = MatchEquity::built_in();
    let cases: [(usize, usize, u32, [f64; 5]); 7] = [
        (2, 2, 0, ODDS[1]),
        (3, 5, 0, ODDS[0]),
        (5, 3, 0, ODDS[1]),
        (4, 4, 1, ODDS[2]),
        (9, 7, 0, ODDS[1]),
        (6, 11, 1, ODDS[2]),
        (5, 1, 0, ODDS[1]),
    ];
    for (mine, theirs, cube, odds) in cases {
        let past = mine.min(theirs) == 1;
        let after = |a: u32, b: u32| {
            table.chance(mine.saturating_sub(a as usize), theirs.saturating_sub(b as usize), past)
        };
        let worth = |k: u32| Worth {
            won: [1, 2, 3].map(|n| after(n << k, 0)),
            lost: [1, 2, 3].map(|n| after(0, n << k)),
        };
        let last = mine.max(theirs).next_power_of_two().ilog2();
        let levels: Vec<Worth> = (cube..=last).map(worth).collect();
        let length = mine.max(theirs) as u16;
        let score = [length - mine as u16, length - theirs as u16];
        let state = MatchState { length, score, cube: cube as u8, ..MatchState::MONEY };
        let largest = largest(&state, &levels, odds);
        println!("{mine} to {theirs} points, cube {}: largest difference {largest:.4}", 1 << cube);
        assert!(largest < TOLERANCE, "{mine} to {theirs}: {largest}");
    }
}
