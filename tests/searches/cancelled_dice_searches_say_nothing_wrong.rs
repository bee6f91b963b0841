//! Claim: a search with dice that is stopped or panics at any point answers only with the value of
//! a finished depth, and leaves nothing behind that makes a later search wrong.

use std::time::Duration;

use crate::support::dice::{DiceShape, DiceTrees, Opinion, Place, SIX, random_dice};
use crate::support::expectimax::Naive;
use crate::support::hash::hash;
use crate::support::panics::panic_text;
use crate::support::ranked::best_result;
use crate::support::simulated::simulate;
use crate::support::watched::Watched;
use sparring_engine::Engine;
use sparring_engine::search::{
    DiceAnswerOf, DiceRequest, DiceStrategy, Limits, SearchStrategy, Settings, StopCause,
};
use sparring_sched::{Costs, Pool, PoolBuilder};

type Trees = DiceTrees<6>;
type Request = DiceRequest<Place, u8>;

const HOUR: Duration = Duration::from_secs(3600);

/// The true answer at each depth.
fn truth(game: &Trees, opinion: &Opinion, request: &Request) -> Vec<(i128, Place)> {
    let naive = Naive { game, evaluator: opinion, pruning: request.pruning };
    let at = (&request.position, request.roll);
    (0..=request.settings.depth).map(|depth| best_result(&naive, at, depth)).collect()
}

fn check(engine: &Engine<Trees>, request: &Request, answer: &DiceAnswerOf<Trees>, truth: &[(i128, Place)]) {
    let last = answer.last.as_ref().unwrap();
    let what = || format!("{} on {} threads", request.settings.strategy.name(), engine.pool().threads());
    assert_eq!((i128::from(last.score.exact), last.best), truth[last.depth as usize], "{}", what());
    assert_eq!(answer.stopped.is_some(), last.depth < request.settings.depth, "{}", what());
    assert!(answer.counts.wasted_nodes <= answer.counts.nodes);
    engine.pool().snapshot().total().check().unwrap();
}

/// Interrupts searches at their first, second, third ... evaluation until one runs to its end: all
/// strategies, with deepening and without. They share an engine, so each uses what the interrupted
/// ones left behind.
fn everywhere(threads: usize, each: impl Fn(&Engine<Trees>, &Opinion, &Request, u64) -> bool) {
    for (seed, rolls) in SIX.into_iter().enumerate() {
        let engine = Engine::new(Trees { rolls }, Pool::new(threads).unwrap(), 0);
        let (_, opinion, pruning) = random_dice(seed as u64 + 3);
        let shape = DiceShape { plays: 3, ends: seed % 2 == 0, passes: seed % 3 == 0 };
        let position = Place::root(seed as u64, shape);
        for &strategy in DiceStrategy::ALL {
            for movetime in [None, Some(HOUR)] {
                let depth = if rolls.len() > 3 { 1 } else { 2 };
                let limits = Limits { movetime, nodes: None };
                let request = DiceRequest {
                    pruning,
                    ..DiceRequest::new(position, 0, Settings::depth(depth).by(strategy).within(limits))
                };
                let known = truth(engine.game(), &opinion, &request);
                let begun = (1..).take_while(|&k| each(&engine, &opinion, &request, k)).count();
                assert!(begun > 0, "nothing was interrupted");
                check(&engine, &request, &engine.answer(&opinion, &request), &known);
            }
        }
    }
}

#[test]
fn stopped_at_every_evaluation() {
    for threads in [1, 2, 5] {
        everywhere(threads, |engine, opinion, request, k| {
            let switch = engine.stop_switch();
            let stops = Watched::new(*opinion, |n, _: &Place| {
                if n == k {
                    switch.stop();
                }
            });
            let mut heard = Vec::new();
            let answer = engine.go(&stops, request, &switch, &mut |depth| heard.push(depth.depth));
            check(engine, request, &answer, &truth(engine.game(), opinion, request));
            assert_eq!(heard.last(), answer.last.map(|last| last.depth).as_ref());
            assert!(answer.stopped.is_none_or(|cause| cause == StopCause::Request));
            answer.stopped.is_some()
        });
    }
}

