//! The sharing of a playing search's nodes, as in `search/split.rs`, but a worker whose scout
//! search exceeds alpha re-searches that brother itself, and only a cut stops the others.
//!
//! A scout score is never kept as a value, because in a selective search many re-searches come
//! back at or below alpha. The node merges only scores of re-searches and bounds that decide: no
//! better than alpha, or a cut.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use parking_lot::Mutex;

use super::pv::Pv;
use super::score::FORCED;
use crate::game::Score;
use crate::search::atomic_bitset::AtomicBitset;
use crate::search::memory::Waste;
use crate::search::task::{Task, Tasks};
use sparring_sched::Cancelled;

pub(super) trait PlayBrothers<M>: Sync {
    type Pv: Pv<M>;

    /// True if a brother is left out, given that another move does not lose by force.
    fn prunes(&self, task: &Task<'_, '_>, place: usize, alpha: Score) -> bool;

    fn scout(&self, task: &mut Task<'_, '_>, place: usize, alpha: Score) -> Result<Score, Cancelled>;

    /// Re-searches a brother whose scout search exceeded alpha. Exact inside the window.
    fn re_search(
        &self,
        task: &mut Task<'_, '_>,
        place: usize,
        window: (Score, Score),
        pv: &mut Self::Pv,
    ) -> Result<Score, Cancelled>;
}

/// A node whose brothers are offered. `blame`: the reasons for stopped brothers, without a cut and
/// with one.
#[derive(Clone, Copy)]
pub(super) struct SplitPoint {
    pub best: Score,
    pub alpha: Score,
    pub beta: Score,
    pub blame: [Waste; 2],
}

pub(super) struct SplitResult {
    pub score: Score,
    /// The brother that raised alpha last.
    pub best: Option<usize>,
    /// Brothers neither left out nor dropped by a cut.
    pub searched: AtomicBitset,
}

