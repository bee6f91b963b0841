//! Exact numbers of a pool at rest: reading them, and their plain data.

use crate::pool::Pool;
use crate::record::counters::Tally;
use crate::record::latency::Latencies;
use crate::record::recording::Recording;
use crate::sync::{Rule, omitted, thread};
use crate::topology::affinity::Pinning;
use crate::worker::current;
use std::fmt;
use std::time::SystemTime;

/// Numbers of one worker at rest.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WorkerReport {
    /// Counters since the last [`Pool::reset`].
    pub tally: Tally,
    /// Latencies since the last [`Pool::reset`].
    pub latencies: Latencies,
    /// Processor to which the worker is pinned, if any.
    pub pinned_to: Option<usize>,
}

/// Numbers of all workers at one moment of rest, as plain data.
///
/// `Display` writes the two lines of the ledger and a row for each worker:
///
/// ```
/// let pool = sparring_sched::Pool::new(1).unwrap();
/// pool.install(|w| w.join(|_| (), |_| ()));
/// let text = pool.snapshot().to_string();
/// let mut lines = text.lines();
/// let tasks =
///     "TASKS: 1 created (1 inlined, 0 stolen, 0 discarded; 0 aborted), 0 overflowed, 0 dud";
/// assert_eq!(lines.next(), Some(tasks));
/// let sparks = "SPARKS: 1 (0 converted, 0 overflowed, 0 dud, 0 GC'd, 1 fizzled)";
/// assert_eq!(lines.next(), Some(sparks));
/// assert!(lines.next().unwrap().starts_with("worker  created  inlined  stolen  lost  discarded"));
/// assert!(lines.next().unwrap().starts_with("     0        1        1       0     0          0"));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Snapshot {
    /// One report for each worker, by its number.
    pub workers: Vec<WorkerReport>,
}

impl Snapshot {
    /// Returns the counters summed over all workers. The identities hold for this sum.
    #[must_use]
    pub fn total(&self) -> Tally {
        self.workers.iter().map(|worker| worker.tally).sum()
    }

    /// Returns the latencies of all workers together.
    #[must_use]
    pub fn latencies(&self) -> Latencies {
        self.workers.iter().fold(Latencies::new(), |mut sum, worker| {
            sum.merge(&worker.latencies);
            sum
        })
    }
}

type Column = (&'static str, fn(&Tally) -> String);

const COLUMNS: [Column; 7] = [
    ("created", |tally| tally.created.to_string()),
    ("inlined", |tally| tally.inlined().to_string()),
    ("stolen", |tally| tally.stolen.to_string()),
    ("lost", |tally| tally.lost.to_string()),
    ("discarded", |tally| tally.discarded.to_string()),
    ("busy ms", |tally| format!("{:.1}", tally.busy_ns as f64 / 1e6)),
    ("idle ms", |tally| format!("{:.1}", tally.idle_ns as f64 / 1e6)),
];

impl fmt::Display for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total();
        write!(f, "{}\n{}\nworker", total.tasks_line(), total.sparks_line())?;
        let columns = COLUMNS.map(|(name, value)| {
            let values: Vec<String> = self.workers.iter().map(|worker| value(&worker.tally)).collect();
            let width = values.iter().map(String::len).fold(name.len(), usize::max);
            (name, width, values)
        });
        columns.iter().try_for_each(|(name, width, _)| write!(f, "  {name:>width$}"))?;
        (0..self.workers.len()).try_for_each(|worker| {
            write!(f, "\n{worker:>6}")?;
            columns.iter().try_for_each(|(_, width, values)| write!(f, "  {:>width$}", values[worker]))
        })
    }
}

impl Pool {
    /// Returns the numbers of all workers after every earlier install has ended and each worker is
    /// at rest. Later installs wait meanwhile. [`Pool`] describes the order and its exceptions.
    ///
    /// # Panics
    /// On a thread of any pool, because the snapshot might wait for that thread. In a forked
    /// process, which has no workers.
    pub fn snapshot(&self) -> Snapshot {
        self.at_rest("snapshot", |snapshot| snapshot)
    }

