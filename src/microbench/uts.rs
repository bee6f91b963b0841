//! Unbalanced Tree Search (Olivier and others 2006): a tree that nobody can divide fairly beforehand.
//!
//! A node is a 64-bit state. Its number of children is drawn from the state by a geometric distribution of mean
//! [`MEAN`] (UTS's `GEO` with a fixed shape), none below depth `n`; child `i` has the state `mix(state + (i + 1) * GOLDEN)` with
//! SplitMix64's finalizer where UTS has SHA-1. Everything is integer arithmetic, so the tree is the same everywhere.
//!
//! A node's children are a range, halved by joins until one is left: `children - 1` joins at an inner node, and one join
//! less than leaves in the whole tree.

use crate::sched::Worker;

/// Children of a node above the lowest level, on average.
const MEAN: u64 = 5;
/// The seed of the root: among the first 400, the one whose tree of depth 9 has nearest to 5.5 million joins (5,522,133).
const ROOT: u64 = 274;
/// 2^64 through the golden ratio: the step of SplitMix64.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A node and how many levels may follow it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    state: u64,
    below: u64,
}

impl Node {
    /// The root of a tree of depth `n`.
    pub fn root(n: u64) -> Node {
        Node { state: mix(ROOT.wrapping_add(GOLDEN)), below: n }
    }

    fn child(self, i: u64) -> Node {
        Node { state: mix(self.state.wrapping_add((i + 1).wrapping_mul(GOLDEN))), below: self.below - 1 }
    }

    /// A draw `u` gives `c` children if `q^(c+1) <= u < q^c`, where `q = MEAN / (MEAN + 1)`.
    fn children(self) -> u64 {
        const Q: u64 = (u64::MAX / (MEAN + 1)) * MEAN;
        if self.below == 0 {
            return 0;
        }
        let draw = mix(self.state ^ GOLDEN);
        let (mut children, mut limit) = (0, Q);
        while draw < limit {
            children += 1;
            limit = ((u128::from(limit) * u128::from(Q)) >> 64) as u64;
        }
        children
    }
}

fn mix(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Nodes of the tree below a node, itself included.
#[inline(never)]
pub(super) fn count(w: Worker<'_>, node: Node) -> u64 {
    match node.children() {
        0 => 1,
        children => 1 + range(w, node, 0, children),
    }
}

/// A join wherever there are several children to count.
#[inline(never)]
fn range(w: Worker<'_>, node: Node, from: u64, to: u64) -> u64 {
    if to - from == 1 {
        return count(w, node.child(from));
    }
    let middle = from + (to - from) / 2;
    let (a, b) = w.join(move |w| range(w, node, from, middle), move |w| range(w, node, middle, to));
    a + b
}

/// The twin.
#[inline(never)]
pub(super) fn count_twin(node: Node) -> u64 {
    match node.children() {
        0 => 1,
        children => 1 + range_twin(node, 0, children),
    }
}

#[inline(never)]
fn range_twin(node: Node, from: u64, to: u64) -> u64 {
    if to - from == 1 {
        return count_twin(node.child(from));
    }
    let middle = from + (to - from) / 2;
    range_twin(node, from, middle) + range_twin(node, middle, to)
}
