//! Names of edges and sets of edges.
//!
//! On grids an edge is `h<row>,<column>` or `v<row>,<column>`, on boards from files `e<number in
//! the file>`; a bare number is read too, as the edge's number on the board or in the file. A set
//! is written in lower-case hexadecimal.

use std::fmt;

use super::board::{Board, Edge, Shape};
use super::shown;

/// Why a text is no edge that can be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EdgeError {
    /// No name of an edge of this kind of board; the second is one.
    Form(String, String),
    /// A name, but no such edge on the board; the second is one there.
    NoSuch(String, String),
    /// It is drawn already.
    Drawn(String),
}

impl fmt::Display for EdgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EdgeError::Form(got, example) => {
                write!(f, "got {}, expected an edge such as {example}; try {example}", shown(got))
            }
            EdgeError::NoSuch(got, example) => {
                write!(f, "got {}, expected an edge of this board; try {example}", shown(got))
            }
            EdgeError::Drawn(name) => {
                write!(f, "got {name}, which is drawn already, expected an edge that is not; try another")
            }
        }
    }
}

impl std::error::Error for EdgeError {}

/// Why a text is no set of edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MaskError {
    /// A character, counted from 1, that is no hexadecimal digit; or none at all.
    Digit(usize, Option<char>),
    /// A bit beyond the edges of the board: the set, and how many edges there are.
    Beyond(String, usize),
}

impl fmt::Display for MaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MaskError::Digit(_, None) => {
                write!(f, "got nothing, expected hexadecimal digits; try 0 for no edge")
            }
            MaskError::Digit(place, Some(got)) => write!(
                f,
                "got {got:?} as character {place}, expected hexadecimal digits without 0x; try 0 for no edge"
            ),
            MaskError::Beyond(got, edges) => write!(
                f,
                "got {}, which has edges that the board has not, expected a set of edges 0 to {}; try 0",
                shown(got),
                edges - 1
            ),
        }
    }
}

impl std::error::Error for MaskError {}

impl Board {
    /// The name of an edge.
    pub fn name(&self, edge: Edge) -> String {
        let index = edge.index();
        match &self.shape() {
            Shape::Numbered(numbers) => format!("e{}", numbers[index]),
            Shape::Grid(size) => {
                let horizontal = (size.rows() + 1) * size.columns();
                let (letter, index, width) = if index < horizontal {
                    ('h', index, size.columns())
                } else {
                    ('v', index - horizontal, size.columns() + 1)
                };
                format!("{letter}{},{}", index / width, index % width)
            }
        }
    }

    /// The edge of a name; `drawn` are those that nobody can draw any more.
    pub fn parse_edge(&self, text: &str, drawn: u64) -> Result<Edge, EdgeError> {
        let (word, example) = (text.trim().to_lowercase(), self.name(Edge::new(0)));
        let edge = match (self.shape(), number(&word)) {
            (Shape::Numbered(numbers), bare) => {
                let number = bare.or_else(|| number(word.strip_prefix('e')?));
                let number = number.ok_or_else(|| EdgeError::Form(text.to_owned(), example.clone()))?;
                numbers.binary_search(&number).ok()
            }
            (Shape::Grid(_), Some(index)) => Some(index as usize).filter(|&index| index < self.edges()),
            (Shape::Grid(size), None) => {
                let place = grid_name(&word);
                let (letter, row, column) =
                    place.ok_or_else(|| EdgeError::Form(text.to_owned(), example.clone()))?;
                let (tall, wide) = if letter == 'h' { (1, 0) } else { (0, 1) };
                let inside = row < size.rows() + tall && column < size.columns() + wide;
                inside.then(|| match letter {
                    'h' => size.horizontal(row, column).index(),
                    _ => size.vertical(row, column).index(),
                })
            }
        };
        let edge = edge.map(Edge::new).ok_or_else(|| EdgeError::NoSuch(text.to_owned(), example))?;
        if drawn & edge.bit() != 0 { Err(EdgeError::Drawn(self.name(edge))) } else { Ok(edge) }
    }

    /// Reads a set of edges.
    pub fn parse_mask(&self, text: &str) -> Result<u64, MaskError> {
        if text.is_empty() {
            return Err(MaskError::Digit(1, None));
        }
        if let Some((place, got)) = text.chars().enumerate().find(|(_, c)| !c.is_ascii_hexdigit()) {
            return Err(MaskError::Digit(place + 1, Some(got)));
        }
        let digits = text.trim_start_matches('0');
        let mask = if digits.is_empty() { Ok(0) } else { u64::from_str_radix(digits, 16) };
        let on_board = mask.ok().filter(|mask| mask & !self.all() == 0);
        on_board.ok_or_else(|| MaskError::Beyond(text.to_owned(), self.edges()))
    }
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()))
}

/// `h` or `v` with row and column.
fn grid_name(word: &str) -> Option<(char, usize, usize)> {
    let letter = word.chars().next().filter(|c| matches!(c, 'h' | 'v'))?;
    let (row, column) = word[1..].split_once(',')?;
    Some((letter, number(row)? as usize, number(column)? as usize))
}
