//! A progress line on standard error; if that is not a terminal, a log line at most every ten
//! minutes. A run of trials, whose estimates are of use early, begins after ten seconds: each line
//! comes when the run is twice as old.

use std::time::Duration;

use console::Term;
use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};
use parking_lot::Mutex;

const TICK: Duration = Duration::from_millis(120);

const LOG: Duration = Duration::from_secs(600);
const LOG_OF_TRIALS: Duration = Duration::from_secs(10);

/// A progress line, which disappears on drop.
pub struct Progress {
    bar: ProgressBar,
    next: Mutex<Duration>,
}

impl Progress {
    fn of(bar: ProgressBar) -> Progress {
        Progress { bar, next: Mutex::new(LOG) }
    }

    /// Makes a line for unknown length.
    pub fn steps() -> Progress {
        Progress::of(ProgressBar::new_spinner())
    }

    /// Makes a spinner with the elapsed time.
    pub fn spinner() -> Progress {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(TICK);
        Progress::of(bar)
    }

    /// Makes a line for `length` equal parts.
    pub fn turns(length: u64) -> Progress {
        let bar = ProgressBar::new(length);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} {msg}") {
            bar.set_style(style);
        }
        Progress::of(bar)
    }

    /// Makes a line for `length` trials, with remaining time.
    pub fn trials(length: u64) -> Progress {
        let bar = ProgressBar::new(length);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} left  {msg}") {
            bar.set_style(style);
        }
        Progress { bar, next: Mutex::new(LOG_OF_TRIALS) }
    }

    /// Makes a line for input lines, with rate and remaining time.
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

    pub fn turn(&self) {
        self.bar.inc(1);
        self.log();
    }

    /// Sets the number of parts done.
    pub fn reach(&self, turns: u64) {
        self.bar.set_position(turns);
        self.log();
    }

    /// Sets parts done, their total and the text.
    pub fn reach_of(&self, turns: u64, length: u64, text: String) {
        self.bar.set_length(length);
        self.bar.set_position(turns);
        self.show(text);
    }

    /// Suspends the line for other terminal use.
    pub fn aside<R>(&self, something: impl FnOnce() -> R) -> R {
        self.bar.suspend(something)
    }

    /// Shows `text` beside the line.
    pub fn show(&self, text: String) {
        self.bar.set_message(text);
        self.bar.tick();
        self.log();
    }

    fn log(&self) {
        if self.bar.is_hidden() && self.is_due(self.bar.elapsed()) {
            let line = self.line(self.bar.elapsed());
            // A vanished log is not an error of the run.
            let _unread = Term::stderr().write_line(&line);
        }
    }

    /// True if a log line is due, for one caller only.
    fn is_due(&self, time: Duration) -> bool {
        let mut next = self.next.lock();
        let due = time >= *next;
        if due {
            *next = time + time.min(LOG);
        }
        due
    }

    fn line(&self, time: Duration) -> String {
        let (done, text) = (self.bar.position(), self.bar.message());
        let parts = match self.bar.length() {
            Some(length) => format!("  {done} of {length}"),
            None if text.is_empty() => format!("  {done}"),
            None => String::new(),
        };
        format!("{}{parts}  {text}", FormattedDuration(time)).trim_end().to_owned()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_log_tells_time_parts_and_words() {
        let hour = Duration::from_secs(3600);
        let turns = Progress::turns(40);
        turns.reach_of(3, 40, "+12 Elo".to_owned());
        assert_eq!(turns.line(hour), "01:00:00  3 of 40  +12 Elo");
        let lines = Progress::lines(None);
        lines.reach(7);
        assert_eq!(lines.line(hour), "01:00:00  7");
        let steps = Progress::steps();
        steps.show("depth 9".to_owned());
        assert_eq!(steps.line(hour), "01:00:00  depth 9");
    }

    #[test]
    fn a_log_of_trials_begins_early_and_becomes_sparse() {
        let (progress, seconds) = (Progress::trials(1296), Duration::from_secs);
        let due: Vec<u64> = (0..2000).filter(|&n| progress.is_due(seconds(n))).collect();
        assert_eq!(due, [10, 20, 40, 80, 160, 320, 640, 1240, 1840]);
    }

    #[test]
    fn lines_of_a_log_are_ten_minutes_apart() {
        let (progress, minutes) = (Progress::steps(), |n: u64| Duration::from_secs(60 * n));
        let due: Vec<u64> = (0..60).filter(|&n| progress.is_due(minutes(n))).collect();
        assert_eq!(due, [10, 20, 30, 40, 50]);
        assert!(progress.is_due(minutes(75)) && !progress.is_due(minutes(80)));
    }
}
