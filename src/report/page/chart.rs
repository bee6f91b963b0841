//! Curves as SVG: speed-up or time over workers, sizes of tasks or plays kept. Where both axes
//! are logarithmic, the ideal speed-up is a straight line.

use super::axis::{Across, Axes, BOTTOM, LEFT, RIGHT, Scale, Size};
use super::html::Text;
use super::marks::{class, shape};

/// The speed-ups or times of one setting.
pub struct Curve {
    /// Its name.
    pub name: String,
    /// What it has in common with other curves, as a heading of the legend; may be empty.
    pub group: &'static str,
    /// From left to right.
    pub points: Vec<Point>,
}

/// A speed-up or a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where it lies: workers, nodes of a task, plays kept.
    pub x: usize,
    /// The ratio of the medians, or the median time.
    pub value: f64,
    /// The least and the largest of single runs.
    pub range: [f64; 2],
}

/// A picture of the curves, at the place in a larger one that `attributes` say.
pub fn plot(attributes: &str, size: Size, name: &str, curves: &[Curve], axes: Axes) -> String {
    let scale = Scale::of(curves, size, axes);
    let Size { wide, high } = size;
    let said: Vec<String> = curves.iter().map(|curve| described(curve, axes)).collect();
    let mut svg = format!(
        "<svg class=\"chart\"{attributes} viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-label=\"{}\">",
        Text(format!(
            "The {} of {name} over {}. {}",
            axes.quantity.name(),
            axes.across.name(),
            said.join("; ")
        ))
    );
    svg += &frame(&scale);
    svg += &curves.iter().enumerate().map(|(i, curve)| line(i, curve, &scale)).collect::<String>();
    svg + "</svg>\n"
}

impl Curve {
    /// Its name among the curves of all groups.
    fn full_name(&self) -> String {
        if self.group.is_empty() { self.name.clone() } else { format!("{}, {}", self.name, self.group) }
    }

    /// The point that is told of it: of sizes of tasks the fastest, otherwise the last.
    pub fn told(&self, axes: Axes) -> Option<&Point> {
        let slowness = |point: &&Point| axes.slowness(Some(point.value));
        match axes.across {
            Across::TaskNodes => self.points.iter().min_by(|a, b| slowness(a).total_cmp(&slowness(b))),
            Across::Workers | Across::Kept => self.points.last(),
        }
    }
}

/// A curve in words: its full name, a point of it.
fn described(curve: &Curve, axes: Axes) -> String {
    format!("{}{}", curve.full_name(), ending(curve, axes))
}

/// A point of a curve in words, to be read after its name.
pub fn ending(curve: &Curve, axes: Axes) -> String {
    curve.told(axes).map_or(String::new(), |point| {
        let Point { x, value, range } = *point;
        let [value, least, most] = [value, range[0], range[1]].map(|value| axes.quantity.said(value));
        let range = if least == most { String::new() } else { format!(" ({least} to {most})") };
        format!(": {value} {}{range}", axes.across.said(x))
    })
}

/// Both axes and the ideal.
fn frame(scale: &Scale) -> String {
    let Size { wide, high } = scale.size;
    let (right, bottom) = (wide - RIGHT, high - BOTTOM);
    let mut svg = format!("<text x=\"2\" y=\"12\">{}</text>", scale.axes.quantity.name());
    for (value, tick) in scale.ticks() {
        let y = scale.y(value);
        svg += &format!("<path class=\"tick\" d=\"M{LEFT} {y:.1}H{right}\"/>");
        svg += &format!("<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{tick}</text>", LEFT - 6.0, y + 4.0);
    }
    for (value, tick) in scale.ticks_across() {
        let x = scale.x(value as f64);
        svg += &format!("<path class=\"tick\" d=\"M{x:.1} {bottom}v4\"/>");
        svg += &format!("<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{tick}</text>", bottom + 18.0);
    }
    svg += &format!("<path class=\"axis\" d=\"M{LEFT} {bottom}H{right}\"/>");
    svg += &format!(
        "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        (LEFT + right) / 2.0,
        high - 6.0,
        scale.axes.across.name()
    );
    if !scale.axes.has_ideal() {
        return svg;
    }
    let most = scale.most();
    svg + &format!(
        "<path class=\"ideal\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
        scale.x(1.0),
        scale.y(1.0),
        scale.x(most),
        scale.y(most)
    )
}

fn line(i: usize, curve: &Curve, scale: &Scale) -> String {
    if curve.points.is_empty() {
        return String::new();
    }
    let place = |point: &Point| scale.place(i, point);
    let path: Vec<String> = curve.points.iter().map(place).map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    let mut svg = format!("<g class=\"{}\"><path class=\"curve\" d=\"M{}\"/>", class(i), path.join("L"));
    // On one worker all curves begin beside each other; only one that is away from 1 has a point.
    let seen = |point: &&Point| {
        scale.axes.across != Across::Workers || point.x > 1 || point.value.log2().abs() > 0.05
    };
    for point in curve.points.iter().filter(seen) {
        let (x, y) = place(point);
        let [least, most] = point.range.map(|end| scale.y(end));
        svg += &format!("<path class=\"range\" d=\"M{x:.1} {least:.1}V{most:.1}\"/>");
        svg += &format!(
            "<path class=\"point\" d=\"{}\"><title>{}: {} {}</title></path>",
            shape(i, x, y),
            Text(curve.full_name()),
            scale.axes.quantity.said(point.value),
            scale.axes.across.place(point.x)
        );
    }
    svg + "</g>\n"
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::page) fn curve(name: &str, ends: &[(usize, f64)]) -> Curve {
        let point = |&(x, value)| Point { x, value, range: [value; 2] };
        Curve { name: name.to_owned(), group: "", points: ends.iter().map(point).collect() }
    }

    #[test]
    fn only_a_chart_of_speed_ups_over_workers_has_an_ideal() {
        let curves = [curve("x", &[(1, 1.0), (8, 3.0)])];
        let picture = |axes| plot("", Size::SMALL, "x", &curves, axes);
        assert!(picture(Axes::SPEEDUP).contains("ideal"));
        assert!(!picture(Axes::TIME).contains("ideal"));
        assert!(!picture(Axes { across: Across::TaskNodes, ..Axes::SPEEDUP }).contains("ideal"));
    }

    #[test]
    fn of_sizes_of_tasks_the_best_is_told() {
        let curves = curve("x", &[(1, 1.0), (80, 6.0), (1000, 2.0)]);
        let sizes = Axes { across: Across::TaskNodes, ..Axes::SPEEDUP };
        assert_eq!(ending(&curves, sizes), ": 6.00 with 80 nodes a task");
        assert_eq!(ending(&curves, Axes::SPEEDUP), ": 2.00 on 1000");
    }
}
