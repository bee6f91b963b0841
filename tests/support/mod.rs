//! Small games with known truth, and the oracle that knows it: minimax as one would write it on a blackboard.
#![allow(dead_code, reason = "each test file uses a part")]

pub mod dice;

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use sparring::engine::Stop;
use sparring::game::{Evaluator, Game, Score, Side, WIN};

/// Scrambles a word (splitmix64).
pub fn hash(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// How a game ended, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Lost,
    Drawn,
    Worth(Score),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// The value of an ending, the same for all games here.
pub fn worth(ending: Ending, ply: u32) -> Score {
    match ending {
        Ending::Lost => ply as Score - WIN,
        Ending::Drawn => 0,
        Ending::Worth(score) => score,
    }
}

/// A random tree: a node is the hash of the path to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trees;

/// A node of a random tree, with the parameters of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub id: u64,
    pub side: Side,
    pub shape: Shape,
}

/// The parameters of a random tree.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Nodes have 1 to this many children.
    pub branching: u64,
    /// Static values are `-values ..= values`.
    pub values: u64,
    /// Whether the same side sometimes moves again.
    pub again: bool,
    /// Whether some inner nodes end the game.
    pub ends: bool,
}

impl Node {
    pub fn root(seed: u64, shape: Shape) -> Node {
        // An id whose hash does not end the game.
        let id = (0..).map(|i| hash(seed ^ i << 48)).find(|&id| !ends(id)).unwrap();
        Node { id, side: Side::First, shape }
    }
}

fn ends(id: u64) -> bool {
    hash(id ^ 1).is_multiple_of(9)
}

impl Shape {
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

    fn promise(&self, node: &Node, m: u8) -> i32 {
        (hash(node.id ^ 6 ^ (m as u64) << 8) % 5) as i32 - 2
    }

    fn history_index(&self, _: &Node, m: u8) -> Option<usize> {
        Some(m as usize)
    }
}

impl Evaluator<Trees> for Trees {
    fn unit(&self) -> &'static str {
        "point"
    }

    fn bounds(&self) -> (Score, Score) {
        (-WIN, WIN)
    }

    fn evaluate(&self, _: &Trees, node: &Node) -> Score {
        node.shape.value(node.id)
    }

    fn outcome_value(&self, _: &Trees, _: &Node, ending: Ending, ply: u32) -> Score {
        worth(ending, ply)
    }
}

/// Two players take numbers `0..n` in turn; some numbers let the taker go on. Positions are reached in many orders and
/// never return, so a table may cut.
#[derive(Clone, Copy, Debug)]
pub struct Numbers<const TABLE_CUTS: bool> {
    pub seed: u64,
    pub n: u32,
}

/// Who has taken what.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    pub first: u32,
    pub second: u32,
    pub side: Side,
}

impl<const TABLE_CUTS: bool> Numbers<TABLE_CUTS> {
    pub fn start(&self) -> Taken {
        Taken { first: 0, second: 0, side: Side::First }
    }

    /// What a set of numbers is worth: each number something, each pair something more.
    fn sum(&self, set: u32) -> Score {
        let pairs = (0..self.n).flat_map(|a| (0..=a).map(move |b| (a, b)));
        pairs
            .filter(|(a, b)| set >> a & set >> b & 1 == 1)
            .map(|(a, b)| (hash(self.seed ^ (a * 64 + b) as u64) % 4) as Score)
            .sum()
    }

    fn balance(&self, taken: &Taken) -> Score {
        let balance = self.sum(taken.first) - self.sum(taken.second);
        if taken.side == Side::First { balance } else { -balance }
    }
}

impl<const TABLE_CUTS: bool> Game for Numbers<TABLE_CUTS> {
    type Position = Taken;
    type Move = u32;
    type Moves = Vec<u32>;
    type Outcome = Ending;
    const HISTORY: usize = 32;
    const TABLE_CUTS: bool = TABLE_CUTS;

    fn side_to_move(&self, taken: &Taken) -> Side {
        taken.side
    }

