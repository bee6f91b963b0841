//! The search: is the value of a position at least so much? On one worker or on all.
//!
//! Every question has a null window. [`Search::at_least`] answers it with a bound `r` in the fail-soft sense: if
//! `r >= goal` then the value is at least `r`, otherwise it is at most `r`. The value itself is found by asking again (`driver`); the table keeps both
//! bounds of every position, so the questions help each other.
//!
//! # What keeps it small
//! - Values have the parity of the value left, so goals are raised to it, and are no larger than it.
//! - Isomorphic positions share an entry (`key`). The table is looked up for all children before any is searched: with the
//!   keys at hand anyway when the children are reached, that saves a sixth of the nodes.
//! - Chains first (`chains`): few, and mostly refuted at once. Then the other edges from the centre outwards, always in the same order: the search then keeps to
//!   few sets of drawn edges. Whatever puts *good* moves first instead (killers, history, the table's move, mobility)
//!   cuts more often with its first move and visits more positions: 1.1 to 5 times as many on 3 x 4.
//!
//! # Young brothers wait
//! A node with enough undrawn edges first tries some children alone; the others are then offered to all workers as one ordered
//! loop. A brother that reaches the goal cancels it. There is but one window, so merging is a maximum and nothing is ever tested
//! again: the value theorem of `search` holds for the same reasons, with less to prove. A cancelled node stores nothing.

use arrayvec::ArrayVec;
use std::sync::atomic::{AtomicI32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::graph::Graph;
use super::key::Key;
use super::moves::{Link, Links, Turn};
use super::table::{Entry, Table};
use crate::games::dots::{MAX_EDGES, Rules};
use crate::sched::{Cancelled, Scoped};

/// Nodes that all workers search between two reports.
const BATCH: u64 = 1 << 14;

/// Who hears of the nodes searched, from any worker; it gets the number of all so far.
pub(super) type Report<'s> = dyn Fn(u64) + Sync + 's;

/// Nodes with fewer undrawn edges search their children without looking all of them up first.
pub const LOOK_AHEAD_EDGES: u32 = 18;

/// So many children are tried alone after the eldest.
const PROMISING_BROTHERS: usize = 4;

/// Everything a question needs but the position.
pub(super) struct Search<'s> {
    pub graph: &'s Graph,
    pub rules: Rules,
    /// Whether chains are taken and opened as wholes: standard rules and boxes worth 1.
    pub chains: bool,
    pub table: &'s Table,
    /// Nodes with so many undrawn edges offer their children to all workers.
    pub split_edges: u32,
    pub nodes: AtomicU64,
    /// How much of the present question is answered, of [`WHOLE`].
    pub done: &'s AtomicU64,
    pub report: &'s Report<'s>,
}

/// The whole of a question, shared out evenly among the children of the first nodes.
pub(super) const WHOLE: u64 = 1 << 40;
/// Parts smaller than that are not shared out further.
const PART: u64 = WHOLE >> 13;

/// A worker in a task of a search.
pub(super) struct Lane<'w> {
    pub at: Scoped<'w>,
    nodes: u64,
}

/// A position with its key and the value left in it.
#[derive(Clone, Copy)]
struct Place {
    drawn: u64,
    key: Key,
    left: i32,
}

