//! The axes of a chart. Speed-ups, times, workers and sizes of
//! tasks have logarithmic axes: doubling is the same distance everywhere.

use crate::text::{counted, grouped, ratio, span};

/// The quantity that a chart shows upwards.
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

    /// The value at a tick, and its label.
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

/// The quantity that a chart shows from left to right.
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
    pub fn words(self, x: usize) -> String {
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

    /// Both ends of the axis.
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

    /// The value at a tick, and its label.
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

    /// Returns true if the chart has a line for a speed-up equal to the number of workers.
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
