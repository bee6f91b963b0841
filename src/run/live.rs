//! Terminal output during a run: a progress line, or a view of the workers.
//!
//! A thread draws the view five times a second from [`Pool::metrics`], which cost the workers
//! nothing. It needs a standard error that can move the cursor.
//!
//! The cursor rests after the last line, where an echoed `^C` does not wrap and shift the view.

use std::collections::VecDeque;
use std::thread;
use std::time::{Duration, Instant};

use console::{Term, is_dumb};
use parking_lot::{Condvar, Mutex};

use super::observation::unicode;
use super::progress::Progress;
use sparring_report::{INTERVALS, Interval, LiveLane, Moment, Rates, Terminal, live_lines};
use sparring_sched::{Metrics, Pool, WorkerMetrics};

const INTERVAL: Duration = Duration::from_millis(200);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProgressView {
    #[default]
    Line,
    Live,
}

pub struct Screen<'s>(Shown<'s>);

enum Shown<'s> {
    Line(Progress),
    Live(&'s Live),
}

pub type Fill<'f> = &'f (dyn Fn() -> Option<f64> + Sync);

impl Screen<'_> {
    /// Runs `run` under `line`, or a view of the workers if requested and possible.
    pub fn during<R>(
        view: ProgressView,
        line: Progress,
        pool: &Pool,
        fill: Fill<'_>,
        run: impl FnOnce(&Screen<'_>) -> R,
    ) -> R {
        let live = Live::new();
        if view == ProgressView::Line || !live.terminal.is_term() || is_dumb() {
            return run(&Screen(Shown::Line(line)));
        }
        thread::scope(|scope| {
            scope.spawn(|| live.draw_until_over(pool, fill));
            let _over = Over(&live);
            run(&Screen(Shown::Live(&live)))
        })
    }

    pub fn show(&self, text: String) {
        match &self.0 {
            Shown::Line(line) => line.show(text),
            Shown::Live(live) => live.state.lock().said = text,
        }
    }

    /// Shows that `part` of `parts` is reached.
    pub fn reach(&self, part: u64, parts: u64, text: &str) {
        if let Shown::Line(line) = &self.0 {
            line.reach_of(part, parts, text.to_owned());
        } else {
            self.show(format!("{part} of {parts}  {text}"));
        }
    }

    /// Shows the lines done, of `length` if known.
    pub fn count(&self, done: u64, length: Option<u64>) {
        match (&self.0, length) {
            (Shown::Line(line), _) => line.reach(done),
            (_, Some(length)) => self.show(format!("{done} of {length} lines")),
            (_, None) => self.show(format!("{done} lines")),
        }
    }

    /// Suspends the output for other terminal use.
    pub fn aside<R>(&self, something: impl FnOnce() -> R) -> R {
        match &self.0 {
            Shown::Line(line) => line.aside(something),
            Shown::Live(live) => live.aside(something),
        }
    }
}

struct Live {
    terminal: Term,
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Default)]
struct State {
    said: String,
    drawn: Vec<usize>,
    over: bool,
}

/// Ends the view on drop, even if the run panics.
struct Over<'l>(&'l Live);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.state.lock().over = true;
        self.0.ended.notify_one();
    }
}

impl Live {
    fn new() -> Live {
        Live { terminal: Term::stderr(), state: Mutex::default(), ended: Condvar::new() }
    }

    fn draw_until_over(&self, pool: &Pool, fill: Fill<'_>) {
        let mut history = History::new(pool.metrics());
        while !self.is_over_soon() {
            history.add(pool.metrics());
            let fill = fill();
            let mut state = self.state.lock();
            let size = self.size();
            let lines = live_lines(&history.moment(state.said.clone(), fill), size);
            self.write(&frame(rows(&state.drawn, size.columns), &lines));
            state.drawn = lines.iter().map(|line| line.chars().count()).collect();
        }
        self.clear(&mut self.state.lock());
    }

