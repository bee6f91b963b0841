mod course;
mod decisions;
mod page;

pub use page::match_page;
