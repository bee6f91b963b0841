use thiserror::Error;

use super::board::{Board, Shape};

/// The edges drawn before the first move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// No edge.
    #[default]
    American,
    /// The left and the lower border.
    Icelandic,
    /// The whole border.
    Swedish,
}

/// An error for a board from a file, which has no border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "got {} for a board from a file, expected a grid, which has a border; try --start american", .0.name()
)]
pub struct NoBorder(Start);

impl Start {
    /// All starts.
    pub const ALL: [Start; 3] = [Start::American, Start::Icelandic, Start::Swedish];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Start::American => "american",
            Start::Icelandic => "icelandic",
            Start::Swedish => "swedish",
        }
    }

    /// Finds a start by name.
    pub fn from_name(name: &str) -> Option<Start> {
        Start::ALL.into_iter().find(|start| start.name() == name)
    }

    /// The drawn edges.
    ///
    /// # Errors
    /// If the board has no border.
    pub fn drawn(self, board: &Board) -> Result<u64, NoBorder> {
        let size = match (self, board.shape()) {
            (Start::American, _) => return Ok(0),
            (_, Shape::Numbered(_)) => return Err(NoBorder(self)),
            (_, &Shape::Grid(size)) => size,
        };
        let (rows, columns) = (size.rows(), size.columns());
        let across = |row| (0..columns).fold(0, |set, column| set | size.horizontal(row, column).bit());
        let down = |column| (0..rows).fold(0, |set, row| set | size.vertical(row, column).bit());
        let drawn = across(rows) | down(0);
        Ok(if self == Start::Icelandic { drawn } else { drawn | across(0) | down(columns) })
    }
}
