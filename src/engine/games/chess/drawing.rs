use super::fen::letter;
use super::position::Position;
use super::square::{Piece, Square};
use crate::game::Side;
use crate::games::{Drawing, Ground, Ink, Style, Tone};

/// The symbols of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// English letters, upper case for White.
    Letters,
    /// Chess figures.
    Unicode,
}

/// Draws a position with coordinates and the first rank of `view` at the bottom. Empty squares are
/// dots.
pub fn draw(position: &Position, view: Side, glyphs: Glyphs) -> String {
    paint(position, view, glyphs, &[], Style::default()).to_string()
}

/// Like [`draw`], but marks the last move's squares: by brackets, or by colours on squares three
/// columns wide (two in a narrow terminal).
pub fn paint(position: &Position, view: Side, glyphs: Glyphs, last: &[Square], style: Style) -> Drawing {
    let in_order = |i: u8| if view == Side::First { i } else { 7 - i };
    let files: Vec<u8> = (0..8).map(in_order).collect();
    let mut drawing = Drawing::new();
    for rank in (0..8).rev().map(in_order) {
        drawing.add(Tone::Faint, &char::from(b'1' + rank).to_string());
        let square = |&file: &u8| {
            let square = Square::at(file, rank);
            (square, position.piece_at(square), style.marks && last.contains(&square))
        };
        let squares: Vec<Shown> = files.iter().map(square).collect();
        if style.colour {
            coloured_row(&mut drawing, &squares, glyphs, style.narrow);
        } else {
            plain_row(&mut drawing, &squares, glyphs);
        }
        drawing.plain("\n");
    }
    drawing.plain(if style.colour { "  " } else { " " });
    for file in files {
        let letter = char::from(b'a' + file);
        let cell = match (style.colour, style.narrow) {
            (false, _) => format!(" {letter}"),
            (true, false) => format!(" {letter} "),
            (true, true) => format!("{letter} "),
        };
        drawing.add(Tone::Faint, &cell);
    }
    drawing.plain("\n");
    drawing
}

/// A square, its piece, and true if marked.
type Shown = (Square, Option<(Side, Piece)>, bool);

fn plain_row(drawing: &mut Drawing, squares: &[Shown], glyphs: Glyphs) {
    let mut open = false;
    for &(_, piece, marked) in squares {
        drawing.plain(match (open, marked) {
            (true, true) => "|",
            (true, false) => "]",
            (false, true) => "[",
            (false, false) => " ",
        });
        drawing.plain(&piece.map_or('.', |(side, piece)| glyph(side, piece, glyphs)).to_string());
        open = marked;
    }
    drawing.plain(if open { "]" } else { "" });
}

fn coloured_row(drawing: &mut Drawing, squares: &[Shown], glyphs: Glyphs, narrow: bool) {
    drawing.plain(" ");
    for &(square, piece, marked) in squares {
        let ground = match (marked, (square.file() + square.rank()) % 2) {
            (true, _) => Ground::Marked,
            (false, 0) => Ground::Dark,
            (false, _) => Ground::Light,
        };
        let tone = match piece {
            Some((Side::First, _)) => Tone::First,
            Some((Side::Second, _)) => Tone::Second,
            None => Tone::Plain,
        };
        let piece = piece.map_or(' ', |(side, piece)| match glyphs {
            Glyphs::Letters => letter(side, piece),
            // Both sides have the filled figures, since colours distinguish them.
            Glyphs::Unicode => glyph(Side::Second, piece, glyphs),
        });
        drawing.add(Ink { tone, ground }, &if narrow { format!("{piece} ") } else { format!(" {piece} ") });
    }
}

fn glyph(side: Side, piece: Piece, glyphs: Glyphs) -> char {
    let figures = match (glyphs, side) {
        (Glyphs::Letters, _) => return letter(side, piece),
        (Glyphs::Unicode, Side::First) => ['♙', '♘', '♗', '♖', '♕', '♔'],
        (Glyphs::Unicode, Side::Second) => ['♟', '♞', '♝', '♜', '♛', '♚'],
    };
    figures[piece as usize]
}
