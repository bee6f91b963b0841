//! Young brothers of a playing search: how the workers share the moves of a node.
//!
//! The owner has searched the eldest brother, and perhaps some more. It offers the rest as one
//! ordered loop: each idle worker takes the leftmost brother not yet taken, and the owner takes
//! part. A worker that has tested a brother above alpha also values it, and nothing but a cut stops
//! the others.
//!
//! A test is never kept as a value. In a search that leaves moves out, a test with a null window
//! may say more than the open window confirms: of 1,324 tests that were passed, 519 values came
//! back at or below alpha (42 of 103 at the root). So what is merged is a value, or a bound that
//! decides: no better than alpha, or a cut.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use parking_lot::Mutex;

use super::line::Line;
use super::score::FORCED;
use crate::game::Score;
use crate::search::memory::Waste;
use crate::search::places::Places;
use crate::search::task::{Task, Tasks};
use sparring_sched::Cancelled;

/// The young brothers of a node, by their places in the order of search, from 0.
pub(super) trait Brothers<M>: Sync {
    /// What an open window leaves behind beside a score.
    type Line: Line<M>;

    /// Whether a brother is left out, given that another move does not lose by force.
    fn prunes(&self, task: &Task<'_, '_>, place: usize, alpha: Score) -> bool;

    /// Is a brother better than `alpha`? The score is a bound.
    fn test(&self, task: &mut Task<'_, '_>, place: usize, alpha: Score) -> Result<Score, Cancelled>;

    /// The score of a brother that has passed its test, exact if it lies inside the window.
    fn value(
        &self,
        task: &mut Task<'_, '_>,
        place: usize,
        window: (Score, Score),
        line: &mut Self::Line,
    ) -> Result<Score, Cancelled>;
}

/// A node whose brothers are offered: its best score so far, its window, and what stopped brothers
/// are blamed on if none cuts and if one does.
#[derive(Clone, Copy)]
pub(super) struct Offer {
    pub best: Score,
    pub alpha: Score,
    pub beta: Score,
    pub blame: [Waste; 2],
}

/// What the brothers of a node have come to.
pub(super) struct Found {
    /// The best score of the node.
    pub score: Score,
    /// The brother that raised alpha last, if one did.
    pub best: Option<usize>,
    /// The brothers that were searched: not left out, and not dropped by a cut.
    pub searched: Places,
}

