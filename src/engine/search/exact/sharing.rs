//! The policies by which a node offers its young brothers.

use std::ops::RangeInclusive;

use crate::search::exact::order::Order;
use crate::search::strategy::Strategy;
use crate::search::window::Window;

/// At an expected cut node whose eldest brother has not cut, its captures and killers, at least and
/// at most this many, are searched one after the other, each in parallel below it, before the rest
/// is offered: one of them probably cuts, and work beside it would be wasted (the strong form of
/// young brothers wait, Feldmann 1993). Fewer waste more nodes; more are no better
/// (`benches/results/engine-search.md`).
const BROTHERS_FIRST: RangeInclusive<usize> = 3..=8;

/// At a node with an open window that is deeper than the last split, this many young brothers are
/// searched, each in parallel below it, before the rest is offered: if one of them is better, the
/// scout searches of the others are not wasted. Two are no better, nor is one at the last split
/// too.
const BROTHERS_OF_PV: usize = 1;

/// While this many workers are idle, and one in [`IDLE_SHARE`] of all, brothers at an expected cut
/// node wait for the eldest only: work that is probably wasted is better than none. This excludes
/// the root, where it wastes too much, PV nodes, where it gains nothing, and nodes with so few
/// moves that all would be searched alone.
pub(super) const IDLE_WORKERS: usize = 16;
pub(super) const IDLE_SHARE: usize = 4;

/// The policy by which a node offers its young brothers.
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
    /// The policy of a strategy; arbitrary for those that share nothing.
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
    /// it may exceed their number. `splits_below`: true if nodes below offer theirs.
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
