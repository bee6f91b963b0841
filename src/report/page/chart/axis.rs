//! The axes of a chart. All but that of plays kept are logarithmic.

use crate::text::{counted, grouped, ratio, span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    Speedup,
    Time,
}

impl Quantity {
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Speedup => "speed-up",
            Quantity::Time => "time",
        }
    }

    pub fn words(self, value: f64) -> String {
        match self {
            Quantity::Speedup => ratio(value),
            Quantity::Time => span(value as u64),
        }
    }

    pub(super) fn power(self, value: f64) -> f64 {
        match self {
            Quantity::Speedup => value.log2(),
            Quantity::Time => value.log10(),
        }
    }

    pub(super) fn tick(self, power: i32) -> (f64, String) {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Across {
    Workers,
    TaskNodes,
    /// Plays kept of every roll, on a linear axis.
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

    pub fn words(self, x: usize) -> String {
        match self {
            Across::Workers => format!("on {x}"),
            Across::TaskNodes => format!("with {} nodes a task", grouped(x as u64)),
            Across::Kept => format!("with {x} kept"),
        }
    }

    /// A place in words, to stand alone.
    pub fn place(self, x: usize) -> String {
        match self {
            Across::Workers => format!("on {}", counted(x, "worker")),
            _ => self.words(x),
        }
    }

    pub(super) fn power(self, x: f64) -> f64 {
        match self {
            Across::Workers => x.log2(),
            Across::TaskNodes => x.log10(),
            Across::Kept => x,
        }
    }

    pub(super) fn ends(self, xs: impl Iterator<Item = usize> + Clone) -> [f64; 2] {
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

    pub(super) fn tick(self, power: i32) -> (u64, String) {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes {
    pub across: Across,
    pub quantity: Quantity,
}

impl Axes {
    pub const SPEEDUP: Axes = Axes { across: Across::Workers, quantity: Quantity::Speedup };
    pub const TIME: Axes = Axes { across: Across::Workers, quantity: Quantity::Time };

    /// True for charts with the line of the ideal speed-up.
    pub fn has_ideal(self) -> bool {
        self == Axes::SPEEDUP
    }

    /// Returns less for faster curves; a curve without a value is slowest.
    pub fn slowness(self, value: Option<f64>) -> f64 {
        match self.quantity {
            Quantity::Speedup => -value.unwrap_or(0.0),
            Quantity::Time => value.unwrap_or(f64::INFINITY),
        }
    }
}

#[derive(Clone, Copy)]
pub struct Size {
    pub wide: f64,
    pub high: f64,
}

impl Size {
    /// One of several charts.
    pub const SMALL: Size = Size { wide: 480.0, high: 290.0 };
    /// A page's only chart.
    pub const LARGE: Size = Size { wide: 768.0, high: 500.0 };
}
