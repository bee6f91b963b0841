//! Speed-up or time over workers, as SVG. Both axes are logarithmic: doubling the workers is the
//! same distance everywhere, and the ideal speed-up is a straight line.
//!
//! A curve is told from the others by its colour (ten that colour-blind readers can tell apart,
//! seven of them Okabe and Ito's), by the shape of its points, and beyond ten by a broken line.
//! The legend is a list of the page, so that its text keeps its size on a narrow screen.

use std::f64::consts::FRAC_1_SQRT_2;

use super::html::Text;
use crate::{counted, ratio, span};

/// What a chart shows over the workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    /// A ratio to one worker.
    Speedup,
    /// Nanoseconds.
    Time,
}

impl Quantity {
    fn name(self) -> &'static str {
        match self {
            Quantity::Speedup => "speed-up",
            Quantity::Time => "time",
        }
    }

    fn said(self, value: f64) -> String {
        match self {
            Quantity::Speedup => ratio(value),
            Quantity::Time => span(value as u64),
        }
    }
}

/// The speed-ups or times of one setting.
pub(super) struct Curve {
    /// Its name.
    pub name: String,
    /// What it has in common with other curves, as a heading of the legend; may be empty.
    pub group: &'static str,
    /// In ascending order of workers.
    pub points: Vec<Point>,
}

/// A speed-up or a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// Number of workers.
    pub workers: usize,
    /// The ratio of the medians, or the median time.
    pub value: f64,
    /// The least and the largest of single runs.
    pub range: [f64; 2],
}

/// Width and height of a chart in its own units.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub wide: f64,
    pub high: f64,
}

impl Size {
    /// One chart among others.
    pub const SMALL: Size = Size { wide: 480.0, high: 290.0 };
    /// The only chart of a page.
    pub const LARGE: Size = Size { wide: 768.0, high: 500.0 };
}

/// Room for `1000 s`.
const LEFT: f64 = 54.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 40.0;

/// Number of colours and of shapes.
const SERIES: usize = 10;
/// The distance between curves at the same number of workers, so that their ranges do not lie on
/// each other; less where the curves are many.
const APART: f64 = 5.0;
/// The most that curves at the same number of workers lie apart, all together, as a share of the
/// width.
const ASIDE: f64 = 0.03;

/// The geometry of the picture, in its own units.
struct Scale {
    size: Size,
    quantity: Quantity,
    most_workers: f64,
    /// Both ends of the vertical axis, as logarithms: of speed-ups in powers of 2, of times in
    /// powers of 10.
    low: f64,
    high: f64,
    /// The distance between curves at the same number of workers.
    apart: f64,
    /// Room on both sides for the points of all curves side by side.
    side: f64,
}

impl Scale {
    fn of(curves: &[Curve], size: Size, quantity: Quantity) -> Scale {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let most_workers = points().map(|point| point.workers).max().unwrap_or(2).max(2) as f64;
        let values = || points().map(|point| point.value);
        let (low, high) = match quantity {
            Quantity::Speedup => (
                values().fold(1.0, f64::min).log2().floor().max(-6.0),
                values().fold(most_workers, f64::max).log2().ceil(),
            ),
            Quantity::Time => {
                let low = values().fold(f64::MAX, f64::min).max(1.0).log10().floor();
                (low, values().fold(1.0, f64::max).log10().ceil().max(low + 1.0))
            }
        };
        let others = curves.len().saturating_sub(1) as f64;
        let apart = APART.min(ASIDE * size.wide / others.max(1.0));
        let side = apart * others / 2.0;
        Scale { size, quantity, most_workers: most_workers.log2(), low, high, apart, side }
    }

    fn x(&self, workers: f64) -> f64 {
        let wide = self.size.wide - LEFT - RIGHT - 2.0 * self.side;
        LEFT + self.side + workers.log2() / self.most_workers * wide
    }

