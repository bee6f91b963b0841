//! Claim: that a playing search offers its moves changes what it visits by no more than chance.

use sparring_engine::Compiled;
use sparring_engine::Engine;
use sparring_engine::game::MAX_PLY;
use sparring_engine::games::chess::network::Network;
use sparring_engine::games::chess::{Chess, Position, split_epd};
use sparring_engine::search::{PlayRequest, Settings};
use sparring_sched::Pool;

/// The positions of three suites.
fn positions() -> Vec<Position> {
    let suites = [
        include_str!("../data/bratko-kopec.epd"),
        include_str!("../data/hyatt-dts24.epd"),
        include_str!("../data/wac.epd"),
    ];
    let lines = suites.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#'));
    lines.map(|line| split_epd(line).0.parse().unwrap()).collect()
}

/// Nodes of each position on one worker.
fn nodes(positions: &[Position], depth: u32, split_depth: u32) -> Vec<f64> {
    let mut engine = Engine::new(Chess, Pool::new(1).unwrap(), 4);
    let settings = Settings { split_depth, ..Settings::depth(depth) };
    let count = |position: &Position| {
        engine.new_game();
        let request = PlayRequest::new(position.clone(), settings);
        engine.answer(&Compiled(Network::built_in()), &request).counts.nodes as f64
    };
    positions.iter().map(count).collect()
}

/// A search that keeps tests as values, as this one did, visits 0.88 of the nodes: fewer, because
/// it believes more.
#[test]
fn one_worker_that_offers_visits_the_nodes_of_plain_loops() {
    let positions = positions();
    assert_eq!(positions.len(), 348);
    let [offered, alone] = [2, MAX_PLY].map(|split_depth| nodes(&positions, 9, split_depth));
    let logarithms = offered.iter().zip(alone).map(|(a, b)| (a / b).ln());
    let ratio = (logarithms.sum::<f64>() / positions.len() as f64).exp();
    assert!((0.97..=1.03).contains(&ratio), "{ratio}");
}
