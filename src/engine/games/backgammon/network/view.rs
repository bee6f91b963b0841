use super::super::Position;

pub const POINTS: u32 = 0x1FF_FFFE;
pub const ON_BAR: u32 = 1 << 25;
pub const HOME: u32 = 0x7E;

/// One side's checkers: it moves from 25, its bar, down to 1. Bit `i` of a set is point `i`.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// Checkers by point.
    pub counts: [u8; 26],
    /// Points with checkers, including the bar.
    pub any: u32,
    /// Points with two or more.
    pub made: u32,
    /// Points with one.
    pub blots: u32,
    /// Pips to travel.
    pub pips: u32,
}

impl View {
    /// The side that `position` is seen by, then the other side, each in its own view.
    #[inline(always)]
    pub fn both(position: &Position) -> [View; 2] {
        let cells = position.points();
        [View::of(|i| cells[i].max(0) as u8), View::of(|i| (-cells[25 - i]).max(0) as u8)]
    }

    #[inline(always)]
    fn of(count: impl Fn(usize) -> u8) -> View {
        let mut view = View { counts: [0; 26], any: 0, made: 0, blots: 0, pips: 0 };
        for i in 1..26 {
            let n = count(i);
            view.counts[i] = n;
            view.any |= u32::from(n > 0) << i;
            view.made |= u32::from(n > 1) << i;
            view.pips += u32::from(n) * i as u32;
        }
        view.made &= POINTS;
        view.blots = view.any & POINTS & !view.made;
        view
    }

    /// A set of points in the other side's view.
    #[inline(always)]
    pub fn mirrored(set: u32) -> u32 {
        set.reverse_bits() >> 6
    }

    /// The highest point with a checker; 0 if none.
    #[inline(always)]
    pub fn rearmost(&self) -> u32 {
        if self.any == 0 { 0 } else { self.any.ilog2() }
    }
}
