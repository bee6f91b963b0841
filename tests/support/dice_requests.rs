//! Requests to search random trees with dice.

use sparring_engine::Engine;
use sparring_engine::search::{DiceRequest, Settings};
use sparring_sched::Pool;

use super::dice::{DiceTrees, Opinion, Place, SIX, deepest, random_dice};

/// Calls `check` with requests to search random trees on this many threads, a number that differs
/// from tree to tree, and how the tree is evaluated.
pub fn on_random_trees(
    threads: usize,
    check: impl Fn(&Engine<DiceTrees<6>>, &Opinion, u64, &DiceRequest<Place, u8>),
) {
    for rolls in SIX {
        let engine = Engine::new(DiceTrees::<6> { rolls }, Pool::new(threads).unwrap(), 0);
        for seed in 0..30 {
            let (shape, opinion, pruning) = random_dice(seed * 7 + rolls.len() as u64);
            let (position, roll) = (Place::root(seed, shape), seed as u8 % rolls.len() as u8);
            for depth in 0..=deepest(rolls.len(), shape) {
                let request = DiceRequest::new(position, roll, Settings::depth(depth));
                check(&engine, &opinion, seed, &DiceRequest { pruning, ..request });
            }
        }
        engine.pool().snapshot().total().check().unwrap();
    }
}
