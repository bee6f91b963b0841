mod curves;
mod experiment;
mod gather;
mod granularity;
mod kept;
mod published;
mod scaling;
mod sharing;

pub use experiment::experiment_page;
pub use granularity::granularity_page;
pub use scaling::{scaling_page, scaling_picture};
