//! Speed-up over workers, as SVG. Both axes are logarithmic: doubling the workers is the same
//! distance everywhere, and the ideal is a straight line.
//!
//! A curve is told from the others by its colour (eight that colour-blind readers can tell apart,
//! after Okabe and Ito), by the shape of its points, and beyond eight by a broken line. The legend
//! is a list of the page, so that its text keeps its size on a narrow screen.

use std::f64::consts::FRAC_1_SQRT_2;

use super::html::Text;

/// The speed-ups of one setting.
pub(super) struct Curve {
    /// Its name.
    pub name: String,
    /// In ascending order of workers.
    pub points: Vec<Point>,
}

/// A speed-up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// Number of workers.
    pub workers: usize,
    /// The ratio of the medians.
    pub speedup: f64,
    /// The least and the largest ratio of single runs.
    pub range: [f64; 2],
}

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 280.0;
const LEFT: f64 = 40.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 40.0;

/// Number of colours and of shapes.
const SERIES: usize = 8;
/// The distance between curves at the same number of workers, so that their ranges do not lie on
/// each other; less where the curves are many.
const APART: f64 = 5.0;
/// The most that curves at the same number of workers lie apart, all together.
const ASIDE: f64 = 14.0;

/// The geometry of the picture, in its own units.
struct Scale {
    most_workers: f64,
    low: f64,
    high: f64,
    /// The distance between curves at the same number of workers.
    apart: f64,
    /// Room on both sides for the points of all curves side by side.
    side: f64,
}

impl Scale {
    fn of(curves: &[Curve]) -> Scale {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let most_workers = points().map(|point| point.workers).max().unwrap_or(2).max(2) as f64;
        let speedups = || points().map(|point| point.speedup);
        let low = speedups().fold(1.0, f64::min).log2().floor().max(-6.0);
        let high = speedups().fold(most_workers, f64::max).log2().ceil();
        let others = curves.len().saturating_sub(1) as f64;
        let apart = APART.min(ASIDE / others.max(1.0));
        Scale { most_workers: most_workers.log2(), low, high, apart, side: apart * others / 2.0 }
    }

    fn x(&self, workers: f64) -> f64 {
        let wide = WIDTH - LEFT - RIGHT - 2.0 * self.side;
        LEFT + self.side + workers.log2() / self.most_workers * wide
    }

    fn y(&self, speedup: f64) -> f64 {
        // A range may go on beyond the axes.
        let part = (speedup.log2().clamp(self.low, self.high) - self.low) / (self.high - self.low);
        HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)
    }

    /// The place of a point of curve `i`; the baseline, on one worker, is the same for all.
    fn place(&self, i: usize, point: &Point) -> (f64, f64) {
        let aside = if point.workers == 1 { 0.0 } else { self.apart * i as f64 - self.side };
        (self.x(point.workers as f64) + aside, self.y(point.speedup))
    }
}

/// A picture of the curves and a legend.
pub(super) fn speedups(name: &str, curves: &[Curve]) -> String {
    plot("", name, curves) + &legend(curves)
}

/// A picture of the curves, at the place in a larger one that `attributes` say.
pub(super) fn plot(attributes: &str, name: &str, curves: &[Curve]) -> String {
    let scale = Scale::of(curves);
    let said: Vec<String> = curves.iter().map(described).collect();
    let mut svg = format!(
        "<svg class=\"chart\"{attributes} viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">",
        Text(format!("Speed-up of {name} over workers. {}", said.join("; ")))
    );
    svg += &axes(&scale);
    svg += &curves.iter().enumerate().map(|(i, curve)| line(i, curve, &scale)).collect::<String>();
    svg + "</svg>\n"
}

/// The last point of a curve in words.
fn described(curve: &Curve) -> String {
    curve.points.last().map_or(curve.name.clone(), |last| {
        let Point { workers, speedup, range: [least, most] } = last;
        let range = if least < most { format!(" ({least:.2} to {most:.2})") } else { String::new() };
        format!("{}: {speedup:.2} on {workers}{range}", curve.name)
    })
}