    fn legal_moves(&self, taken: &Taken) -> Vec<u32> {
        (0..self.n).filter(|m| (taken.first | taken.second) >> m & 1 == 0).collect()
    }

    fn play(&self, taken: &Taken, m: u32) -> Taken {
        let mut after = *taken;
        match taken.side {
            Side::First => after.first |= 1 << m,
            Side::Second => after.second |= 1 << m,
        }
        if !m.is_multiple_of(3) {
            after.side = taken.side.other();
        }
        after
    }

    fn outcome(&self, taken: &Taken) -> Option<Ending> {
        ((taken.first | taken.second) == (1 << self.n) - 1).then(|| Ending::Worth(self.balance(taken)))
    }

    fn key(&self, taken: &Taken) -> u64 {
        hash(hash(taken.first as u64) ^ (taken.second as u64) << 20 ^ (taken.side as u64) << 60)
    }

    fn history_index(&self, _: &Taken, m: u32) -> Option<usize> {
        Some(m as usize)
    }
}

impl<const TABLE_CUTS: bool> Evaluator<Numbers<TABLE_CUTS>> for Numbers<TABLE_CUTS> {
    fn unit(&self) -> &'static str {
        "point"
    }

    fn bounds(&self) -> (Score, Score) {
        (-10_000, 10_000)
    }

    fn evaluate(&self, _: &Self, taken: &Taken) -> Score {
        self.balance(taken)
    }

    fn outcome_value(&self, _: &Self, _: &Taken, ending: Ending, ply: u32) -> Score {
        worth(ending, ply)
    }
}

/// A token walks on a small random graph; some steps are irreversible and lead to a fresh copy of the graph. Long
/// walks without such a step can be claimed as drawn.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    pub seed: u64,
}

/// Where the token is.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub copy: u32,
    pub vertex: u32,
    pub reversible: u32,
    pub side: Side,
}

impl Walk {
    pub const VERTICES: u32 = 5;
    pub const CLAIM: u32 = 7;

    pub fn start(&self) -> Place {
        Place { copy: 0, vertex: 0, reversible: 0, side: Side::First }
    }

    fn at(&self, place: &Place) -> u64 {
        hash(self.seed ^ (place.copy as u64) << 40 ^ (place.vertex as u64) << 8)
    }
}

impl Game for Walk {
    type Position = Place;
    type Move = u32;
    type Moves = Vec<u32>;
    type Outcome = Ending;
    const HISTORY: usize = 64;

    fn side_to_move(&self, place: &Place) -> Side {
        place.side
    }

    /// Vertices to go to; a move of `VERTICES` or more is a step into the next copy.
    fn legal_moves(&self, place: &Place) -> Vec<u32> {
        let here = self.at(place);
        let last = if hash(here).is_multiple_of(3) { 2 * Walk::VERTICES } else { Walk::VERTICES };
        (0..last).filter(|&m| m != place.vertex && (hash(here ^ m as u64) % 5 < 2 || m % 5 == 1)).collect()
    }

    fn play(&self, place: &Place, m: u32) -> Place {
        let forward = m >= Walk::VERTICES;
        Place {
            copy: place.copy + forward as u32,
            vertex: m % Walk::VERTICES,
            reversible: if forward { 0 } else { place.reversible + 1 },
            side: place.side.other(),
        }
    }

    fn outcome(&self, place: &Place) -> Option<Ending> {
        self.legal_moves(place).is_empty().then_some(Ending::Lost)
    }

    fn claimable_draw(&self, place: &Place) -> Option<Ending> {
        (place.reversible >= Walk::CLAIM).then_some(Ending::Drawn)
    }

    fn repetition(&self) -> Option<Ending> {
        Some(Ending::Drawn)
    }

    fn reversible_plies(&self, place: &Place) -> u32 {
        place.reversible
    }

    fn key(&self, place: &Place) -> u64 {
        hash((place.copy as u64) << 32 ^ (place.vertex as u64) << 1 ^ place.side as u64)
    }

    fn history_index(&self, place: &Place, m: u32) -> Option<usize> {
        Some((place.vertex * 10 + m) as usize)
    }
}

