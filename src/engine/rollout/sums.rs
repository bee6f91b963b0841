use super::sample::Sample;
use crate::games::backgammon::Probabilities;

/// A mean over trials and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The standard error, from the spread of the trials; `None` for a single trial. Because the
    /// throws are stratified it is slightly too large.
    pub error: Option<f64>,
}

/// The sums over trials of one or several starts. They are whole numbers, so the order of the
/// trials has no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sums {
    trials: u64,
    samples: Vec<Sample>,
    /// Sums of products of two starts' values: the rows of a lower triangle with its diagonal.
    products: Vec<i128>,
}

impl Sums {
    /// Creates sums of no trials.
    pub fn new(starts: usize) -> Sums {
        Sums {
            trials: 0,
            samples: vec![Sample::default(); starts],
            products: vec![0; starts * (starts + 1) / 2],
        }
    }

    /// Rebuilds [`Sums::parts`]; `None` if the numbers contradict each other.
    pub(super) fn of_parts(trials: u64, samples: Vec<Sample>, products: Vec<i128>) -> Option<Sums> {
        let sums = Sums { trials, samples, products };
        let whole = sums.products.len() == sums.starts() * (sums.starts() + 1) / 2;
        (whole && sums.starts() > 0).then_some(sums)
    }

    pub(super) fn parts(&self) -> (u64, &[Sample], &[i128]) {
        (self.trials, &self.samples, &self.products)
    }

    pub(super) fn add(&mut self, row: &[Sample]) {
        debug_assert_eq!(row.len(), self.starts());
        self.trials += 1;
        let mut products = self.products.iter_mut();
        for (i, sample) in row.iter().enumerate() {
            self.samples[i] += *sample;
            for other in &row[..=i] {
                let product = products.next().expect("a product for each pair");
                *product += i128::from(sample.value) * i128::from(other.value);
            }
        }
    }

    /// The trials of each start.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// The number of starts.
    pub fn starts(&self) -> usize {
        self.samples.len()
    }

    /// The sum of a start's samples.
    pub fn sample(&self, start: usize) -> Sample {
        self.samples[start]
    }

    /// The fractions of a start's trials that ended in each way; 0 without trials.
    pub fn probabilities(&self, start: usize) -> Probabilities {
        let whole = self.trials.max(1) as f64 * Sample::UNIT as f64;
        self.samples[start].chances.map(|sum| sum as f64 / whole).into()
    }

    fn sum(&self, start: usize) -> i128 {
        i128::from(self.samples[start].value)
    }

    fn product(&self, a: usize, b: usize) -> i128 {
        let (high, low) = (a.max(b), a.min(b));
        self.products[high * (high + 1) / 2 + low]
    }

    /// A start's value: points, or `2 * chance - 1` in a match. 0 without trials.
    pub fn equity(&self, start: usize) -> Estimate {
        self.estimate(self.sum(start), self.product(start, start))
    }

    /// A start's value less that of another.
    pub fn difference(&self, start: usize, other: usize) -> Estimate {
        let squares =
            self.product(start, start) - 2 * self.product(start, other) + self.product(other, other);
        self.estimate(self.sum(start) - self.sum(other), squares)
    }

    fn estimate(&self, sum: i128, squares: i128) -> Estimate {
        let (trials, unit) = (self.trials.max(1) as f64, Sample::UNIT as f64);
        // n times the sum of squared deviations. It is a whole number, so subtracting nearly equal
        // numbers loses nothing.
        let deviations = i128::from(self.trials) * squares - sum * sum;
        let variance = deviations as f64 / (unit * unit) / (trials * (trials - 1.0));
        let error = (self.trials > 1).then(|| (variance / trials).sqrt());
        Estimate { mean: sum as f64 / (trials * unit), error }
    }

    /// The start with the largest value, the first among equals.
    pub fn best(&self) -> usize {
        let ranked = (0..self.starts()).rev().max_by_key(|&start| self.sum(start));
        ranked.expect("there is a start")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(points: i64) -> Sample {
        let unit = Sample::UNIT;
        Sample { chances: [(points + 1) * unit / 2, 0, 0, 0, 0], value: points * unit }
    }

    #[test]
    fn means_and_errors_are_those_of_the_trials() {
        let mut sums = Sums::new(2);
        for [a, b] in [[1, 3], [-1, -1], [1, 1], [3, -1]] {
            sums.add(&[points(a), points(b)]);
        }
        // 1, -1, 1, 3: mean 1, squared deviations 0, 4, 0, 4: 8 by 3, by 4.
        let error = |sum: f64| Some((sum / 3.0 / 4.0).sqrt());
        assert_eq!(sums.equity(0), Estimate { mean: 1.0, error: error(8.0) });
        // 3, -1, 1, -1: mean 1/2, squared deviations 25/4, 9/4, 1/4, 9/4: 11.
        assert_eq!(sums.equity(1), Estimate { mean: 0.5, error: error(11.0) });
        // -2, 0, 0, 4: mean 1/2, squared deviations 25/4, 1/4, 1/4, 49/4: 19.
        assert_eq!(sums.difference(0, 1), Estimate { mean: 0.5, error: error(19.0) });
        assert_eq!(sums.difference(1, 0).mean, -0.5);
        assert_eq!(sums.best(), 0);
        assert_eq!(sums.probabilities(0), [1.0, 0.0, 0.0, 0.0, 0.0].into());
    }

    #[test]
    fn a_single_trial_has_no_error() {
        let mut sums = Sums::new(1);
        assert_eq!(sums.equity(0), Estimate { mean: 0.0, error: None });
        sums.add(&[points(-1)]);
        assert_eq!(sums.equity(0), Estimate { mean: -1.0, error: None });
    }
}
