//! Names of edges and sets of edges.
//!
//! On grids an edge is `h<row>,<column>` or `v<row>,<column>`, on boards from files `e<number in
//! the file>`. The reader also takes `h00`, `H 0 0`, and on every board the edge's number (of the
//! grid or file) with or without `e`. Sets are lower-case hexadecimal.

use thiserror::Error;

use super::board::{Board, Edge, Shape, Size};
use crate::games::quoted;

/// An error in an edge's name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EdgeError {
    /// No name for this kind of board; an example.
    #[error("got {got}, expected an edge such as {1}; try {1}", got = quoted(.0))]
    Form(String, String),
    /// No such edge on the board; an example.
    #[error("got {got}, expected an edge of this board; try {1}", got = quoted(.0))]
    NoSuch(String, String),
    /// The edge is drawn already.
    #[error("got {0}, which is drawn already, expected an edge that is not; try another")]
    Drawn(String),
}

/// An error in a set of edges.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MaskError {
    /// Empty text.
    #[error("got nothing, expected hexadecimal digits; try 0 for no edge")]
    Empty,
    /// A character, counted from 1, that is no hexadecimal digit.
    #[error("got {1:?} as character {0}, expected hexadecimal digits without 0x; try 0 for no edge")]
    Digit(usize, char),
    /// A bit beyond the board's edges: the set and the number of edges.
    #[error(
        "got {}, which has edges that the board has not, expected a set of edges 0 to {}; try 0",
        quoted(.0), .1 - 1
    )]
    Beyond(String, usize),
}

impl Board {
    /// An edge's name.
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

    /// Reads an edge that is not in `drawn`.
    pub fn parse_edge(&self, text: &str, drawn: u64) -> Result<Edge, EdgeError> {
        let (word, example) = (text.trim().to_lowercase(), self.name(Edge::new(0)));
        let edge = match (self.shape(), number(word.strip_prefix('e').unwrap_or(&word).trim())) {
            (Shape::Numbered(numbers), Some(number)) => numbers.binary_search(&number).ok(),
            (Shape::Grid(_), Some(index)) => Some(index as usize).filter(|&index| index < self.edges()),
            (Shape::Numbered(_), None) => return Err(EdgeError::Form(text.to_owned(), example)),
            (Shape::Grid(size), None) => {
                let form = || EdgeError::Form(text.to_owned(), example.clone());
                let (letter, places) = grid_name(&word).ok_or_else(form)?;
                // At most one fits: no board has ten rows and ten columns.
                places.into_iter().find_map(|(row, column)| size.edge(letter, row, column))
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

impl Size {
    fn edge(self, letter: char, row: usize, column: usize) -> Option<usize> {
        let (tall, wide) = if letter == 'h' { (1, 0) } else { (0, 1) };
        let inside = row < self.rows() + tall && column < self.columns() + wide;
        inside.then(|| match letter {
            'h' => self.horizontal(row, column).index(),
            _ => self.vertical(row, column).index(),
        })
    }
}

/// Reads `h` or `v` and the possible rows and columns: several if digits are not separated.
fn grid_name(word: &str) -> Option<(char, Vec<(usize, usize)>)> {
    let letter = word.chars().next().filter(|c| matches!(c, 'h' | 'v'))?;
    let rest = word[1..].trim();
    let place = |row: &str, column: &str| Some((coordinate(row.trim())?, coordinate(column.trim())?));
    let places = match rest.split_once(',').or_else(|| rest.split_once(char::is_whitespace)) {
        Some((row, column)) => vec![place(row, column)?],
        None => {
            number(rest)?;
            let splits = (1..rest.len()).map(|at| rest.split_at(at));
            splits.filter_map(|(row, column)| place(row, column)).collect()
        }
    };
    (!places.is_empty()).then_some((letter, places))
}

/// Reads a number without leading zeros.
fn coordinate(text: &str) -> Option<usize> {
    let padded = text.len() > 1 && text.starts_with('0');
    number(text).filter(|_| !padded).map(|number| number as usize)
}

/// Splits a turn into names of edges: `h 0 0 v1,2 e5 h10` has four.
pub fn edge_words(turn: &str) -> Vec<&str> {
    let (mut words, mut rest) = (Vec::new(), turn.trim());
    while !rest.is_empty() {
        let mut end = word_end(rest, 0);
        while is_incomplete(&rest[..end]) {
            let next = end + (rest[end..].len() - rest[end..].trim_start().len());
            let goes_on = rest[next..].starts_with(|c: char| c.is_ascii_digit() || c == ',');
            if !goes_on {
                break;
            }
            end = word_end(rest, next);
        }
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    words
}

fn word_end(text: &str, from: usize) -> usize {
    text[from..].find(char::is_whitespace).map_or(text.len(), |length| from + length)
}

/// True if a number is missing: `h`, `h 1`, `h1,`, `e`; not `h11` or `h 1 1`.
fn is_incomplete(name: &str) -> bool {
    let letter = name.chars().next().map_or(' ', |c| c.to_ascii_lowercase());
    let rest = name.get(1..).unwrap_or_default();
    let numbers = rest.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
    let lengths: Vec<usize> = numbers.map(str::len).collect();
    match (letter, lengths.as_slice()) {
        ('h' | 'v' | 'e', []) => true,
        ('h' | 'v', [length]) => *length == 1 || rest.starts_with(' ') || rest.contains(','),
        _ => false,
    }
}
