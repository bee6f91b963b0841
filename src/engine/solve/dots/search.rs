//! The solver's search: is the value of a position at least `goal`?
//!
//! The cost of a solve is the number of positions, so the search merges equivalent positions
//! (`key`), looks up all children before it searches one, and tries moves in an order that keeps to
//! few positions: safe edges from the centre outwards (or as in `children`), then chains. The
//! answer is a proved bound under every schedule.
//!
//! 1. Every question has a null window. [`Search::at_least`] returns a fail-soft bound `r`: if
//!    `r >= goal` the value is at least `r`, otherwise it is at most `r`.
//! 2. Values have the parity of the value left and are no larger; goals are raised to it.
//! 3. A brother that reaches the goal cancels the others (`brothers`). With only one window,
//!    merging is a maximum, and the value theorem of the crate's `search/exact` holds for the same
//!    reasons.
//! 4. A cancelled node stores nothing.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::brothers::Brothers;
use super::children::Places;
use super::graph::Graph;
use super::key::{Key, Namer};
use super::moves::{Links, Turn};
use super::names::Caches;
use super::node_counter::NodeCounter;
use super::shape::Shape;
use super::slot::Entry;
use super::table::Table;
use crate::games::dots::Rules;
use sparring_sched::{Cancelled, Scoped};

const BATCH: u64 = 1 << 14;

pub(super) type Report<'s> = dyn Fn(u64) + Sync + 's;

pub(super) struct Search<'s> {
    pub graph: &'s Graph,
    pub names: &'s Caches,
    pub rules: Rules,
    /// True if chains are taken and opened as wholes: standard rules and boxes worth 1.
    pub chains: bool,
    /// True if the first nodes sort their children.
    pub sorts: bool,
    pub table: &'s Table,
    /// The least number of undrawn edges at which nodes offer their children.
    pub split_edges: u32,
    pub nodes: NodeCounter,
    pub done: &'s AtomicU64,
    pub report: &'s Report<'s>,
}

/// The whole of a question, divided among the children of the first nodes ([`Brothers::rest`]).
pub(super) const WHOLE: u64 = 1 << 40;
/// Smaller parts are not divided further. It is small so that progress moves from the start.
const PART: u64 = WHOLE >> 20;

pub(super) struct Task<'w> {
    pub at: Scoped<'w>,
    pub nodes: u64,
    /// The nodes of ended tasks below, and the wasted ones among them.
    below: [u64; 2],
}

impl Task<'_> {
    pub fn add(&mut self, below: Below) {
        for (mine, more) in self.below.iter_mut().zip(below.0) {
            *mine += more.into_inner();
        }
    }
}

/// Nodes of the tasks below one, and the wasted ones among them. Relaxed: read after the tasks have
/// ended.
#[derive(Default)]
pub(super) struct Below([AtomicU64; 2]);

