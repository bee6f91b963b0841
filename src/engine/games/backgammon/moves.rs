use std::fmt;

use arrayvec::ArrayVec;

use super::plays::Board;
use super::position::{BAR, Position};
use super::roll::Roll;

/// One checker moved by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The point that it leaves; 25 is the bar.
    pub from: u8,
    /// The point that it reaches; 0 is off.
    pub to: u8,
    /// True if it hits.
    pub hit: bool,
}

impl fmt::Display for Step {
    /// Writes a step like `8/5`, `bar/20*` or `6/off`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match usize::from(self.from) {
            BAR => f.write_str("bar")?,
            from => write!(f, "{from}")?,
        }
        match self.to {
            0 => f.write_str("/off")?,
            to => write!(f, "/{to}")?,
        }
        if self.hit { f.write_str("*") } else { Ok(()) }
    }
}

/// A play: a step for each playable die, in a legal order; empty if none is playable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Play(ArrayVec<Step, 4>);

impl Play {
    /// The steps.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }
}

impl fmt::Display for Play {
    /// Writes every step, as in `13/7* 7/5` and `6/4 6/4 6/4 6/4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            write!(f, "{}{step}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl Position {
    /// The play of `roll` that leads to `result`, if any. Among several orders of steps and dice
    /// it takes the one that plays from the highest point first, and there by the larger die.
    pub fn play_to(&self, roll: Roll, result: &Position) -> Option<Play> {
        let dice = [roll.high(), roll.low(), roll.high(), roll.low()].map(usize::from);
        let board = Board::of(self);
        // One or two dice may give the same result: the last home checker is borne off by one die
        // or moves down first.
        let all = roll.dice();
        (0..=all).rev().find_map(|n| {
            let mut play = Play::default();
            let found = match n {
                1 if all == 2 => dice[..2].iter().any(|die| board.leads(&[*die], BAR, result, &mut play.0)),
                n => board.leads(&dice[..n], BAR, result, &mut play.0),
            };
            found.then_some(play)
        })
    }
}

impl Board {
    /// True if playing exactly these dice, from `highest` or below, can lead to `result`; then
    /// `steps` has the steps.
    ///
    /// Non-increasing start points suffice: a checker that must move first (from the bar, into the
    /// home, or as the highest to bear off) is never below one that can wait.
    fn leads(
        &self,
        dice: &[usize],
        highest: usize,
        result: &Position,
        steps: &mut ArrayVec<Step, 4>,
    ) -> bool {
        if dice.is_empty() {
            return self.position() == result;
        }
        for from in (1..=highest).rev() {
            for (i, &die) in dice.iter().enumerate() {
                if self.sources(die) >> from & 1 == 0 || dice[..i].contains(&die) {
                    continue;
                }
                let mut rest: ArrayVec<usize, 4> = dice.iter().copied().collect();
                rest.remove(i);
                let after = self.after(from, die);
                let hit = after.position().opponent_bar() > self.position().opponent_bar();
                steps.push(Step { from: from as u8, to: from.saturating_sub(die) as u8, hit });
                if after.leads(&rest, from, result, steps) {
                    return true;
                }
                steps.pop();
            }
        }
        false
    }
}
