//! Signs of life on standard error while a command works. Nothing is drawn unless that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A line that is there only while the command works.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// For work that goes on in steps of unknown number.
    pub fn steps() -> Progress {
        Progress(ProgressBar::new_spinner())
    }

    /// For work of `length` turns.
    pub fn turns(length: u64) -> Progress {
        let bar = ProgressBar::new(length);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} {msg}") {
            bar.set_style(style);
        }
        Progress(bar)
    }

    /// One more turn is done.
    pub fn turn(&self) {
        self.0.inc(1);
    }

    /// So many turns are done.
    pub fn reach(&self, turns: u64) {
        self.0.set_position(turns);
    }

    /// Where the work has got to.
    pub fn show(&self, text: String) {
        self.0.set_message(text);
        self.0.tick();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