    /// Returns what [`Pool::snapshot`] would, if nothing is installed, runs or waits; `None`
    /// otherwise, and on a thread of any pool.
    ///
    /// # Panics
    /// In a forked process, which has no workers.
    pub fn try_snapshot(&self) -> Option<Snapshot> {
        self.process.check_is_this("try_snapshot");
        if current::is_of_a_pool() {
            return None;
        }
        let _turn = self.shared.injector.try_turn(|| self.shared.hand_on_injected())?;
        Some(self.read_at_rest())
    }

    /// Returns the events since the last [`Pool::reset`], at rest like [`Pool::snapshot`]; `None`
    /// if the pool was not built to [`record`](crate::PoolBuilder::record).
    ///
    /// # Panics
    /// Same as [`Pool::snapshot`].
    pub fn recording(&self) -> Option<Recording> {
        let shared = &self.shared;
        self.at_rest("recording", |_| {
            if !shared.cores[0].log.is_on() {
                return None;
            }
            // Copied, because copying the tracks takes long and `metrics` needs the lock.
            let (zero, now_ns) = (self.zero.lock().clone(), shared.platform.now_ns());
            let tracks = zero.tallies.iter().enumerate().map(|(worker, &tally)| {
                shared.cores[worker].track((zero.at_ns, tally), (now_ns, shared.tally(worker)))
            });
            let tracks = tracks.collect();
            Some(Recording { tracks, started: zero.started, end_ns: now_ns - zero.at_ns })
        })
    }

    /// Clears all counters and latencies and restarts the recording, at rest like
    /// [`Pool::snapshot`].
    ///
    /// # Panics
    /// Same as [`Pool::snapshot`].
    pub fn reset(&self) {
        self.at_rest("reset", |_| {
            let (mut zero, now_ns) = (self.zero.lock(), self.shared.platform.now_ns());
            for (core, tally) in self.shared.cores.iter().zip(&mut zero.tallies) {
                *tally = self.shared.tally(core.index);
                *core.latencies.lock() = Latencies::new();
                core.log.reset(now_ns);
            }
            // Set last: everything older was counted before.
            (zero.at_ns, zero.started) = (self.shared.platform.now_ns(), SystemTime::now());
        });
    }

    fn at_rest<R>(&self, what: &str, read: impl FnOnce(Snapshot) -> R) -> R {
        if current::is_of_a_pool() && !omitted(Rule::Refuse) {
            panic!(
                "{what} was called on {}, a thread of a pool, expected a thread of no pool: what it waits for \
                 might wait for this thread; call it when the install has returned, or use metrics",
                thread::current().name().unwrap_or("a worker")
            );
        }
        self.process.check_is_this(what);
        let _turn = self.shared.injector.wait_for_turn(|| self.shared.hand_on_injected());
        read(self.read_at_rest())
    }

    fn read_at_rest(&self) -> Snapshot {
        let shared = &self.shared;
        // The workers of a pool that has ended rest for ever.
        if !shared.injector.is_closed() {
            shared.safepoint.wait_for(self.threads(), || shared.wake_everybody());
        }
        let report = |(worker, pinning): (usize, &Pinning)| WorkerReport {
            tally: shared.tally(worker) - self.zero.lock().tallies[worker],
            latencies: shared.cores[worker].latencies.lock().clone(),
            pinned_to: pinning.cpu(),
        };
        Snapshot { workers: self.pinning().iter().enumerate().map(report).collect() }
    }

    #[cfg(debug_assertions)]
    pub(crate) fn check_if_at_rest(&self) {
        if !self.shared.platform.is_simulated() // the check takes time
            && let Some(_turn) = self.shared.injector.try_turn(|| self.shared.hand_on_injected())
            && let total = self.read_at_rest().total()
            && let Err(error) = total.check()
        {
            panic!("the ledger does not add up: {error}; in all {total:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_number() {
        let report = |created, busy_ns| {
            let tally = Tally { created, busy_ns, ..Tally::default() };
            WorkerReport { tally, latencies: Latencies::new(), pinned_to: None }
        };
        let snapshot =
            Snapshot { workers: vec![report(5, 1_250_000), report(1_234_567_890, 12_345_678_900)] };
        let text = snapshot.to_string();
        let table: Vec<&str> = text.lines().skip(2).collect();
        let expected = [
            "worker     created     inlined  stolen  lost  discarded  busy ms  idle ms",
            "     0           5           5       0     0          0      1.2      0.0",
            "     1  1234567890  1234567890       0     0          0  12345.7      0.0",
        ];
        assert_eq!(table, expected);
    }
}
