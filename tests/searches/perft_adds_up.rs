//! Claim: parallel perft counts what a plain recursion counts, move by move, on any number of
//! workers.

use crate::support::trees::{Node, Shape, Trees};
use sparring_engine::game::Game;
use sparring_engine::search::perft;
use sparring_sched::Pool;

fn leaves(node: &Node, depth: u32, _leaf: bool) -> u64 {
    match depth {
        0 => 1,
        _ => Trees.legal_moves(node).iter().map(|&m| leaves(&Trees.play(node, m), depth - 1, false)).sum(),
    }
}

#[test]
fn on_random_trees() {
    let shape = Shape { branching: 7, values: 1, again: false, ends: false };
    for threads in [1, 2, 3, 16] {
        let pool = Pool::new(threads).unwrap();
        for seed in 0..20 {
            let root = Node::root(seed, shape);
            for depth in 1..=6 {
                let scope = pool.cancel_scope();
                let counted =
                    pool.install_in(&scope, |at| perft(at, &Trees, &root, depth, false, leaves)).unwrap();
                let expected: Vec<(u8, u64)> = Trees
                    .legal_moves(&root)
                    .into_iter()
                    .map(|m| (m, leaves(&Trees.play(&root, m), depth - 1, false)))
                    .collect();
                assert_eq!(counted, expected);
            }
        }
    }
}

#[test]
fn a_cancelled_count_is_no_count() {
    let pool = Pool::new(2).unwrap();
    let scope = pool.cancel_scope();
    scope.cancel();
    let root = Node::root(1, Shape { branching: 3, values: 1, again: false, ends: false });
    assert!(pool.install_in(&scope, |at| perft(at, &Trees, &root, 4, false, leaves)).is_err());
}