fn axes(scale: &Scale) -> String {
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let mut svg = String::new();
    for power in scale.low as i32..=scale.high as i32 {
        let y = scale.y(2f64.powi(power));
        let tick = if power < 0 { format!("1/{}", 1 << -power) } else { (1u64 << power).to_string() };
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
        HEIGHT - 6.0
    );
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
    let place = |point: &Point| scale.place(i, point);
    let path: Vec<String> = curve.points.iter().map(place).map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    let mut svg = format!("<g class=\"{}\"><path class=\"curve\" d=\"M{}\"/>", class(i), path.join("L"));
    for point in curve.points.iter().filter(|point| point.workers > 1) {
        let (x, y) = place(point);
        let [least, most] = point.range.map(|end| scale.y(end));
        svg += &format!("<path class=\"range\" d=\"M{x:.1} {least:.1}V{most:.1}\"/>");
        svg += &format!(
            "<path class=\"point\" d=\"{}\"><title>{}: {:.2} on {} workers</title></path>",
            shape(i, x, y),
            Text(&curve.name),
            point.speedup,
            point.workers
        );
    }
    svg + "</g>\n"
}

/// The shape of the points of curve `i`: circle, square, triangle up, diamond, triangle down, plus,
/// cross, ring of five corners.
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
        _ => corners(&[(0.0, -5.2), (5.0, -1.6), (3.1, 4.3), (-3.1, 4.3), (-5.0, -1.6)]),
    }
}

/// The curves by name as a list of the page.
fn legend(curves: &[Curve]) -> String {
    let entry = |(mark, name): (String, String)| {
        format!(
            "<li><svg class=\"chart\" viewBox=\"0 0 28 14\" width=\"28\" height=\"14\" aria-hidden=\"true\">\
             {mark}</svg><span>{}</span></li>",
            Text(name)
        )
    };
    format!("<ul class=\"curves\">{}</ul>\n", marks(curves).map(entry).collect::<String>())
}

/// The curves, the fastest first: the mark of each, 28 wide and 14 high, and its name with its
/// last speed-up.
pub(super) fn marks(curves: &[Curve]) -> impl Iterator<Item = (String, String)> {
    let last = |i: &usize| curves[*i].points.last().map_or(0.0, |point| point.speedup);
    let mut order: Vec<usize> = (0..curves.len()).collect();
    order.sort_by(|a, b| last(b).total_cmp(&last(a)));
    order.into_iter().map(|i| {
        let mark = format!(
            "<g class=\"{}\"><path class=\"curve\" d=\"M0 7H28\"/><path class=\"point\" d=\"{}\"/></g>",
            class(i),
            shape(i, 14.0, 7.0)
        );
        (mark, described(&curves[i]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(name: &str, ends: &[(usize, f64)]) -> Curve {
        let point = |&(workers, speedup)| Point { workers, speedup, range: [speedup; 2] };
        Curve { name: name.to_owned(), points: ends.iter().map(point).collect() }
    }

    #[test]
    fn the_ideal_goes_through_equal_numbers() {
        let curves = [curve("x", &[(1, 1.0), (8, 4.0)])];
        let scale = Scale::of(&curves);
        assert_eq!((scale.x(1.0), scale.y(8.0)), (LEFT, TOP));
        assert!((scale.y(2.0) - scale.y(4.0) - (scale.y(4.0) - scale.y(8.0))).abs() < 1e-9);
    }

    #[test]
    fn sixteen_curves_are_told_apart() {
        let marks: Vec<_> = (0..16).map(|i| (class(i), shape(i, 0.0, 0.0))).collect();
        for (i, mark) in marks.iter().enumerate() {
            assert!(!marks[..i].contains(mark), "{i}");
        }
        let shapes: Vec<_> = (0..8).map(|i| shape(i, 0.0, 0.0)).collect();
        assert!(shapes.iter().enumerate().all(|(i, shape)| !shapes[..i].contains(shape)));
    }

    #[test]
    fn the_fastest_comes_first_in_the_legend() {
        let curves = [curve("slow", &[(1, 1.0), (2, 1.1)]), curve("fast", &[(1, 1.0), (2, 1.9)])];
        let legend = legend(&curves);
        assert!(legend.find("fast: 1.90 on 2").unwrap() < legend.find("slow: 1.10 on 2").unwrap());
    }
}
