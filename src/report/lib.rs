//! Reports on a run of the program `sparring`: pure functions of plain data (snapshots, answers),
//! never of anything that still runs.
//!
//! A run is described once, by a document ([`SearchDocument`], [`CountDocument`],
//! [`SolveDocument`], [`BenchDocument`]). Its fields are the keys of the JSON, in their order; the
//! text form is made of the same numbers. [`json`] writes it, with the [`Program`] that made it;
//! [`schema()`] describes documents, from the comments of their fields.
//!
//! A [`RecordedRun`] run also knows when everything happened. [`eventlog()`] writes it for
//! ThreadScope, [`trace()`] for Perfetto, and [`RunPage`] draws it on a page for a browser.
//!
//! Folders by reader, each using only those before it: `text` (a person at a terminal),
//! `statistics` (what was counted), `recording` (viewers of a run in time), `documents` (a script,
//! and the text forms), `page` (a browser).

mod documents;
mod page;
mod recording;
mod schema;
mod statistics;
mod text;

pub use documents::*;
pub use page::{Page, Provenance, RunPage, Section, match_page};
pub use recording::{Mark, RecordedRun, eventlog, lanes, trace};
pub use schema::{Kind, schema};
pub use statistics::*;
pub use text::{
    INTERVALS, Interval, LiveLane, Moment, NumberedMove, Numbering, Rates, Terminal, Width, counted, fitted,
    grouped, live_lines, ns_per, prose, ratio, span, table, thousands_per_second,
};

/// Text, lists and tables as HTML.
pub mod html {
    pub use crate::page::html::{Text, facts, sentence, table, words};
    pub use crate::page::run::{sparks_bar, sparks_legend};
}

/// Charts of curves, as SVG.
pub mod chart {
    pub use crate::page::chart::{Across, Axes, Curve, Point, Quantity, Size, groups, legend, marks, plot};
    pub use crate::page::svg::chart_svg;
}
