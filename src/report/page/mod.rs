//! Pages of one file for a browser: no network, no framework, light and dark, by mouse, touch and
//! keyboard.
//!
//! A page is a pure function of plain data. Everything but the timeline is in the HTML and can be
//! read without the script. The JSON document of the run is inside, in the element `run`.

mod board;
mod chart;
mod curves;
mod experiment;
mod frame;
mod granularity;
mod html;
mod kept;
mod losses;
mod matches;
mod provenance;
mod published;
mod run;
mod scaling;
mod sharing;

pub use experiment::experiment_page;
pub use granularity::granularity_page;
pub use matches::match_page;
pub use provenance::Provenance;
pub use run::RunPage;
pub use scaling::{scaling_page, scaling_picture};
