//! The part of a live cube's value that a side gets in practice.

use super::super::Position;

/// The efficiency of the cube by class of position: 0 if the cube were dead, 1 if it were live.
///
/// Doubles are less than perfect because the winning chance jumps: one roll misses the best
/// moment, the next leaps over it. The longer the race, the smaller the jumps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Efficiency {
    /// The sides can still meet.
    pub contact: f64,
    /// Races in which the side on roll needs 8 pips or fewer.
    pub short_race: f64,
    /// Races in which it needs 32 pips or more. Between the two the efficiency grows in
    /// proportion to the pips.
    pub long_race: f64,
}

/// The pips of a short and of a long race.
const PIPS: [u32; 2] = [8, 32];

impl Efficiency {
    /// Fitted to values with the cube: those of short races to the exact bear-offs of both sides,
    /// those of long races and with contact to rollouts (`tools/fit-efficiency`). Errors, and the
    /// efficiencies that others take, are in `benches/results/engine-rules.md`.
    pub const FITTED: Efficiency = Efficiency { contact: 0.75, short_race: 0.43, long_race: 0.78 };

    /// The efficiency in a position, seen by the side about to roll.
    #[inline]
    pub fn of(&self, position: &Position) -> f64 {
        if position.is_race() { self.race(position.pips().0) } else { self.contact }
    }

    /// The efficiency of a race in which the side on roll needs these pips.
    pub fn race(&self, pips: u32) -> f64 {
        let [short, long] = PIPS;
        let part = f64::from(pips.clamp(short, long) - short) / f64::from(long - short);
        self.short_race + part * (self.long_race - self.short_race)
    }
}

impl Default for Efficiency {
    fn default() -> Efficiency {
        Efficiency::FITTED
    }
}