impl Offer {
    /// Offers `n` brothers to all workers. `raised` is told, one call at a time, of each that
    /// raises alpha: its place, its score, the line after it, and the window it was searched in.
    #[inline(never)]
    pub fn to_all<M, B: Brothers<M>>(
        self,
        tasks: &Tasks<'_>,
        task: &mut Task<'_, '_>,
        n: usize,
        brothers: &B,
        raised: impl FnMut(usize, Score, &B::Line, (Score, Score)) + Send,
    ) -> Result<Found, Cancelled> {
        let beta = self.beta;
        let (alpha, best) = (AtomicI32::new(self.alpha), AtomicI32::new(self.best));
        let (raised, searched) = (Mutex::new((raised, None)), Places::default());
        let done = tasks.split(task, n, |task, place| {
            let mut from = alpha.load(Relaxed);
            // Another worker has found a cut and is cancelling the split: nothing is left to find.
            if from >= beta {
                return Ok(());
            }
            if best.load(Relaxed) > -FORCED && brothers.prunes(task, place, from) {
                return Ok(());
            }
            let mut line = B::Line::default();
            let mut score = brothers.test(task, place, from)?;
            searched.insert(place);
            while B::Line::OPEN && from < score && score < beta {
                // A brother may have raised alpha during the test: then it is to be passed again.
                match alpha.load(Relaxed) {
                    now if now >= beta => return Ok(()),
                    now if now > from => {
                        from = now;
                        score = brothers.test(task, place, from)?;
                    }
                    _ => {
                        score = brothers.value(task, place, (from, beta), &mut line)?;
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
                (merged.0)(place, score, &line, (from, beta));
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
        Ok(Found { score, best: raised.into_inner().1, searched })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::limits::Guard;
    use crate::search::memory::Memories;
    use crate::search::play::line::Variation;
    use crate::search::support::hash::hash;
    use crate::search::task::SharedBelow;
    use sparring_sched::Pool;

    /// Brothers of which tests say one thing and values another, as in a selective search.
    struct Scripted {
        tests: Vec<Score>,
        values: Vec<Score>,
        pruned: Vec<bool>,
    }

    impl Scripted {
        fn random(seed: u64) -> Scripted {
            let number = |i: u64, modulus: u64| (hash(seed * 1000 + i) % modulus) as Score;
            let n = 1 + seed % 12;
            Scripted {
                tests: (0..n).map(|i| number(i, 40) - 20).collect(),
                values: (0..n).map(|i| number(100 + i, 40) - 20).collect(),
                pruned: (0..n).map(|i| number(200 + i, 5) == 0).collect(),
            }
        }
    }

    impl Brothers<u8> for Scripted {
        type Line = Variation<u8>;

        fn prunes(&self, _task: &Task<'_, '_>, place: usize, _alpha: Score) -> bool {
            self.pruned[place]
        }

        fn test(&self, task: &mut Task<'_, '_>, place: usize, _alpha: Score) -> Result<Score, Cancelled> {
            task.at.poll()?;
            Ok(self.tests[place])
        }

        fn value(
            &self,
            task: &mut Task<'_, '_>,
            place: usize,
            _window: (Score, Score),
            line: &mut Variation<u8>,
        ) -> Result<Score, Cancelled> {
            task.at.poll()?;
            line.lead(place as u8, &Variation::default());
            Ok(self.values[place])
        }
    }

    /// The best score, and every brother that raised alpha with its score and line.
    type Outcome = (Score, Option<usize>, Vec<(usize, Score, Vec<u8>)>);

    fn offered(pool: &Pool, brothers: &Scripted, [best, alpha, beta]: [Score; 3]) -> Outcome {
        let (memories, scope) = (Memories::new(pool.threads()), pool.cancel_scope());
        let tasks = Tasks { memories: &memories, guard: Guard::idle(&scope, pool.stopwatch()) };
        let offer = Offer { best, alpha, beta, blame: [Waste::Research, Waste::PvCut] };
        let mut raised = Vec::new();
        let found = pool.install_in(&scope, |at| {
            tasks.run(at, &SharedBelow::default(), |task| {
                offer.to_all(&tasks, task, brothers.tests.len(), brothers, |place, score, line, _| {
                    raised.push((place, score, line.0.to_vec()));
                })
            })
        });
        let Found { score, best, searched } = found.unwrap();
        assert!(raised.iter().all(|&(place, ..)| searched.contains(place) && !brothers.pruned[place]));
        (score, best, raised)
    }

    /// The same by a plain loop.
    fn by_a_loop(brothers: &Scripted, [mut best, mut alpha, beta]: [Score; 3]) -> (Score, Option<usize>) {
        let mut place = None;
        for i in 0..brothers.tests.len() {
            if brothers.pruned[i] || alpha >= beta {
                continue;
            }
            let test = brothers.tests[i];
            let score = if test > alpha && test < beta { brothers.values[i] } else { test };
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
    fn no_test_is_kept_as_a_value() {
        let pools = [1, 2, 4, 8].map(|threads| Pool::new(threads).unwrap());
        for (seed, pool) in (0..4_000).zip(pools.iter().cycle()) {
            let (brothers, [low, alpha, beta]) = (Scripted::random(seed), [-20, -10, 12]);
            let (score, best, raised) = offered(pool, &brothers, [low, alpha, beta]);
            let Scripted { tests, values, .. } = &brothers;
            assert!(raised.windows(2).all(|pair| pair[0].1 < pair[1].1), "alpha only rises");
            for (place, score, line) in &raised {
                let cut = *score == tests[*place] && *score >= beta;
                let valued = *score == values[*place] && *line == [*place as u8];
                assert!(cut || valued, "seed {seed}: {place} scored {score} by its test");
            }
            assert_eq!(best, raised.last().map(|last| last.0));
            assert_eq!(score.max(alpha), raised.last().map_or(alpha, |last| last.1), "seed {seed}");
        }
    }

    #[test]
    fn a_brother_whose_value_takes_back_its_test_is_not_chosen() {
        let pool = Pool::new(2).unwrap();
        let brothers = Scripted { tests: vec![5], values: vec![-15], pruned: vec![false] };
        assert_eq!(offered(&pool, &brothers, [-12, -10, 12]), (-12, None, vec![]));
    }

    /// The second brother cuts; the others search until they are stopped.
    struct SecondCuts;

    impl Brothers<u8> for SecondCuts {
        type Line = ();

        fn prunes(&self, _task: &Task<'_, '_>, _place: usize, _alpha: Score) -> bool {
            false
        }

        fn test(&self, task: &mut Task<'_, '_>, place: usize, alpha: Score) -> Result<Score, Cancelled> {
            if place == 1 {
                return Ok(alpha + 1);
            }
            loop {
                task.at.poll()?;
                std::hint::spin_loop();
            }
        }

        fn value(
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
        let offer = Offer { best: -5, alpha: 0, beta: 1, blame: [Waste::AllCut, Waste::CutCut] };
        let found = pool.install_in(&scope, |at| {
            let below = SharedBelow::default();
            tasks.run(at, &below, |task| offer.to_all(&tasks, task, 3, &SecondCuts, |_, _, _: &(), _| {}))
        });
        let Found { score, best, searched } = found.unwrap();
        assert_eq!((score, best), (1, Some(1)));
        assert_eq!([0, 1, 2].map(|place| searched.contains(place)), [false, true, false]);
    }
}
