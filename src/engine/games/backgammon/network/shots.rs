//! The blots that a roll can hit, found for all checkers at once.
//!
//! A set of points is a word, so one shift moves all checkers that a die can move. A blot counts
//! if *some* sequence of steps hits it. The rule to play as many dice as possible is ignored.

#[cfg(test)]
use super::super::Roll;
use super::view::{ON_BAR, POINTS, View};

/// The shots of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shots {
    /// Rolls out of 36 that hit.
    pub rolls: u32,
    /// The sum over 36 rolls of the pips that the costliest hit blot loses.
    pub pips: u32,
}

impl Shots {
    /// Finds the shots of `attacker`, who is to roll, at the blots of `defender`.
    #[inline(always)]
    pub fn of(attacker: &View, defender: &View) -> Shots {
        let mut shots = Shots::default();
        let targets = View::mirrored(defender.blots) & POINTS;
        if targets == 0 {
            return shots;
        }
        let open = POINTS & !View::mirrored(defender.made);
        for high in 1..=6 {
            for low in 1..=high {
                let hit = hits(attacker, open, high, low) & targets;
                if hit != 0 {
                    let weight = if high == low { 1 } else { 2 };
                    shots.rolls += weight;
                    shots.pips += weight * hit.ilog2();
                }
            }
        }
        shots
    }

    #[cfg(test)]
    pub fn by_roll(attacker: &View, defender: &View, roll: Roll) -> u32 {
        let open = POINTS & !View::mirrored(defender.made);
        let targets = View::mirrored(defender.blots) & POINTS;
        hits(attacker, open, roll.high().into(), roll.low().into()) & targets
    }
}

/// The points where the attacker can land with two dice.
#[inline(always)]
fn hits(attacker: &View, open: u32, high: u32, low: u32) -> u32 {
    let on_bar = u32::from(attacker.counts[25]);
    if high == low {
        return double(attacker, open, high, on_bar);
    }
    let field = attacker.any & !ON_BAR;
    let [by_high, by_low] = match on_bar {
        0 => [field, field],
        _ => [ON_BAR, ON_BAR],
    };
    let [first_high, first_low] = [(by_high >> high) & open, (by_low >> low) & open];
    let either = first_high | first_low;
    match on_bar {
        0 => either | (first_high >> low) | (first_low >> high),
        1 => {
            // Once the first die has entered the only checker on the bar, the second moves any
            // checker.
            let then = |entered: u32, die: u32| if entered == 0 { 0 } else { (field | entered) >> die };
            either | then(first_high, low) | then(first_low, high)
        }
        _ => either,
    }
}

#[inline(always)]
fn double(attacker: &View, open: u32, die: u32, on_bar: u32) -> u32 {
    let entered = (ON_BAR >> die) & open;
    if on_bar > 0 && entered == 0 {
        return 0;
    }
    let mut at = attacker.any & !ON_BAR;
    let mut landed = 0;
    if on_bar > 0 {
        at |= entered;
        landed = entered;
    }
    for _ in on_bar..4 {
        at = (at >> die) & open;
        landed |= at;
    }
    landed
}
