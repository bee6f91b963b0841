//! How long things took, as histograms in nanoseconds: recorded where a task changes hands,
//! where a worker is woken and where a split is cut, never per fork.
//!
//! Without the feature `latency` nothing is kept: all counts are 0, and the crate does without
//! `hdrhistogram`.

#[cfg(feature = "latency")]
use hdrhistogram::Histogram;

/// A histogram of durations in nanoseconds, exact to two significant digits.
#[cfg(feature = "latency")]
#[derive(Clone, Debug)]
pub struct Durations(Histogram<u64>);

#[cfg(feature = "latency")]
impl Durations {
    fn new() -> Durations {
        Durations(Histogram::new(2).expect("two digits are in the range of hdrhistogram"))
    }

    pub(crate) fn record(&mut self, ns: u64) {
        self.0.record(ns).expect("the histogram resizes itself"); // saturating_record would not
    }

    /// Number of durations recorded.
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// The duration that a share `quantile` (0..=1) of all does not exceed, in nanoseconds; 0 if
    /// there are none.
    pub fn at(&self, quantile: f64) -> u64 {
        self.0.value_at_quantile(quantile)
    }

    /// The longest, in nanoseconds; 0 if there are none.
    pub fn max(&self) -> u64 {
        self.0.max()
    }

    fn merge(&mut self, other: &Durations) {
        self.0.add(&other.0).expect("both histograms resize themselves");
    }
}

/// Durations of which none is kept: the crate was built without the feature `latency`.
#[cfg(not(feature = "latency"))]
#[derive(Clone, Debug)]
pub struct Durations(());

#[cfg(not(feature = "latency"))]
impl Durations {
    fn new() -> Durations {
        Durations(())
    }

    pub(crate) fn record(&mut self, _ns: u64) {}

    /// Number of durations recorded: 0.
    pub fn count(&self) -> u64 {
        0
    }

    /// The duration that a share `quantile` (0..=1) of all does not exceed: 0.
    pub fn at(&self, _quantile: f64) -> u64 {
        0
    }

    /// The longest: 0.
    pub fn max(&self) -> u64 {
        0
    }

    fn merge(&mut self, _other: &Durations) {}
}

/// What a worker measured, or several together.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Latencies {
    /// From running dry (or waking) to having taken work from another worker.
    pub steal: Durations,
    /// From a waker's decision to the woken worker running.
    pub wake: Durations,
    /// From a split's cancellation, while others helped with it, to its owner having closed it: all
    /// helpers out, and the owner's own body over.
    pub cutoff: Durations,
    /// Run times of stolen jobs, and of each stay of a helper in a split.
    pub run: Durations,
}

impl Latencies {
    pub(crate) fn new() -> Latencies {
        let new = Durations::new;
        Latencies { steal: new(), wake: new(), cutoff: new(), run: new() }
    }

    /// Adds another worker's.
    pub fn merge(&mut self, other: &Latencies) {
        self.steal.merge(&other.steal);
        self.wake.merge(&other.wake);
        self.cutoff.merge(&other.cutoff);
        self.run.merge(&other.run);
    }
}

#[cfg(all(test, feature = "latency"))]
mod tests {
    use super::*;

    #[test]
    fn long_durations_keep_their_length() {
        let mut durations = Durations::new();
        (1..=100).for_each(|ms| durations.record(ms * 1_000_000));
        assert!((49_000_000..=51_000_000).contains(&durations.at(0.5)));
        assert!(durations.max() >= 99_000_000);
    }
}
