use super::super::Position;

/// The cube efficiency by class of position: 0 for a dead cube, 1 for a live one.
///
/// Real doubles are imperfect because the winning chance jumps: one roll misses the best moment,
/// the next leaps over it. The jumps are smaller in longer races.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Efficiency {
    /// Positions in which the sides can still meet.
    pub contact: f64,
    /// Races in which the side on roll needs at most 8 pips.
    pub short_race: f64,
    /// Races in which it needs at least 32 pips. In between, the efficiency is linear in the pips.
    pub long_race: f64,
}

/// The pips of a short and a long race.
const PIPS: [u32; 2] = [8, 32];

impl Efficiency {
    /// Fitted by `tools/fit-efficiency` to values with the cube: short races to exact bear-offs,
    /// long races and contact to rollouts.
    pub const FITTED: Efficiency = Efficiency { contact: 0.75, short_race: 0.43, long_race: 0.78 };

    /// The efficiency in a position seen by the side about to roll.
    #[inline]
    pub fn of(&self, position: &Position) -> f64 {
        if position.is_race() { self.race(position.pips().0) } else { self.contact }
    }

    /// The efficiency of a race with these pips of the side on roll.
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
