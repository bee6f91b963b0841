//! What plays are called.

use std::fmt;

use super::notation::{Points, step};
use super::position::Position;
use super::roll::Roll;

/// One checker played by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The point it leaves, 25 for the bar.
    pub from: u8,
    /// The point it comes to, 0 if it is borne off.
    pub to: u8,
    /// Whether it hits.
    pub hit: bool,
}

impl fmt::Display for Step {
    /// As in `8/5`, `bar/20*`, `6/off`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from {
            25 => f.write_str("bar")?,
            from => write!(f, "{from}")?,
        }
        match self.to {
            0 => f.write_str("/off")?,
            to => write!(f, "/{to}")?,
        }
        f.write_str(if self.hit { "*" } else { "" })
    }
}

/// A play: a step for each die that can be played; empty if none can.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Play(Vec<Step>);

impl Play {
    /// Its steps.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(Step::to_string).collect::<Vec<_>>().join(" "))
    }
}

impl Position {
    /// The play of `roll` that leads to `result`, one of [`Position::results`]; `None` if nothing leads there.
    pub fn play_to(&self, roll: Roll, result: &Position) -> Option<Play> {
        let orders =
            [[roll.high(), roll.low()], [roll.low(), roll.high()]].map(|dice| dice.repeat(roll.dice() / 2));
        (0..=roll.dice()).rev().find_map(|n| {
            orders.iter().find_map(|dice| {
                let mut play = Play::default();
                leads(self.points(), &dice[..n], result.points(), &mut play.0).then_some(play)
            })
        })
    }
}

fn leads(points: &Points, dice: &[u8], result: &Points, steps: &mut Vec<Step>) -> bool {
    let Some((&die, rest)) = dice.split_first() else { return points == result };
    (1..=25).rev().any(|from| {
        let Ok(after) = step(points, from, die) else { return false };
        steps.push(Step { from, to: from.saturating_sub(die), hit: after[0] < points[0] });
        let found = leads(&after, rest, result, steps);
        if !found {
            steps.pop();
        }
        found
    })
}
