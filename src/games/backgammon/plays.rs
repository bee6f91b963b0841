//! Which plays are legal, as the set of their results.

use std::ops::ControlFlow;

use super::position::{BAR, OFF, Position};
use super::roll::Roll;

impl Position {
    /// Calls `visit` with every distinct result of playing `roll`, in any order, until it breaks. If no play is legal, the
    /// position itself is the only result.
    ///
    /// As many dice are used as possible; if only one can be played but either could, the larger.
    pub fn each_result(&self, roll: Roll, visit: impl FnMut(&Position) -> ControlFlow<()>) {
        let _ = self.results(roll).iter().try_for_each(visit);
    }

    /// All distinct results of playing `roll` in the generator's order, ascending by [`Position::rank`] as by text. Never empty: if no
    /// play is legal, the position itself is the only one.
    pub fn results(&self, roll: Roll) -> Vec<Position> {
        let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
        let mut results = Vec::new();
        if roll.is_double() {
            let mut now = vec![*self];
            for _ in 0..4 {
                let mut next: Vec<Position> = now.iter().flat_map(|p| p.steps(high)).collect();
                next.sort_unstable_by_key(Position::rank);
                next.dedup();
                if next.is_empty() {
                    break;
                }
                now = next;
            }
            results = now;
        } else {
            let (first_high, first_low) = (self.steps(high), self.steps(low));
            results.extend(first_high.iter().flat_map(|p| p.steps(low)));
            results.extend(first_low.iter().flat_map(|p| p.steps(high)));
            if results.is_empty() {
                results = if first_high.is_empty() { first_low } else { first_high };
            }
            if results.is_empty() {
                results.push(*self);
            }
        }
        results.sort_unstable_by_key(Position::rank);
        results.dedup();
        results
    }

    /// The positions after moving one checker by one die.
    fn steps(&self, die: usize) -> Vec<Position> {
        let highest = (1..=BAR).rev().find(|&i| self.cells[i] > 0).unwrap_or(0);
        let sources = if self.bar() > 0 { BAR..=BAR } else { 1..=highest };
        let mut steps = Vec::new();
        for from in sources.filter(|&from| self.cells[from] > 0) {
            let mut after = *self;
            after.cells[from] -= 1;
            if from > die {
                let to = from - die;
                match self.cells[to] {
                    ..-1 => continue,
                    -1 => {
                        after.cells[to] = 1;
                        after.cells[0] -= 1;
                    }
                    _ => after.cells[to] += 1,
                }
            } else if highest <= 6 && (from == die || from == highest) {
                after.cells[OFF] += 1;
            } else {
                continue;
            }
            steps.push(after);
        }
        steps
    }
}
