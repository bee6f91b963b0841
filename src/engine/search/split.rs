//! Young brothers in parallel, in `ybw` and its other forms.
//!
//! The owner has searched at least the eldest brother. It offers the rest as one ordered loop, in
//! which it and each idle worker take the leftmost brother not yet taken. They share the best score
//! and its place ([`Ranked`]), or a list at a root with several lines; these only rise.
//!
//! The value theorem in `exact` requires that a re-search confirms the scout search, which is not
//! so in `play`.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::game::Score;
use crate::search::atomic_bitset::AtomicBitset;
use crate::search::memory::Waste;
use crate::search::ranking::Ranking;
use crate::search::task::{Task, Tasks};
use crate::search::window::{Ranked, Window};
use sparring_sched::Cancelled;

/// The outcome of a scout search: a bound, or the exact value, which needs no re-search.
pub(super) struct Scout {
    pub score: Score,
    pub exact: bool,
}

/// Young brothers, by their places in the order of search.
pub(super) trait Brothers: Sync {
    /// True if all are scouted before one is re-searched (Jamboree: Kuszmaul 1994). If not, the
    /// first that exceeds alpha stops the others, which begin again.
    fn scouts_all(&self) -> bool {
        false
    }

    fn at_root(&self) -> bool;

    fn rank(&self, place: usize) -> usize;

    fn scout(&self, task: &mut Task<'_, '_>, place: usize, alpha: Score) -> Result<Scout, Cancelled>;

    /// The score of a brother, exact if inside the window. Only the owner re-searches.
    fn re_search(
        &mut self,
        task: &mut Task<'_, '_>,
        place: usize,
        window: Window,
    ) -> Result<Score, Cancelled>;
}

/// Offers `young` brothers to all workers and merges their scores into `best`, which holds the
/// eldest's; that has not cut.
#[inline(never)]
pub(super) fn offer_brothers<B: Brothers, R: Ranking>(
    tasks: &Tasks<'_>,
    task: &mut Task<'_, '_>,
    young: usize,
    brothers: &mut B,
    window: Window,
    best: &R,
) -> Result<(), Cancelled> {
    let mut unscouted: Vec<u16> = (0..young as u16).collect();
    let scouted = AtomicBitset::default();
    loop {
        // 1. Scout them side by side.
        let better = AtomicUsize::new(NONE);
        let (offered, scouts_all) = (&*brothers, brothers.scouts_all());
        tasks.split(task, unscouted.len(), |task, i| {
            let place = usize::from(unscouted[i]);
            let rank = offered.rank(place);
            let alpha = window.alpha.max(best.limit(rank));
            // Another worker has found a cut and is cancelling the split.
            if alpha >= window.beta {
                return Ok(());
            }
            let scout = offered.scout(task, place, alpha)?;
            best.merge(Ranked::new(scout.score, rank));
            if scout.score >= window.beta {
                task.at.cancel();
            } else if scout.score <= alpha || scout.exact {
                scouted.insert(place);
            } else if better.compare_exchange(NONE, place, Relaxed, Relaxed).is_ok() && !scouts_all {
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
        // 2. Re-search the one that exceeded alpha, or each that did, in parallel below it. Then
        //    scout the rest again.
        unscouted.retain(|&place| !scouted.contains(usize::from(place)));
        let better = if scouts_all { unscouted.clone() } else { vec![place as u16] };
        for place in better.into_iter().map(usize::from) {
            let rank = brothers.rank(place);
            let alpha = window.alpha.max(best.limit(rank));
            let score = brothers.re_search(task, place, Window::new(alpha, window.beta))?;
            best.merge(Ranked::new(score, rank));
            if score >= window.beta {
                return Ok(());
            }
            scouted.insert(place);
        }
        unscouted.retain(|&place| !scouted.contains(usize::from(place)));
        if unscouted.is_empty() {
            return Ok(());
        }
    }
}

const NONE: usize = usize::MAX;