impl Evaluator<Walk> for Walk {
    fn unit(&self) -> &'static str {
        "point"
    }

    fn bounds(&self) -> (Score, Score) {
        (-WIN, WIN)
    }

    fn evaluate(&self, _: &Walk, place: &Place) -> Score {
        (self.at(place) % 9) as Score - 4
    }

    fn outcome_value(&self, _: &Walk, _: &Place, ending: Ending, ply: u32) -> Score {
        worth(ending, ply)
    }
}

/// An evaluator that uses a stop switch at its `k`-th evaluation.
pub struct StopsAt<E> {
    pub inner: E,
    left: AtomicU64,
    switch: Mutex<Option<Stop>>,
}

impl<E> StopsAt<E> {
    pub fn new(inner: E, k: u64, switch: Stop) -> StopsAt<E> {
        StopsAt { inner, left: AtomicU64::new(k), switch: Mutex::new(Some(switch)) }
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for StopsAt<E> {
    fn unit(&self) -> &'static str {
        self.inner.unit()
    }

    fn bounds(&self) -> (Score, Score) {
        self.inner.bounds()
    }

    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        if self.left.fetch_sub(1, Relaxed) == 1 {
            self.switch.lock().unwrap().take().unwrap().stop();
        }
        self.inner.evaluate(game, position)
    }

    fn outcome_value(&self, game: &G, position: &G::Position, outcome: G::Outcome, ply: u32) -> Score {
        self.inner.outcome_value(game, position, outcome, ply)
    }
}

/// The oracle: the value of the position at the end of `line` (keys of all positions before it).
pub fn value<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    line: &mut Vec<u64>,
    depth: u32,
    ply: u32,
) -> Score {
    if let Some(outcome) = game.outcome(position) {
        return evaluator.outcome_value(game, position, outcome, ply);
    }
    if ply > 0 {
        let repeated = if line.contains(&game.key(position)) { game.repetition() } else { None };
        if let Some(outcome) = repeated.or(game.claimable_draw(position)) {
            return evaluator.outcome_value(game, position, outcome, ply);
        }
    }
    if depth == 0 {
        return evaluator.evaluate(game, position);
    }
    let moves = game.legal_moves(position);
    moves.iter().map(|&m| value_of_move(game, evaluator, position, m, line, depth, ply)).max().unwrap()
}

/// The oracle: the value of one move, from the view of the side that makes it.
pub fn value_of_move<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    m: G::Move,
    line: &mut Vec<u64>,
    depth: u32,
    ply: u32,
) -> Score {
    let child = game.play(position, m);
    line.push(game.key(position));
    let value = value(game, evaluator, &child, line, depth - 1, ply + 1);
    line.pop();
    if game.side_to_move(&child) == game.side_to_move(position) { value } else { -value }
}

/// The oracle: the first of the best moves, and its value.
pub fn best_move<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    earlier: &[u64],
    depth: u32,
) -> (G::Move, Score) {
    let mut line = earlier.to_vec();
    let mut best: Option<(G::Move, Score)> = None;
    for &m in game.legal_moves(position).iter() {
        let score = value_of_move(game, evaluator, position, m, &mut line, depth, 0);
        if best.is_none_or(|(_, best)| score > best) {
            best = Some((m, score));
        }
    }
    best.unwrap()
}

/// Checks a principal variation: it is legal and begins with the best move. Where values do not depend on the way to a
/// position it is also worth `score`.
pub fn check_line<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    line: &[G::Move],
    depth: u32,
    (best, score): (G::Move, Score),
) {
    assert_eq!(line[0], best);
    let mut keys = vec![];
    let mut at = position.clone();
    for &m in line {
        assert!(game.legal_moves(&at).contains(&m), "{m:?} is not legal in {line:?}");
        keys.push(game.key(&at));
        at = game.play(&at, m);
    }
    if game.repetition().is_none() {
        let ply = line.len() as u32;
        let value = value(game, evaluator, &at, &mut keys, depth - ply, ply);
        let same = game.side_to_move(&at) == game.side_to_move(position);
        assert_eq!(if same { value } else { -value }, score, "the line {line:?}");
    }
}
