use std::ops::RangeInclusive;

use crate::search::exact::order::Order;
use crate::search::strategy::Strategy;
use crate::search::window::Window;

/// The least and the largest number of promising brothers (captures and killers) that an expected
/// cut node searches one by one before it offers the rest, because one of them probably cuts (the
/// strong form of young brothers wait, Feldmann 1993).
const BROTHERS_FIRST: RangeInclusive<usize> = 3..=8;

/// Young brothers that a node with an open window, deeper than the last split, searches before it
/// offers the rest: if one is better, the others' scout searches are not wasted.
const BROTHERS_OF_PV: usize = 1;

/// While this many workers are idle, and one in [`IDLE_SHARE`] of all, brothers at an expected cut
/// node wait for the eldest only: work that is probably wasted is better than none.
pub(super) const IDLE_WORKERS: usize = 16;
pub(super) const IDLE_SHARE: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sharing {
    Strong,
    Weak,
    Jamboree,
    Root,
    PvSplit,
}

impl Sharing {
    pub fn of(strategy: Strategy) -> Sharing {
        match strategy {
            Strategy::YbwWeak => Sharing::Weak,
            Strategy::Jamboree => Sharing::Jamboree,
            Strategy::RootSplit => Sharing::Root,
            Strategy::PvSplit => Sharing::PvSplit,
            _ => Sharing::Strong,
        }
    }

    /// The number of brothers, the eldest included, that are searched before the rest is offered;
    /// perhaps more than there are. `splits_below`: true if nodes below offer theirs.
    pub fn alone(self, order: &Order, window: Window, splits_below: bool) -> usize {
        let (&least, &most) = (BROTHERS_FIRST.start(), BROTHERS_FIRST.end());
        1 + match self {
            Sharing::PvSplit if window.is_null() => return usize::MAX,
            Sharing::Strong if window.expects_cut => order.promising().clamp(least, most),
            Sharing::Strong if !window.is_null() && splits_below => BROTHERS_OF_PV,
            _ => 0,
        }
    }
}
