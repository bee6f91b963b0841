//! Pieces are drawn here, because not every device has a font with them.

use super::Parts;
use super::svg::{arrow, svg};
use crate::documents::ChessDiagram;

const SQUARE: f64 = 40.0;
const EDGE: f64 = 18.0;
const SIDE: f64 = EDGE + 8.0 * SQUARE;

/// A piece's outline on a square of 40 by 40, and lines inside it.
const fn shape(piece: char) -> (&'static str, &'static str) {
    match piece {
        'p' => (
            "M20 8a5.2 5.2 0 0 1 3.6 9q2.2 1 2.2 2.6h-2.6q.6 6 5 9.4q1.8 1.6 1.8 5h-20q0-3.4 1.8-5q4.4-3.4 5-9.4h-2.6q0-1.6 2.2-2.6a5.2 5.2 0 0 1 3.6-9z",
            "",
        ),
        'r' => (
            "M10 8h4.4v3.4h3.4V8h4.4v3.4h3.4V8H30v7l-3.4 3v9.6l3.4 2.6V34H10v-3.8l3.4-2.6V18L10 15z",
            "M13.4 18h13.2M13.4 27.6h13.2",
        ),
        'n' => (
            "M12 34q-.4-6.4 4.4-10.6q2-1.8 2.4-4q-3.2 2-6 2.6q-1.6 3-4 2.2q-2.6-1-1.6-4.4q1.4-3.6 4-8l.6-5.2l4 3.2q6.8-.8 11.2 4.6q5 6.4 4.6 19.6z",
            "M14.4 14.2l1.6 1M23.4 14.4q4 5.2 3.6 15",
        ),
        'b' => (
            "M20 4.6a2.4 2.4 0 0 1 1.6 4.2q7.2 5 7.2 11q0 3.4-3 5.4l1 3.6q4.6 1.2 5.2 5.2h-24q.6-4 5.2-5.2l1-3.6q-3-2-3-5.4q0-6 7.2-11a2.4 2.4 0 0 1 1.6-4.2z",
            "M20 13.4v7M16.6 16.8h6.8M14.2 25.2h11.6",
        ),
        'q' => (
            "M8.6 34v-3.4l2.8-3.4L6.8 13.4a2.2 2.2 0 1 1 2.4-.4l5 6.4l1-10.2a2.2 2.2 0 1 1 2.2-.2L20 17l2.6-8a2.2 2.2 0 1 1 2.2 .2l1 10.2l5-6.4a2.2 2.2 0 1 1 2.4 .4l-4.6 13.8l2.8 3.4V34z",
            "M11.4 27.2h17.2",
        ),
        _ => (
            "M18.4 3.6h3.2v3h3v3.2h-3v3.2q2 .8 3 2.6q3.4-2.2 6.4-.6q4.4 2.8 1.4 8l-3.2 4.8l2.2 3V34H8.6v-3.2l2.2-3L7.6 23q-3-5.2 1.4-8q3-1.6 6.4 .6q1-1.8 3-2.6V9.8h-3V6.6h3z",
            "M10.8 27.8h18.4M20 17.4q-3.2 4.6 0 8.6q3.2-4 0-8.6",
        ),
    }
}

/// A square's upper left corner; squares count from a1.
fn corner(square: usize) -> (f64, f64) {
    (EDGE + SQUARE * (square % 8) as f64, SQUARE * (7 - square / 8) as f64)
}

fn middle(square: usize) -> (f64, f64) {
    let (x, y) = corner(square);
    (x + SQUARE / 2.0, y + SQUARE / 2.0)
}

pub(super) fn svg_of(diagram: &ChessDiagram, parts: Parts) -> String {
    let mut content = match parts {
        Parts::Own => empty_board(),
        Parts::Shared => "<use href=\"#squares\"/>\n".to_owned(),
    };
    content += &diagram.made.or(diagram.best).into_iter().flatten().map(marked).collect::<String>();
    for (square, piece) in diagram.pieces.iter().enumerate() {
        let Some(piece) = *piece else { continue };
        let (x, y) = corner(square);
        content += &match parts {
            Parts::Own => format!("<g transform=\"translate({x} {y})\">{}</g>\n", man(piece)),
            Parts::Shared => format!("<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", id(piece)),
        };
    }
    if let Some([from, to]) = diagram.best {
        content += &arrow(middle(from), middle(to), 4.0);
    }
    if parts == Parts::Own {
        content += &names();
    }
    svg(SIDE, SIDE, &label(diagram), &content)
}

/// The hidden parts that [`Parts::Shared`] refers to.
pub fn shared_parts() -> String {
    // A copy by `<use>` keeps its own classes, but not the styles of its original's surroundings.
    let part = |id: &str, drawn: String| format!("<g id=\"{id}\" class=\"board chess\">{drawn}</g>\n");
    let men: String = "PNBRQKpnbrqk".chars().map(|piece| part(&id(piece), man(piece))).collect();
    format!(
        "<svg class=\"unseen\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n{}{men}</defs></svg>\n",
        part("squares", empty_board() + &names())
    )
}

/// The name of a shared piece: `white-n`.
fn id(piece: char) -> String {
    format!("{}-{}", colour(piece), piece.to_ascii_lowercase())
}

fn colour(piece: char) -> &'static str {
    if piece.is_uppercase() { "white" } else { "black" }
}

fn man(piece: char) -> String {
    let (outline, inside) = shape(piece.to_ascii_lowercase());
    let inside =
        if inside.is_empty() { String::new() } else { format!("<path class=\"inside\" d=\"{inside}\"/>") };
    format!("<g class=\"{}\"><path d=\"{outline}\"/>{inside}</g>", colour(piece))
}

fn empty_board() -> String {
    let coloured = |i| square(i, if (i / 8 + i % 8) % 2 == 0 { "dark" } else { "light" });
    (0..64).map(coloured).collect::<String>() + "\n"
}

fn marked(i: usize) -> String {
    square(i, "marked")
}

fn square(i: usize, class: &str) -> String {
    let (x, y) = corner(i);
    format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>")
}

fn names() -> String {
    let name = |i: usize| {
        let (along, digit, letter) = (SQUARE * i as f64 + SQUARE / 2.0, 8 - i, (b'a' + i as u8) as char);
        format!(
            "<text x=\"5\" y=\"{:.1}\" text-anchor=\"middle\">{digit}</text>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{letter}</text>\n",
            along + 4.0,
            EDGE + along,
            8.0 * SQUARE + 14.0
        )
    };
    (0..8).map(name).collect()
}

fn label(diagram: &ChessDiagram) -> String {
    let name = |square: usize| format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1);
    let list = |white: bool| {
        let pieces = diagram.pieces.iter().enumerate();
        let own = pieces.filter_map(|(square, piece)| Some((square, (*piece)?)));
        let own = own.filter(|(_, piece)| piece.is_uppercase() == white);
        let words = own.map(|(square, piece)| match piece.to_ascii_uppercase() {
            'P' => name(square),
            letter => format!("{letter}{}", name(square)),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let best = diagram.best.map_or(String::new(), |[from, to]| {
        format!("; the best move goes from {} to {}", name(from), name(to))
    });
    let made = diagram.made.map_or(String::new(), |[from, to]| {
        format!("; the move made goes from {} to {}", name(from), name(to))
    });
    format!("Chess board. White: {}. Black: {}. {}{best}{made}", list(true), list(false), diagram.turn)
}
