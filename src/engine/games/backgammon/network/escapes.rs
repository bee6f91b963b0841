use std::sync::LazyLock;

use super::super::Roll;

/// The points considered; further ones count as open.
const AHEAD: usize = 12;
/// A checker that moves further has left any prime that began right before it.
const PRIME: usize = 6;

/// Mobility tables for a single checker over 36 rolls. Bit `k - 1` of an index means that the
/// point `k` pips ahead is closed.
pub struct Escapes {
    /// Rolls that move it seven pips or more.
    leaps: [u8; 1 << AHEAD],
    /// The sum over 36 rolls of its longest way in pips.
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

    /// The rolls that move a checker from `point` seven pips or more. `closed` is seen by
    /// the other side.
    #[inline(always)]
    pub fn leap(&self, closed: u32, point: u32) -> u32 {
        self.leaps[ahead(closed, point)].into()
    }

    /// The sum over 36 rolls of the pips that a checker on `point` can move.
    #[inline(always)]
    pub fn way(&self, closed: u32, point: u32) -> u32 {
        self.ways[ahead(closed, point)].into()
    }
}

/// Selects the points ahead of `point`. The other side's view counts the other way, so one shift
/// suffices.
#[inline(always)]
fn ahead(closed: u32, point: u32) -> usize {
    (closed >> (26 - point)) as usize & ((1 << AHEAD) - 1)
}

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
        // With nothing in the way, 36 rolls move 294 pips, and 23 of them seven or more (21 by
        // their sum, and 2-2 and 3-3).
        assert_eq!((tables.way(0, 24), tables.leap(0, 24)), (294, 23));
        // A full prime right ahead blocks every roll.
        assert_eq!((tables.way(0b111111 << 1, 25), tables.leap(0b111111 << 1, 25)), (0, 0));
        // Five closed points right ahead: only the eleven rolls with a six escape.
        let five = 0b011111 << 1;
        assert_eq!(tables.leap(five, 25), 11);
    }
}
