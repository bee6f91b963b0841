use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use crate::text::span;
use sparring_sched::Tally;

/// A run's resources, and the share that went into work.
#[derive(Clone, Copy, Debug, PartialEq, JsonSchema, Serialize)]
pub struct Resources {
    /// Peak resident memory of the process in bytes; null if unknown.
    pub peak_memory_bytes: Option<u64>,
    /// Processor time of the process during the run in nanoseconds.
    pub cpu_ns: u64,
    /// Share of time at work: `busy_ns / (busy_ns + idle_ns)`.
    pub productivity: f64,
    /// Share of tasks stolen: `stolen / (created + overflowed + dud)`; null without tasks.
    pub conversion_rate: Option<f64>,
}

impl Resources {
    pub fn new(total: &Tally, cpu: Duration, peak_memory_bytes: Option<u64>) -> Resources {
        let share = |part: u64, whole: u64| part as f64 / whole as f64;
        Resources {
            peak_memory_bytes,
            cpu_ns: cpu.as_nanos() as u64,
            productivity: share(total.busy_ns, (total.busy_ns + total.idle_ns).max(1)),
            conversion_rate: (total.asked() > 0).then(|| share(total.stolen, total.asked())),
        }
    }

    pub fn lines(&self) -> String {
        let rate = match self.conversion_rate {
            Some(rate) => format!("conversion rate {:.1} %", 100.0 * rate),
            None => "no tasks to convert".to_owned(),
        };
        format!(
            "memory   {} at its peak\ncpu      {}, productivity {:.1} %, {rate}\n",
            self.peak(),
            span(self.cpu_ns),
            100.0 * self.productivity
        )
    }

    pub(crate) fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = vec![
            ("Peak memory", self.peak()),
            ("Processor time", span(self.cpu_ns)),
            ("Productivity", format!("{:.1} % of the workers' time was work", 100.0 * self.productivity)),
        ];
        facts.extend(self.conversion_rate.map(|rate| {
            ("Conversion rate", format!("{:.1} % of the tasks ran on another worker", 100.0 * rate))
        }));
        facts
    }

    fn peak(&self) -> String {
        let mib = |bytes: u64| format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20));
        self.peak_memory_bytes.map_or("unknown".to_owned(), mib)
    }
}