    fn y(&self, value: f64) -> f64 {
        let power = match self.quantity {
            Quantity::Speedup => value.log2(),
            Quantity::Time => value.log10(),
        };
        // A range may go on beyond the axes.
        let part = (power.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        let bottom = self.size.high - BOTTOM;
        bottom - part * (bottom - TOP)
    }

    /// The value at a tick of the vertical axis, and its label.
    fn tick(&self, power: i32) -> (f64, String) {
        match self.quantity {
            Quantity::Speedup if power < 0 => (2f64.powi(power), format!("1/{}", 1 << -power)),
            Quantity::Speedup => (2f64.powi(power), (1u64 << power).to_string()),
            Quantity::Time => {
                let (value, unit) = match power {
                    ..3 => (10u64.pow(power.max(0) as u32), "ns"),
                    3..6 => (10u64.pow(power as u32 - 3), "us"),
                    6..9 => (10u64.pow(power as u32 - 6), "ms"),
                    _ => (10u64.pow(power as u32 - 9), "s"),
                };
                (10f64.powi(power), format!("{value} {unit}"))
            }
        }
    }

    /// The place of a point of curve `i`; the baseline, on one worker, is the same for all.
    fn place(&self, i: usize, point: &Point) -> (f64, f64) {
        let aside = if point.workers == 1 { 0.0 } else { self.apart * i as f64 - self.side };
        (self.x(point.workers as f64) + aside, self.y(point.value))
    }
}

/// A picture of the curves, at the place in a larger one that `attributes` say.
pub(super) fn plot(attributes: &str, size: Size, name: &str, curves: &[Curve], quantity: Quantity) -> String {
    let scale = Scale::of(curves, size, quantity);
    let Size { wide, high } = size;
    let said: Vec<String> = curves.iter().map(|curve| described(curve, quantity)).collect();
    let mut svg = format!(
        "<svg class=\"chart\"{attributes} viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-label=\"{}\">",
        Text(format!("The {} of {name} over workers. {}", quantity.name(), said.join("; ")))
    );
    svg += &axes(&scale);
    svg += &curves.iter().enumerate().map(|(i, curve)| line(i, curve, &scale)).collect::<String>();
    svg + "</svg>\n"
}

impl Curve {
    /// Its name among the curves of all groups.
    fn full_name(&self) -> String {
        if self.group.is_empty() { self.name.clone() } else { format!("{}, {}", self.name, self.group) }
    }

