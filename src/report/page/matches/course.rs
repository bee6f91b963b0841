//! The course of a match as SVG: White's chance to win before every decision (for money, White's
//! lead in points), and the errors.

use crate::documents::{Colour, DecisionLine, MatchCourse, MatchHead};
use crate::page::chart::{BOTTOM, LEFT, RADII, RIGHT, TOP, course};
use crate::page::html::Text;

const APART: f64 = 22.0;
const LINES: f64 = 6.0;

struct Course<'c> {
    length: u16,
    course: &'c MatchCourse,
    values: Vec<f64>,
}

/// The chart in two sizes, of which the style sheet shows one; empty without decisions.
pub(super) fn chart(head: &MatchHead, of: &MatchCourse) -> String {
    if of.decisions.is_empty() {
        return String::new();
    }
    let drawn = Course { length: head.length, course: of, values: values(head, of) };
    let what = match head.length {
        0 => "White&#39;s lead in points, with what the game under way is worth",
        _ => "White&#39;s chance to win the match",
    };
    let names = ["?! doubtful", "? error", "?? blunder"];
    format!(
        "<p>{what}, before every decision. Dots are errors, light ones White&#39;s and dark ones Black&#39;s; they lead to \
         the position.</p>\n{}",
        course(|wide, high| drawn.svg(wide, high), names)
    )
}

/// Returns White's chance or lead before each decision, and at the end if the match is whole.
fn values(head: &MatchHead, course: &MatchCourse) -> Vec<f64> {
    let lead = |score: [f64; 2]| score[0] - score[1];
    let before = |number: usize| {
        let game = course.results.iter().find(|game| game.number == number);
        game.map_or(0.0, |game| lead(game.score.map(f64::from)))
    };
    let value = |line: &DecisionLine| match (head.length, line.side) {
        (0, Colour::White) => before(line.number) + line.value,
        (0, Colour::Black) => before(line.number) - line.value,
        (_, Colour::White) => line.value,
        (_, Colour::Black) => 1.0 - line.value,
    };
    let points = [0, 1].map(|i| head.players[i].points);
    let end = match head.length {
        _ if !is_whole(course) => None,
        0 => Some(lead(points.map(f64::from))),
        n => points.iter().position(|&points| points >= n.into()).map(|i| [1.0, 0.0][i]),
    };
    course.decisions.iter().map(value).chain(end).collect()
}

/// True if the last game was finished and has decisions.
fn is_whole(course: &MatchCourse) -> bool {
    let last = course.results.last().filter(|game| game.winner.is_some());
    last.map(|game| game.number) == course.decisions.last().map(|line| line.number)
}

impl Course<'_> {
    fn svg(&self, wide: f64, high: f64) -> String {
        let (low, top) = self.range();
        let last = (self.values.len() - 1).max(1) as f64;
        let x = |i: usize| LEFT + (wide - LEFT - RIGHT) * i as f64 / last;
        let y = |value: f64| high - BOTTOM - (high - TOP - BOTTOM) * (value - low) / (top - low);
        let mut svg = format!(
            "<svg class=\"chart\" viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-label=\"{}\">\n",
            Text(self.label())
        );
        for (value, name) in self.lines() {
            let at = y(value);
            svg += &format!(
                "<path class=\"tick\" d=\"M{LEFT} {at:.1}H{}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>\n",
                wide - RIGHT,
                LEFT - 8.0,
                at + 4.0
            );
        }
        svg += &self.games(x, high);
        let at = |(i, &value): (usize, &f64)| format!("{:.1} {:.1}", x(i), y(value));
        let line: Vec<String> = self.values.iter().enumerate().map(at).collect();
        svg += &format!("<path class=\"curve s0\" d=\"M{}\"/>\n", line.join("L"));
        svg + &self.errors(x, y) + "</svg>\n"
    }

    fn range(&self) -> (f64, f64) {
        if self.length > 0 {
            return (0.0, 1.0);
        }
        let step = self.step();
        let low = self.values.iter().fold(0.0, |low: f64, &value| low.min(value));
        let top = self.values.iter().fold(0.0, |top: f64, &value| top.max(value));
        ((low / step).floor() * step, ((top / step).ceil() * step).max(step))
    }

    /// The distance of horizontal lines: 1, 2, 5, 10 points and so on.
    fn step(&self) -> f64 {
        let low = self.values.iter().fold(0.0, |low: f64, &value| low.min(value));
        let top = self.values.iter().fold(0.0, |top: f64, &value| top.max(value));
        let steps = (0..).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10f64.powi(power)));
        steps.into_iter().find(|step| (top - low) / step <= LINES).expect("steps grow without end")
    }

    fn lines(&self) -> Vec<(f64, String)> {
        if self.length > 0 {
            return [0.0, 0.25, 0.5, 0.75, 1.0]
                .map(|value| (value, format!("{:.0} %", 100.0 * value)))
                .to_vec();
        }
        let ((low, top), step) = (self.range(), self.step());
        let count = ((top - low) / step).round() as usize;
        let name = |value: f64| if value == 0.0 { "0".to_owned() } else { format!("{value:+.0}") };
        (0..=count).map(|i| low + step * i as f64).map(|value| (value, name(value))).collect()
    }

    /// Draws a line where each game begins, with its number if there is room.
    fn games(&self, x: impl Fn(usize) -> f64, high: f64) -> String {
        let (mut svg, mut free) = (String::new(), 0.0);
        for game in &self.course.results {
            let Some(first) = self.course.decisions.iter().position(|line| line.number == game.number) else {
                continue;
            };
            let (at, bottom) = (x(first), high - BOTTOM);
            svg += &format!("<path class=\"begins\" d=\"M{at:.1} {TOP}V{bottom}\"/>");
            if at >= free {
                svg += &format!("<text x=\"{at:.1}\" y=\"{}\">{}</text>\n", bottom + 18.0, game.number);
                free = at + APART;
            }
        }
        svg + &format!("<text x=\"{LEFT}\" y=\"{}\">game</text>\n", high - 6.0)
    }

    /// Draws a dot for each error, which links to its decision.
    fn errors(&self, x: impl Fn(usize) -> f64, y: impl Fn(f64) -> f64) -> String {
        let wrong = self.course.decisions.iter().zip(&self.values).enumerate();
        let wrong = wrong.filter(|(_, (line, _))| line.badness() > 0);
        let dot = |(i, (line, &value)): (usize, (&DecisionLine, &f64))| {
            let class = match line.side {
                Colour::White => "by-white",
                Colour::Black => "by-black",
            };
            format!(
                "<a href=\"#{}\" tabindex=\"-1\"><circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{}\"><title>{}</title></circle></a>\n",
                super::decisions::id(line),
                x(i),
                y(value),
                RADII[line.badness() - 1],
                Text(format!("{} {} {} lost {:.3}", line.place(), line.side, line.choice, line.loss))
            )
        };
        wrong.map(dot).collect()
    }

    fn label(&self) -> String {
        let said = |value: f64| match self.length {
            0 => format!("{value:+.2} points"),
            _ => format!("{:.0} %", 100.0 * value),
        };
        let (first, last) = (self.values[0], self.values[self.values.len() - 1]);
        let least = self.values.iter().fold(f64::INFINITY, |least, &value| least.min(value));
        let most = self.values.iter().fold(f64::NEG_INFINITY, |most, &value| most.max(value));
        format!(
            "White begins at {} and ends at {}; least {}, most {}. The errors are in the table below",
            said(first),
            said(last),
            said(least),
            said(most)
        )
    }
}
