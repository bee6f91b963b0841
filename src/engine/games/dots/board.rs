//! A board: edges, and boxes with four edges each.
//!
//! Sets of edges are words, bit `i` for edge `i`. On a grid of `R` x `C` boxes the horizontal
//! edges come first, row by row, `h r,c` = `r * C + c`; then the vertical ones, `v r,c` =
//! `(R + 1) * C + r * (C + 1) + c`. A board from a file (see `config`) is any set of boxes with
//! values, in which an edge belongs to one or two boxes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::game::Score;
use crate::games::quoted;

/// The most edges of a board: the bits of a word.
pub const MAX_EDGES: usize = 64;

/// An edge, by its number on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(u8);

impl Edge {
    /// The edge with this number, below [`MAX_EDGES`].
    #[inline]
    pub const fn new(index: usize) -> Edge {
        debug_assert!(index < MAX_EDGES);
        Edge(index as u8)
    }

    /// The edge's number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this edge.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }
}

/// Iterates over the edges of a set, ascending.
#[inline]
pub fn edges_of(mut set: u64) -> impl Iterator<Item = Edge> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| Edge::new(set.trailing_zeros() as usize));
        set &= set.wrapping_sub(1);
        lowest
    })
}

/// A box. Drawing its last edge wins its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The set of its four edges.
    pub edges: u64,
    /// The box's value, 1 on grids.
    pub value: Score,
}

impl Cell {
    /// True if these edges close the box.
    #[inline]
    pub const fn is_closed(&self, drawn: u64) -> bool {
        drawn & self.edges == self.edges
    }
}

/// A board's shape for drawing and for the names of edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Rows and columns of boxes.
    Grid(Size),
    /// Boxes from a file: its edge numbers, ascending.
    Numbered(Vec<u32>),
}

/// A grid's size in boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    rows: usize,
    columns: usize,
}

/// An invalid grid size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SizeError {
    /// Text of another form.
    #[error(
        "got {}, expected rows x columns of boxes, both 1 or more, such as 3x4; try 3x3",
        quoted(.0)
    )]
    Form(String),
    /// More than [`MAX_EDGES`] edges.
    #[error(
        "got {} boxes, expected a grid of at most {MAX_EDGES} edges, such as 5x5 with 60 or 4x6 with 58; \
         try 5x5", quoted(.0)
    )]
    TooLarge(String),
}

impl Size {
    /// Creates a size.
    ///
    /// # Errors
    /// If a side is 0 or there are more than [`MAX_EDGES`] edges.
    pub fn new(rows: usize, columns: usize) -> Result<Size, SizeError> {
        if rows == 0 || columns == 0 {
            return Err(SizeError::Form(format!("{rows}x{columns}")));
        }
        // Checking the sides first avoids overflow in `edges`.
        let short = rows.max(columns) <= MAX_EDGES;
        let size = Size { rows, columns };
        if short && size.edges() <= MAX_EDGES {
            Ok(size)
        } else {
            Err(SizeError::TooLarge(format!("{rows}x{columns}")))
        }
    }

    /// The rows of boxes.
    pub const fn rows(self) -> usize {
        self.rows
    }

    /// The columns of boxes.
    pub const fn columns(self) -> usize {
        self.columns
    }

    const fn edges(self) -> usize {
        (self.rows + 1) * self.columns + self.rows * (self.columns + 1)
    }

    /// The edge above a box; `row` may be one past the last.
    pub const fn horizontal(self, row: usize, column: usize) -> Edge {
        Edge::new(row * self.columns + column)
    }

    /// The edge left of a box; `column` may be one past the last.
    pub const fn vertical(self, row: usize, column: usize) -> Edge {
        Edge::new((self.rows + 1) * self.columns + row * (self.columns + 1) + column)
    }

    fn cell(self, row: usize, column: usize) -> Cell {
        let edges = self.horizontal(row, column).bit()
            | self.horizontal(row + 1, column).bit()
            | self.vertical(row, column).bit()
            | self.vertical(row, column + 1).bit();
        Cell { edges, value: 1 }
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let form = || SizeError::Form(text.to_owned());
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            digits.then(|| text.parse().unwrap_or(usize::MAX))
        };
        let (rows, columns) = text.split_once(['x', 'X']).ok_or_else(form)?;
        match (number(rows), number(columns)) {
            (Some(rows @ 1..), Some(columns @ 1..)) => {
                Size::new(rows, columns).map_err(|_| SizeError::TooLarge(text.to_owned()))
            }
            _ => Err(form()),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    shape: Shape,
    edges: usize,
    cells: Vec<Cell>,
}

impl Board {
    /// Creates a grid of boxes worth 1, in rows from the top left.
    pub fn grid(size: Size) -> Board {
        let places = (0..size.rows).flat_map(|row| (0..size.columns).map(move |column| (row, column)));
        let cells = places.map(|(row, column)| size.cell(row, column)).collect();
        Board { shape: Shape::Grid(size), edges: size.edges(), cells }
    }

    pub(super) fn numbered(numbers: Vec<u32>, cells: Vec<Cell>) -> Board {
        Board { edges: numbers.len(), shape: Shape::Numbered(numbers), cells }
    }

    /// Replaces the boxes' values, in their order.
    ///
    /// # Panics
    /// If the number of values is wrong.
    pub fn with_values(mut self, values: &[Score]) -> Board {
        assert_eq!(self.cells.len(), values.len(), "one value for each box");
        self.cells.iter_mut().zip(values).for_each(|(cell, &value)| cell.value = value);
        self
    }

    /// The shape for drawing.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.edges
    }

    /// The boxes: a grid's in rows, a file's in line order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The set of all edges.
    pub fn all(&self) -> u64 {
        u64::MAX >> (MAX_EDGES - self.edges)
    }

    /// The value of all boxes.
    pub fn total(&self) -> Score {
        self.cells.iter().map(|cell| cell.value).sum()
    }

    /// The value of the boxes that these edges close.
    pub fn closed(&self, drawn: u64) -> Score {
        self.cells.iter().filter(|cell| cell.is_closed(drawn)).map(|cell| cell.value).sum()
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shape {
            Shape::Grid(size) => {
                write!(f, "{size} boxes ({}x{} dots)", size.rows + 1, size.columns + 1)
            }
            Shape::Numbered(_) => {
                write!(f, "{} boxes worth {}, {} edges", self.cells.len(), self.total(), self.edges)
            }
        }
    }
}
