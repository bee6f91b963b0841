//! Claim: all exact strategies give the minimax value and the same best move, the first of equals,
//! at every thread count.

use crate::support::answers::{best_move, check_line};
use crate::support::hash::hash;
use crate::support::numbers::Numbers;
use crate::support::trees::{Node, Shape, Trees};
use crate::support::walk::Walk;
use sparring_engine::Engine;
use sparring_engine::game::{Evaluator, Game};
use sparring_engine::search::{Request, SearchStrategy, Settings, Strategy};
use sparring_sched::Pool;

const THREADS: [usize; 5] = [1, 2, 3, 8, 33];

/// Searches by all strategies and compares with the oracle.
fn check<G: Game, E: Evaluator<G>>(
    engine: &Engine<G>,
    evaluator: &E,
    position: &G::Position,
    earlier: &[u64],
    depth: u32,
) {
    let game = engine.game();
    let (best, score) = best_move(game, evaluator, position, earlier, depth);
    for &strategy in Strategy::ALL {
        for (par_depth, split_depth) in [(1, 3), (2, 2)] {
            let settings = Settings { strategy, par_depth, split_depth, ..Settings::depth(depth) };
            let request = Request { earlier, ..Request::new(position.clone(), settings) };
            let answer = engine.answer(evaluator, &request);
            let threads = engine.pool().threads();
            let what = format!("{} at depth {depth} with {threads} threads", strategy.name());
            assert_eq!((answer.best(), answer.score), (Some(best), score), "{what}");
            let last = answer.last.unwrap();
            assert_eq!((last.depth, answer.stopped, answer.outcome), (depth, None, None), "{what}");
            check_line(game, evaluator, position, &last.pv, depth, (best, score));
            assert_eq!(answer.counts, last.counts, "{what}");
        }
    }
}

#[test]
fn on_random_trees() {
    for threads in THREADS {
        let engine = Engine::new(Trees, Pool::new(threads).unwrap(), 1);
        for seed in 0..120 {
            let shape = Shape::random(seed, 12);
            let deepest = if shape.branching > 8 { 4 } else { 6 };
            let depth = 1 + (hash(seed) % deepest) as u32;
            check(&engine, &Trees, &Node::root(seed, shape), &[], depth);
        }
    }
}

#[test]
fn where_all_values_are_equal() {
    let shape = Shape { branching: 9, values: 0, again: true, ends: false };
    for threads in THREADS {
        let engine = Engine::new(Trees, Pool::new(threads).unwrap(), 1);
        for seed in 0..20 {
            check(&engine, &Trees, &Node::root(seed, shape), &[], 4);
        }
    }
}

fn check_numbers<const TABLE_CUTS: bool>() {
    for threads in THREADS {
        for seed in 0..4 {
            let game = Numbers::<TABLE_CUTS> { seed, n: 9 };
            let engine = Engine::new(game, Pool::new(threads).unwrap(), 1);
            (1..=5).for_each(|depth| check(&engine, &game, &game.start(), &[], depth));
        }
    }
}

#[test]
fn where_positions_are_reached_in_many_orders() {
    check_numbers::<false>();
}

#[test]
fn where_the_table_cuts() {
    check_numbers::<true>();
}

#[test]
fn where_positions_repeat_and_draws_can_be_claimed() {
    for threads in THREADS {
        for seed in 0..40 {
            let game = Walk { seed };
            let engine = Engine::new(game, Pool::new(threads).unwrap(), 1);
            let mut position = game.start();
            let mut earlier = vec![];
            for step in 0..4 {
                if game.outcome(&position).is_some() {
                    break;
                }
                check(&engine, &game, &position, &earlier, 6);
                earlier.push(game.key(&position));
                let moves = game.legal_moves(&position);
                position = game.play(&position, moves[hash(seed ^ step) as usize % moves.len()]);
            }
        }
    }
}

#[test]
fn a_game_that_is_over_has_an_outcome_and_no_best_move() {
    let game = Numbers::<false> { seed: 1, n: 3 };
    let engine = Engine::new(game, Pool::new(1).unwrap(), 0);
    let full = (0..3).fold(game.start(), |taken, m| game.play(&taken, m));
    let answer = engine.answer(&game, &Request::new(full, Settings::depth(5)));
    assert!(answer.best().is_none() && answer.outcome.is_some());
}