    /// Its speed-up on the most workers, 0 if there is none.
    pub fn last(&self) -> f64 {
        self.points.last().map_or(0.0, |point| point.value)
    }
}

/// A curve in words: its full name, its last point.
fn described(curve: &Curve, quantity: Quantity) -> String {
    format!("{}{}", curve.full_name(), ending(curve, quantity))
}

/// The last point of a curve in words, to be read after its name.
fn ending(curve: &Curve, quantity: Quantity) -> String {
    curve.points.last().map_or(String::new(), |last| {
        let Point { workers, value, range } = *last;
        let [value, least, most] = [value, range[0], range[1]].map(|value| quantity.said(value));
        let range = if least == most { String::new() } else { format!(" ({least} to {most})") };
        format!(": {value} on {workers}{range}")
    })
}

fn axes(scale: &Scale) -> String {
    let Size { wide, high } = scale.size;
    let (right, bottom) = (wide - RIGHT, high - BOTTOM);
    let mut svg = format!("<text x=\"2\" y=\"12\">{}</text>", scale.quantity.name());
    for power in scale.low as i32..=scale.high as i32 {
        let (value, tick) = scale.tick(power);
        let y = scale.y(value);
        svg += &format!("<path class=\"tick\" d=\"M{LEFT} {y:.1}H{right}\"/>");
        svg += &format!("<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{tick}</text>", LEFT - 6.0, y + 4.0);
    }
    for power in 0..=scale.most_workers.floor() as i32 {
        let x = scale.x(2f64.powi(power));
        svg += &format!("<path class=\"tick\" d=\"M{x:.1} {bottom}v4\"/>");
        svg += &format!(
            "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            bottom + 18.0,
            1u64 << power
        );
    }
    let workers = 2f64.powf(scale.most_workers);
    svg += &format!("<path class=\"axis\" d=\"M{LEFT} {bottom}H{right}\"/>");
    svg += &format!(
        "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">workers</text>",
        (LEFT + right) / 2.0,
        high - 6.0
    );
    if scale.quantity == Quantity::Time {
        return svg;
    }
    svg + &format!(
        "<path class=\"ideal\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
        scale.x(1.0),
        scale.y(1.0),
        scale.x(workers),
        scale.y(workers)
    )
}

/// The classes of curve `i`.
fn class(i: usize) -> String {
    format!("s{}{}", i % SERIES, if i < SERIES { "" } else { " broken" })
}

fn line(i: usize, curve: &Curve, scale: &Scale) -> String {
    if curve.points.is_empty() {
        return String::new();
    }
    let place = |point: &Point| scale.place(i, point);
    let path: Vec<String> = curve.points.iter().map(place).map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    let mut svg = format!("<g class=\"{}\"><path class=\"curve\" d=\"M{}\"/>", class(i), path.join("L"));
    // On one worker all curves begin beside each other; only one that is away from 1 has a point.
    let seen = |point: &&Point| point.workers > 1 || point.value.log2().abs() > 0.05;
    for point in curve.points.iter().filter(seen) {
        let (x, y) = place(point);
        let [least, most] = point.range.map(|end| scale.y(end));
        svg += &format!("<path class=\"range\" d=\"M{x:.1} {least:.1}V{most:.1}\"/>");
        svg += &format!(
            "<path class=\"point\" d=\"{}\"><title>{}: {} on {}</title></path>",
            shape(i, x, y),
            Text(curve.full_name()),
            scale.quantity.said(point.value),
            counted(point.workers, "worker")
        );
    }
    svg + "</g>\n"
}

/// The shape of the points of curve `i`: circle, square, triangle up, diamond, triangle down, plus,
/// cross, pentagon, hourglass, star of four points.
fn shape(i: usize, x: f64, y: f64) -> String {
    let corners = |corners: &[(f64, f64)]| {
        let at = |(dx, dy): &(f64, f64)| format!("{:.1} {:.1}", x + dx, y + dy);
        format!("M{}z", corners.iter().map(at).collect::<Vec<_>>().join("L"))
    };
    let plus = [
        (-1.6, -5.2),
        (1.6, -5.2),
        (1.6, -1.6),
        (5.2, -1.6),
        (5.2, 1.6),
        (1.6, 1.6),
        (1.6, 5.2),
        (-1.6, 5.2),
        (-1.6, 1.6),
        (-5.2, 1.6),
        (-5.2, -1.6),
        (-1.6, -1.6),
    ];
    match i % SERIES {
        0 => format!("M{:.1} {y:.1}a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0z", x - 4.4),
        1 => corners(&[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)]),
        2 => corners(&[(0.0, -5.2), (5.0, 3.8), (-5.0, 3.8)]),
        3 => corners(&[(0.0, -5.6), (4.6, 0.0), (0.0, 5.6), (-4.6, 0.0)]),
        4 => corners(&[(0.0, 5.2), (5.0, -3.8), (-5.0, -3.8)]),
        5 => corners(&plus),
        6 => corners(&plus.map(|(dx, dy)| (FRAC_1_SQRT_2 * (dx - dy), FRAC_1_SQRT_2 * (dx + dy)))),
        7 => corners(&[(0.0, -5.2), (5.0, -1.6), (3.1, 4.3), (-3.1, 4.3), (-5.0, -1.6)]),
        8 => corners(&[(-4.2, -4.8), (4.2, -4.8), (-4.2, 4.8), (4.2, 4.8)]),
        _ => {
            let (far, near) = (6.4, 1.7);
            let quarter = |(x, y): (f64, f64)| [(x * far, y * far), (near * (x - y), near * (x + y))];
            let directions = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];
            corners(directions.map(quarter).as_flattened())
        }
    }
}

