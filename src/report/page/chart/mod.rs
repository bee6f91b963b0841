mod axis;
#[cfg(test)]
mod colours;
mod course;
mod curve;
mod histogram;
mod marks;
mod plot;
mod scale;

pub use axis::{Across, Axes, Quantity, Size};
pub use course::{RADII, course};
pub use curve::{Curve, Point};
pub use histogram::Histogram;
pub use marks::{groups, legend, marks};
pub use plot::plot;
pub use scale::{BOTTOM, LEFT, RIGHT, TOP};
