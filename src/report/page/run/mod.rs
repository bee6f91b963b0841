mod losses;
mod page;
mod picture;
mod tables;
mod timeline;

pub use page::RunPage;
pub use tables::{sparks_bar, sparks_legend};
