//! Claim: on random trees with dice all strategies, at every thread count, find the value of a
//! naive expectimax and its best play (the first, if several are equal).

use std::collections::HashMap;
use std::time::Duration;

// Not the standard library's mutex: ThreadSanitizer does not see into that one.
use crate::support::dice::{DiceShape, DiceTrees, Opinion, Place, SIX, random_dice};
use crate::support::dice_requests;
use crate::support::expectimax::Naive;
use crate::support::ranked::best_result;
use crate::support::watched::Watched;
use parking_lot::Mutex;
use sparring_engine::Engine;
use sparring_engine::game::{INFINITE, Stochastic};
use sparring_engine::search::{
    DiceRequest, DiceStrategy, Limits, MAX_DEPTH, Pruning, SearchStrategy, Settings,
};
use sparring_sched::Pool;

const THREADS: [usize; 5] = [1, 2, 3, 7, 33];

/// Searches by all strategies and compares with the oracle.
fn check<const W: i64>(
    engine: &Engine<DiceTrees<W>>,
    opinion: &Opinion,
    pruning: Pruning,
    position: Place,
    roll: u8,
    depth: u32,
) {
    let naive = Naive { game: engine.game(), evaluator: opinion, pruning };
    let (value, best) = best_result(&naive, (&position, roll), depth);
    for &strategy in DiceStrategy::ALL {
        let request =
            DiceRequest { pruning, ..DiceRequest::new(position, roll, Settings::depth(depth).by(strategy)) };
        let answer = engine.answer(opinion, &request);
        let last = answer.last.unwrap();
        let what = format!("{} on {} threads of {request:?}", strategy.name(), engine.pool().threads());
        assert_eq!((i128::from(last.score.exact), last.best, last.depth), (value, best, depth), "{what}");
        assert_eq!(
            (answer.stopped, answer.outcome, answer.counts.wasted_nodes),
            (None, None, {
                let alone = strategy == strategy.baseline() || engine.pool().threads() == 1;
                if alone { 0 } else { answer.counts.wasted_nodes }
            })
        );
        assert_eq!(last.score.mean, value as f64 / (W as f64).powi(depth as i32), "{what}");
    }
}

#[test]
fn on_random_trees() {
    for threads in THREADS {
        dice_requests::on_random_trees(threads, |engine, opinion, _, request| {
            let &DiceRequest { position, roll, pruning, settings, .. } = request;
            check(engine, opinion, pruning, position, roll, settings.depth);
        });
    }
}

/// With equal values everywhere, only the generator's order decides.
#[test]
fn among_equal_plays_at_the_root_the_first_is_the_best() {
    let shape = DiceShape { plays: 7, ends: true, passes: false };
    for threads in THREADS {
        let engine = Engine::new(DiceTrees::<6> { rolls: SIX[3] }, Pool::new(threads).unwrap(), 0);
        for seed in 0..40 {
            let (low, high) = (seed as i32 % 3 - 1, 1);
            let opinion = Opinion { low, high, slack: [5, 0], by_value: [seed % 4 < 2; 2] };
            let position = Place::root(seed, shape);
            for depth in [0, 1, 2] {
                check(&engine, &opinion, Pruning::default(), position, 1, depth);
            }
            if low == high {
                let naive = Naive { game: engine.game(), evaluator: &opinion, pruning: Pruning::default() };
                let first = naive.results(&position, 1)[0];
                let answer = engine.answer(&opinion, &DiceRequest::new(position, 1, Settings::depth(2)));
                assert_eq!(answer.last.unwrap().best, first);
            }
        }
    }
}

/// The largest scores at the greatest depth do not overflow.
#[test]
fn the_largest_scores_do_not_overflow_at_the_greatest_depth() {
    let game = DiceTrees::<36> { rolls: &[(0, 35), (1, 1)] };
    let shape = DiceShape { plays: 2, ends: false, passes: false };
    let most = INFINITE - 1;
    for threads in [1, 3] {
        let engine = Engine::new(game, Pool::new(threads).unwrap(), 0);
        for (low, high) in [(-most, most), (most, most), (-most, -most), (-most, 1 - most)] {
            let opinion = Opinion { low, high, slack: [0, 0], by_value: [true, false] };
            for seed in 0..3 {
                check(&engine, &opinion, Pruning::default(), Place::root(seed, shape), 0, MAX_DEPTH);
            }
        }
    }
}

/// No window is too narrow, so no roll is searched again: each static value is computed once, and
/// once more by a search that probes.
#[test]
fn no_result_is_searched_twice() {
    let shape = DiceShape { plays: 5, ends: true, passes: false };
    for threads in [1, 2, 3, 7] {
        let engine = Engine::new(DiceTrees::<6> { rolls: SIX[5] }, Pool::new(threads).unwrap(), 0);
        for seed in 0..20 {
            let opinion = Opinion { low: -4, high: 7, slack: [0, 1], by_value: [false; 2] };
            let position = Place::root(seed, shape);
            for &strategy in DiceStrategy::ALL {
                let times = Mutex::new(HashMap::<Place, u32>::new());
                let watched = Watched::new(opinion, |_, result: &Place| {
                    *times.lock().entry(*result).or_default() += 1;
                });
                let request = DiceRequest::new(position, 2, Settings::depth(2).by(strategy));
                engine.answer(&watched, &request).last.unwrap();
                let probes = matches!(strategy, DiceStrategy::Star2 | DiceStrategy::ParStar2);
                let most = times.into_inner().into_values().max();
                assert!(most <= Some(1 + u32::from(probes)), "{most:?} times by {}", strategy.name());
            }
        }
    }
}

#[test]
fn a_search_goes_no_deeper_than_values_have_room() {
    let game = DiceTrees::<6> { rolls: SIX[0] };
    let engine = Engine::new(game, Pool::new(2).unwrap(), 0);
    let (_, opinion, _) = random_dice(1);
    let position = Place::root(1, DiceShape { plays: 2, ends: false, passes: false });
    for movetime in [None, Some(Duration::from_secs(3600))] {
        let limits = Limits { movetime, ..Limits::default() };
        let answer =
            engine.answer(&opinion, &DiceRequest::new(position, 0, Settings::depth(100).within(limits)));
        assert_eq!((answer.last.unwrap().depth, answer.stopped), (MAX_DEPTH, None));
    }
}

#[test]
fn a_game_that_is_over_has_no_best_play() {
    let shape = DiceShape { plays: 3, ends: true, passes: false };
    let game = DiceTrees::<6> { rolls: SIX[2] };
    let naive_ends = |place: &Place| game.outcome(place).is_some();
    let over = (0..).map(|id| Place { id, first: true, shape }).find(naive_ends).unwrap();
    let (_, opinion, _) = random_dice(1);
    let answer = Engine::new(game, Pool::new(2).unwrap(), 0)
        .answer(&opinion, &DiceRequest::new(over, 0, Settings::depth(2)));
    assert!(answer.last.is_none() && answer.outcome.is_some() && answer.counts.nodes == 0);
}
