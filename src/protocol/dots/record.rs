//! A game as it was played: every position, and so every edge and the owner of every box.

use crate::engine::Side;
use crate::games::dots::{Board, Edge, Position};

/// A game from its first position on.
#[derive(Clone, Debug)]
pub struct Record {
    /// One more than edges drawn; the last one is on the board.
    positions: Vec<Position>,
}

impl Record {
    /// A game that begins here.
    pub fn new(start: Position) -> Record {
        Record { positions: vec![start] }
    }

    /// A game with these positions, of which there is at least one.
    pub fn of(positions: &[Position]) -> Record {
        debug_assert!(!positions.is_empty());
        Record { positions: positions.to_vec() }
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a record begins with a position and never loses it")
    }

    /// The first position.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Number of edges drawn since the first position.
    pub fn plies(&self) -> usize {
        self.positions.len() - 1
    }

    /// Adds the position after an edge was drawn.
    pub fn push(&mut self, position: Position) {
        self.positions.push(position);
    }

    /// Goes back to the beginning of the last turn of `side`, which may still go on; false if it
    /// has drawn nothing.
    pub fn take_back_turn(&mut self, side: Side) -> bool {
        let moves = |ply: usize| self.positions[ply].side_to_move() == side;
        let begins = |&ply: &usize| moves(ply) && (ply == 0 || !moves(ply - 1));
        let Some(ply) = (0..self.plies()).rev().find(begins) else { return false };
        self.positions.truncate(ply + 1);
        true
    }

    /// Who closed each box.
    pub fn owners(&self, board: &Board) -> Vec<Option<Side>> {
        let closer = |pair: &[Position], edges: u64| {
            let closed = |position: &Position| position.drawn() & edges == edges;
            (!closed(&pair[0]) && closed(&pair[1])).then(|| pair[0].side_to_move())
        };
        let owner = |edges: u64| self.positions.windows(2).find_map(|pair| closer(pair, edges));
        board.cells().iter().map(|cell| owner(cell.edges)).collect()
    }

    /// The edges drawn since ply `plies`.
    pub fn edges_since(&self, plies: usize) -> Vec<Edge> {
        let edge = |pair: &[Position]| {
            let new = pair[1].drawn() & !pair[0].drawn();
            Edge::new(new.trailing_zeros() as usize)
        };
        self.positions[plies..].windows(2).map(edge).collect()
    }

    /// What `side` and the other have won since the first position.
    pub fn won(&self, board: &Board, side: Side) -> (i32, i32) {
        let sum = |side: Side| {
            let owners = self.owners(board);
            let own = board.cells().iter().zip(owners).filter(|(_, owner)| *owner == Some(side));
            own.map(|(cell, _)| cell.value).sum()
        };
        (sum(side), sum(side.other()))
    }
}
