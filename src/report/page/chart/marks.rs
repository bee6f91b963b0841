//! Ten colours that colour-blind readers can distinguish (seven are Okabe and Ito's), ten shapes,
//! and beyond ten a broken line. The legend is a list of the page: its text keeps its size on
//! narrow screens.

use std::f64::consts::FRAC_1_SQRT_2;

use super::axis::Axes;
use super::curve::Curve;
use crate::page::html::Text;

const SERIES: usize = 10;

pub fn class(i: usize) -> String {
    format!("s{}{}", i % SERIES, if i < SERIES { "" } else { " broken" })
}

/// Draws a point: circle, square, triangle up, diamond, triangle down, plus, cross, pentagon,
/// hourglass, star of four points.
pub fn shape(i: usize, x: f64, y: f64) -> String {
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

pub fn legend(curves: &[Curve], axes: Axes) -> String {
    let entry = |(mark, name): (String, String)| {
        format!(
            "<li><svg class=\"chart\" viewBox=\"0 0 28 14\" width=\"28\" height=\"14\" aria-hidden=\"true\">\
             {mark}</svg><span>{}</span></li>",
            Text(name)
        )
    };
    let list = |group: &'static str| {
        let heading = if group.is_empty() { String::new() } else { format!("<h3>{group}</h3>\n") };
        let entries: String = marks(curves, group, axes).map(entry).collect();
        format!("{heading}<ul class=\"curves\">{entries}</ul>\n")
    };
    groups(curves).into_iter().map(list).collect()
}

pub fn groups(curves: &[Curve]) -> Vec<&'static str> {
    let mut groups: Vec<&str> = Vec::new();
    for curve in curves {
        if !groups.contains(&curve.group) {
            groups.push(curve.group);
        }
    }
    groups
}

/// A group's marks, 28 wide and 14 high, and names, the fastest first.
pub fn marks(curves: &[Curve], group: &str, axes: Axes) -> impl Iterator<Item = (String, String)> {
    let mut order: Vec<usize> = (0..curves.len()).filter(|&i| curves[i].group == group).collect();
    let slowness = |i: usize| axes.slowness(curves[i].main_point(axes).map(|point| point.value));
    order.sort_by(|&a, &b| slowness(a).total_cmp(&slowness(b)));
    order.into_iter().map(move |i| {
        let mark = format!(
            "<g class=\"{}\"><path class=\"curve\" d=\"M0 7H28\"/><path class=\"point\" d=\"{}\"/></g>",
            class(i),
            shape(i, 14.0, 7.0)
        );
        (mark, format!("{}{}", curves[i].name, curves[i].words(axes)))
    })
}

#[cfg(test)]
mod tests {
    use super::super::curve::tests::curve;
    use super::*;

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
        let legend = legend(&curves, Axes::SPEEDUP);
        assert!(legend.find("fast: 1.90 on 2").unwrap() < legend.find("slow: 1.10 on 2").unwrap());
    }
}
