//! How much of a live cube's value a side gets in practice.

use super::super::Position;

/// The efficiency of the cube by class of position: 0 if the cube were dead, 1 if it were live.
///
/// Doubles are less than perfect because the winning chance jumps: one roll misses the best
/// moment, the next leaps over it. The longer the race, the smaller the jumps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Efficiency {
    /// The sides can still meet.
    pub contact: f64,
    /// Races in which the side on roll needs 40 pips or fewer.
    pub short_race: f64,
    /// Races in which it needs 120 pips or more. Between the two the efficiency grows in
    /// proportion to the pips.
    pub long_race: f64,
    /// Both sides have all checkers at home, and none of them can meet.
    pub bearoff: f64,
}

/// The pips of a short and of a long race.
const PIPS: [u32; 2] = [40, 120];

impl Efficiency {
    /// Published figures. Janowski (1993) takes about 2/3 for typical positions; the manual of
    /// GNU Backgammon has 0.68 for contact and 0.6 to 0.7, by pips, for races. They stand here
    /// until rollouts of ours say better.
    pub const PUBLISHED: Efficiency =
        Efficiency { contact: 0.68, short_race: 0.6, long_race: 0.7, bearoff: 0.6 };

    /// The efficiency in a position, seen by the side about to roll.
    #[inline]
    pub fn of(&self, position: &Position) -> f64 {
        if !position.is_race() {
            return self.contact;
        }
        let points = position.points();
        if points[7..].iter().all(|&n| n <= 0) && points[..19].iter().all(|&n| n >= 0) {
            return self.bearoff;
        }
        self.race(position.pips().0)
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
        Efficiency::PUBLISHED
    }
}
