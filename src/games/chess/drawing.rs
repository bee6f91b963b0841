//! A board as text for a terminal.

use super::fen::letter;
use super::position::Position;
use super::square::{Piece, Square};
use crate::game::Side;

/// How men are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// English letters, upper case for White.
    Letters,
    /// Chess figures.
    Unicode,
}

/// Draws a position with coordinates, the own first rank of `view` at the bottom. Empty squares are
/// dots.
pub fn draw(position: &Position, view: Side, glyphs: Glyphs) -> String {
    let in_order = |i: u8| if view == Side::First { i } else { 7 - i };
    let mut text = String::new();
    for rank in (0..8).rev().map(in_order) {
        text.push((b'1' + rank) as char);
        for file in (0..8).map(in_order) {
            text.push(' ');
            text.push(
                position.man(Square::at(file, rank)).map_or('.', |(side, piece)| glyph(side, piece, glyphs)),
            );
        }
        text.push('\n');
    }
    text.push(' ');
    for file in (0..8).map(in_order) {
        text.push(' ');
        text.push((b'a' + file) as char);
    }
    text.push('\n');
    text
}

fn glyph(side: Side, piece: Piece, glyphs: Glyphs) -> char {
    let figures = match (glyphs, side) {
        (Glyphs::Letters, _) => return letter(side, piece),
        (Glyphs::Unicode, Side::First) => ['♙', '♘', '♗', '♖', '♕', '♔'],
        (Glyphs::Unicode, Side::Second) => ['♟', '♞', '♝', '♜', '♛', '♚'],
    };
    figures[piece as usize]
}
