//! The distance that one checker gets with a roll, by which of the twelve points ahead of it are
//! closed.

use std::sync::LazyLock;

use super::super::Roll;

/// Points ahead that are looked at; further ones count as open.
const AHEAD: usize = 12;
/// A checker that travels further than this has left any prime that began right before it.
const PRIME: usize = 6;

/// The abilities of one checker alone, in rolls out of 36. Bit `k - 1` of an index says that the
/// point `k` pips ahead is closed.
pub struct Escapes {
    /// Rolls with which it travels seven pips or more.
    leaps: [u8; 1 << AHEAD],
    /// The sum over all 36 rolls of the longest way it can travel, in pips.
    ways: [u16; 1 << AHEAD],
}

impl Escapes {
    /// The tables, made at the first call.
    #[inline]
    pub fn tables() -> &'static Escapes {
        static TABLES: LazyLock<Box<Escapes>> = LazyLock::new(Escapes::new);
        &TABLES
    }

    fn new() -> Box<Escapes> {
        let mut tables = Box::new(Escapes { leaps: [0; 1 << AHEAD], ways: [0; 1 << AHEAD] });
        for closed in 0..1 << AHEAD {
            for roll in Roll::ALL {
                let way = longest_way(closed as u32, roll);
                tables.ways[closed] += way as u16 * roll.weight() as u16;
                tables.leaps[closed] += u8::from(way > PRIME) * roll.weight() as u8;
            }
        }
        tables
    }

    /// The rolls that take a checker from `point` seven pips or further, past points that
    /// `closed`, seen by the other side, holds.
    #[inline(always)]
    pub fn leap(&self, closed: u32, point: u32) -> u32 {
        self.leaps[ahead(closed, point)].into()
    }

    /// The sum over 36 rolls of the pips that a checker on `point` can travel.
    #[inline(always)]
    pub fn way(&self, closed: u32, point: u32) -> u32 {
        self.ways[ahead(closed, point)].into()
    }
}

/// Which of the points ahead of `point` are in a set that the other side sees. Its view counts
/// the other way, so that one shift is enough.
#[inline(always)]
fn ahead(closed: u32, point: u32) -> usize {
    (closed >> (26 - point)) as usize & ((1 << AHEAD) - 1)
}

/// The most pips that one checker can travel with a roll.
fn longest_way(closed: u32, roll: Roll) -> usize {
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    let orders: &[&[usize]] = if roll.is_double() { &[&[high; 4]] } else { &[&[high, low], &[low, high]] };
    let way = |order: &[usize]| {
        let mut at = 0;
        for die in order {
            if at + die <= AHEAD && closed >> (at + die - 1) & 1 == 1 {
                break;
            }
            at += die;
        }
        at
    };
    orders.iter().map(|order| way(order)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_checker_can_do_by_hand() {
        let tables = Escapes::tables();
        // Nothing in the way: 36 rolls travel 294 pips, and 23 of them seven or more (21 with a
        // sum of seven, and 2-2 and 3-3).
        assert_eq!((tables.way(0, 24), tables.leap(0, 24)), (294, 23));
        // A full prime right ahead: nothing moves.
        assert_eq!((tables.way(0b111111 << 1, 25), tables.leap(0b111111 << 1, 25)), (0, 0));
        // Five closed points right ahead: the eleven rolls with a six leave.
        let five = 0b011111 << 1;
        assert_eq!(tables.leap(five, 25), 11);
    }
}
