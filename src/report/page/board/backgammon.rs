//! A backgammon board, seen by the side to move.

use super::Parts;
use super::svg::{arrow, svg};
use crate::documents::{BackgammonDiagram, CubeDiagram, CubePlace};

/// Width of a point and of a checker.
const POINT: f64 = 30.0;
const LONG: f64 = 150.0;
const NUMBERS: f64 = 18.0;
const HEIGHT: f64 = 2.0 * LONG + 40.0;
/// Width of the bar, and of the tray for checkers borne off.
const BAR: f64 = 36.0;
/// The most checkers drawn on a point; more are shown as a number.
const STACK: usize = 5;

const CHECKERS: u8 = 15;
/// Width of the cube's column, and side of the cube.
const CUBE_COLUMN: f64 = 40.0;
const CUBE: f64 = 30.0;

/// The middle of a point: 13 to 24 from left to right, 12 to 1 below, 25 and 0 on the bar.
fn across(point: usize) -> f64 {
    let column = match point {
        0 | 25 => return 6.0 * POINT + BAR / 2.0,
        13.. => point - 13,
        _ => 12 - point,
    };
    let bar = if column >= 6 { BAR } else { 0.0 };
    bar + POINT * (column as f64 + 0.5)
}

/// True for the upper half, which has the mover's bar (25), where its checkers enter.
fn is_above(point: usize) -> bool {
    point >= 13
}

/// The middle of checker `i`, counted from the edge of the board.
fn checker_at(point: usize, i: usize) -> (f64, f64) {
    let deep = POINT * (i.min(STACK - 1) as f64 + 0.5);
    let y = if is_above(point) { NUMBERS + deep } else { NUMBERS + HEIGHT - deep };
    (across(point), y)
}

const RIGHT: f64 = 12.0 * POINT + BAR;

pub(super) fn svg_of(diagram: &BackgammonDiagram, parts: Parts) -> String {
    let mut content = match parts {
        Parts::Own => empty_board(),
        Parts::Shared => "<use href=\"#points\"/>\n".to_owned(),
    };
    for (point, &n) in diagram.points.iter().enumerate() {
        content += &stack(parts, point, n.unsigned_abs().into(), colour(diagram, n > 0));
    }
    content += &tray(diagram);
    if let Some(dice) = diagram.dice {
        content += &dice.into_iter().enumerate().map(|(i, pips)| die(parts, i, pips)).collect::<String>();
    }
    content += &steps(diagram);
    let mut wide = RIGHT + BAR;
    if let Some(at) = diagram.cube {
        content = format!("<g transform=\"translate({CUBE_COLUMN} 0)\">\n{content}</g>\n{}", cube(at));
        wide += CUBE_COLUMN;
    }
    svg(wide, HEIGHT + 2.0 * NUMBERS, &label(diagram), &content)
}

/// The hidden parts that [`Parts::Shared`] refers to.
pub fn shared_parts() -> String {
    // A copy by `<use>` keeps its own classes, but not the styles of its original's surroundings.
    let part = |id: &str, drawn: String| format!("<g id=\"{id}\" class=\"board backgammon\">{drawn}</g>\n");
    let checkers = ["white", "black"].map(|class| part(class, checker((0.0, 0.0), class))).concat();
    let dice: String =
        (1..=6).map(|pips| part(&format!("die-{pips}"), drawn_die((0.0, 0.0), pips))).collect();
    format!(
        "<svg class=\"unseen\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n{}{checkers}{dice}</defs></svg>\n",
        part("points", empty_board())
    )
}

fn empty_board() -> String {
    let felt = format!(
        "<rect class=\"felt\" x=\"0\" y=\"{NUMBERS}\" width=\"{RIGHT}\" height=\"{HEIGHT}\"/>\n\
         <rect class=\"bar-of\" x=\"{}\" y=\"{NUMBERS}\" width=\"{BAR}\" height=\"{HEIGHT}\"/>\n",
        6.0 * POINT
    );
    felt + &(1..=24).map(point).collect::<String>()
}

