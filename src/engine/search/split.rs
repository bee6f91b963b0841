//! Young brothers in parallel: how `ybw` and its other forms let several workers search one node.
//! (`par`, `par-ab`, `play` and the searches with dice split their nodes themselves.)
//!
//! The owner has searched the eldest brother, and perhaps some more. It offers the rest as one
//! ordered loop: each idle worker takes the leftmost brother not yet taken, and the owner takes
//! part. They share one word, the best score and its place, which only rises ([`Ranked`]); at a
//! root of which several lines are wanted, a list. `beta` is fixed for the life of the split.
//!
//! The value theorem in `exact` proves that the result keeps the contract of a node under every
//! schedule. It holds only where a test says no more than the value confirms: not in `play`.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::game::Score;
use crate::search::memory::Waste;
use crate::search::places::Places;
use crate::search::ranking::Ranking;
use crate::search::task::{Task, Tasks};
use crate::search::window::{Ranked, Window};
use sparring_sched::Cancelled;

/// What a null-window test has shown: a bound, or the value itself, so that nothing is left to
/// search.
pub(super) struct Test {
    pub score: Score,
    pub exact: bool,
}

/// The young brothers of a node, by their places in the order of search, from 0.
pub(super) trait Brothers: Sync {
    /// Whether all are tested before one that passed its test is valued (Jamboree: Kuszmaul
    /// 1994). If not, the tests of the others are stopped, and begun again with the better bound.
    fn tests_all(&self) -> bool {
        false
    }

    /// Whether the node is the root.
    fn at_root(&self) -> bool;

    /// The rank of a brother among equals.
    fn rank(&self, place: usize) -> usize;

    /// Is a brother better than `alpha`?
    fn test(&self, task: &mut Task<'_, '_>, place: usize, alpha: Score) -> Result<Test, Cancelled>;

    /// The score of a brother, exact if it lies inside the window. Only the owner asks.
    fn value(&mut self, task: &mut Task<'_, '_>, place: usize, window: Window) -> Result<Score, Cancelled>;
}

/// Offers `young` brothers to all workers and merges their scores into `best`, which holds the
/// eldest's already; the eldest has not cut.
#[inline(never)]
pub(super) fn offer_brothers<B: Brothers, R: Ranking>(
    tasks: &Tasks<'_>,
    task: &mut Task<'_, '_>,
    young: usize,
    brothers: &mut B,
    window: Window,
    best: &R,
) -> Result<(), Cancelled> {
    let mut untested: Vec<u16> = (0..young as u16).collect();
    let tested = Places::default();
    loop {
        // 1. Test them side by side.
        let better = AtomicUsize::new(NONE);
        let (offered, tests_all) = (&*brothers, brothers.tests_all());
        tasks.split(task, untested.len(), |task, i| {
            let place = usize::from(untested[i]);
            let rank = offered.rank(place);
            let alpha = window.alpha.max(best.limit(rank));
            // Another worker has found a cut and is cancelling the split: nothing is left to find.
            if alpha >= window.beta {
                return Ok(());
            }
            let test = offered.test(task, place, alpha)?;
            best.merge(Ranked::new(test.score, rank));
            if test.score >= window.beta {
                task.at.cancel();
            } else if test.score <= alpha || test.exact {
                tested.insert(place);
            } else if better.compare_exchange(NONE, place, Relaxed, Relaxed).is_ok() && !tests_all {
                task.at.cancel();
            }
            Ok(())
        })?;
        let (place, cut) = (better.into_inner(), best.best().score() >= window.beta);
        task.blame(match (cut, window.is_null(), window.expects_cut) {
            (false, ..) if brothers.at_root() => Waste::RootResearch,
            (false, ..) => Waste::Research,
            (true, false, _) => Waste::PvCut,
            (true, true, false) => Waste::AllCut,
            (true, true, true) => Waste::CutCut,
        });
        if cut || place == NONE {
            return Ok(());
        }
        // 2. Value the one that passed its test, or each that did, in parallel below it. Then
        // test the rest again.
        untested.retain(|&place| !tested.contains(usize::from(place)));
        let passed = if tests_all { untested.clone() } else { vec![place as u16] };
        for place in passed.into_iter().map(usize::from) {
            let rank = brothers.rank(place);
            let alpha = window.alpha.max(best.limit(rank));
            let score = brothers.value(task, place, Window::new(alpha, window.beta))?;
            best.merge(Ranked::new(score, rank));
            if score >= window.beta {
                return Ok(());
            }
            tested.insert(place);
        }
        untested.retain(|&place| !tested.contains(usize::from(place)));
        if untested.is_empty() {
            return Ok(());
        }
    }
}

/// No brother has passed its test.
const NONE: usize = usize::MAX;
