//! A progress line on standard error while a run goes on. Nothing is drawn unless that is a
//! terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often a spinner turns.
const TICK: Duration = Duration::from_millis(120);

/// A progress line. It disappears on drop.
pub struct Progress(ProgressBar);

impl Progress {
    /// For work of unknown length.
    pub fn steps() -> Progress {
        Progress(ProgressBar::new_spinner())
    }

    /// For a wait of unknown length: turns by itself and shows the time.
    pub fn spinner() -> Progress {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(TICK);
        Progress(bar)
    }

    /// For work of `length` equal parts.
    pub fn turns(length: u64) -> Progress {
        let bar = ProgressBar::new(length);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} {msg}") {
            bar.set_style(style);
        }
        Progress(bar)
    }

    /// For `length` trials: how many are done and how long the rest will take.
    pub fn trials(length: u64) -> Progress {
        let bar = ProgressBar::new(length);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} left  {msg}") {
            bar.set_style(style);
        }
        Progress(bar)
    }

    /// For lines to answer, `length` of them if that is known: how many are done, how many in a
    /// second, and how long the rest will take.
    pub fn lines(length: Option<u64>) -> Progress {
        let (bar, template) = match length {
            Some(length) => (ProgressBar::new(length), "{bar:40} {pos}/{len} {per_sec:.0} {eta} left"),
            None => (ProgressBar::new_spinner(), "{spinner} {pos} {per_sec:.0} {elapsed}"),
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress(bar)
    }

    /// Counts one more part as done.
    pub fn turn(&self) {
        self.0.inc(1);
    }

    /// Sets the number of parts done.
    pub fn reach(&self, turns: u64) {
        self.0.set_position(turns);
    }

    /// Does something else with the terminal.
    pub fn aside<R>(&self, something: impl FnOnce() -> R) -> R {
        self.0.suspend(something)
    }

    /// Shows `text` beside the line.
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
