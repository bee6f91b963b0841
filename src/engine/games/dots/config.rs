//! Board files: a line `value e1 e2 e3 e4` per box, with edge numbers clockwise from the top.
//!
//! Boxes that share an edge share its number. Bit `k` of a set is the `k`-th smallest number.
//! Empty lines and lines that begin with `#` are ignored.

use thiserror::Error;

use super::board::{Board, Cell, MAX_EDGES, Shape, edges_of};
use crate::game::Score;
use crate::games::quoted;

/// The largest value of a box. It keeps a board's value within 16 bits with sign.
pub const MAX_VALUE: Score = 1000;

/// An error in a board file. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// A line without exactly five numbers.
    #[error(
        "board file, line {0}: got {1} numbers, expected 5, the value of a box and its four edges; \
         try \"1 0 3 2 1\""
    )]
    Count(usize, usize),
    /// An invalid value of a box.
    #[error(
        "board file, line {0}: got {got}, expected the value of a box, a whole number from 0 to {MAX_VALUE}; \
         try 1", got = quoted(.1)
    )]
    Value(usize, String),
    /// An invalid edge number.
    #[error(
        "board file, line {0}: got {got}, expected the number of an edge, from 0 to {most}; try 0",
        got = quoted(.1), most = u32::MAX
    )]
    Number(usize, String),
    /// A box with the same edge twice.
    #[error("board file, line {0}: got edge {1} twice, expected four different edges; try another number")]
    Twice(usize, u32),
    /// An edge in more than two boxes.
    #[error(
        "board file, line {0}: got edge {1} in a third box, expected an edge to belong to one box or two; \
         try another number"
    )]
    ThirdBox(usize, u32),
    /// More than [`MAX_EDGES`] edges.
    #[error(
        "board file, line {0}: got edge {1} after {MAX_EDGES} others, expected at most {MAX_EDGES} edges; \
         try a smaller board"
    )]
    TooMany(usize, u32),
    /// A file without boxes.
    #[error("board file: got no box, expected one a line; try \"1 0 3 2 1\" as its only line")]
    Empty,
}

struct Line {
    value: Score,
    edges: [u32; 4],
}

impl Board {
    /// Reads a board file.
    pub fn from_config(text: &str) -> Result<Board, ConfigError> {
        let mut lines = Vec::new();
        let mut numbers: Vec<u32> = Vec::new();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (index, text) in text.lines().enumerate() {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let line = read_line(text, index + 1)?;
            for edge in line.edges {
                let uses = |line: &&Line| line.edges.contains(&edge);
                if lines.iter().filter(uses).count() == 2 {
                    return Err(ConfigError::ThirdBox(index + 1, edge));
                }
                if let Err(place) = numbers.binary_search(&edge) {
                    if numbers.len() == MAX_EDGES {
                        return Err(ConfigError::TooMany(index + 1, edge));
                    }
                    numbers.insert(place, edge);
                }
            }
            lines.push(line);
        }
        if lines.is_empty() {
            return Err(ConfigError::Empty);
        }
        let bit = |edge: &u32| 1 << numbers.partition_point(|number| number < edge);
        let set = |line: &Line| line.edges.iter().map(bit).fold(0, |set: u64, bit: u64| set | bit);
        let cells = lines.iter().map(|line| Cell { edges: set(line), value: line.value }).collect();
        Ok(Board::numbered(numbers, cells))
    }
}

impl Board {
    /// Writes a board file. A grid's edges count from 1, because some programs use 0 for none.
    pub fn to_config(&self) -> String {
        let number = |edge: usize| match self.shape() {
            Shape::Grid(_) => edge as u32 + 1,
            Shape::Numbered(numbers) => numbers[edge],
        };
        let line = |cell: &Cell| {
            let mut edges: Vec<_> = edges_of(cell.edges).map(|edge| number(edge.index())).collect();
            // A grid numbers a box's edges top, bottom, left, right.
            if let (Shape::Grid(_), &[top, bottom, left, right]) = (self.shape(), &edges[..]) {
                edges = vec![top, right, bottom, left];
            }
            let edges: Vec<_> = edges.iter().map(u32::to_string).collect();
            format!("{} {}\n", cell.value, edges.join(" "))
        };
        self.cells().iter().map(line).collect()
    }
}

fn read_line(text: &str, line: usize) -> Result<Line, ConfigError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let &[value, a, b, c, d] = words.as_slice() else {
        return Err(ConfigError::Count(line, words.len()));
    };
    let digits = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let value = value
        .parse()
        .ok()
        .filter(|n| digits(value) && *n <= MAX_VALUE)
        .ok_or_else(|| ConfigError::Value(line, value.to_owned()))?;
    let mut edges = [0; 4];
    for (i, word) in [a, b, c, d].into_iter().enumerate() {
        let edge = word.parse().ok().filter(|_| digits(word));
        let edge = edge.ok_or_else(|| ConfigError::Number(line, word.to_owned()))?;
        if edges[..i].contains(&edge) {
            return Err(ConfigError::Twice(line, edge));
        }
        edges[i] = edge;
    }
    Ok(Line { value, edges })
}
