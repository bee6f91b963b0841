//! The lines of a view of a run that goes on: what each worker does, what becomes of the tasks, the
//! best line so far. All numbers are approximate: they come from glances at a pool that works.

use super::bar::bar;
use super::numbers::{grouped, span};
use sparring_sched::{Metrics, Tally, WorkerMetrics, WorkerState};

/// One worker between two glances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The share of the time that it was at work, 0 to 1.
    pub busy: f64,
    /// Nodes it counted in a second.
    pub nodes_per_s: u64,
}

impl Interval {
    /// Numbers of a worker between two moments, `ns` nanoseconds apart.
    pub fn between(earlier: &WorkerMetrics, later: &WorkerMetrics, ns: u64) -> Interval {
        let difference = later.tally - earlier.tally;
        let busy = signed(difference.busy_ns) as f64 / ns.max(1) as f64;
        Interval { busy: busy.clamp(0.0, 1.0), nodes_per_s: per_second(difference.nodes, ns) }
    }
}

/// What became of the tasks of all workers between two glances, per second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rates {
    /// Tasks put up.
    pub created: u64,
    /// Tasks run by their creator.
    pub inlined: u64,
    /// Tasks run by another worker.
    pub stolen: u64,
    /// Tasks never run.
    pub discarded: u64,
    /// Nodes counted.
    pub nodes: u64,
}

impl Rates {
    /// Numbers of all workers between two moments.
    pub fn between(earlier: &Metrics, later: &Metrics) -> Rates {
        let ns = later.at_ns.saturating_sub(earlier.at_ns);
        let mut sum = Tally::default();
        for (before, after) in earlier.workers.iter().zip(&later.workers) {
            sum += after.tally - before.tally;
        }
        Rates {
            created: per_second(sum.created, ns),
            inlined: per_second(sum.inlined(), ns),
            stolen: per_second(sum.stolen, ns),
            discarded: per_second(sum.discarded, ns),
            nodes: per_second(sum.nodes, ns),
        }
    }
}

/// A difference of counters that were read while they changed may be a little below nothing.
fn signed(difference: u64) -> u64 {
    (difference as i64).max(0) as u64
}

fn per_second(difference: u64, ns: u64) -> u64 {
    (signed(difference) as f64 * 1e9 / ns.max(1) as f64) as u64
}

/// What is shown of a worker.
#[derive(Clone, Debug)]
pub struct LiveLane {
    /// The share of each of the last intervals that it was at work, the oldest first.
    pub busy: Vec<f64>,
    /// What it does.
    pub state: WorkerState,
    /// Nodes per second.
    pub nodes_per_s: u64,
}

/// What is shown of a run at one moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// How long it has been running, in nanoseconds.
    pub time_ns: u64,
    /// What the run says of itself: the finished depth and its best line.
    pub status: String,
    /// By worker.
    pub lanes: Vec<LiveLane>,
    /// What becomes of the tasks.
    pub rates: Rates,
    /// The share of the table in use, 0 to 1, if there is one.
    pub fill: Option<f64>,
}

/// A terminal: its columns and rows, and whether it shows more than ASCII.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// Columns.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// Whether it shows block characters.
    pub unicode: bool,
}

/// Intervals that a lane shows on a wide terminal.
pub const INTERVALS: usize = 40;
/// Columns of a line of the table beside the lane.
const BESIDE: usize = 39;
/// Lines beside those of the workers.
const FRAME: usize = 4;

/// The lines of a moment: always the same number on the same terminal, none wider than that, and
/// less than fill it.
pub fn live_lines(moment: &Moment, on: Terminal) -> Vec<String> {
    let width = on.columns.saturating_sub(BESIDE).clamp(1, INTERVALS);
    let mut lines = vec![
        format!("{:>8}  {}", span(moment.time_ns), moment.status),
        format!("  worker  {:<width$}  busy  now         knodes/s", "at work"),
    ];
    // The terminal's last row stays free, and one more for those that are not shown.
    let room = on.rows.saturating_sub(FRAME + 1).max(1);
    let shown = if moment.lanes.len() <= room { moment.lanes.len() } else { room - 1 };
    let lanes = moment.lanes[..shown].iter().enumerate();
    lines.extend(lanes.map(|(worker, lane)| lane_line(worker, lane, width, on.unicode)));
    lines.extend(others(&moment.lanes[shown..]));
    let Rates { created, inlined, stolen, discarded, nodes } = moment.rates;
    let [created, inlined, stolen, discarded] = [created, inlined, stolen, discarded].map(grouped);
    lines.push(format!(
        " tasks/s  {created} created: {inlined} inlined, {stolen} stolen, {discarded} discarded"
    ));
    let table = moment.fill.map_or(String::new(), |fill| format!("    table {:.1} % full", 100.0 * fill));
    lines.push(format!(" nodes/s  {}{table}", grouped(nodes)));
    lines.truncate(on.rows.saturating_sub(1).max(1));
    // A line that reached the last column could wrap.
    lines.iter().map(|line| line.chars().take(on.columns.saturating_sub(1)).collect()).collect()
}

fn lane_line(worker: usize, lane: &LiveLane, width: usize, unicode: bool) -> String {
    let from = lane.busy.len().saturating_sub(width);
    let marks: String = lane.busy[from..].iter().map(|&share| bar(share, unicode)).collect();
    let busy = 100.0 * lane.busy.last().copied().unwrap_or(0.0);
    format!(
        "{worker:>8}  {marks:<width$}  {busy:>3.0}%  {:<9}  {:>9}",
        lane.state,
        grouped(lane.nodes_per_s / 1000)
    )
}

/// The line of the workers for which there is no room.
fn others(lanes: &[LiveLane]) -> Option<String> {
    let busy: f64 = lanes.iter().map(|lane| lane.busy.last().copied().unwrap_or(0.0)).sum();
    let many = lanes.len();
    (many > 0).then(|| format!("     ...  {many} more workers, {:.0}% busy", 100.0 * busy / many as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_lines_fit_into_any_terminal() {
        for (columns, rows, workers) in [
            (80, 24, 2),
            (80, 24, 256),
            (200, 60, 256),
            (40, 10, 8),
            (20, 5, 2),
            (80, 24, 19),
            (80, 24, 20),
            (1, 1, 1),
        ] {
            let lane =
                LiveLane { busy: vec![1.0; 40], state: WorkerState::Searching, nodes_per_s: 123_456_789_000 };
            let million = 1_000_000_000;
            let rates = Rates {
                created: million,
                inlined: million,
                stolen: million,
                discarded: million,
                nodes: million,
            };
            let status = "a line as long as the best line of a deep search may be ".repeat(5);
            let moment =
                Moment { time_ns: 1 << 50, status, lanes: vec![lane; workers], rates, fill: Some(0.5) };
            let lines = live_lines(&moment, Terminal { columns, rows, unicode: true });
            assert!(lines.len() < rows.max(2), "{rows}: {lines:#?}");
            assert!(lines.iter().all(|line| line.chars().count() < columns), "{columns}: {lines:#?}");
            if columns >= 40 {
                let all = workers + 5 <= rows;
                assert_eq!(lines.iter().any(|line| line.contains("more workers")), !all, "{lines:#?}");
                assert_eq!(lines.len(), if all { workers + 4 } else { rows - 1 }, "{lines:#?}");
            }
        }
    }
}
