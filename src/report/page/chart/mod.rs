//! Charts as inline SVG: curves over workers, sizes of tasks or plays kept; histograms.

mod axis;
#[cfg(test)]
mod colours;
mod histogram;
mod marks;
mod plot;

pub use axis::{Across, Axes, BOTTOM, LEFT, Quantity, RIGHT, Size, TOP};
pub use histogram::Histogram;
pub use marks::{groups, legend, marks};
pub use plot::{Curve, Point, plot};
