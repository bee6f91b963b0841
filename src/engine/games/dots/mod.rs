//! Dots and boxes on words of edges: grids and boards from files, two rules, notation, drawings.

mod board;
mod chains;
mod config;
mod drawing;
mod eval;
mod notation;
mod position;
mod record;
mod start;

pub use board::{Board, Cell, Edge, MAX_EDGES, Shape, Size, SizeError, edges_of};
pub use chains::{Chain, chains};
pub use config::{ConfigError, MAX_VALUE};
pub use drawing::{Labels, Owners, Picture, draw, letter, paint};
pub use eval::BoxesWon;
pub use notation::{EdgeError, MaskError, edge_words};
pub use position::Position;
pub use record::{GameRecord, RecordError, RecordFault};
pub use start::{NoBorder, Start};

use std::fmt;
use std::hint::select_unpredictable;

use arrayvec::ArrayVec;

use crate::game::{Game, Score, Side};

/// The rule for the move after a box is closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rules {
    /// The closer of a box moves again, as in the usual game.
    #[default]
    Standard,
    /// The players always alternate.
    Alternate,
}

impl Rules {
    /// Both rules.
    pub const ALL: [Rules; 2] = [Rules::Standard, Rules::Alternate];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Rules::Standard => "standard",
            Rules::Alternate => "alternate",
        }
    }

    /// Finds rules by name.
    pub fn from_name(name: &str) -> Option<Rules> {
        Rules::ALL.into_iter().find(|rules| rules.name() == name)
    }
}

/// The end of a game: every edge is drawn. [`Position::net`] tells the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished;

impl fmt::Display for Finished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all edges are drawn")
    }
}

/// The undrawn edges, ascending.
pub type Moves = ArrayVec<Edge, MAX_EDGES>;

/// A game on a board.
#[derive(Clone, Debug)]
pub struct Dots {
    board: Board,
    rules: Rules,
    all: u64,
    /// The boxes that an edge may close. A border edge's second entry is a dummy box worth 0 whose
    /// mask is all ones, so no branch is needed: only the game's last edge closes it.
    beside: [[Cell; 2]; MAX_EDGES],
}

impl Dots {
    /// Creates the game.
    pub fn new(board: Board, rules: Rules) -> Dots {
        let mut beside = [[Cell { edges: u64::MAX, value: 0 }; 2]; MAX_EDGES];
        for (i, cells) in beside.iter_mut().enumerate().take(board.edges()) {
            let own = board.cells().iter().filter(|cell| cell.edges >> i & 1 == 1);
            cells.iter_mut().zip(own).for_each(|(place, cell)| *place = *cell);
        }
        Dots { all: board.all(), board, rules, beside }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The undrawn edges.
    #[inline]
    pub fn undrawn(&self, position: &Position) -> u64 {
        self.all & !position.drawn
    }

    #[inline]
    fn closes(&self, drawn: u64, edge: Edge) -> (Score, bool) {
        let after = drawn | edge.bit();
        let [a, b] = &self.beside[edge.index() % MAX_EDGES];
        let (first, second) = (a.is_closed(after), b.is_closed(after));
        // A branch on whether a box is closed would be mispredicted often.
        let value = |closed, cell: &Cell| select_unpredictable(closed, cell.value, 0);
        (value(first, a) + value(second, b), first | second)
    }
}

impl Game for Dots {
    type Position = Position;
    type Move = Edge;
    type Moves = Moves;
    type Outcome = Finished;

    #[inline]
    fn side_to_move(&self, position: &Position) -> Side {
        position.side
    }

    #[inline]
    fn legal_moves(&self, position: &Position) -> Moves {
        edges_of(self.undrawn(position)).collect()
    }

    #[inline]
    fn each_move<E>(&self, position: &Position, visit: impl FnMut(Edge) -> Result<(), E>) -> Result<(), E> {
        edges_of(self.undrawn(position)).try_for_each(visit)
    }

    #[inline]
    fn play(&self, position: &Position, edge: Edge) -> Position {
        let (gain, closed) = self.closes(position.drawn, edge);
        let (drawn, net) = (position.drawn | edge.bit(), position.net + gain);
        if closed && self.rules == Rules::Standard {
            Position { drawn, net, side: position.side }
        } else {
            Position { drawn, net: -net, side: position.side.other() }
        }
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Finished> {
        (position.drawn == self.all).then_some(Finished)
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    /// Edges that close boxes come first, those that let the opponent close one last.
    #[inline]
    fn ordering_score(&self, position: &Position, edge: Edge) -> i32 {
        let (gain, closed) = self.closes(position.drawn, edge);
        if closed {
            return 1 + gain;
        }
        let after = position.drawn | edge.bit();
        let given = |cell: &&Cell| (cell.edges & !after).count_ones() == 1;
        -self.beside[edge.index()].iter().filter(given).map(|cell| 1 + cell.value).sum::<i32>()
    }

    const HISTORY: usize = MAX_EDGES;

    /// The key contains the boxes won, nothing recurs, and values do not depend on the ply.
    const TABLE_CUTS: bool = true;

    #[inline]
    fn history_index(&self, position: &Position, edge: Edge) -> Option<usize> {
        (!self.closes(position.drawn, edge).1).then(|| edge.index())
    }
}
