//! Young brothers wait, near each other: which nodes all workers search together.
//!
//! A node with enough undrawn edges searches its first child alone, and then offers the others to
//! all workers as one ordered loop, if
//!
//! 1. the expected answer is no, so all have to be searched anyway (`Proved::question`);
//! 2. the search so far took few nodes. In a larger tree workers find work further down, so all of
//!    them keep to few positions.
//!
//! Otherwise the next child is searched alone, and its own children may be shared.

use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering::Relaxed};

use super::moves::Link;
use super::search::{Below, Place, Search, Task};
use super::shape::Shape;
use sparring_sched::Cancelled;

/// Brothers of children that took more nodes than this, of all workers together, are not offered.
const NEAR: u64 = 20_000;

pub(super) struct Brothers<'n> {
    pub from: &'n Shape,
    pub links: &'n [Link],
    pub places: &'n [Place],
    /// The value that a child must reach for the answer yes.
    pub goal: i32,
    pub hopeful: bool,
    /// Their part of the present question, for progress.
    pub share: u64,
}

impl Brothers<'_> {
    /// The part of `share` that is left after `answered` children. A first child that is expected
    /// to reach the goal counts for two thirds. Later children count for less and less, because
    /// they find most of their positions in the table.
    pub fn rest(&self, answered: usize) -> u64 {
        if self.share == 0 {
            return 0;
        }
        let left_of = |brothers: usize| {
            let left = (self.links.len() - answered) as f64 / brothers.max(1) as f64;
            0.9 * left.powi(6) + 0.1 * left
        };
        let left = match (self.hopeful, answered) {
            (_, 0) => 1.0,
            (false, _) => left_of(self.links.len()),
            (true, _) => left_of(self.links.len() - 1) / 3.0,
        };
        (self.share as f64 * left) as u64
    }
}

impl Search<'_> {
    /// Searches children up to the first that reaches the goal. Returns the best bound, and the
    /// number of children begun. `offers`: all workers may help.
    pub fn brothers(
        &self,
        task: &mut Task<'_>,
        brothers: &Brothers<'_>,
        offers: bool,
    ) -> Result<(i32, usize), Cancelled> {
        let before = if offers { self.nodes.sum() } else { 0 };
        let own = task.nodes;
        let mut best = i32::MIN;
        for i in 0..brothers.links.len() {
            // Running tasks report their nodes in batches.
            if offers && i > 0 && (task.nodes - own).max(self.nodes.sum() - before) <= NEAR {
                let (found, begun) = self.offer(task, brothers, i)?;
                return Ok((best.max(found), i + begun));
            }
            best = best.max(self.child(task, brothers, i)?);
            if best >= brothers.goal {
                return Ok((best, i + 1));
            }
        }
        Ok((best, brothers.links.len()))
    }

    fn offer(
        &self,
        task: &mut Task<'_>,
        brothers: &Brothers<'_>,
        first: usize,
    ) -> Result<(i32, usize), Cancelled> {
        let best = AtomicI32::new(i32::MIN);
        let begun = AtomicUsize::new(0);
        let below = Below::default();
        let done = task.at.lend().split(brothers.links.len() - first, |at, i| {
            begun.fetch_add(1, Relaxed);
            self.run(at, &below, |task| {
                let score = self.child(task, brothers, first + i)?;
                best.fetch_max(score, Relaxed);
                if score >= brothers.goal {
                    task.at.cancel();
                }
                Ok(())
            })
        });
        task.add(below);
        done?;
        Ok((best.into_inner(), begun.into_inner()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dots::{Board, Size};
    use crate::solve::dots::graph::Graph;
    use crate::solve::dots::moves::Links;

    #[test]
    fn parts_of_a_question_are_what_is_taken_from_its_rest() {
        let graph = Graph::of(&Board::grid(Size::new(4, 4).unwrap()));
        let from = &Shape::empty(&graph);
        let mut links = Links::new();
        graph.quiet_moves(from, &mut links);
        for (count, share, hopeful) in
            (1..=links.len()).flat_map(|n| [0, 1, 1 << 20, 1 << 40].map(|share| (n, share, n % 2 == 0)))
        {
            let links = &links[..count];
            let brothers = Brothers { from, links, places: &[], goal: 0, hopeful, share };
            let rests: Vec<u64> = (0..=count).map(|answered| brothers.rest(answered)).collect();
            assert_eq!(rests[0], share);
            assert!(rests.is_sorted_by(|a, b| a >= b));
            assert_eq!(rests[count], 0);
        }
    }
}
