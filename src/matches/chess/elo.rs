//! Elo differences and the sequential probability ratio test, from the results of pairs of games.
//!
//! The two games of a pair share an opening and are not independent. So the pairs are counted, by
//! the points they brought: 0, 1/2, 1, 3/2 or 2. These five counts are the *pentanomial*.

/// Pairs by the points of the first player in half points: 0 to 4.
pub type Pentanomial = [u64; 5];

/// What a test decides between: that the first player is stronger by `elo0`, or by `elo1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The null hypothesis.
    pub elo0: f64,
    /// The alternative.
    pub elo1: f64,
}

/// The chance of a wrong decision of either kind.
const ERROR: f64 = 0.05;

impl Sprt {
    /// The logarithm of the likelihood ratio at which `elo1` is accepted, 2.94; at its negative
    /// `elo0` is.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// Whether a ratio accepts `elo1` (`true`) or `elo0`; `None` while nothing is decided.
    pub fn verdict(llr: f64) -> Option<bool> {
        (llr.abs() >= Sprt::bound()).then_some(llr > 0.0)
    }
}

/// The Elo difference at which this share of the points is expected. Infinite for 0 and 1.
fn elo(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

/// The share of the points that is expected at an Elo difference.
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The mean share of the points of a pair, and the variance of that share.
fn moments(counts: [f64; 5]) -> (f64, f64) {
    let pairs: f64 = counts.iter().sum();
    let of = |i: usize| i as f64 / 4.0;
    let mean = (0..5).map(|i| counts[i] * of(i)).sum::<f64>() / pairs;
    let variance = (0..5).map(|i| counts[i] * (of(i) - mean).powi(2)).sum::<f64>() / pairs;
    (mean, variance)
}

/// The Elo difference, and half the width of its 95 % confidence interval. `None` without a pair,
/// and where one player has won everything: then it has no bound.
pub fn elo_of(pairs: &Pentanomial) -> Option<(f64, f64)> {
    let counts = pairs.map(|count| count as f64);
    let all: f64 = counts.iter().sum();
    let (mean, variance) = moments(counts);
    if all == 0.0 || mean <= 0.0 || mean >= 1.0 {
        return None;
    }
    // The slope of Elo over the share of the points, times the standard error of that share.
    let slope = 400.0 / (std::f64::consts::LN_10 * mean * (1.0 - mean));
    // Adding 0 makes a negative zero positive.
    Some((elo(mean) + 0.0, 1.96 * slope * (variance / all).sqrt()))
}

/// The logarithm of the ratio of the likelihoods of `elo1` and `elo0`, by the normal approximation
/// of the generalised test (Van den Bergh 2016). Each count is raised a little, so that few pairs
/// decide nothing.
pub fn llr(pairs: &Pentanomial, Sprt { elo0, elo1 }: Sprt) -> f64 {
    let counts = pairs.map(|count| count as f64 + 1e-3);
    let all: f64 = pairs.iter().sum::<u64>() as f64;
    let (mean, variance) = moments(counts);
    let (low, high) = (share(elo0), share(elo1));
    all * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_differences_are_those_of_the_formula() {
        assert_eq!(elo_of(&[0; 5]), None);
        assert_eq!(elo_of(&[0, 0, 0, 0, 9]), None);
        let (even, error) = elo_of(&[10, 0, 0, 0, 10]).unwrap();
        // A standard deviation of 1/2 over 20 pairs; the slope at 1/2 is 1600 / ln 10.
        assert!(even.abs() < 1e-9 && (error - 1.96 * 694.87 * 0.5 / 20f64.sqrt()).abs() < 0.1, "{error}");
        let (elo, _) = elo_of(&[0, 0, 0, 10, 0]).unwrap();
        assert!((elo - 190.85).abs() < 0.01, "{elo}");
        assert!((share(elo) - 0.75).abs() < 1e-12);
    }

    #[test]
    fn a_test_is_decided_by_many_pairs_and_by_the_truth() {
        let test = Sprt { elo0: 0.0, elo1: 10.0 };
        assert!((Sprt::bound() - 2.944).abs() < 0.001);
        assert_eq!(Sprt::verdict(llr(&[0, 0, 1, 1, 0], test)), None);
        assert_eq!(Sprt::verdict(llr(&[100, 400, 800, 500, 200], test)), Some(true));
        assert_eq!(Sprt::verdict(llr(&[200, 500, 800, 400, 100], test)), Some(false));
        // By hand: a share of 1/2 + 0.05, variance of shares 0.0725, 100 pairs.
        let pairs = [5, 20, 35, 30, 10];
        let (mean, variance) = moments(pairs.map(|count| count as f64));
        assert!((mean - 0.55).abs() < 1e-12);
        let by_hand = 100.0 * (share(10.0) - 0.5) * (2.0 * mean - 0.5 - share(10.0)) / (2.0 * variance);
        assert!((llr(&pairs, test) - by_hand).abs() < 1e-3);
    }

    /// The logarithm of the likelihood of counts under the most likely distribution of this mean,
    /// which is `count / (1 + t * (value - mean))`, normalised, for the `t` that gives the mean.
    fn likelihood(counts: [f64; 5], mean: f64) -> f64 {
        let all: f64 = counts.iter().sum();
        let off = |i: usize| i as f64 / 4.0 - mean;
        let chance = |t: f64, i: usize| counts[i] / all / (1.0 + t * off(i));
        // All chances are positive between these.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..200 {
            let t = (low + high) / 2.0;
            let excess: f64 = (0..5).map(|i| chance(t, i) * off(i)).sum();
            if excess > 0.0 { low = t } else { high = t }
        }
        (0..5).map(|i| counts[i] * chance(low, i).ln()).sum()
    }

    #[test]
    fn the_ratio_is_nearly_that_of_the_likelihoods_themselves() {
        let tests =
            [(0.0, 5.0), (-3.0, 1.0), (0.0, 20.0), (-10.0, 0.0)].map(|(elo0, elo1)| Sprt { elo0, elo1 });
        for pairs in
            [[100, 400, 800, 500, 200], [200, 500, 800, 400, 100], [3, 40, 100, 44, 2], [50, 1, 30, 1, 60]]
        {
            for test in tests {
                let counts = pairs.map(|count| count as f64);
                let exact = likelihood(counts, share(test.elo1)) - likelihood(counts, share(test.elo0));
                let found = llr(&pairs, test);
                assert!(
                    (found - exact).abs() < 0.03 + 0.05 * exact.abs(),
                    "{pairs:?} {test:?}: {found} {exact}"
                );
            }
        }
    }
}
