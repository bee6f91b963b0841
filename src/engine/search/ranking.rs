use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use parking_lot::Mutex;

use crate::game::{INFINITE, Score};
use crate::search::top::{RankKey, Top};
use crate::search::window::Ranked;

/// The best moves so far, by the keys of [`Ranked`]; merged in any order.
pub(super) trait Ranking: Sync {
    /// The number of moves whose exact scores are needed before any can be left out.
    fn wanted(&self) -> usize;

    /// The best move; [`Ranked::NONE`] before the first was merged.
    fn best(&self) -> Ranked;

    /// The largest score with which the move would not be among the wanted, or which is known to
    /// be less than its own. It only rises.
    fn limit(&self, place: usize) -> Score;

    /// Merges the score of a move, or a lower bound of it.
    fn merge(&self, candidate: Ranked);
}

/// The best move of a node. Relaxed: a stale reading costs work and never correctness (invariant 1
/// of `exact`), the word is self-contained, and the end of the split orders every merge before the
/// owner's last reading.
pub(super) struct SharedBest(AtomicI64);

impl SharedBest {
    #[inline]
    pub fn new(first: Ranked) -> SharedBest {
        SharedBest(AtomicI64::new(first.word()))
    }
}

impl Ranking for SharedBest {
    #[inline]
    fn wanted(&self) -> usize {
        1
    }

    #[inline]
    fn best(&self) -> Ranked {
        Ranked::from_word(self.0.load(Relaxed))
    }

    #[inline]
    fn limit(&self, place: usize) -> Score {
        self.best().beaten_by_more_than(place)
    }

    #[inline]
    fn merge(&self, candidate: Ranked) {
        // Most brothers fail low. They only read, so the cache line stays shared.
        if candidate > self.best() {
            self.0.fetch_max(candidate.word(), Relaxed);
        }
    }
}

/// The best moves of a root, behind a lock, because it is rarely used.
pub(super) struct SharedTop {
    wanted: usize,
    top: Mutex<Top>,
}

impl SharedTop {
    pub fn new(wanted: usize) -> SharedTop {
        SharedTop { wanted, top: Mutex::new(Top::new(wanted)) }
    }

    pub fn into_ranked(self) -> Vec<Ranked> {
        self.top.into_inner().into_keys().into_iter().map(ranked).collect()
    }
}

fn ranked(RankKey { value, place }: RankKey) -> Ranked {
    Ranked::new(value as Score, place)
}

impl Ranking for SharedTop {
    fn wanted(&self) -> usize {
        self.wanted
    }

    fn best(&self) -> Ranked {
        self.top.lock().first().map_or(Ranked::NONE, ranked)
    }

    fn limit(&self, place: usize) -> Score {
        // Without a bar, the limit of `Top` is below every score.
        self.top.lock().limit(place).max((-INFINITE).into()) as Score
    }

    fn merge(&self, candidate: Ranked) {
        self.top.lock().merge(RankKey { value: candidate.score().into(), place: candidate.place() });
    }
}
