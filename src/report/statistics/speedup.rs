//! The factors of a speed-up: S = P * B * R / (1 + SO).
//!
//! P workers ideally give a speed-up of P. Three factors reduce it: B, the share of time at work;
//! R, the speed of searching a node relative to the baseline on one worker (memory is shared,
//! caches are cold); SO, the search overhead: nodes that the baseline did not need. The product is
//! exactly the measured speed-up, because every quantity but the two times cancels out.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::spread::Spread;

/// A run's measurements.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Wall time.
    pub time_ns: u64,
    /// Nodes, including wasted ones.
    pub nodes: u64,
    /// Nanoseconds at work, all workers together.
    pub busy_ns: u64,
}

/// A run compared with its baseline (`twin`), the same work on one worker.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Speedup {
    /// Strategy of the baseline.
    pub twin: String,
    /// Wall time of the baseline in nanoseconds.
    pub twin_time_ns: u64,
    /// Nodes of the baseline.
    pub twin_nodes: u64,
    /// S: the baseline's wall time divided by the run's.
    pub speedup: f64,
    /// P: number of workers.
    pub workers: usize,
    /// B: share of their time at work.
    pub busy: f64,
    /// R: nodes per nanosecond of work, relative to the baseline.
    pub rate: f64,
    /// SO: nodes beyond the baseline's, as a share of those.
    pub search_overhead: f64,
    /// Part of SO in cancelled tasks.
    pub wasted_overhead: f64,
    /// Repetitions, of which the median times are compared; null if each ran once.
    pub spread: Option<Spread>,
}

impl Speedup {
    /// Compares a run with the baseline `one`, whose strategy is `twin`. `wasted` nodes lay in
    /// cancelled tasks.
    pub fn new(twin: &str, one: Measured, workers: usize, run: Measured, wasted: u64) -> Speedup {
        let ratio = |a: u64, b: u64| a as f64 / b.max(1) as f64;
        // Workers may begin before the clock starts, and end after it is read.
        let busy_ns = run.busy_ns.min(run.time_ns.max(1) * workers as u64);
        Speedup {
            twin: twin.to_owned(),
            twin_time_ns: one.time_ns,
            twin_nodes: one.nodes,
            speedup: ratio(one.time_ns, run.time_ns),
            workers,
            busy: ratio(busy_ns, run.time_ns) / workers as f64,
            rate: ratio(one.time_ns, one.nodes) / ratio(busy_ns, run.nodes),
            search_overhead: ratio(run.nodes, one.nodes) - 1.0,
            wasted_overhead: ratio(wasted, one.nodes),
            spread: None,
        }
    }
}

impl fmt::Display for Speedup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = self.twin_time_ns as f64 / 1e6;
        writeln!(f, "twin     {} on one worker: {ms:.1} ms, {} nodes", self.twin, self.twin_nodes)?;
        writeln!(
            f,
            "speed-up {:.2} = P {} * B {:.3} busy * R {:.3} node rate / (1 + SO {:+.3} search overhead, {:.3} of it wasted)",
            self.speedup, self.workers, self.busy, self.rate, self.search_overhead, self.wasted_overhead
        )?;
        self.spread.iter().try_for_each(|spread| write!(f, "{spread}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_are_at_work_no_longer_than_the_run_takes() {
        let one = Measured { time_ns: 900, nodes: 300, busy_ns: 910 };
        let run = Measured { time_ns: 500, nodes: 400, busy_ns: 1_100 };
        let s = Speedup::new("pvs", one, 2, run, 0);
        assert_eq!((s.busy, s.speedup), (1.0, 1.8));
        let product = s.workers as f64 * s.busy * s.rate / (1.0 + s.search_overhead);
        assert!((product - s.speedup).abs() < 1e-9, "{product} is not {}", s.speedup);
    }
}