impl Below {
    pub fn wasted(&self) -> u64 {
        self.0[1].load(Relaxed)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Place {
    pub drawn: u64,
    pub key: Key,
    pub left: i32,
    /// True if the expected answer is yes. Then one child answers it; otherwise all have to be
    /// searched.
    pub hopeful: bool,
}

/// The least value that is at least `goal` and has the parity of the value left.
#[inline]
pub(super) fn raised(goal: i32, left: i32) -> i32 {
    goal + ((left - goal) & 1)
}

impl Search<'_> {
    /// Runs a task of the search. Adds its nodes to its worker's and to `parent` before it ends.
    pub fn run<R>(
        &self,
        at: Scoped<'_>,
        parent: &Below,
        body: impl FnOnce(&mut Task<'_>) -> Result<R, Cancelled>,
    ) -> Result<R, Cancelled> {
        let mut task = Task { at, nodes: 0, below: [0, 0] };
        let result = body(&mut task);
        task.at.count(task.nodes % BATCH);
        self.add(task.at.index(), task.nodes % BATCH);
        let [below, wasted] = task.below;
        let all = task.nodes + below;
        parent.0[0].fetch_add(all, Relaxed);
        parent.0[1].fetch_add(if result.is_err() { all } else { wasted }, Relaxed);
        result
    }

    /// A bound of the value of any position: `goal` or more if the value is, or else less.
    /// `hopeful`: it is expected to be.
    pub fn at_least(
        &self,
        task: &mut Task<'_>,
        drawn: u64,
        goal: i32,
        hopeful: bool,
    ) -> Result<i32, Cancelled> {
        let from = &Shape::empty(self.graph);
        if !self.chains {
            return self.bound(task, from, &self.place(task, drawn, hopeful), goal, WHOLE);
        }
        let (after, taken, declined) = self.graph.take_all(drawn);
        self.turn(task, from, &self.place(task, after, hopeful), (taken, declined), goal, WHOLE)
    }

    #[inline]
    pub fn namer(&self, task: &Task<'_>) -> Namer<'_> {
        Namer { graph: self.graph, names: self.names.of(task.at.index()) }
    }

    pub fn place(&self, task: &Task<'_>, drawn: u64, hopeful: bool) -> Place {
        let key = self.namer(task).name(self.graph.all & !drawn).key(self.chains);
        Place { drawn, key, left: self.graph.left(drawn), hopeful }
    }

    /// A bound of the value of a turn that takes `taken` boxes and may decline `declined` of them.
    fn turn(
        &self,
        task: &mut Task<'_>,
        from: &Shape,
        place: &Place,
        (taken, declined): (i32, i32),
        goal: i32,
        share: u64,
    ) -> Result<i32, Cancelled> {
        if declined == 0 {
            return Ok(taken + self.bound(task, from, place, goal - taken, share)?);
        }
        // The turn is worth sure + |declined + x|.
        let sure = taken - declined;
        let least = place.left & 1;
        if goal <= sure + least {
            self.answered(share);
            return Ok(sure + least);
        }
        let rest = goal - sure;
        let high = self.bound(task, from, place, rest - declined, share)?;
        if high >= rest - declined {
            return Ok(sure + declined + high);
        }
        let place = &Place { hopeful: !place.hopeful, ..*place };
        let low = self.bound(task, from, place, 1 - rest - declined, 0)?;
        if low <= -rest - declined {
            return Ok(sure - declined - low);
        }
        Ok(sure + (declined + high).abs().max((declined + low).abs()))
    }

    /// A bound of the value of a position (with chains: one in which no box can be taken).
    fn bound(
        &self,
        task: &mut Task<'_>,
        from: &Shape,
        place: &Place,
        goal: i32,
        share: u64,
    ) -> Result<i32, Cancelled> {
        let left = place.left;
        let goal = raised(goal, left);
        if goal > left || goal <= -left {
            self.answered(share);
            return Ok(if goal > left { left } else { -left });
        }
        let known = self.known(task, place.key, left).unwrap_or(Entry::unknown(left));
        if known.low >= goal || known.high < goal {
            self.answered(share);
            return Ok(if known.low >= goal { known.low } else { known.high });
        }
        self.node(task, from, place, known, goal, share)
    }

    fn node(
        &self,
        task: &mut Task<'_>,
        from: &Shape,
        place: &Place,
        known: Entry,
        goal: i32,
        share: u64,
    ) -> Result<i32, Cancelled> {
        task.at.poll()?;
        self.count(task);
        let before = task.nodes;
        let undrawn = self.graph.undrawn(place.drawn);

        let shape = from.drawn_to(self.graph, place.drawn);
        let mut links = Links::new();
        let mut best = self.moves(&shape, place.left, goal, &mut links);

        let mut places = Places::new();
        if let Some(score) = self.look_ahead(task, place, &links, &mut places, goal) {
            self.store(task, place, Entry { low: score, high: known.high, work: 1 });
            self.answered(share);
            return Ok(score);
        }

        self.sort(task, (place, &shape), (&mut links, &mut places), goal);
        let brothers = Brothers {
            from: &shape,
            links: &links,
            places: &places,
            goal,
            hopeful: place.hopeful,
            share: if share >= PART { share } else { 0 },
        };
        let offers = undrawn >= self.split_edges && !place.hopeful;
        let (found, tried) = self.brothers(task, &brothers, offers)?;
        best = best.max(found);
        self.answered(if brothers.share == 0 { share } else { brothers.rest(tried) });

        let work = (u64::BITS - (task.nodes - before + 1).leading_zeros()) as u8;
        let work = if undrawn >= self.split_edges { work.max(undrawn as u8) } else { work };
        let (low, high) = if best >= goal { (best, known.high) } else { (known.low, best) };
        self.store(task, place, Entry { low, high, work });
        Ok(best)
    }

    #[inline]
    pub fn known(&self, task: &Task<'_>, key: Key, left: i32) -> Option<Entry> {
        let line = self.table.cache_line(key);
        task.at.reads([line]);
        self.table.probe(key, left, || task.at.writes(line))
    }

    #[inline]
    pub fn store(&self, task: &Task<'_>, place: &Place, entry: Entry) {
        task.at.writes(self.table.cache_line(place.key));
        self.table.store(place.key, place.left, entry);
    }

    #[inline]
    pub fn child(&self, task: &mut Task<'_>, brothers: &Brothers<'_>, i: usize) -> Result<i32, Cancelled> {
        let &Brothers { from, links, places, goal, .. } = brothers;
        let part = brothers.rest(i) - brothers.rest(i + 1);
        let (gain, place) = (links[i].gain, &places[i]);
        Ok(match links[i].turn {
            Turn::Keeps => gain + self.bound(task, from, place, goal - gain, part)?,
            Turn::Passes => gain - self.bound(task, from, place, gain - goal + 1, part)?,
            Turn::Offers(declined) => {
                -self.turn(task, from, place, (declined - gain, declined), 1 - goal, part)?
            }
        })
    }

    #[inline]
    fn answered(&self, share: u64) {
        if share > 0 {
            self.done.fetch_add(share, Relaxed);
        }
    }

    #[inline]
    fn count(&self, task: &mut Task<'_>) {
        task.nodes += 1;
        if task.nodes.is_multiple_of(BATCH) {
            // Also before the end, so progress is visible.
            task.at.count(BATCH);
            self.add(task.at.index(), BATCH);
        }
    }

    fn add(&self, worker: usize, nodes: u64) {
        if let Some(all) = self.nodes.add(worker, nodes, BATCH) {
            (self.report)(all);
        }
    }
}
