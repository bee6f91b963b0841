//! A board as text for a terminal.

use super::board::{Board, Edge, Shape, Size, edges_of};
use crate::game::Side;

/// Who owns each box, in the board's order; nobody an open one, or one that was closed before the
/// game began.
pub type Owners = [Option<Side>];

/// The letter of a player.
pub const fn letter(side: Side) -> char {
    match side {
        Side::First => 'A',
        Side::Second => 'B',
    }
}

/// What can be written at the undrawn edges: their numbers, their values.
pub enum Labels {
    /// Nothing.
    None,
    /// Their bits in sets of edges; on boards from files they are called by their numbers there
    /// anyway.
    Numbers,
    /// A word for each edge of the board.
    Words(Vec<String>),
}

impl Labels {
    fn of(&self, edge: Edge) -> String {
        match self {
            Labels::None => String::new(),
            Labels::Numbers => edge.index().to_string(),
            Labels::Words(words) => words[edge.index()].clone(),
        }
    }
}

/// Draws a board. The lines of a board from a file are its boxes: owner, value, edges, those drawn
/// in brackets.
pub fn draw(board: &Board, drawn: u64, owners: &Owners, labels: &Labels) -> String {
    match board.shape() {
        Shape::Grid(size) => draw_grid(board, *size, drawn, owners, labels),
        Shape::Numbered(_) => draw_list(board, drawn, owners, labels),
    }
}

/// A dot and the edges below it are as wide as the widest label, or one character.
fn draw_grid(board: &Board, size: Size, drawn: u64, owners: &Owners, labels: &Labels) -> String {
    let widest = edges_of(board.all()).map(|edge| labels.of(edge).chars().count()).max();
    let dot = widest.unwrap_or_default().max(1);
    let gap = dot + 2;
    let is_drawn = |edge: Edge| drawn & edge.bit() != 0;
    let mut lines = Vec::new();
    for row in 0..=size.rows() {
        let mut line = String::new();
        for column in 0..size.columns() {
            let edge = size.horizontal(row, column);
            line += &if is_drawn(edge) {
                format!("+{:-<1$}", "", dot - 1 + gap)
            } else {
                format!("{:<dot$}{:^gap$}", "+", labels.of(edge))
            };
        }
        lines.push(line + "+");
        if row == size.rows() {
            break;
        }
        let mut line = String::new();
        for column in 0..=size.columns() {
            let edge = size.vertical(row, column);
            let side = if is_drawn(edge) { "|".to_owned() } else { labels.of(edge) };
            line += &format!("{side:<dot$}");
            if column < size.columns() {
                let owner = owners[row * size.columns() + column].map_or(' ', letter);
                line += &format!("{owner:^gap$}");
            }
        }
        lines.push(line);
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn draw_list(board: &Board, drawn: u64, owners: &Owners, labels: &Labels) -> String {
    let word = |edge: Edge| match (board.name(edge), labels) {
        (name, _) if drawn & edge.bit() != 0 => format!("[{name}]"),
        (name, Labels::Words(words)) => format!("{name}={}", words[edge.index()]),
        (name, _) => name,
    };
    let mut text = String::new();
    for (cell, owner) in board.cells().iter().zip(owners) {
        let edges: Vec<String> = edges_of(cell.edges).map(word).collect();
        text += &format!("{} {:>4}  {}\n", owner.map_or('.', letter), cell.value, edges.join(" "));
    }
    text
}
