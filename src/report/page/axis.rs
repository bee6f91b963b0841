//! What the axes of a chart show, and where a point lies. Speed-ups, times, workers and sizes of
//! tasks have logarithmic axes: doubling is the same distance everywhere.

use super::chart::{Curve, Point};
use crate::{counted, grouped, ratio, span};

/// What a chart shows upwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A ratio to one worker.
    Speedup,
    /// Nanoseconds.
    Time,
}

impl Quantity {
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Speedup => "speed-up",
            Quantity::Time => "time",
        }
    }

    pub fn said(self, value: f64) -> String {
        match self {
            Quantity::Speedup => ratio(value),
            Quantity::Time => span(value as u64),
        }
    }

    fn power(self, value: f64) -> f64 {
        match self {
            Quantity::Speedup => value.log2(),
            Quantity::Time => value.log10(),
        }
    }

    /// The value at a tick, and its label.
    fn tick(self, power: i32) -> (f64, String) {
        match self {
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
}

/// What a chart shows from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Across {
    /// Workers.
    Workers,
    /// Nodes of a task.
    TaskNodes,
    /// Plays kept of every roll: a linear axis.
    Kept,
}

impl Across {
    pub fn name(self) -> &'static str {
        match self {
            Across::Workers => "workers",
            Across::TaskNodes => "nodes of a task",
            Across::Kept => "plays kept",
        }
    }

    /// A place in words, to be read after a value.
    pub fn said(self, x: usize) -> String {
        match self {
            Across::Workers => format!("on {x}"),
            Across::TaskNodes => format!("with {} nodes a task", grouped(x as u64)),
            Across::Kept => format!("with {x} kept"),
        }
    }

    /// The same where it stands alone.
    pub fn place(self, x: usize) -> String {
        match self {
            Across::Workers => format!("on {}", counted(x, "worker")),
            _ => self.said(x),
        }
    }

    fn power(self, x: f64) -> f64 {
        match self {
            Across::Workers => x.log2(),
            Across::TaskNodes => x.log10(),
            Across::Kept => x,
        }
    }

    /// Both ends of the axis.
    fn ends(self, xs: impl Iterator<Item = usize> + Clone) -> [f64; 2] {
        let most = xs.clone().max().unwrap_or(2).max(2) as f64;
        let least = xs.min().unwrap_or(1).max(1) as f64;
        match self {
            Across::Workers => [0.0, self.power(most)],
            Across::TaskNodes => {
                let low = self.power(least).floor();
                [low, self.power(most).ceil().max(low + 1.0)]
            }
            Across::Kept => [least.min(most - 1.0), most],
        }
    }

    /// The value at a tick, and its label.
    fn tick(self, power: i32) -> (u64, String) {
        let value = match self {
            Across::Workers => 1 << power,
            Across::TaskNodes => 10u64.pow(power as u32),
            Across::Kept => power as u64,
        };
        match self {
            Across::TaskNodes if value >= 1_000_000 => (value, format!("{}M", value / 1_000_000)),
            Across::TaskNodes if value >= 1_000 => (value, format!("{}k", value / 1_000)),
            _ => (value, value.to_string()),
        }
    }
}

/// Both axes of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes {
    pub across: Across,
    pub quantity: Quantity,
}

impl Axes {
    /// Speed-up over workers.
    pub const SPEEDUP: Axes = Axes { across: Across::Workers, quantity: Quantity::Speedup };
    /// Time over workers.
    pub const TIME: Axes = Axes { across: Across::Workers, quantity: Quantity::Time };

    /// Whether as many times as fast as there are workers is a line of this chart.
    pub fn has_ideal(self) -> bool {
        self == Axes::SPEEDUP
    }

    /// The less, the faster; a curve without a value comes last.
    pub fn slowness(self, value: Option<f64>) -> f64 {
        match self.quantity {
            Quantity::Speedup => -value.unwrap_or(0.0),
            Quantity::Time => value.unwrap_or(f64::INFINITY),
        }
    }
}

