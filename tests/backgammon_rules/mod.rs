//! The rules of backgammon again, as plainly as they can be said: the oracle.
#![allow(dead_code, reason = "each test file uses a part")]

use std::collections::BTreeSet;

use sparring::game::Side;
use sparring::games::backgammon::{Position, Roll};

/// The opponent's bar, 24 points, the own bar: own checkers positive, the opponent's negative.
pub type Points = [i8; 26];

/// One checker played by one die: from, to (0 is off), whether it hits, and the board after.
pub type Step = (usize, usize, bool, Points);

/// Everything one checker can do by one die.
pub fn steps(board: &Points, die: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    let all_home = (7..=25).all(|i| board[i] <= 0);
    for from in 1..=25 {
        if board[from] <= 0 || board[25] > 0 && from != 25 {
            continue;
        }
        let mut after = *board;
        after[from] -= 1;
        if from > die {
            let to = from - die;
            if board[to] < -1 {
                continue;
            }
            let hit = board[to] == -1;
            if hit {
                after[to] = 0;
                after[0] -= 1;
            }
            after[to] += 1;
            steps.push((from, to, hit, after));
        } else if all_home && (from == die || (from + 1..=6).all(|i| board[i] <= 0)) {
            steps.push((from, 0, false, after));
        }
    }
    steps
}

/// The boards after playing all these dice in this order, wherever that is possible.
fn all_played(board: &Points, dice: &[usize]) -> BTreeSet<Points> {
    let mut boards = BTreeSet::from([*board]);
    for &die in dice {
        boards = boards.iter().flat_map(|board| steps(board, die)).map(|step| step.3).collect();
    }
    boards
}

/// All results of a roll, and how many dice are played.
pub fn results(board: &Points, roll: Roll) -> (usize, BTreeSet<Points>) {
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    if roll.is_double() {
        let played = |n| all_played(board, &[high; 4][..n]);
        let n = (0..=4).rev().find(|&n| !played(n).is_empty()).unwrap();
        return (n, played(n));
    }
    let mut both = all_played(board, &[high, low]);
    both.extend(all_played(board, &[low, high]));
    let (larger, smaller) = (all_played(board, &[high]), all_played(board, &[low]));
    match (both.is_empty(), larger.is_empty(), smaller.is_empty()) {
        (false, _, _) => (2, both),
        (_, false, _) => (1, larger),
        (_, _, false) => (1, smaller),
        _ => (0, BTreeSet::from([*board])),
    }
}

/// All ways to play a roll, checker by checker (from, to; 25 is the bar, 0 off), and their ends.
pub fn plays(board: &Points, roll: Roll) -> Vec<(Vec<(usize, usize)>, Points)> {
    let (n, ends) = results(board, roll);
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    let mut plays = Vec::new();
    for order in [[high, low, high, low], [low, high, low, high]] {
        let mut ways = vec![(Vec::new(), *board)];
        for die in &order[..n] {
            let longer = |(way, board): &(Vec<_>, Points)| {
                let step = |(from, to, _, after)| ([&way[..], &[(from, to)]].concat(), after);
                steps(board, *die).into_iter().map(step).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(longer).collect();
        }
        plays.extend(ways.into_iter().filter(|(_, end)| ends.contains(end)));
    }
    plays
}

/// A checker's way as text.
pub fn text((from, to): (usize, usize)) -> String {
    let from = if from == 25 { "bar".to_owned() } else { from.to_string() };
    let to = if to == 0 { "off".to_owned() } else { to.to_string() };
    format!("{from}/{to}")
}

/// A small generator of random numbers (xorshift64*), the same everywhere.
pub struct Random(u64);

impl Random {
    /// From a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n as u64) as usize
    }

    /// A roll of two dice.
    pub fn roll(&mut self) -> Roll {
        Roll::new(self.below(6) as u8 + 1, self.below(6) as u8 + 1).unwrap()
    }

    /// A position of any kind, of either side; one in sixteen is that of a finished game.
    pub fn position(&mut self) -> Position {
        let spread = [6, 12, 24, 25][self.below(4)];
        let mut points = *self.placement(spread).points();
        if self.below(16) == 0 && points.iter().any(|&n| n < 0) {
            points = points.map(|n| n.min(0));
        }
        let side = [Side::First, Side::Second][self.below(2)];
        Position::new(&points, side).unwrap()
    }

    /// A position of White: `spread` is the highest of the points used, 25 including the bar; some are borne off.
    pub fn placement(&mut self, spread: usize) -> Position {
        let mut board = [0; 26];
        for sign in [1, -1] {
            for _ in 0..1 + self.below(15) {
                let at = 1 + self.below(spread);
                let at = if sign > 0 { at } else { 25 - at };
                // A point is held by one side only; the rest is borne off.
                if board[at] * sign >= 0 {
                    board[at] += sign;
                }
            }
        }
        if board.iter().all(|&n| n <= 0) {
            board[25] = 1;
        }
        Position::new(&board, Side::First).unwrap()
    }
}
