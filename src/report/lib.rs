//! Reports on a run of the program `sparring`: pure functions of plain data, never of anything that
//! still runs.
//!
//! A document such as [`SearchDocument`] describes a run. Its fields are the keys of the JSON,
//! described by the comments on them ([`schema()`]), and its text form has the same numbers.
//!
//! A [`RecordedRun`] also knows when everything happened. [`eventlog()`] writes it for ThreadScope,
//! [`trace()`] for Perfetto, and [`RunPage`] draws it for a browser.
//!
//! Each folder uses only those before it: `text`, `statistics`, `recording`, `documents`, `page`.

mod documents;
mod page;
mod recording;
mod schema;
mod statistics;
mod text;

pub use documents::*;
pub use page::{Page, Provenance, RunPage, Section, game_page, match_page};
pub use recording::{Mark, RecordedRun, eventlog, lanes, trace};
pub use schema::{Kind, schema};
pub use statistics::*;
pub use text::{
    INTERVALS, Interval, LiveLane, Moment, NumberedMove, Numbering, Rates, Terminal, Width, counted, fitted,
    grouped, live_lines, ns_per, prose, ratio, span, table, thousands_per_second, utc,
};

pub mod html {
    pub use crate::page::html::{Text, facts, sentence, table, words};
    pub use crate::page::run::{sparks_bar, sparks_legend};
}

pub mod chart {
    pub use crate::page::chart::{Across, Axes, Curve, Point, Quantity, Size, groups, legend, marks, plot};
    pub use crate::page::svg::chart_svg;
}
