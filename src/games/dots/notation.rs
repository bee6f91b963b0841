//! Names of edges and sets of edges.
//!
//! On grids an edge is `h<row>,<column>` or `v<row>,<column>`, on boards from files `e<number in
//! the file>`; a bare number is read too, as the edge's number on the board or in the file. A set
//! is written in lower-case hexadecimal.

use thiserror::Error;

use super::board::{Board, Edge, Shape};
use crate::games::quoted;

/// Why a text is no edge that can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EdgeError {
    /// No name of an edge of this kind of board; the second is one.
    #[error("got {got}, expected an edge such as {1}; try {1}", got = quoted(.0))]
    Form(String, String),
    /// A name, but no such edge on the board; the second is one there.
    #[error("got {got}, expected an edge of this board; try {1}", got = quoted(.0))]
    NoSuch(String, String),
    /// It is drawn already.
    #[error("got {0}, which is drawn already, expected an edge that is not; try another")]
    Drawn(String),
}

/// Why a text is no set of edges.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MaskError {
    /// No character.
    #[error("got nothing, expected hexadecimal digits; try 0 for no edge")]
    Empty,
    /// A character, counted from 1, that is no hexadecimal digit.
    #[error("got {1:?} as character {0}, expected hexadecimal digits without 0x; try 0 for no edge")]
    Digit(usize, char),
    /// A bit beyond the edges of the board: the set, and how many edges there are.
    #[error(
        "got {}, which has edges that the board has not, expected a set of edges 0 to {}; try 0",
        quoted(.0), .1 - 1
    )]
    Beyond(String, usize),
}

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
            return Err(MaskError::Empty);
        }
        if let Some((place, got)) = text.chars().enumerate().find(|(_, c)| !c.is_ascii_hexdigit()) {
            return Err(MaskError::Digit(place + 1, got));
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
