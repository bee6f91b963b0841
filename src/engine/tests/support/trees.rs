use sparring_engine::game::{Evaluator, Game, Score, Side};

use super::ending::{Ending, worth};
use super::hash::hash;

/// A random tree: a node is the hash of the path to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trees;

#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub id: u64,
    pub side: Side,
    pub shape: Shape,
}

#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Nodes have 1 to this many children.
    pub branching: u64,
    /// Static values are `-values ..= values`.
    pub values: u64,
    pub again: bool,
    pub ends: bool,
}

impl Node {
    pub fn root(seed: u64, shape: Shape) -> Node {
        let id = (0..).map(|i| hash(seed ^ i << 48)).find(|&id| !ends(id)).unwrap();
        Node { id, side: Side::First, shape }
    }
}

fn ends(id: u64) -> bool {
    hash(id ^ 1).is_multiple_of(9)
}

impl Shape {
    pub fn random(seed: u64, branching: u64) -> Shape {
        let pick = |salt: u64, n: u64| hash(seed ^ salt << 32) % n;
        Shape {
            branching: 1 + pick(1, branching),
            values: [0, 1, 3, 10][pick(2, 4) as usize],
            again: pick(3, 2) == 0,
            ends: pick(4, 2) == 0,
        }
    }

    fn value(&self, id: u64) -> Score {
        (hash(id ^ 2) % (2 * self.values + 1)) as Score - self.values as Score
    }
}

impl Game for Trees {
    type Position = Node;
    type Move = u8;
    type Moves = Vec<u8>;
    type Outcome = Ending;
    const HISTORY: usize = 16;

    fn side_to_move(&self, node: &Node) -> Side {
        node.side
    }

    fn legal_moves(&self, node: &Node) -> Vec<u8> {
        (0..(hash(node.id ^ 3) % node.shape.branching + 1) as u8).collect()
    }

    fn play(&self, node: &Node, m: u8) -> Node {
        let id = hash(node.id.wrapping_mul(31) ^ (m as u64 + 7) << 32);
        let again = node.shape.again && hash(id ^ 4).is_multiple_of(4);
        Node { id, side: if again { node.side } else { node.side.other() }, shape: node.shape }
    }

    fn outcome(&self, node: &Node) -> Option<Ending> {
        (node.shape.ends && ends(node.id)).then(|| match hash(node.id ^ 5) % 3 {
            0 => Ending::Lost,
            1 => Ending::Drawn,
            _ => Ending::Worth(node.shape.value(node.id)),
        })
    }

    fn key(&self, node: &Node) -> u64 {
        node.id
    }

    fn ordering_score(&self, node: &Node, m: u8) -> i32 {
        (hash(node.id ^ 6 ^ (m as u64) << 8) % 5) as i32 - 2
    }

    fn history_index(&self, _: &Node, m: u8) -> Option<usize> {
        Some(m as usize)
    }
}

impl Evaluator<Trees> for Trees {
    fn evaluate(&self, _: &Trees, node: &Node) -> Score {
        node.shape.value(node.id)
    }

    fn outcome_value(&self, _: &Trees, _: &Node, ending: Ending, ply: u32) -> Score {
        worth(ending, ply)
    }
}