fn cube(cube: CubeDiagram) -> String {
    let y = match cube.place {
        CubePlace::Own => NUMBERS + HEIGHT - CUBE - 2.0,
        CubePlace::Other => NUMBERS + 2.0,
        CubePlace::Middle | CubePlace::Offered => NUMBERS + (HEIGHT - CUBE) / 2.0,
    };
    let class = if cube.place == CubePlace::Offered { "cube offered" } else { "cube" };
    format!(
        "<g class=\"{class}\"><rect x=\"2\" y=\"{y}\" width=\"{CUBE}\" height=\"{CUBE}\" rx=\"4\"/>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text></g>\n",
        2.0 + CUBE / 2.0,
        y + CUBE / 2.0 + 5.0,
        cube.value
    )
}

/// The turn, the point of view, and the meaning of marks.
pub(super) fn caption(diagram: &BackgammonDiagram) -> String {
    let marked = if diagram.best.is_empty() { "" } else { ". Arrows: the best play" };
    match turn(diagram) {
        "" => format!("The game is over. Home of {} below on the right", side(diagram, true)),
        turn => format!("{} {turn}, home below on the right{marked}", side(diagram, true)),
    }
}

/// Names the action that is due from the side by which the board is seen; empty at the end of the
/// game.
fn turn(diagram: &BackgammonDiagram) -> &'static str {
    match diagram.cube {
        _ if diagram.off.contains(&CHECKERS) => "",
        Some(CubeDiagram { place: CubePlace::Offered, .. }) => "to answer a double",
        Some(_) if diagram.dice.is_none() => "on roll",
        _ => "to move",
    }
}

fn side(diagram: &BackgammonDiagram, own: bool) -> &'static str {
    if own == diagram.white { "White" } else { "Black" }
}

fn colour(diagram: &BackgammonDiagram, own: bool) -> &'static str {
    if own == diagram.white { "white" } else { "black" }
}

fn point(point: usize) -> String {
    let (x, above) = (across(point), is_above(point));
    let (edge, tip) =
        if above { (NUMBERS, NUMBERS + LONG) } else { (NUMBERS + HEIGHT, NUMBERS + HEIGHT - LONG) };
    let class = if point.is_multiple_of(2) { "light" } else { "dark" };
    let (left, right) = (x - POINT / 2.0, x + POINT / 2.0);
    let y = if above { NUMBERS - 5.0 } else { NUMBERS + HEIGHT + 14.0 };
    format!(
        "<path class=\"{class}\" d=\"M{left} {edge}L{x} {tip}L{right} {edge}z\"/>\
         <text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{point}</text>\n"
    )
}

fn checker((x, y): (f64, f64), class: &str) -> String {
    format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", POINT / 2.0 - 1.0)
}

/// Draws a point's checkers; the number of a high stack is on its last one.
fn stack(parts: Parts, point: usize, n: usize, class: &str) -> String {
    let one = |at: (f64, f64)| match parts {
        Parts::Own => checker(at, class),
        Parts::Shared => format!("<use href=\"#{class}\" x=\"{}\" y=\"{}\"/>", at.0, at.1),
    };
    let mut content: String = (0..n.min(STACK)).map(|i| one(checker_at(point, i))).collect();
    if n > STACK {
        let (x, y) = checker_at(point, STACK - 1);
        content += &format!(
            "<text class=\"on-{class}\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{n}</text>",
            y + 4.0
        );
    }
    if n > 0 { content + "\n" } else { content }
}

fn tray(diagram: &BackgammonDiagram) -> String {
    let borne_off = |own: bool, n: u8| {
        let class = colour(diagram, own);
        let thin = |i: u8| {
            let along = 9.0 * f64::from(i);
            let y = if own { NUMBERS + HEIGHT - 9.0 - along } else { NUMBERS + along };
            format!(
                "<rect class=\"{class}\" x=\"{}\" y=\"{y}\" width=\"{}\" height=\"8\"/>",
                RIGHT + 5.0,
                BAR - 8.0
            )
        };
        (0..n).map(thin).collect::<String>()
    };
    borne_off(true, diagram.off[0]) + &borne_off(false, diagram.off[1]) + "\n"
}

