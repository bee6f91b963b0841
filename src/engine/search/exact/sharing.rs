//! How the nodes of a search share their young brothers: which wait, and for what.

use std::ops::RangeInclusive;

use crate::search::exact::order::Order;
use crate::search::strategy::Strategy;
use crate::search::window::Window;

/// At an expected cut node whose eldest brother has not cut, its captures and killers, this many
/// at least and at most, are searched one after the other, each in parallel below it, before the
/// rest is offered: one of them probably cuts, and work beside it would be wasted. This is the
/// strong form of young brothers wait (Feldmann 1993). Measured on Bratko-Kopec 5 with two
/// threads, depths 7 and 8, nodes beyond those of one thread: +25 % and +15 % with 0 brothers;
/// +25 % and +10 % with 1; +15 % and +8 % with 3; no better with 5 and 8. That captures and
/// killers decide is worth little by itself, and with all that `root` and `refutations` do a
/// tenth of the nodes.
const BROTHERS_FIRST: RangeInclusive<usize> = 3..=8;

/// At a node with an open window that is deeper than the last split, this many young brothers are
/// searched, each in parallel below it, before the rest is offered. If one of them is better, the
/// tests of all others are not in vain. On 24 and 8 Bratko-Kopec positions in virtual time, trees
/// of 0.6 and 2.8 million nodes on average, speed-up with 16 and 64 workers: 12.2 and 29.6, 12.8
/// and 40.2 with 0 brothers; 12.4 and 30.2, 13.3 and 42.1 with 1. Extra nodes with 16 workers
/// fall from 14 to 10 % and from 20 to 14 %. 2 brothers are no better, nor is 1 at the last split
/// too.
const BROTHERS_OF_PV: usize = 1;

/// While so many workers have nothing to run, and one in [`IDLE_SHARE`] of all, no brother at an
/// expected cut node waits but for the eldest: work that is probably wasted is better than none.
/// In virtual time, the twelve positions of `benches/README.md` one ply less deep, speed-ups with
/// 64, 256 and 1024 workers 38.4, 77.5 and 94.9 before, 38.9, 84.3 and 121.0 so; no better with
/// half of the workers idle. With 16 it was 12.8 before and 12.4 so: fewer keep waiting. To offer
/// early at the root wastes too much (Bratko-Kopec 3, 16 workers: 3.0 instead of 12.0); at PV
/// nodes it brings nothing. A node of so few moves that all would be searched alone offers none
/// then either.
pub(super) const IDLE_WORKERS: usize = 16;
pub(super) const IDLE_SHARE: usize = 4;

/// How a node shares its young brothers with the other workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sharing {
    /// `ybw`: promising brothers are searched one by one before the rest is offered.
    Strong,
    /// `ybw-weak`: all are offered as soon as the eldest is searched.
    Weak,
    /// `jamboree`: as `ybw-weak`, but all are tested before one that passed is valued.
    Jamboree,
    /// `root-split`: as `jamboree`, at the root alone.
    Root,
    /// `pv-split`: as `ybw-weak`, but only at nodes with an open window.
    Variation,
}

impl Sharing {
    /// That of a strategy; of those that share nothing, any.
    pub fn of(strategy: Strategy) -> Sharing {
        match strategy {
            Strategy::YbwWeak => Sharing::Weak,
            Strategy::Jamboree => Sharing::Jamboree,
            Strategy::RootSplit => Sharing::Root,
            Strategy::PvSplit => Sharing::Variation,
            _ => Sharing::Strong,
        }
    }

    /// How many brothers of a node, the eldest included, are searched before the rest is offered;
    /// maybe more than there are. `splits_below`: whether nodes below it offer theirs.
    pub fn alone(self, order: &Order, window: Window, splits_below: bool) -> usize {
        let (&least, &most) = (BROTHERS_FIRST.start(), BROTHERS_FIRST.end());
        1 + match self {
            Sharing::Variation if window.is_null() => return usize::MAX,
            Sharing::Strong if window.expects_cut => order.promising().clamp(least, most),
            Sharing::Strong if !window.is_null() && splits_below => BROTHERS_OF_PV,
            _ => 0,
        }
    }
}
