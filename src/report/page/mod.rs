//! Pages of one file for a browser: no network, no framework, light and dark, by mouse, touch and
//! keyboard.
//!
//! A page is a pure function of plain data. Everything but the timeline is in the HTML and can be
//! read without the script. The JSON document of the run is inside, in the element `run`.

mod board;
pub mod chart;
mod frame;
pub mod html;
mod matches;
mod provenance;
pub mod run;
pub mod svg;

pub use frame::{Page, Section};
pub use matches::match_page;
pub use provenance::Provenance;
pub use run::RunPage;
