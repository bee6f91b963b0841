//! The course of a game as SVG: White's chances to win after every move, and the marked moves.

use super::mistakes::id;
use crate::documents::{Colour, GAME_MARKS, JudgedGame, JudgedMove};
use crate::page::chart::{BOTTOM, LEFT, RADII, RIGHT, TOP, course};
use crate::page::html::Text;

/// Least distance of the numbers below.
const APART: f64 = 34.0;
/// Horizontal lines: White's lead in pawns, and the chances that it gives.
const LINES: [(&str, f64); 7] =
    [("+5", 86.31), ("+3", 75.12), ("+1", 59.10), ("0", 50.0), ("-1", 40.90), ("-3", 24.88), ("-5", 13.69)];

/// Explains the chart.
pub(super) const COURSE: &str = "<p>White&#39;s chances to win after every move, the light part; the numbers are White&#39;s \
    lead in pawns that gives them. Dots are marked moves, light ones White&#39;s and dark ones Black&#39;s; they lead to the \
    move.</p>\n";

struct Course<'c> {
    moves: &'c [JudgedMove],
    game: u64,
    /// White's chances before the first and after every move.
    chances: Vec<f64>,
}

/// The chart in two sizes, of which the style sheet shows one; empty without moves.
pub(super) fn chart(game: &JudgedGame) -> String {
    let Some(first) = game.moves.first() else { return String::new() };
    let after = game.moves.iter().map(JudgedMove::chances);
    let chances = [first.chances_before()].into_iter().chain(after).collect();
    let drawn = Course { moves: &game.moves, game: game.number, chances };
    let names = GAME_MARKS.map(|mark| match mark {
        "?!" => "?! inaccuracy",
        "?" => "? mistake",
        _ => "?? blunder",
    });
    course(|wide, high| drawn.svg(wide, high), names)
}

impl Course<'_> {
    fn svg(&self, wide: f64, high: f64) -> String {
        let (step, bottom) = ((wide - LEFT - RIGHT) / self.moves.len() as f64, high - BOTTOM);
        let x = |i: usize| LEFT + step * i as f64;
        let y = |chances: f64| bottom - (bottom - TOP) * chances / 100.0;
        let at = |(i, &chances): (usize, &f64)| format!("{:.1} {:.1}", x(i), y(chances));
        let line = self.chances.iter().enumerate().map(at).collect::<Vec<_>>().join("L");
        let right = wide - RIGHT;
        let mut svg = format!(
            "<svg class=\"chart chances\" viewBox=\"0 0 {wide} {high}\" data-game=\"{}\" data-from=\"{LEFT}\" data-step=\"{step:.4}\" \
             role=\"img\" aria-label=\"{}\">\n\
             <rect class=\"blacks\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{:.1}\"/>\
             <path class=\"whites\" d=\"M{LEFT} {bottom}L{line}L{right} {bottom}z\"/>\n",
            self.game,
            Text(self.label()),
            right - LEFT,
            bottom - TOP
        );
        for (name, chances) in LINES {
            let at = y(chances);
            svg += &format!(
                "<path class=\"tick\" d=\"M{LEFT} {at:.1}H{right}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>\n",
                LEFT - 8.0,
                at + 4.0
            );
        }
        svg += &self.numbers(x, bottom);
        svg += &format!("<path class=\"curve\" d=\"M{line}\"/>\n");
        svg += &format!("<path class=\"now\" d=\"M0 {TOP}V{bottom}\" visibility=\"hidden\"/>\n");
        svg + &self.dots(x, y) + "</svg>\n"
    }

    /// Writes the numbers of White's moves below, as far as there is room.
    fn numbers(&self, x: impl Fn(usize) -> f64, bottom: f64) -> String {
        let (mut svg, mut free) = (String::new(), 0.0);
        let white = self.moves.iter().enumerate().filter(|(_, one)| one.side == Colour::White);
        for (i, one) in white {
            let at = x(i + 1);
            if at >= free && (one.number % 5 == 0 || one.number == 1) {
                svg += &format!(
                    "<path class=\"begins\" d=\"M{at:.1} {bottom}v5\"/>\
                     <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                    bottom + 19.0,
                    one.number
                );
                free = at + APART;
            }
        }
        svg + &format!("<text x=\"{LEFT}\" y=\"{}\">move</text>\n", bottom + 34.0)
    }

    /// Draws a dot for each marked move, which links to it.
    fn dots(&self, x: impl Fn(usize) -> f64, y: impl Fn(f64) -> f64) -> String {
        let wrong = self.moves.iter().enumerate().filter(|(_, one)| one.badness() > 0);
        let dot = |(i, one): (usize, &JudgedMove)| {
            let class = match one.side {
                Colour::White => "by-white",
                Colour::Black => "by-black",
            };
            format!(
                "<a href=\"#{}\" tabindex=\"-1\"><circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{}\"><title>{}</title></circle></a>\n",
                id(self.game, i),
                x(i + 1),
                y(self.chances[i + 1]),
                RADII[one.badness() - 1],
                Text(format!("{}: {} to {}", one.text(), one.before(), one.after()))
            )
        };
        wrong.map(dot).collect()
    }

    fn label(&self) -> String {
        let (first, last) = (self.chances[0], self.chances[self.chances.len() - 1]);
        let least = self.chances.iter().fold(f64::INFINITY, |least, &value| least.min(value));
        let most = self.chances.iter().fold(f64::NEG_INFINITY, |most, &value| most.max(value));
        format!(
            "White's chances begin at {first:.0} % and end at {last:.0} %; least {least:.0} %, most {most:.0} %. The moves \
             are in the table below"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::LINES;

    #[test]
    fn lines_stand_at_the_chances_of_their_values() {
        for (name, chances) in LINES {
            let centipawns = 100.0 * name.parse::<f64>().unwrap();
            let published = 50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * centipawns).exp()) - 1.0);
            assert!((chances - published).abs() < 0.01, "{name}: {published}");
        }
    }
}