fn die(parts: Parts, i: usize, pips: u8) -> String {
    let (x, y) = (9.0 * POINT + BAR - 34.0 + 38.0 * i as f64, NUMBERS + HEIGHT / 2.0 - 15.0);
    match parts {
        Parts::Own => drawn_die((x, y), pips),
        Parts::Shared => format!("<use href=\"#die-{pips}\" x=\"{x}\" y=\"{y}\"/>\n"),
    }
}

fn drawn_die((x, y): (f64, f64), pips: u8) -> String {
    let all: [(f64, f64, u8, u8); 7] = [
        (15.0, 15.0, 1, 1),
        (8.0, 8.0, 2, 0),
        (22.0, 22.0, 2, 0),
        (22.0, 8.0, 4, 0),
        (8.0, 22.0, 4, 0),
        (8.0, 15.0, 6, 0),
        (22.0, 15.0, 6, 0),
    ];
    let shown = all.iter().filter(|(.., least, odd)| pips >= *least && (*odd == 0 || pips % 2 == 1));
    let dots = shown.map(|(dx, dy, ..)| format!("<circle cx=\"{}\" cy=\"{}\" r=\"2.6\"/>", x + dx, y + dy));
    format!(
        "<g class=\"die\"><rect x=\"{x}\" y=\"{y}\" width=\"30\" height=\"30\" rx=\"5\"/>{}</g>\n",
        dots.collect::<String>()
    )
}

fn steps(diagram: &BackgammonDiagram) -> String {
    let mut own: Vec<usize> = diagram.points.iter().map(|&n| n.max(0) as usize).collect();
    let mut content = String::new();
    for &[from, to] in &diagram.best {
        let start = checker_at(from, own[from].saturating_sub(1));
        own[from] = own[from].saturating_sub(1);
        let end = if to == 0 { (RIGHT + BAR / 2.0, NUMBERS + HEIGHT - 4.0) } else { checker_at(to, own[to]) };
        if to > 0 {
            content += &checker(end, "ghost");
            own[to] += 1;
        }
        content += &arrow(start, end, 2.0);
    }
    content
}

fn label(diagram: &BackgammonDiagram) -> String {
    let list = |own: bool| {
        let points = diagram.points.iter().enumerate().filter(|(_, n)| **n != 0 && (**n > 0) == own);
        let words = points.map(|(point, n)| match point {
            0 | 25 => format!("{} on the bar", n.unsigned_abs()),
            _ => format!("{} on {point}", n.unsigned_abs()),
        });
        words.collect::<Vec<_>>().join(", ")
    };
    let name = |own: bool| side(diagram, own);
    let turn = match turn(diagram) {
        "" => String::new(),
        turn => format!(", {turn}"),
    };
    let cube = diagram.cube.map_or(String::new(), |cube| match cube.place {
        CubePlace::Middle => format!(". The cube is in the middle at {}", cube.value),
        CubePlace::Own => format!(". {} owns the cube at {}", name(true), cube.value),
        CubePlace::Other => format!(". {} owns the cube at {}", name(false), cube.value),
        CubePlace::Offered => format!(". {} offers the cube at {}", name(false), cube.value),
    });
    let off = diagram.off;
    let steps =
        diagram.best.iter().map(|[from, to]| format!(" {from} to {to}")).collect::<Vec<_>>().join(",");
    let best = if steps.is_empty() { String::new() } else { format!("; the best play goes from{steps}") };
    format!(
        "Backgammon board seen by {}{turn}: {}, {} off. {}: {}, {} off{cube}{best}",
        name(true),
        list(true),
        off[0],
        name(false),
        list(false),
        off[1]
    )
}