/// The curves by name as lists of the page, one for each group.
pub(super) fn legend(curves: &[Curve]) -> String {
    let entry = |(mark, name): (String, String)| {
        format!(
            "<li><svg class=\"chart\" viewBox=\"0 0 28 14\" width=\"28\" height=\"14\" aria-hidden=\"true\">\
             {mark}</svg><span>{}</span></li>",
            Text(name)
        )
    };
    let list = |group: &'static str| {
        let heading = if group.is_empty() { String::new() } else { format!("<h3>{group}</h3>\n") };
        let entries: String = marks(curves, group).map(entry).collect();
        format!("{heading}<ul class=\"curves\">{entries}</ul>\n")
    };
    groups(curves).into_iter().map(list).collect()
}

/// The groups of curves in their order.
pub(super) fn groups(curves: &[Curve]) -> Vec<&'static str> {
    let mut groups: Vec<&str> = Vec::new();
    for curve in curves {
        if !groups.contains(&curve.group) {
            groups.push(curve.group);
        }
    }
    groups
}

/// The curves of a group of speed-ups, the fastest first: the mark of each, 28 wide and 14 high,
/// and its name with its last speed-up.
pub(super) fn marks(curves: &[Curve], group: &str) -> impl Iterator<Item = (String, String)> {
    let mut order: Vec<usize> = (0..curves.len()).filter(|&i| curves[i].group == group).collect();
    order.sort_by(|&a, &b| curves[b].last().total_cmp(&curves[a].last()));
    order.into_iter().map(|i| {
        let mark = format!(
            "<g class=\"{}\"><path class=\"curve\" d=\"M0 7H28\"/><path class=\"point\" d=\"{}\"/></g>",
            class(i),
            shape(i, 14.0, 7.0)
        );
        (mark, format!("{}{}", curves[i].name, ending(&curves[i], Quantity::Speedup)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(name: &str, ends: &[(usize, f64)]) -> Curve {
        let point = |&(workers, value)| Point { workers, value, range: [value; 2] };
        Curve { name: name.to_owned(), group: "", points: ends.iter().map(point).collect() }
    }

    #[test]
    fn the_ideal_goes_through_equal_numbers() {
        let curves = [curve("x", &[(1, 1.0), (8, 4.0)])];
        let scale = Scale::of(&curves, Size::SMALL, Quantity::Speedup);
        assert_eq!((scale.x(1.0), scale.y(8.0)), (LEFT, TOP));
        assert!((scale.y(2.0) - scale.y(4.0) - (scale.y(4.0) - scale.y(8.0))).abs() < 1e-9);
    }

    #[test]
    fn times_lie_between_powers_of_ten() {
        let curves = [curve("x", &[(1, 2e9), (8, 3e7)])];
        let scale = Scale::of(&curves, Size::SMALL, Quantity::Time);
        let ticks: Vec<_> = (scale.low as i32..=scale.high as i32).map(|power| scale.tick(power).1).collect();
        assert_eq!(ticks, ["10 ms", "100 ms", "1 s", "10 s"]);
        assert_eq!((scale.y(1e10), scale.y(1e7)), (TOP, Size::SMALL.high - BOTTOM));
        assert!(!plot("", Size::SMALL, "x", &curves, Quantity::Time).contains("ideal"));
    }

    #[test]
    fn twenty_curves_are_told_apart() {
        let marks: Vec<_> = (0..20).map(|i| (class(i), shape(i, 0.0, 0.0))).collect();
        for (i, mark) in marks.iter().enumerate() {
            assert!(!marks[..i].contains(mark), "{i}");
        }
        let shapes: Vec<_> = (0..SERIES).map(|i| shape(i, 0.0, 0.0)).collect();
        assert!(shapes.iter().enumerate().all(|(i, shape)| !shapes[..i].contains(shape)));
    }

    #[test]
    fn the_fastest_comes_first_in_the_legend() {
        let curves = [curve("slow", &[(1, 1.0), (2, 1.1)]), curve("fast", &[(1, 1.0), (2, 1.9)])];
        let legend = legend(&curves);
        assert!(legend.find("fast: 1.90 on 2").unwrap() < legend.find("slow: 1.10 on 2").unwrap());
    }
}