impl Search<'_> {
    /// Runs a task of the search and counts its nodes before it ends.
    pub fn task<R>(
        &self,
        at: Scoped<'_>,
        body: impl FnOnce(&mut Lane<'_>) -> Result<R, Cancelled>,
    ) -> Result<R, Cancelled> {
        let mut lane = Lane { at, nodes: 0 };
        let result = body(&mut lane);
        lane.at.add_nodes(lane.nodes);
        self.add(lane.nodes % BATCH);
        result
    }

    /// A bound of the value of any position: at least `goal` if the value is, else less.
    pub fn at_least(&self, lane: &mut Lane<'_>, drawn: u64, goal: i32) -> Result<i32, Cancelled> {
        if !self.chains {
            return self.bound(lane, drawn, None, goal, WHOLE);
        }
        let (left, taken, declined) = self.graph.take_all(drawn);
        self.turn(lane, left, None, (taken, declined), goal, WHOLE)
    }

    /// A bound of what a turn is worth that takes `taken` boxes and may decline `declined` of them.
    fn turn(
        &self,
        lane: &mut Lane<'_>,
        drawn: u64,
        key: Option<Key>,
        (taken, declined): (i32, i32),
        goal: i32,
        share: u64,
    ) -> Result<i32, Cancelled> {
        if declined == 0 {
            return Ok(taken + self.bound(lane, drawn, key, goal - taken, share)?);
        }
        // The turn is worth sure + |declined + x|.
        let sure = taken - declined;
        let least = self.graph.left(drawn) & 1;
        if goal <= sure + least {
            self.settle(share);
            return Ok(sure + least);
        }
        let rest = goal - sure;
        let high = self.bound(lane, drawn, key, rest - declined, share)?;
        if high >= rest - declined {
            return Ok(sure + declined + high);
        }
        let low = self.bound(lane, drawn, key, 1 - rest - declined, 0)?;
        if low <= -rest - declined {
            return Ok(sure - declined - low);
        }
        Ok(sure + (declined + high).abs().max((declined + low).abs()))
    }

    /// A bound of the value of a position (with chains: one in which no box can be taken).
    fn bound(
        &self,
        lane: &mut Lane<'_>,
        drawn: u64,
        key: Option<Key>,
        goal: i32,
        share: u64,
    ) -> Result<i32, Cancelled> {
        let left = self.graph.left(drawn);
        let goal = goal + ((left - goal) & 1);
        if goal > left || goal <= -left {
            self.settle(share);
            return Ok(if goal > left { left } else { -left });
        }
        let key = key.unwrap_or_else(|| self.graph.key(drawn));
        let known = self.table.probe(key).unwrap_or(Entry { low: -left, high: left, work: 1 });
        if known.low >= goal || known.high < goal {
            self.settle(share);
            return Ok(if known.low >= goal { known.low } else { known.high });
        }
        self.node(lane, Place { drawn, key, left }, known, goal, share)
    }

    fn node(
        &self,
        lane: &mut Lane<'_>,
        place: Place,
        known: Entry,
        goal: i32,
        share: u64,
    ) -> Result<i32, Cancelled> {
        // 1. One more node.
        lane.at.poll()?;
        self.count(lane);
        let before = lane.nodes;
        let undrawn = (self.graph.all & !place.drawn).count_ones();

        // 2. The moves that could be good enough: what opens a long chain is mostly not.
        let mut best = i32::MIN;
        let mut links = Links::new();
        if self.chains {
            self.graph.quiet_moves(place.drawn, &mut links);
        } else {
            self.graph.plain_moves(place.drawn, self.rules, &mut links);
        }
        links.retain(|link| {
            let most = link.at_most(place.left);
            best = best.max(if most < goal { most } else { i32::MIN });
            most >= goal
        });

        // 3. What the table knows of their positions.
        let mut keys = ArrayVec::<Key, MAX_EDGES>::new();
        if undrawn >= LOOK_AHEAD_EDGES {
            keys.extend(links.iter().map(|link| self.graph.key(link.to)));
            self.table.fetch(&keys);
            for (link, &key) in links.iter().zip(&keys) {
                let score = self.table.probe(key).map_or(i32::MIN, |child| link.at_least(child));
                if score >= goal {
                    self.table.store(place.key, Entry { low: score, high: known.high, work: 1 });
                    self.settle(share);
                    return Ok(score);
                }
            }
        }

        // 4. The children, one after the other or offered to all.
        let part = Some(share / links.len().max(1) as u64).filter(|&part| part >= PART).unwrap_or(0);
        let offers = undrawn >= self.split_edges;
        let alone = if offers { self.alone(&links) } else { links.len() };
        let mut tried = 0;
        for (i, link) in links[..alone].iter().enumerate() {
            best = best.max(self.child(lane, link, keys.get(i).copied(), goal, part)?);
            tried += 1;
            if best >= goal {
                break;
            }
        }
        if best < goal && alone < links.len() {
            let (merged, begun) =
                self.offer(lane, &links[alone..], keys.get(alone..).unwrap_or(&[]), goal, part)?;
            best = best.max(merged);
            tried += begun;
        }
        self.settle(share - part * tried as u64);

        // 5. What others may learn from it.
        let work = (u64::BITS - (lane.nodes - before + 1).leading_zeros()) as u8;
        let work = if offers { work.max(undrawn as u8) } else { work };
        let (low, high) = if best >= goal { (best, known.high) } else { (known.low, best) };
        self.table.store(place.key, Entry { low, high, work });
        Ok(best)
    }

    /// How many children are tried before the others are offered.
    fn alone(&self, links: &Links) -> usize {
        let first = links.iter().position(|link| link.turn == Turn::Passes && link.gain == 0);
        first.map_or(links.len(), |first| links.len().min(first + 1 + PROMISING_BROTHERS))
    }

    /// Offers children to all workers: the best bound, and how many were begun.
    fn offer(
        &self,
        lane: &mut Lane<'_>,
        links: &[Link],
        keys: &[Key],
        goal: i32,
        part: u64,
    ) -> Result<(i32, usize), Cancelled> {
        let best = AtomicI32::new(i32::MIN);
        let begun = AtomicUsize::new(0);
        lane.at.lend().split(links.len(), |at, i| {
            begun.fetch_add(1, Relaxed);
            self.task(at, |lane| {
                let score = self.child(lane, &links[i], keys.get(i).copied(), goal, part)?;
                best.fetch_max(score, Relaxed);
                if score >= goal {
                    lane.at.cancel();
                }
                Ok(())
            })
        })?;
        Ok((best.into_inner(), begun.into_inner()))
    }

    /// A bound of what a move is worth.
    #[inline]
    fn child(
        &self,
        lane: &mut Lane<'_>,
        link: &Link,
        key: Option<Key>,
        goal: i32,
        share: u64,
    ) -> Result<i32, Cancelled> {
        let gain = link.gain;
        Ok(match link.turn {
            Turn::Keeps => gain + self.bound(lane, link.to, key, goal - gain, share)?,
            Turn::Passes => gain - self.bound(lane, link.to, key, gain - goal + 1, share)?,
            Turn::Offers(declined) => {
                -self.turn(lane, link.to, key, (declined - gain, declined), 1 - goal, share)?
            }
        })
    }

    #[inline]
    fn settle(&self, share: u64) {
        if share > 0 {
            self.done.fetch_add(share, Relaxed);
        }
    }

    #[inline]
    fn count(&self, lane: &mut Lane<'_>) {
        lane.nodes += 1;
        if lane.nodes.is_multiple_of(BATCH) {
            self.add(BATCH);
        }
    }

    /// Adds to the nodes of all workers; every batch is reported.
    fn add(&self, nodes: u64) {
        let before = self.nodes.fetch_add(nodes, Relaxed);
        if before / BATCH != (before + nodes) / BATCH {
            (self.report)(before + nodes);
        }
    }
}

impl Link {
    /// What the move is worth at most, with `left` the value left before it.
    #[inline]
    fn at_most(&self, left: i32) -> i32 {
        match self.turn {
            Turn::Keeps | Turn::Passes => self.gain + left - self.gain.abs(),
            Turn::Offers(declined) => self.gain - ((left - (declined - self.gain)) & 1),
        }
    }

    /// What the move is worth at least, by what is known of the position it leads to.
    #[inline]
    fn at_least(&self, child: Entry) -> i32 {
        match self.turn {
            Turn::Keeps => self.gain + child.low,
            Turn::Passes => self.gain - child.high,
            Turn::Offers(declined) => {
                self.gain - (declined + child.low).abs().max((declined + child.high).abs())
            }
        }
    }
}
