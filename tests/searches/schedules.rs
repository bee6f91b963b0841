//! Claim: whatever the schedule, every exact strategy finds the value and the first of the best
//! moves.

use crate::support::answers::best_move;
use crate::support::hash::hash;
use crate::support::schedules::{on_schedules, random_pool};
use crate::support::trees::{Node, Shape, Trees};
use sparring_engine::Engine;
use sparring_engine::search::{Request, SearchStrategy, Settings, Strategy};

#[test]
fn random_trees_on_random_schedules() {
    on_schedules(400, |seed| {
        let pick = |salt: u64, n: u64| hash(seed ^ salt << 32) % n;
        let shape = Shape::random(seed, 6);
        let depth = 1 + pick(5, 5) as u32;
        let strategy = Strategy::ALL[pick(6, Strategy::ALL.len() as u64) as usize];
        let (par_depth, split_depth) = (1 + pick(7, 3) as u32, 1 + pick(8, 3) as u32);
        let chunks = 1 + pick(9, 40) as usize;
        let settings = Settings { strategy, par_depth, split_depth, chunks, ..Settings::depth(depth) };
        let root = Node::root(seed, shape);
        let engine = Engine::new(Trees, random_pool(seed), 1);
        let answer = engine.answer(&Trees, &Request::new(root, settings));
        let (best, score) = best_move(&Trees, &Trees, &root, &[], depth);
        assert_eq!((answer.best(), answer.score), (Some(best), score), "{}", strategy.name());
        engine.pool().snapshot().total().check().unwrap();
    });
}
