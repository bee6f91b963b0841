//! Adds up samples in the order of their numbers, though they arrive in any order.

use std::collections::BTreeMap;

use super::sample::Sample;
use super::sums::Sums;

/// The sums of the first trials without a gap, and the samples that arrived early: about as many
/// as there are workers.
pub(super) struct InOrder {
    pub known: Sums,
    /// The samples of the next trial so far, in the order of the starts.
    row: Vec<Sample>,
    /// The number of the next sample to add.
    next: u64,
    early: BTreeMap<u64, Sample>,
}

impl InOrder {
    pub fn after(known: Sums) -> InOrder {
        let next = known.trials() * known.starts() as u64;
        InOrder { known, row: Vec::new(), next, early: BTreeMap::new() }
    }

    /// Adds sample `trial * starts + start`; returns true if further trials became known.
    pub fn add(&mut self, number: u64, sample: Sample) -> bool {
        let trials = self.known.trials();
        self.early.insert(number, sample);
        while let Some(sample) = self.early.remove(&self.next) {
            self.next += 1;
            self.row.push(sample);
            if self.row.len() == self.known.starts() {
                self.known.add(&self.row);
                self.row.clear();
            }
        }
        self.known.trials() > trials
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_no_gap_is_known() {
        let mut samples = InOrder::after(Sums::new(2));
        let sample = |n: i64| Sample { value: n, ..Sample::default() };
        let sums =
            |samples: &InOrder| (samples.known.trials(), [0, 1].map(|i| samples.known.sample(i).value));
        assert!(!samples.add(1, sample(10)));
        assert!(!samples.add(4, sample(1000)));
        assert!(samples.add(0, sample(1)));
        assert_eq!(sums(&samples), (1, [1, 10]));
        assert!(!samples.add(2, sample(100)));
        assert!(samples.add(3, sample(7)));
        assert_eq!(sums(&samples), (2, [101, 17]));
        assert!(samples.add(5, sample(1)));
        assert_eq!(sums(&samples), (3, [1101, 18]));
        let mut resumed = InOrder::after(samples.known.clone());
        assert!(!resumed.add(6, sample(1)) && resumed.add(7, sample(2)));
        assert_eq!(sums(&resumed), (4, [1102, 20]));
    }
}
