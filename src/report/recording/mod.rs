mod eventlog;
mod lanes;
mod run;
mod time_range;
mod trace;

pub use eventlog::eventlog;
pub use lanes::{busy_slices, lanes, share_at_work};
pub use run::{Mark, RecordedRun};
pub use time_range::TimeRange;
pub use trace::trace;