#[test]
fn a_panic_at_every_evaluation_leaves_the_engine_whole() {
    for threads in [1, 3] {
        everywhere(threads, |engine, opinion, request, k| {
            let panics = Watched::new(*opinion, |n, _: &Place| assert!(n != k, "evaluation {k}"));
            let text = panic_text(|| engine.answer(&panics, request));
            assert!(text.as_ref().is_none_or(|text| *text == format!("evaluation {k}")), "{text:?}");
            engine.pool().snapshot().total().check().unwrap();
            text.is_some()
        });
    }
}

#[test]
fn stopped_by_a_node_limit() {
    let shape = DiceShape { plays: 7, ends: true, passes: true };
    for (threads, simulated) in [(1, false), (2, false), (5, false), (2, true), (5, true)] {
        let builder = PoolBuilder::new().threads(threads);
        let builder = if simulated { simulate(builder, Costs::default()) } else { builder };
        let engine = Engine::new(Trees { rolls: SIX[4] }, builder.build().unwrap(), 0);
        let mut stopped = 0;
        for seed in 0..20 {
            let (_, opinion, pruning) = random_dice(seed);
            for &strategy in DiceStrategy::ALL {
                let nodes = 1 + hash(seed) % 2000;
                let limits = Limits { movetime: None, nodes: Some(nodes) };
                let position = Place::root(seed, shape);
                let request = DiceRequest {
                    pruning,
                    ..DiceRequest::new(position, 1, Settings::depth(3).by(strategy).within(limits))
                };
                let answer = engine.answer(&opinion, &request);
                let last = answer.last.clone().unwrap();
                let reached = Settings { depth: last.depth, ..request.settings };
                let known = truth(engine.game(), &opinion, &DiceRequest { settings: reached, ..request });
                check(&engine, &request, &answer, &known);
                assert!(answer.stopped.is_none_or(|cause| cause == StopCause::Nodes));
                stopped += u32::from(answer.stopped.is_some());
                // Static values are always computed. After them each worker may overshoot by one
                // batch, and by what it visits before it hears of the end: some microseconds, in
                // which a real worker visits hundreds of nodes as cheap as these.
                let late = nodes / 4 + 64;
                let found = answer.counts.nodes;
                assert!(found <= nodes + late || threads > 1 && !simulated, "{found} of {nodes}");
            }
        }
        assert!(stopped > 20, "only {stopped} were stopped");
    }
}

#[test]
fn stopped_by_the_clock() {
    let shape = DiceShape { plays: 7, ends: false, passes: false };
    let opinion = Opinion { low: -50, high: 50, slack: [0, 0], by_value: [false; 2] };
    for threads in [1, 2] {
        let engine = Engine::new(Trees { rolls: SIX[6] }, Pool::new(threads).unwrap(), 0);
        for &strategy in DiceStrategy::ALL {
            let limits = Limits { movetime: Some(Duration::from_millis(30)), nodes: None };
            let request =
                DiceRequest::new(Place::root(1, shape), 0, Settings::depth(5).by(strategy).within(limits));
            // A busy machine may let one of them wait.
            let in_time = (0..20).any(|_| {
                let answer = engine.answer(&opinion, &request);
                assert_eq!(answer.stopped, Some(StopCause::Time), "{}", strategy.name());
                answer.time < Duration::from_millis(500)
            });
            assert!(in_time, "{} on {threads} threads", strategy.name());
        }
    }
}

#[test]
fn a_switch_used_too_early_leaves_the_static_values() {
    let engine = Engine::new(Trees { rolls: SIX[3] }, Pool::new(2).unwrap(), 0);
    let (shape, opinion, pruning) = random_dice(5);
    for &strategy in DiceStrategy::ALL {
        for depth in 0..3 {
            for movetime in [None, Some(HOUR)] {
                let limits = Limits { movetime, nodes: None };
                let position = Place::root(2, shape);
                let request = DiceRequest {
                    pruning,
                    ..DiceRequest::new(position, 0, Settings::depth(depth).by(strategy).within(limits))
                };
                let switch = engine.stop_switch();
                switch.stop();
                let answer = engine.go(&opinion, &request, &switch, &mut |_| {});
                check(&engine, &request, &answer, &truth(engine.game(), &opinion, &request));
                assert_eq!(answer.last.unwrap().depth, 0);
            }
        }
    }
}
