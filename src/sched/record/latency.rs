//! Histograms of durations, recorded per theft, wake-up or cut, never per fork. Without the feature
//! `latency` all counts are 0.

#[cfg(feature = "latency")]
use hdrhistogram::Histogram;

/// Histogram of nanoseconds, exact to two significant digits.
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

    /// The number of durations recorded.
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// The nanoseconds that a share `quantile` (0..=1) of all durations do not exceed; 0 if
    /// empty.
    pub fn at(&self, quantile: f64) -> u64 {
        self.0.value_at_quantile(quantile)
    }

    /// The longest duration in nanoseconds; 0 if empty.
    pub fn max(&self) -> u64 {
        self.0.max()
    }

    fn merge(&mut self, other: &Durations) {
        self.0.add(&other.0).expect("both histograms resize themselves");
    }
}

/// An empty histogram, because the feature `latency` is off.
#[cfg(not(feature = "latency"))]
#[derive(Clone, Debug)]
pub struct Durations(());

#[cfg(not(feature = "latency"))]
impl Durations {
    fn new() -> Durations {
        Durations(())
    }

    pub(crate) fn record(&mut self, _ns: u64) {}

    /// Returns 0.
    pub fn count(&self) -> u64 {
        0
    }

    /// Returns 0.
    pub fn at(&self, _quantile: f64) -> u64 {
        0
    }

    /// Returns 0.
    pub fn max(&self) -> u64 {
        0
    }

    fn merge(&mut self, _other: &Durations) {}
}

/// Durations measured by one worker, or by several together.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Latencies {
    /// From running out of work to having taken some from another worker.
    pub steal: Durations,
    /// From a waker's decision until the woken worker runs.
    pub wake: Durations,
    /// From the cancellation of a split with helpers until all its bodies are over.
    pub cutoff: Durations,
    /// Run times of stolen jobs, and of each stay of a helper in a split.
    pub run: Durations,
}

impl Latencies {
    pub(crate) fn new() -> Latencies {
        let new = Durations::new;
        Latencies { steal: new(), wake: new(), cutoff: new(), run: new() }
    }

    /// Adds another worker's durations.
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
