//! The sum of a binary tree, every node allocated by itself: forks that wait for memory.
//!
//! A tree of depth `d` has `2^(d+1) - 1` nodes, of which the `2^d - 1` inner ones fork, one join each.

use crate::sched::Worker;

/// An inner node has both children.
pub(super) struct Node {
    value: u64,
    children: Option<[Box<Node>; 2]>,
}

/// A tree whose nodes are numbered as in a heap, from 1, and allocated in the order in which they are visited: what is
/// measured is forks, not cache misses.
pub(super) fn grow(depth: u64, value: u64) -> Box<Node> {
    let mut node = Box::new(Node { value, children: None });
    if depth > 0 {
        let child = |i| grow(depth - 1, 2 * value + i);
        node.children = Some([child(0), child(1)]);
    }
    node
}

/// A join at every inner node.
#[inline(never)]
pub(super) fn sum(w: Worker<'_>, node: &Node) -> u64 {
    let Some([left, right]) = &node.children else { return node.value };
    let (a, b) = w.join(move |w| sum(w, left), move |w| sum(w, right));
    node.value + a + b
}

/// The twin.
#[inline(never)]
pub(super) fn sum_twin(node: &Node) -> u64 {
    let Some([left, right]) = &node.children else { return node.value };
    node.value + sum_twin(left) + sum_twin(right)
}
