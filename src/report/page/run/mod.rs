//! The page of one run: what was found, the timeline, where the time went, tasks and workers; and
//! the timeline as a picture.

mod losses;
mod page;
mod picture;
mod tables;
mod timeline;

pub use page::RunPage;
pub use tables::{sparks_bar, sparks_legend};
