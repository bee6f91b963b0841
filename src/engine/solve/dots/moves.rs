use arrayvec::ArrayVec;

use super::graph::{Graph, OUTSIDE};
use super::slot::Entry;
use crate::games::dots::{MAX_EDGES, Rules};

/// The way in which a position's value follows from the value `x` of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The mover stays on turn: `gain + x`.
    Keeps,
    /// The opponent is on turn: `gain - x`.
    Passes,
    /// The opponent may decline the last `h` of the boxes offered, to hand over the turn:
    /// `gain - |h + x|`.
    Offers(i32),
}

/// A move, or several that belong together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub to: u64,
    /// The mover's immediate gain (less the opponent's certain one).
    pub gain: i32,
    pub turn: Turn,
}

pub(super) type Links = ArrayVec<Link, MAX_EDGES>;

impl Graph {
    /// Every move, of twins only one: under both rules, with any values.
    ///
    /// Under the standard rules a box that can be taken without touching another open one is taken
    /// at once: had the mover played elsewhere, the opponent could have taken it and been on turn
    /// in the position that the mover reaches by taking it first. (If its last edge bounds another
    /// open box, the two may be the end of a chain, where the order of taking decides what can be
    /// declined.)
    pub(super) fn plain_moves(&self, drawn: u64, rules: Rules, links: &mut Links) {
        let distinct = self.distinct(drawn);
        let mut quiet = Links::new();
        for edge in self.centred(distinct) {
            let bit = 1 << edge;
            let (gain, closes) = self.gain(drawn, usize::from(edge));
            let turn = if rules == Rules::Standard && closes { Turn::Keeps } else { Turn::Passes };
            let link = Link { to: drawn | bit, gain, turn };
            if !closes {
                quiet.push(link);
            } else if turn == Turn::Keeps && self.touches_no_other(drawn | bit, edge) {
                links.clear();
                links.push(link);
                return;
            } else {
                links.push(link);
            }
        }
        links.extend(quiet);
    }

    fn touches_no_other(&self, drawn: u64, edge: u8) -> bool {
        let sides = self.sides[usize::from(edge)].iter().filter(|&&side| side != OUTSIDE);
        sides.map(|&side| self.boxes[usize::from(side)]).all(|mask| mask & !drawn == 0)
    }
}

impl Link {
    /// The value of the boxes that it completes.
    #[inline]
    pub fn taken(&self) -> i32 {
        match self.turn {
            Turn::Keeps | Turn::Passes => self.gain.abs(),
            Turn::Offers(declined) => declined - self.gain,
        }
    }

    #[inline]
    pub fn at_most(&self, child: Entry) -> i32 {
        match self.turn {
            Turn::Keeps => self.gain + child.high,
            Turn::Passes => self.gain - child.low,
            Turn::Offers(declined) => {
                let (low, high) = (declined + child.low, declined + child.high);
                self.gain
                    - if low > 0 {
                        low
                    } else if high < 0 {
                        -high
                    } else {
                        low & 1
                    }
            }
        }
    }

    #[inline]
    pub fn at_least(&self, child: Entry) -> i32 {
        match self.turn {
            Turn::Keeps => self.gain + child.low,
            Turn::Passes => self.gain - child.high,
            Turn::Offers(declined) => {
                self.gain - (declined + child.low).abs().max((declined + child.high).abs())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(link: Link, x: i32) -> i32 {
        match link.turn {
            Turn::Keeps => link.gain + x,
            Turn::Passes => link.gain - x,
            Turn::Offers(declined) => link.gain - (declined + x).abs(),
        }
    }

    #[test]
    fn bounds_of_a_move_are_those_of_all_that_its_child_may_be_worth() {
        for (turn, gain) in [(Turn::Keeps, 1), (Turn::Passes, 0), (Turn::Passes, 1)]
            .into_iter()
            .chain([-1, 0, 2].map(|gain| (Turn::Offers(2), gain)))
            .chain([-3, 0].map(|gain| (Turn::Offers(4), gain)))
        {
            let link = Link { to: 0, gain, turn };
            for (low, steps) in (-9..9).flat_map(|low| (0..9).map(move |steps| (low, steps))) {
                // Values have one parity.
                let values = (0..=steps).map(|step| value(link, low + 2 * step));
                let child = Entry { low, high: low + 2 * steps, work: 0 };
                let (least, most) = (values.clone().min().unwrap(), values.max().unwrap());
                assert_eq!((link.at_least(child), link.at_most(child)), (least, most), "{link:?} {child:?}");
            }
        }
    }
}
