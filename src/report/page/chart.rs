//! Speed-up over workers, as SVG. Both axes are logarithmic: doubling the workers is the same
//! distance everywhere, and the ideal is a straight line.

use super::html::Text;

/// The speed-ups of one setting.
pub(super) struct Curve {
    /// Its name.
    pub name: String,
    /// Workers and speed-up, in ascending order of workers.
    pub points: Vec<(usize, f64)>,
}

const WIDTH: f64 = 474.0;
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 26.0;
const RIGHT: f64 = 222.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 36.0;

/// Number of colours.
const COLOURS: usize = 5;

/// The geometry of the picture, in its own units.
struct Scale {
    most_workers: f64,
    low: f64,
    high: f64,
}

impl Scale {
    fn of(curves: &[Curve]) -> Scale {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let most_workers = points().map(|&(workers, _)| workers).max().unwrap_or(2).max(2) as f64;
        let speedups = || points().map(|&(_, speedup)| speedup);
        let low = speedups().fold(1.0, f64::min).log2().floor().max(-6.0);
        let high = speedups().fold(most_workers, f64::max).log2().ceil();
        Scale { most_workers: most_workers.log2(), low, high }
    }

    fn x(&self, workers: f64) -> f64 {
        LEFT + workers.log2() / self.most_workers * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, speedup: f64) -> f64 {
        let part = (speedup.log2().max(self.low) - self.low) / (self.high - self.low);
        HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)
    }
}

/// A picture of the curves, each with its name at its end.
pub(super) fn speedups(name: &str, curves: &[Curve]) -> String {
    let scale = Scale::of(curves);
    let best = curves.iter().filter_map(|curve| curve.points.last().map(|last| (last.1, curve, last.0)));
    let label = best.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(String::new(), |(s, curve, n)| {
        format!("Speed-up of {name} over workers; the best is {s:.2} on {n}: {}", curve.name)
    });
    let mut svg = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">",
        Text(label)
    );
    svg += &axes(&scale);
    let ends = ends(curves, &scale);
    for (i, (curve, end)) in curves.iter().zip(ends).enumerate() {
        svg += &line(i, curve, end, &scale);
    }
    svg + "</svg>\n"
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
            bottom + 17.0,
            1u64 << power
        );
    }
    let workers = 2f64.powf(scale.most_workers);
    svg += &format!("<path class=\"axis\" d=\"M{LEFT} {bottom}H{right}\"/>");
    svg += &format!("<text x=\"{LEFT}\" y=\"{}\">workers</text>", HEIGHT - 4.0);
    svg + &format!(
        "<path class=\"ideal\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
        scale.x(1.0),
        scale.y(1.0),
        scale.x(workers),
        scale.y(workers)
    )
}

fn line(i: usize, curve: &Curve, end: f64, scale: &Scale) -> String {
    let place = |&(workers, speedup): &(usize, f64)| (scale.x(workers as f64), scale.y(speedup));
    let path: Vec<String> = curve.points.iter().map(place).map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    let mut svg = format!("<g class=\"s{}\"><path class=\"curve\" d=\"M{}\"/>", i % COLOURS, path.join("L"));
    for point in &curve.points {
        let (x, y) = place(point);
        svg += &format!(
            "<circle class=\"point\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"><title>{}: {:.2} on {} workers</title></circle>",
            Text(&curve.name),
            point.1,
            point.0
        );
    }
    let last = curve.points.last().map_or(1.0, |last| last.1);
    let (x, y) = (WIDTH - RIGHT, scale.y(last));
    svg += &format!("<path class=\"tick\" d=\"M{:.1} {y:.1}L{:.1} {end:.1}\"/>", x + 5.0, x + 14.0);
    svg + &format!(
        "<text class=\"label\" x=\"{:.1}\" y=\"{:.1}\">{last:.2} {}</text></g>",
        x + 17.0,
        end + 4.0,
        Text(&curve.name)
    )
}

/// Vertical places of the names: near the ends of their curves, but without overlap.
fn ends(curves: &[Curve], scale: &Scale) -> Vec<f64> {
    const APART: f64 = 14.0;
    let wanted = |i: usize| curves[i].points.last().map_or(HEIGHT - BOTTOM, |last| scale.y(last.1));
    let mut order: Vec<usize> = (0..curves.len()).collect();
    order.sort_by(|&a, &b| wanted(a).total_cmp(&wanted(b)));
    let mut places = vec![0.0; curves.len()];
    let mut free = TOP;
    for &i in &order {
        places[i] = wanted(i).max(free);
        free = places[i] + APART;
    }
    let mut ceiling = HEIGHT - BOTTOM + 4.0;
    for &i in order.iter().rev() {
        places[i] = places[i].min(ceiling);
        ceiling = places[i] - APART;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_lie_on_each_other() {
        let curve =
            |i: usize| Curve { name: format!("{i}"), points: vec![(1, 1.0), (2, 1.9 + 0.001 * i as f64)] };
        let curves: Vec<Curve> = (0..12).map(curve).collect();
        let mut places = ends(&curves, &Scale::of(&curves));
        places.sort_by(f64::total_cmp);
        assert!(places.windows(2).all(|two| two[1] - two[0] > 13.9), "{places:?}");
        assert!(places[11] < HEIGHT - 20.0);
    }

    #[test]
    fn the_ideal_goes_through_equal_numbers() {
        let curves = [Curve { name: "x".to_owned(), points: vec![(1, 1.0), (8, 4.0)] }];
        let scale = Scale::of(&curves);
        assert_eq!((scale.x(1.0), scale.y(8.0)), (LEFT, TOP));
        assert!((scale.y(2.0) - scale.y(4.0) - (scale.y(4.0) - scale.y(8.0))).abs() < 1e-9);
    }
}
