//! The backgammon networks: evaluations a second, and the same values on every instruction set.
//!
//! ```text
//! cargo bench -p benches --bench network                 a million positions
//! cargo bench -p benches --bench network -- 100000
//! ```
//!
//! Positions are the results of all plays of one roll after the other, in games that the networks
//! play themselves, as a search at depth 0 meets them. Every instruction set that the processor
//! has values all of them, each roll's results in a batch and each result alone; a value that
//! differs from the baseline's ends the run. Best of three.

use std::hint::black_box;
use std::time::Instant;

use sparring_engine::games::backgammon::network::{Chances, Network};
use sparring_engine::games::backgammon::{Board, Dice, Outcome, Position, Results};

/// The results of rolls, one roll after the other, `count` or a few more.
fn rolls(network: &Network, count: usize) -> Vec<Vec<Position>> {
    let (mut dice, mut position, mut results) = (Dice::new(1), Position::START, Results::new());
    let (mut rolls, mut found) = (Vec::new(), 0);
    while found < count {
        let list = Board::of(&position).results(dice.roll(), &mut results).to_vec();
        let best = *list.iter().max_by_key(|result| network.chances(result).equity()).expect("a result");
        position = if Outcome::of(&best).is_some() { Position::START } else { best.handed_over() };
        found += list.len();
        rolls.push(list);
    }
    rolls
}

/// Values each roll's results in batches of at most `batch`.
fn values(network: &Network, rolls: &[Vec<Position>], batch: usize, into: &mut Vec<Chances>) {
    into.clear();
    for results in rolls.iter().flat_map(|results| results.chunks(batch)) {
        let from = into.len();
        into.resize(from + results.len(), Chances::default());
        network.all_chances(results, &mut into[from..]);
    }
}

/// Seconds of the best of three runs.
fn best(mut run: impl FnMut()) -> f64 {
    let seconds = |_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    };
    (0..3).map(seconds).fold(f64::INFINITY, f64::min)
}

fn main() {
    let count = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(1_000_000);
    let network = Network::built_in();
    let rolls = rolls(network, count);
    let all: Vec<Position> = rolls.iter().flatten().copied().collect();
    println!("{} results of {} rolls; evaluations a second on one thread", all.len(), rolls.len());
    let inputs = best(|| all.iter().for_each(|result| _ = black_box(Network::levels(result))));
    println!("{:>24} {:>10.0}", "inputs alone, Baseline", all.len() as f64 / inputs);
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    values(&network.baseline(), &rolls, 1, &mut expected);
    for (name, network) in network.each_instruction_set() {
        for (way, batch) in [("alone", 1), ("by roll", usize::MAX)] {
            let seconds = best(|| values(&network, &rolls, batch, &mut found));
            let name = name.split('(').next().unwrap_or_default();
            println!("{:>24} {:>10.0}", format!("{name}, {way}"), all.len() as f64 / seconds);
            assert!(found == expected, "{name}, {way}: other values than the baseline");
        }
    }
}
