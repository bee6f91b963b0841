//! Pages for a browser, each one file without network or framework: light and dark, for mouse,
//! touch and keyboard.
//!
//! A page is a pure function of plain data. All but the timeline is readable without the script.

mod board;
pub mod chart;
mod frame;
mod games;
pub mod html;
mod matches;
mod provenance;
pub mod run;
pub mod svg;

pub use frame::{Page, Section};
pub use games::game_page;
pub use matches::match_page;
pub use provenance::Provenance;
pub use run::RunPage;