/// Width and height of a chart in its own units.
#[derive(Clone, Copy)]
pub struct Size {
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
pub const LEFT: f64 = 54.0;
pub const RIGHT: f64 = 24.0;
pub const TOP: f64 = 26.0;
pub const BOTTOM: f64 = 40.0;

/// The distance between curves at the same number of workers, so that their ranges do not lie on
/// each other; less where the curves are many.
const APART: f64 = 5.0;
/// The most that curves at the same number of workers lie apart, all together, as a share of the
/// width.
const ASIDE: f64 = 0.03;

/// The geometry of the picture, in its own units.
pub struct Scale {
    pub size: Size,
    pub axes: Axes,
    /// Both ends of the horizontal axis: of workers in powers of 2, of nodes in powers of 10.
    across: [f64; 2],
    /// Both ends of the vertical axis, as logarithms: of speed-ups in powers of 2, of times in
    /// powers of 10.
    low: f64,
    high: f64,
    /// The distance between curves at the same place.
    apart: f64,
    /// Room on both sides for the points of all curves side by side.
    side: f64,
}

impl Scale {
    pub fn of(curves: &[Curve], size: Size, axes: Axes) -> Scale {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let across = axes.across.ends(points().map(|point| point.x));
        let values = || points().map(|point| point.value);
        let (low, high) = match axes.quantity {
            Quantity::Speedup => {
                let most = if axes.has_ideal() { 2f64.powf(across[1]) } else { 2.0 };
                (
                    values().fold(1.0, f64::min).log2().floor().max(-6.0),
                    values().fold(most, f64::max).log2().ceil(),
                )
            }
            Quantity::Time => {
                let low = values().fold(f64::MAX, f64::min).max(1.0).log10().floor();
                (low, values().fold(1.0, f64::max).log10().ceil().max(low + 1.0))
            }
        };
        let others = curves.len().saturating_sub(1) as f64;
        let apart = match axes.across {
            Across::TaskNodes => 0.0,
            _ => APART.min(ASIDE * size.wide / others.max(1.0)),
        };
        let side = apart * others / 2.0;
        Scale { size, axes, across, low, high, apart, side }
    }

    pub fn x(&self, x: f64) -> f64 {
        let wide = self.size.wide - LEFT - RIGHT - 2.0 * self.side;
        let [low, high] = self.across;
        LEFT + self.side + (self.axes.across.power(x) - low) / (high - low) * wide
    }

    pub fn y(&self, value: f64) -> f64 {
        // A range may go on beyond the axes.
        let part =
            (self.axes.quantity.power(value).clamp(self.low, self.high) - self.low) / (self.high - self.low);
        let bottom = self.size.high - BOTTOM;
        bottom - part * (bottom - TOP)
    }

    /// The largest value of the horizontal axis.
    pub fn most(&self) -> f64 {
        2f64.powf(self.across[1])
    }

    /// The ticks of the vertical axis with their labels.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        (self.low as i32..=self.high as i32).map(|power| self.axes.quantity.tick(power)).collect()
    }

    /// The ticks of the horizontal axis with their labels.
    pub fn ticks_across(&self) -> Vec<(u64, String)> {
        let [low, high] = self.across.map(|end| end.floor() as i32);
        (low..=high).map(|power| self.axes.across.tick(power)).collect()
    }

    /// The place of a point of curve `i`; the baseline, on one worker, is the same for all.
    pub fn place(&self, i: usize, point: &Point) -> (f64, f64) {
        let baseline = self.axes.across == Across::Workers && point.x == 1;
        let aside = if baseline { 0.0 } else { self.apart * i as f64 - self.side };
        (self.x(point.x as f64) + aside, self.y(point.value))
    }
}

#[cfg(test)]
mod tests {
    use super::super::chart::tests::curve;
    use super::*;

    #[test]
    fn the_ideal_goes_through_equal_numbers() {
        let curves = [curve("x", &[(1, 1.0), (8, 4.0)])];
        let scale = Scale::of(&curves, Size::SMALL, Axes::SPEEDUP);
        assert_eq!((scale.x(1.0), scale.y(8.0)), (LEFT, TOP));
        assert!((scale.y(2.0) - scale.y(4.0) - (scale.y(4.0) - scale.y(8.0))).abs() < 1e-9);
    }

    #[test]
    fn times_lie_between_powers_of_ten() {
        let curves = [curve("x", &[(1, 2e9), (8, 3e7)])];
        let scale = Scale::of(&curves, Size::SMALL, Axes::TIME);
        let ticks: Vec<_> = scale.ticks().into_iter().map(|(_, tick)| tick).collect();
        assert_eq!(ticks, ["10 ms", "100 ms", "1 s", "10 s"]);
        assert_eq!((scale.y(1e10), scale.y(1e7)), (TOP, Size::SMALL.high - BOTTOM));
    }

    #[test]
    fn plays_kept_are_equally_far_apart_and_sizes_of_tasks_by_powers_of_ten() {
        let kept = Axes { across: Across::Kept, quantity: Quantity::Time };
        let scale = Scale::of(&[curve("x", &[(1, 2e9), (5, 3e9)])], Size::SMALL, kept);
        let labels = |scale: &Scale| -> Vec<String> {
            scale.ticks_across().into_iter().map(|(_, label)| label).collect()
        };
        assert_eq!(labels(&scale), ["1", "2", "3", "4", "5"]);
        assert!((scale.x(2.0) - scale.x(1.0) - (scale.x(5.0) - scale.x(4.0))).abs() < 1e-9);
        let sizes = Axes { across: Across::TaskNodes, ..Axes::SPEEDUP };
        let scale = Scale::of(&[curve("x", &[(20, 1.0), (3_000, 40.0)])], Size::SMALL, sizes);
        assert_eq!(labels(&scale), ["10", "100", "1k", "10k"]);
        assert_eq!((scale.x(10.0), scale.x(1e4)), (LEFT, Size::SMALL.wide - RIGHT));
    }
}