impl SplitPoint {
    /// Offers `n` brothers to all workers. Calls `raised`, one call at a time, for each that raises
    /// alpha, with its place, score, line and window.
    #[inline(never)]
    pub fn offer<M, B: PlayBrothers<M>>(
        self,
        tasks: &Tasks<'_>,
        task: &mut Task<'_, '_>,
        n: usize,
        brothers: &B,
        raised: impl FnMut(usize, Score, &B::Pv, (Score, Score)) + Send,
    ) -> Result<SplitResult, Cancelled> {
        let beta = self.beta;
        let (alpha, best) = (AtomicI32::new(self.alpha), AtomicI32::new(self.best));
        let (raised, searched) = (Mutex::new((raised, None)), AtomicBitset::default());
        let done = tasks.split(task, n, |task, place| {
            let mut from = alpha.load(Relaxed);
            // Another worker has found a cut and is cancelling the split.
            if from >= beta {
                return Ok(());
            }
            if best.load(Relaxed) > -FORCED && brothers.prunes(task, place, from) {
                return Ok(());
            }
            let mut pv = B::Pv::default();
            let mut score = brothers.scout(task, place, from)?;
            searched.insert(place);
            while B::Pv::OPEN && from < score && score < beta {
                // If another brother has raised alpha meanwhile, this one is scouted again.
                match alpha.load(Relaxed) {
                    now if now >= beta => return Ok(()),
                    now if now > from => {
                        from = now;
                        score = brothers.scout(task, place, from)?;
                    }
                    _ => {
                        score = brothers.re_search(task, place, (from, beta), &mut pv)?;
                        break;
                    }
                }
            }
            if score <= best.load(Relaxed) {
                return Ok(());
            }
            let mut merged = raised.lock();
            best.fetch_max(score, Relaxed);
            if score > alpha.load(Relaxed) {
                alpha.store(score, Relaxed);
                (merged.0)(place, score, &pv, (from, beta));
                merged.1 = Some(place);
                drop(merged);
                if score >= beta {
                    task.at.cancel();
                }
            }
            Ok(())
        });
        let score = best.into_inner();
        task.blame(self.blame[usize::from(score >= beta)]);
        done?;
        Ok(SplitResult { score, best: raised.into_inner().1, searched })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::limits::Guard;
    use crate::search::memory::Memories;
    use crate::search::play::pv::PvMoves;
    use crate::search::support::hash::hash;
    use crate::search::task::SharedBelow;
    use sparring_sched::Pool;

    /// Brothers whose scout searches and re-searches disagree, as in a selective search.
    struct Scripted {
        scouts: Vec<Score>,
        re_searches: Vec<Score>,
        pruned: Vec<bool>,
    }

    impl Scripted {
        fn random(seed: u64) -> Scripted {
            let number = |i: u64, modulus: u64| (hash(seed * 1000 + i) % modulus) as Score;
            let n = 1 + seed % 12;
            Scripted {
                scouts: (0..n).map(|i| number(i, 40) - 20).collect(),
                re_searches: (0..n).map(|i| number(100 + i, 40) - 20).collect(),
                pruned: (0..n).map(|i| number(200 + i, 5) == 0).collect(),
            }
        }
    }

    impl PlayBrothers<u8> for Scripted {
        type Pv = PvMoves<u8>;

        fn prunes(&self, _task: &Task<'_, '_>, place: usize, _alpha: Score) -> bool {
            self.pruned[place]
        }

        fn scout(&self, task: &mut Task<'_, '_>, place: usize, _alpha: Score) -> Result<Score, Cancelled> {
            task.at.poll()?;
            Ok(self.scouts[place])
        }

        fn re_search(
            &self,
            task: &mut Task<'_, '_>,
            place: usize,
            _window: (Score, Score),
            pv: &mut PvMoves<u8>,
        ) -> Result<Score, Cancelled> {
            task.at.poll()?;
            pv.lead(place as u8, &PvMoves::default());
            Ok(self.re_searches[place])
        }
    }

    type Outcome = (Score, Option<usize>, Vec<(usize, Score, Vec<u8>)>);

    fn offered(pool: &Pool, brothers: &Scripted, [best, alpha, beta]: [Score; 3]) -> Outcome {
        let (memories, scope) = (Memories::new(pool.threads()), pool.cancel_scope());
        let tasks = Tasks { memories: &memories, guard: Guard::idle(&scope, pool.stopwatch()) };
        let split_point = SplitPoint { best, alpha, beta, blame: [Waste::Research, Waste::PvCut] };
        let mut raised = Vec::new();
        let result = pool.install_in(&scope, |at| {
            tasks.run(at, &SharedBelow::default(), |task| {
                split_point.offer(&tasks, task, brothers.scouts.len(), brothers, |place, score, pv, _| {
                    raised.push((place, score, pv.0.to_vec()));
                })
            })
        });
        let SplitResult { score, best, searched } = result.unwrap();
        assert!(raised.iter().all(|&(place, ..)| searched.contains(place) && !brothers.pruned[place]));
        (score, best, raised)
    }

    fn by_a_loop(brothers: &Scripted, [mut best, mut alpha, beta]: [Score; 3]) -> (Score, Option<usize>) {
        let mut place = None;
        for i in 0..brothers.scouts.len() {
            if brothers.pruned[i] || alpha >= beta {
                continue;
            }
            let scout = brothers.scouts[i];
            let score = if scout > alpha && scout < beta { brothers.re_searches[i] } else { scout };
            if score > alpha {
                (alpha, place) = (score, Some(i));
            }
            best = best.max(score);
        }
        (best, place)
    }

    #[test]
    fn one_worker_finds_what_a_loop_finds() {
        let pool = Pool::new(1).unwrap();
        for seed in 0..2_000 {
            let (brothers, node) = (Scripted::random(seed), [-20, -10, 12]);
            let (score, best, _) = offered(&pool, &brothers, node);
            assert_eq!((score, best), by_a_loop(&brothers, node), "seed {seed}");
        }
    }

    #[test]
    fn no_score_of_a_scout_is_kept_as_a_value() {
        let pools = [1, 2, 4, 8].map(|threads| Pool::new(threads).unwrap());
        for (seed, pool) in (0..4_000).zip(pools.iter().cycle()) {
            let (brothers, [low, alpha, beta]) = (Scripted::random(seed), [-20, -10, 12]);
            let (score, best, raised) = offered(pool, &brothers, [low, alpha, beta]);
            let Scripted { scouts, re_searches, .. } = &brothers;
            assert!(raised.windows(2).all(|pair| pair[0].1 < pair[1].1), "alpha only rises");
            for (place, score, pv) in &raised {
                let cut = *score == scouts[*place] && *score >= beta;
                let valued = *score == re_searches[*place] && *pv == [*place as u8];
                assert!(cut || valued, "seed {seed}: {place} scored {score} by its scout search");
            }
            assert_eq!(best, raised.last().map(|last| last.0));
            assert_eq!(score.max(alpha), raised.last().map_or(alpha, |last| last.1), "seed {seed}");
        }
    }

    #[test]
    fn a_brother_whose_re_search_takes_back_its_scout_is_not_chosen() {
        let pool = Pool::new(2).unwrap();
        let brothers = Scripted { scouts: vec![5], re_searches: vec![-15], pruned: vec![false] };
        assert_eq!(offered(&pool, &brothers, [-12, -10, 12]), (-12, None, vec![]));
    }

    /// Brothers of which the second cuts while the others run.
    struct SecondCuts;

    impl PlayBrothers<u8> for SecondCuts {
        type Pv = ();

        fn prunes(&self, _task: &Task<'_, '_>, _place: usize, _alpha: Score) -> bool {
            false
        }

        fn scout(&self, task: &mut Task<'_, '_>, place: usize, alpha: Score) -> Result<Score, Cancelled> {
            if place == 1 {
                return Ok(alpha + 1);
            }
            loop {
                task.at.poll()?;
                std::hint::spin_loop();
            }
        }

        fn re_search(
            &self,
            _task: &mut Task<'_, '_>,
            _place: usize,
            _window: (Score, Score),
            _line: &mut (),
        ) -> Result<Score, Cancelled> {
            unreachable!("the window is closed")
        }
    }

    #[test]
    fn a_brother_that_a_cut_has_stopped_was_not_searched() {
        let pool = Pool::new(2).unwrap();
        let (memories, scope) = (Memories::new(2), pool.cancel_scope());
        let tasks = Tasks { memories: &memories, guard: Guard::idle(&scope, pool.stopwatch()) };
        let split_point = SplitPoint { best: -5, alpha: 0, beta: 1, blame: [Waste::AllCut, Waste::CutCut] };
        let result = pool.install_in(&scope, |at| {
            let below = SharedBelow::default();
            tasks
                .run(at, &below, |task| split_point.offer(&tasks, task, 3, &SecondCuts, |_, _, _: &(), _| {}))
        });
        let SplitResult { score, best, searched } = result.unwrap();
        assert_eq!((score, best), (1, Some(1)));
        assert_eq!([0, 1, 2].map(|place| searched.contains(place)), [false, true, false]);
    }
}
