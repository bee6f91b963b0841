//! The lines of a view of a running search. Numbers are approximate: they are read while the pool
//! works.

use super::bar::bar;
use super::numbers::{grouped, span};
use sparring_sched::{Metrics, Tally, WorkerMetrics, WorkerState};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Share of time at work, 0 to 1.
    pub busy: f64,
    /// Nodes per second.
    pub nodes_per_s: u64,
}

impl Interval {
    /// Compares two readings of a worker, `ns` nanoseconds apart.
    pub fn between(earlier: &WorkerMetrics, later: &WorkerMetrics, ns: u64) -> Interval {
        let difference = later.tally - earlier.tally;
        let busy = signed(difference.busy_ns) as f64 / ns.max(1) as f64;
        Interval { busy: busy.clamp(0.0, 1.0), nodes_per_s: per_second(difference.nodes, ns) }
    }
}

/// Counts of all workers between two readings, per second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rates {
    pub created: u64,
    /// Tasks run by their creator.
    pub inlined: u64,
    /// Tasks run by another worker.
    pub stolen: u64,
    /// Tasks never run.
    pub discarded: u64,
    pub nodes: u64,
}

impl Rates {
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

/// Counters that are read while they change may differ by a little less than 0.
fn signed(difference: u64) -> u64 {
    (difference as i64).max(0) as u64
}

fn per_second(difference: u64, ns: u64) -> u64 {
    (signed(difference) as f64 * 1e9 / ns.max(1) as f64) as u64
}

#[derive(Clone, Debug)]
pub struct LiveLane {
    /// Shares of the last intervals at work, the oldest first.
    pub busy: Vec<f64>,
    pub state: WorkerState,
    pub nodes_per_s: u64,
}

#[derive(Clone, Debug)]
pub struct Moment {
    /// Nanoseconds since the run began.
    pub time_ns: u64,
    /// Finished depth and best line.
    pub status: String,
    pub lanes: Vec<LiveLane>,
    pub rates: Rates,
    /// The share of the table in use, 0 to 1.
    pub fill: Option<f64>,
}

#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    pub columns: usize,
    pub rows: usize,
    /// True if it shows block characters.
    pub unicode: bool,
}

/// Intervals of a lane on a wide terminal.
pub const INTERVALS: usize = 40;
const BESIDE: usize = 39;
const FRAME: usize = 4;

/// The lines: always as many on the same terminal, and fewer and narrower than it.
pub fn live_lines(moment: &Moment, on: Terminal) -> Vec<String> {
    let width = on.columns.saturating_sub(BESIDE).clamp(1, INTERVALS);
    let mut lines = vec![
        format!("{:>8}  {}", span(moment.time_ns), moment.status),
        format!("  worker  {:<width$}  busy  now         knodes/s", "at work"),
    ];
    // The last row stays free; one line is for workers not shown.
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
