//! Sharing the young brothers of a node: which wait, and for what.

use std::ops::RangeInclusive;

use crate::search::exact::order::Order;
use crate::search::strategy::Strategy;
use crate::search::window::Window;

/// At an expected cut node whose eldest brother has not cut, its captures and killers, this many
/// at least and at most, are searched one after the other, each in parallel below it, before the
/// rest is offered: one of them probably cuts, and work beside it would be wasted. This is the
/// strong form of young brothers wait (Feldmann 1993). With fewer first, more nodes are wasted;
/// more are no better (`benches/results/engine-search.md`).
const BROTHERS_FIRST: RangeInclusive<usize> = 3..=8;

/// At a node with an open window that is deeper than the last split, this many young brothers are
/// searched, each in parallel below it, before the rest is offered. If one of them is better, the
/// scout searches of all others are not in vain. Two are no better than one, nor is one at the last
/// split too.
const BROTHERS_OF_PV: usize = 1;

/// While this many workers have nothing to run, and one in [`IDLE_SHARE`] of all, no brother at an
/// expected cut node waits but for the eldest: work that is probably wasted is better than none.
/// Not at the root, where it wastes too much, nor at PV nodes, where it brings nothing. A node of
/// few moves, all of which would be searched alone, offers none then either.
pub(super) const IDLE_WORKERS: usize = 16;
pub(super) const IDLE_SHARE: usize = 4;

/// The way in which a node shares its young brothers with the other workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sharing {
    /// `ybw`: promising brothers are searched one by one before the rest is offered.
    Strong,
    /// `ybw-weak`: all are offered as soon as the eldest is searched.
    Weak,
    /// `jamboree`: as `ybw-weak`, but all are scouted before one is re-searched.
    Jamboree,
    /// `root-split`: as `jamboree`, at the root alone.
    Root,
    /// `pv-split`: as `ybw-weak`, but only at nodes with an open window.
    PvSplit,
}

impl Sharing {
    /// That of a strategy; of those that share nothing, any.
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
    /// maybe more than there are. `splits_below`: whether nodes below it offer theirs.
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