    /// Waits for an interval or the end of the run. True at the end.
    fn is_over_soon(&self) -> bool {
        let until = Instant::now() + INTERVAL;
        let mut state = self.state.lock();
        while !state.over && !self.ended.wait_until(&mut state, until).timed_out() {}
        state.over
    }

    fn aside<R>(&self, something: impl FnOnce() -> R) -> R {
        let mut state = self.state.lock();
        self.clear(&mut state);
        something()
    }

    fn clear(&self, state: &mut State) {
        let rows = rows(&std::mem::take(&mut state.drawn), self.size().columns);
        // Row by row: terminals may keep what is cleared at once in their history.
        let empty = vec![String::new(); rows.max(1)];
        self.write(&format!("{}{}", frame(rows, &empty), back(empty.len())));
    }

    /// Ignores a vanished terminal.
    fn write(&self, text: &str) {
        let _unseen = self.terminal.write_str(text);
    }

    fn size(&self) -> Terminal {
        let (rows, columns) = self.terminal.size();
        Terminal { columns: columns.into(), rows: rows.into(), unicode: unicode() }
    }
}

const CLEAR_TO_THE_RIGHT: &str = "\x1b[K";
const CLEAR_BELOW: &str = "\x1b[J";

/// Counts terminal rows of lines. A terminal narrowed since has wrapped them.
fn rows(widths: &[usize], columns: usize) -> usize {
    widths.iter().map(|width| width.div_ceil(columns.max(1)).max(1)).sum()
}

/// Moves the cursor from the last of `rows` to the start of the first.
fn back(rows: usize) -> String {
    if rows > 1 { format!("\r\x1b[{}A", rows - 1) } else { "\r".to_owned() }
}

fn frame(drawn: usize, lines: &[String]) -> String {
    let lines: Vec<_> = lines.iter().map(|line| format!("{line}{CLEAR_TO_THE_RIGHT}")).collect();
    format!("{}{}{CLEAR_BELOW}", back(drawn), lines.join("\r\n"))
}

struct History {
    start: Instant,
    last: Metrics,
    rates: Rates,
    lanes: Vec<VecDeque<Interval>>,
}

impl History {
    fn new(first: Metrics) -> History {
        let lanes = vec![VecDeque::with_capacity(INTERVALS); first.workers.len()];
        History { start: Instant::now(), last: first, rates: Rates::default(), lanes }
    }

    fn add(&mut self, metrics: Metrics) {
        let ns = metrics.at_ns.saturating_sub(self.last.at_ns);
        let workers = self.last.workers.iter().zip(&metrics.workers);
        for (lane, (before, after)) in self.lanes.iter_mut().zip(workers) {
            if lane.len() == INTERVALS {
                lane.pop_front();
            }
            lane.push_back(Interval::between(before, after, ns));
        }
        self.rates = Rates::between(&self.last, &metrics);
        self.last = metrics;
    }

    fn moment(&self, status: String, fill: Option<f64>) -> Moment {
        let lane = |(lane, worker): (&VecDeque<Interval>, &WorkerMetrics)| LiveLane {
            busy: lane.iter().map(|interval| interval.busy).collect(),
            state: worker.state,
            nodes_per_s: lane.back().map_or(0, |interval| interval.nodes_per_s),
        };
        Moment {
            time_ns: self.start.elapsed().as_nanos() as u64,
            status,
            lanes: self.lanes.iter().zip(&self.last.workers).map(lane).collect(),
            rates: self.rates,
            fill,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn a_terminal_that_has_become_narrower_has_wrapped_the_lines() {
        assert_eq!(rows(&[79, 40, 41, 0], 80), 4);
        assert_eq!(rows(&[79, 40, 41, 0], 40), 2 + 1 + 2 + 1);
        assert_eq!((rows(&[], 40), rows(&[3], 0)), (0, 3));
    }
}
