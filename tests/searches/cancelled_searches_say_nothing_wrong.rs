//! Claim: a search stopped at any point, by any limit, answers with the value of the last depth it
//! finished, and leaves nothing behind that makes a later search wrong.

use std::time::Duration;

use crate::support::answers::best_move;
use crate::support::hash::hash;
use crate::support::numbers::Numbers;
use crate::support::simulated::simulate;
use crate::support::stops_at::StopsAt;
use crate::support::trees::{Node, Shape, Trees};
use crate::support::walk::Walk;
use sparring_engine::Engine;
use sparring_engine::game::{Evaluator, Game};
use sparring_engine::search::{AnswerOf, Limits, Request, SearchStrategy, Settings, StopCause, Strategy};
use sparring_sched::{Costs, Pool, PoolBuilder};

fn check<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    request: &Request<'_, G::Position>,
    answer: &AnswerOf<G>,
) {
    let last = answer.last.as_ref().unwrap();
    let truth = best_move(game, evaluator, &request.position, request.earlier, last.depth);
    assert_eq!(
        (last.best, last.score),
        truth,
        "{} at depth {}",
        request.settings.strategy.name(),
        last.depth
    );
    assert_eq!(answer.stopped.is_some(), last.depth < request.settings.depth);
    assert!(answer.counts.wasted_nodes <= answer.counts.nodes);
}

/// Stops searches at their first, second, third ... evaluation until one runs to its end. They
/// share an engine, so each uses what the stopped ones left in the table.
fn stop_everywhere<G: Game, E: Evaluator<G> + Copy>(
    engine: &Engine<G>,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
) {
    for &strategy in Strategy::ALL {
        let request =
            Request::new(position.clone(), Settings { strategy, split_depth: 2, ..Settings::depth(depth) });
        for k in 1.. {
            let switch = engine.stop_switch();
            let stops = StopsAt::new(*evaluator, k, switch.clone());
            let answer = engine.go(&stops, &request, &switch, &mut |_| {});
            check(engine.game(), evaluator, &request, &answer);
            if answer.stopped.is_none() {
                break;
            }
            assert_eq!(answer.stopped, Some(StopCause::Request));
        }
        check(engine.game(), evaluator, &request, &engine.answer(evaluator, &request));
    }
}

#[test]
fn stopped_at_every_evaluation_of_a_random_tree() {
    for threads in [1, 2, 5] {
        let engine = Engine::new(Trees, Pool::new(threads).unwrap(), 0);
        for seed in 0..6 {
            let shape = Shape { branching: 4, values: 2, again: seed % 2 == 0, ends: seed % 3 == 0 };
            stop_everywhere(&engine, &Trees, &Node::root(seed, shape), 4);
        }
    }
}

#[test]
fn stopped_at_every_evaluation_where_the_table_cuts() {
    for threads in [1, 2, 5] {
        let game = Numbers::<true> { seed: 3, n: 7 };
        stop_everywhere(&Engine::new(game, Pool::new(threads).unwrap(), 1), &game, &game.start(), 4);
    }
}

#[test]
fn stopped_at_every_evaluation_where_positions_repeat() {
    for threads in [1, 2, 5] {
        let game = Walk { seed: 8 };
        stop_everywhere(&Engine::new(game, Pool::new(threads).unwrap(), 1), &game, &game.start(), 5);
    }
}

#[test]
fn stopped_by_a_node_limit() {
    let shape = Shape { branching: 9, values: 5, again: true, ends: true };
    for (threads, simulated) in [(1, false), (2, false), (5, false), (2, true), (5, true)] {
        let builder = PoolBuilder::new().threads(threads);
        let builder = if simulated { simulate(builder, Costs::default()) } else { builder };
        let engine = Engine::new(Trees, builder.build().unwrap(), 1);
        for seed in 0..10 {
            for &strategy in Strategy::ALL {
                let nodes = 1 + hash(seed) % 2000;
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let request =
                    Request::new(Node::root(seed, shape), Settings::depth(5).by(strategy).within(limits));
                let answer = engine.answer(&Trees, &request);
                check(&Trees, &Trees, &request, &answer);
                assert!(answer.stopped.is_none_or(|cause| cause == StopCause::Nodes));
                // Depth 1 is always finished. After that each worker may overshoot the limit by one
                // batch, and by the leaves of one position, which minimax counts together. Real
                // workers hear of the end some microseconds later: hundreds of such cheap nodes.
                let together = threads as u64 * shape.branching;
                let most = nodes + nodes / 4 + 64 + together;
                let found = answer.counts.nodes;
                assert!(found <= most || threads > 1 && !simulated, "{found} of {nodes}");
            }
        }
    }
}

#[test]
fn stopped_by_the_clock() {
    let shape = Shape { branching: 12, values: 50, again: false, ends: false };
    for threads in [1, 2] {
        let engine = Engine::new(Trees, Pool::new(threads).unwrap(), 1);
        for &strategy in Strategy::ALL {
            let limits = Limits { movetime: Some(Duration::from_millis(30)), ..Limits::default() };
            let request =
                Request::new(Node::root(1, shape), Settings::depth(100).by(strategy).within(limits));
            // A busy machine may let one of them wait.
            let in_time = (0..20).any(|_| {
                let answer = engine.answer(&Trees, &request);
                assert_eq!(answer.stopped, Some(StopCause::Time));
                answer.time < Duration::from_millis(500)
            });
            assert!(in_time, "{} on {threads} threads", strategy.name());
        }
    }
}

#[test]
fn a_switch_used_too_early_leaves_the_first_depth() {
    let engine = Engine::new(Trees, Pool::new(2).unwrap(), 1);
    let shape = Shape { branching: 5, values: 2, again: false, ends: false };
    for &strategy in Strategy::ALL {
        let request = Request::new(Node::root(2, shape), Settings::depth(4).by(strategy));
        let switch = engine.stop_switch();
        switch.stop();
        let answer = engine.go(&Trees, &request, &switch, &mut |_| {});
        check(&Trees, &Trees, &request, &answer);
        assert_eq!(answer.last.unwrap().depth, 1);
    }
}
