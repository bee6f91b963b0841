use super::axis::{Across, Axes};

pub struct Curve {
    pub name: String,
    pub group: &'static str,
    /// In ascending order of `x`.
    pub points: Vec<Point>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Workers, nodes of a task, or plays kept.
    pub x: usize,
    /// The ratio of medians, or the median time.
    pub value: f64,
    /// Smallest and largest value of single runs.
    pub range: [f64; 2],
}

impl Curve {
    pub(super) fn full_name(&self) -> String {
        if self.group.is_empty() { self.name.clone() } else { format!("{}, {}", self.name, self.group) }
    }

    /// The point for the legend: the fastest for task sizes, otherwise the last.
    pub fn main_point(&self, axes: Axes) -> Option<&Point> {
        let slowness = |point: &&Point| axes.slowness(Some(point.value));
        match axes.across {
            Across::TaskNodes => self.points.iter().min_by(|a, b| slowness(a).total_cmp(&slowness(b))),
            Across::Workers | Across::Kept => self.points.last(),
        }
    }

    pub(super) fn words(&self, axes: Axes) -> String {
        self.main_point(axes).map_or(String::new(), |point| {
            let Point { x, value, range } = *point;
            let [value, least, most] = [value, range[0], range[1]].map(|value| axes.quantity.words(value));
            let range = if least == most { String::new() } else { format!(" ({least} to {most})") };
            format!(": {value} {}{range}", axes.across.words(x))
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn curve(name: &str, ends: &[(usize, f64)]) -> Curve {
        let point = |&(x, value)| Point { x, value, range: [value; 2] };
        Curve { name: name.to_owned(), group: "", points: ends.iter().map(point).collect() }
    }

    #[test]
    fn of_sizes_of_tasks_the_best_stands_for_the_curve() {
        let curves = curve("x", &[(1, 1.0), (80, 6.0), (1000, 2.0)]);
        let sizes = Axes { across: Across::TaskNodes, ..Axes::SPEEDUP };
        assert_eq!(curves.words(sizes), ": 6.00 with 80 nodes a task");
        assert_eq!(curves.words(Axes::SPEEDUP), ": 2.00 on 1000");
    }
}
