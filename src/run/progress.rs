//! A progress line on standard error while a run goes on. If that is no terminal, a line every ten
//! minutes, for the logs of runs that take hours.

use std::time::Duration;

use console::Term;
use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};
use parking_lot::Mutex;

/// How often a spinner turns.
const TICK: Duration = Duration::from_millis(120);

/// From one line of a log to the next.
const LOG: Duration = Duration::from_secs(600);

/// A progress line. It disappears on drop.
pub struct Progress {
    bar: ProgressBar,
    /// The time of the next line of a log, from the beginning.
    next: Mutex<Duration>,
}

impl Progress {
    fn of(bar: ProgressBar) -> Progress {
        Progress { bar, next: Mutex::new(LOG) }
    }

    /// For work of unknown length.
    pub fn steps() -> Progress {
        Progress::of(ProgressBar::new_spinner())
    }

    /// For a wait of unknown length: turns by itself and shows the time.
    pub fn spinner() -> Progress {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(TICK);
        Progress::of(bar)
    }

    /// For work of `length` equal parts.
    pub fn turns(length: u64) -> Progress {
        let bar = ProgressBar::new(length);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} {msg}") {
            bar.set_style(style);
        }
        Progress::of(bar)
    }

    /// For `length` trials: how many are done and how long the rest will take.
    pub fn trials(length: u64) -> Progress {
        let bar = ProgressBar::new(length);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} left  {msg}") {
            bar.set_style(style);
        }
        Progress::of(bar)
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
        Progress::of(bar)
    }

    /// Counts one more part as done.
    pub fn turn(&self) {
        self.bar.inc(1);
        self.log();
    }

    /// Sets the number of parts done.
    pub fn reach(&self, turns: u64) {
        self.bar.set_position(turns);
        self.log();
    }

    /// Does something else with the terminal.
    pub fn aside<R>(&self, something: impl FnOnce() -> R) -> R {
        self.bar.suspend(something)
    }

    /// Shows `text` beside the line.
    pub fn show(&self, text: String) {
        self.bar.set_message(text);
        self.bar.tick();
        self.log();
    }

    /// Writes a line into a log, if standard error is one and the time has come.
    fn log(&self) {
        let time = self.bar.elapsed();
        if !self.bar.is_hidden() || time < *self.next.lock() {
            return;
        }
        *self.next.lock() = time + LOG;
        let parts = self.bar.length().map(|length| format!("  {} of {length}", self.bar.position()));
        let (time, parts, text) = (FormattedDuration(time), parts.unwrap_or_default(), self.bar.message());
        // A log that has gone away is no error of the run.
        let _unread = Term::stderr().write_line(&format!("{time}{parts}  {text}"));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
