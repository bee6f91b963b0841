mod bar;
mod calendar;
mod live;
mod move_numbers;
mod numbers;
mod table;
mod width;

pub use bar::bar;
pub use calendar::utc;
pub use live::{INTERVALS, Interval, LiveLane, Moment, Rates, Terminal, live_lines};
pub use move_numbers::{NumberedMove, Numbering};
pub use numbers::{counted, grouped, ns_per, ratio, span, thousands_per_second};
pub use table::table;
pub use width::{Width, fitted, prose};
