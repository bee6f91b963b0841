//! Pages for a browser, and a picture, on what an experiment has found.

mod curves;
mod experiment;
mod granularity;
mod kept;
mod published;
mod scaling;
mod sharing;

pub use experiment::experiment_page;
pub use granularity::granularity_page;
pub use scaling::{scaling_page, scaling_picture};
