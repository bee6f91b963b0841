use super::axis::{Across, Axes, Quantity, Size};
use super::curve::{Curve, Point};

/// Room for `1000 s`.
pub const LEFT: f64 = 54.0;
pub const RIGHT: f64 = 24.0;
pub const TOP: f64 = 26.0;
pub const BOTTOM: f64 = 40.0;

const APART: f64 = 5.0;
/// Largest distance between the first and last curve at a place, as a share of the width.
const ASIDE: f64 = 0.03;

pub(super) struct Scale {
    pub size: Size,
    pub axes: Axes,
    /// Ends of the horizontal axis: powers of 2 for workers, of 10 for nodes.
    across: [f64; 2],
    /// Ends of the vertical axis: powers of 2 for speed-ups, of 10 for times.
    low: f64,
    high: f64,
    apart: f64,
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
        // A range may go beyond the axes.
        let part =
            (self.axes.quantity.power(value).clamp(self.low, self.high) - self.low) / (self.high - self.low);
        let bottom = self.size.high - BOTTOM;
        bottom - part * (bottom - TOP)
    }

    pub fn most(&self) -> f64 {
        2f64.powf(self.across[1])
    }

    pub fn ticks(&self) -> Vec<(f64, String)> {
        (self.low as i32..=self.high as i32).map(|power| self.axes.quantity.tick(power)).collect()
    }

    pub fn ticks_across(&self) -> Vec<(u64, String)> {
        let [low, high] = self.across.map(|end| end.floor() as i32);
        (low..=high).map(|power| self.axes.across.tick(power)).collect()
    }

    /// The place of a point of curve `i`. On one worker all curves are at the same place.
    pub fn place(&self, i: usize, point: &Point) -> (f64, f64) {
        let baseline = self.axes.across == Across::Workers && point.x == 1;
        let aside = if baseline { 0.0 } else { self.apart * i as f64 - self.side };
        (self.x(point.x as f64) + aside, self.y(point.value))
    }
}

#[cfg(test)]
mod tests {
    use super::super::curve::tests::curve;
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
