//! A board as text for a terminal.

use super::board::{Board, Edge, Shape, Size};
use crate::game::Side;

/// Who owns each box, in the board's order; nobody an open one, or one that was closed before the game began.
pub type Owners = [Option<Side>];

/// The letter of a player.
pub const fn letter(side: Side) -> char {
    match side {
        Side::First => 'A',
        Side::Second => 'B',
    }
}

/// Draws a board; with `numbers`, the undrawn edges as their numbers. The lines of a board from a file are its boxes.
pub fn draw(board: &Board, drawn: u64, owners: &Owners, numbers: bool) -> String {
    match board.shape() {
        Shape::Grid(size) => draw_grid(*size, drawn, owners, numbers),
        Shape::Numbered(_) => draw_list(board, drawn, owners),
    }
}

/// A dot is one character wide, or two to have room for the number of an edge below it.
fn draw_grid(size: Size, drawn: u64, owners: &Owners, numbers: bool) -> String {
    let is_drawn = |edge: Edge| drawn & edge.bit() != 0;
    let mut lines = Vec::new();
    for row in 0..=size.rows() {
        let mut line = String::new();
        for column in 0..size.columns() {
            let edge = size.horizontal(row, column);
            let (dot, across) = match (is_drawn(edge), numbers) {
                (true, true) => ("+-", "----".to_owned()),
                (true, false) => ("+", "---".to_owned()),
                (false, true) => ("+ ", format!(" {:<3}", edge.index())),
                (false, false) => ("+", "   ".to_owned()),
            };
            line += &(dot.to_owned() + &across);
        }
        lines.push(line + "+");
        if row == size.rows() {
            break;
        }
        let mut line = String::new();
        for column in 0..=size.columns() {
            let edge = size.vertical(row, column);
            line += &match (is_drawn(edge), numbers) {
                (true, true) => "| ".to_owned(),
                (true, false) => "|".to_owned(),
                (false, true) => format!("{:<2}", edge.index()),
                (false, false) => " ".to_owned(),
            };
            if column < size.columns() {
                let owner = owners[row * size.columns() + column].map_or(' ', letter);
                line += &format!(" {owner} {}", if numbers { " " } else { "" });
            }
        }
        lines.push(line);
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// A line for each box: its owner, its value, its edges, those drawn in brackets.
fn draw_list(board: &Board, drawn: u64, owners: &Owners) -> String {
    let mut text = String::new();
    for (cell, owner) in board.cells().iter().zip(owners) {
        let edges: Vec<String> = super::edges_of(cell.edges)
            .map(|edge| {
                let name = board.name(edge);
                if drawn & edge.bit() != 0 { format!("[{name}]") } else { name }
            })
            .collect();
        let owner = owner.map_or('.', letter);
        text += &format!("{owner} {:>4}  {}\n", cell.value, edges.join(" "));
    }
    text
}
