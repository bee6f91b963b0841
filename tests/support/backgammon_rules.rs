//! The rules of backgammon in their plainest form: the oracle.

use std::collections::BTreeSet;

use sparring_engine::games::backgammon::Roll;

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
