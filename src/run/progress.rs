//! A progress line on standard error while a run goes on. If that is no terminal, lines for the
//! log of a run that takes hours: what the progress line would say, at most once in ten minutes.

use std::time::Duration;

use console::Term;
use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};
use parking_lot::Mutex;

/// How often a spinner turns.
const TICK: Duration = Duration::from_millis(120);

/// From one line of a log to the next, at least.
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

    /// Sets the number of parts done and how many there are, and shows `text` beside the line.
    pub fn reach_of(&self, turns: u64, length: u64, text: String) {
        self.bar.set_length(length);
        self.bar.set_position(turns);
        self.show(text);
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
        if self.bar.is_hidden() && self.is_due(self.bar.elapsed()) {
            let line = self.line(self.bar.elapsed());
            // A log that has gone away is no error of the run.
            let _unread = Term::stderr().write_line(&line);
        }
    }

    /// Whether a line of a log is due, to which one answer only is yes.
    fn is_due(&self, time: Duration) -> bool {
        let mut next = self.next.lock();
        let due = time >= *next;
        if due {
            *next = time + LOG;
        }
        due
    }

    /// The line of a log: the time, the parts done, and what was said.
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
    fn lines_of_a_log_are_ten_minutes_apart() {
        let (progress, minutes) = (Progress::steps(), |n: u64| Duration::from_secs(60 * n));
        let due: Vec<u64> = (0..60).filter(|&n| progress.is_due(minutes(n))).collect();
        assert_eq!(due, [10, 20, 30, 40, 50]);
        assert!(progress.is_due(minutes(75)) && !progress.is_due(minutes(80)));
    }
}
