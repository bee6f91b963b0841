//! Positions for tests, and the rules once more, slowly.
#![allow(dead_code, reason = "each test file uses a part")]

use sparring::game::Side;
use sparring::games::backgammon::{Dice, Position, Roll};

/// A position of any kind: up to 15 checkers of each side thrown onto points, bars and trays.
pub fn random_position(dice: &mut Dice) -> Position {
    loop {
        let side = if dice.below(2) == 0 { Side::First } else { Side::Second };
        let mut points = [0i8; 26];
        let reach = [6, 12, 24][dice.below(3) as usize];
        for (own, sign) in [(true, 1), (false, -1)] {
            for _ in 0..dice.below(16) {
                let i = match dice.below(reach + 1) as usize {
                    0 if dice.below(3) > 0 => continue,
                    0 => 25,
                    i => i,
                };
                let i = if own { i } else { 25 - i };
                if points[i] * sign >= 0 {
                    points[i] += sign;
                }
            }
        }
        if let Ok(position) = Position::new(&points, side) {
            return position;
        }
    }
}

/// One checker moved by one die: from, to (25 the bar, 0 off).
pub type Step = (usize, usize);

fn steps(p: &[i8; 26], die: usize) -> Vec<(Step, [i8; 26])> {
    let mut steps = Vec::new();
    for from in 1..26 {
        if p[from] <= 0 || p[25] > 0 && from != 25 {
            continue;
        }
        let mut q = *p;
        q[from] -= 1;
        if from > die {
            let to = from - die;
            if p[to] < -1 {
                continue;
            }
            if p[to] == -1 {
                (q[to], q[0]) = (0, q[0] - 1);
            }
            q[to] += 1;
            steps.push(((from, to), q));
        } else if p[7..].iter().all(|&n| n <= 0) && (from == die || p[from + 1..].iter().all(|&n| n <= 0)) {
            steps.push(((from, 0), q));
        }
    }
    steps
}

fn walk(p: &[i8; 26], dice: &[u8], done: &mut Vec<Step>, all: &mut Vec<(Vec<Step>, [i8; 26])>) {
    all.push((done.clone(), *p));
    if let Some((&die, rest)) = dice.split_first() {
        for (step, q) in steps(p, die.into()) {
            done.push(step);
            walk(&q, rest, done, all);
            done.pop();
        }
    }
}

/// All legal plays as sequences of steps, and their ends. With no legal play: the empty one.
pub fn plays(position: &Position, roll: Roll) -> Vec<(Vec<Step>, [i8; 26])> {
    let (high, low) = (roll.high(), roll.low());
    let orders = if roll.is_double() { vec![vec![high; 4]] } else { vec![vec![high, low], vec![low, high]] };
    let mut all = Vec::new();
    for dice in &orders {
        let mut one = Vec::new();
        walk(position.points(), dice, &mut Vec::new(), &mut one);
        all.extend(one.into_iter().map(|(steps, end)| (dice[0], steps, end)));
    }
    let most = all.iter().map(|(_, steps, _)| steps.len()).max().unwrap();
    all.retain(|(_, steps, _)| steps.len() == most);
    if most == 1 && all.iter().any(|(first, ..)| *first == high) {
        all.retain(|(first, ..)| *first == high);
    }
    all.into_iter().map(|(_, steps, end)| (steps, end)).collect()
}

/// A step as text.
pub fn text(step: Step) -> String {
    let named = |point, other: &str, word: &str| {
        if point == 25 || point == 0 { word.to_owned() } else { other.to_owned() }
    };
    let (from, to) = (step.0.to_string(), step.1.to_string());
    format!("{}/{}", named(step.0, &from, "bar"), named(step.1, &to, "off"))
}
