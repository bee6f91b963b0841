//! Elo differences and the sequential probability ratio test, from pairs of games.
//!
//! The two games of a pair share an opening, so they are not independent. Pairs are therefore
//! counted by their half points, 0 to 4: the *pentanomial*.

/// Numbers of pairs by the first player's half points.
pub type Pentanomial = [u64; 5];

/// The hypotheses that the first player is stronger by `elo0` or by `elo1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
}

/// Probability of a wrong decision of either kind.
const ERROR: f64 = 0.05;

impl Sprt {
    /// The log-likelihood ratio that accepts `elo1`; its negative accepts `elo0`.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// Returns true for `elo1`, false for `elo0`, `None` while undecided.
    pub fn verdict(llr: f64) -> Option<bool> {
        (llr.abs() >= Sprt::bound()).then_some(llr > 0.0)
    }
}

/// The Elo difference for a share of the points.
fn elo(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

fn moments(counts: [f64; 5]) -> (f64, f64) {
    let pairs: f64 = counts.iter().sum();
    let of = |i: usize| i as f64 / 4.0;
    let mean = (0..5).map(|i| counts[i] * of(i)).sum::<f64>() / pairs;
    let variance = (0..5).map(|i| counts[i] * (of(i) - mean).powi(2)).sum::<f64>() / pairs;
    (mean, variance)
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    pub elo: f64,
    /// Half the 95 % confidence interval; `None` without spread.
    pub error: Option<f64>,
}

/// Estimates the difference. Returns `None` without pairs, and if one player won everything.
pub fn elo_of(pairs: &Pentanomial) -> Option<EloEstimate> {
    let counts = pairs.map(|count| count as f64);
    let all: f64 = counts.iter().sum();
    let (mean, variance) = moments(counts);
    if all == 0.0 || mean <= 0.0 || mean >= 1.0 {
        return None;
    }
    // The derivative of Elo by the share of the points.
    let slope = 400.0 / (std::f64::consts::LN_10 * mean * (1.0 - mean));
    let error = (variance > 0.0).then(|| 1.96 * slope * (variance / (all - 1.0)).sqrt());
    // Adding 0 makes a negative zero positive.
    Some(EloEstimate { elo: elo(mean) + 0.0, error })
}

/// The log-likelihood ratio of `elo1` to `elo0` by the generalised test (Van den Bergh
/// 2016): each hypothesis stands for the most likely distribution with its mean.
///
/// The normal approximation divides by the measured variance. That is 0 while all pairs have
/// brought the same points, so one pair would decide a match.
pub fn llr(pairs: &Pentanomial, Sprt { elo0, elo1 }: Sprt) -> f64 {
    // A small addition makes every mean possible.
    let counts = pairs.map(|count| count as f64 + 1e-3);
    likelihood(counts, share(elo1)) - likelihood(counts, share(elo0))
}

/// The log-likelihood of counts under the most likely distribution with this mean: `count /
/// (1 + t * (value - mean))`, normalised, for the `t` that gives the mean.
fn likelihood(counts: [f64; 5], mean: f64) -> f64 {
    let all: f64 = counts.iter().sum();
    let off = |i: usize| i as f64 / 4.0 - mean;
    let chance = |t: f64, i: usize| counts[i] / all / (1.0 + t * off(i));
    // All probabilities are positive between these bounds.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let t = (low + high) / 2.0;
        let excess: f64 = (0..5).map(|i| chance(t, i) * off(i)).sum();
        if excess > 0.0 { low = t } else { high = t }
    }
    let t = (low + high) / 2.0;
    (0..5).map(|i| counts[i] * chance(t, i).ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_differences_are_those_of_the_formula() {
        assert_eq!(elo_of(&[0; 5]), None);
        assert_eq!(elo_of(&[0, 0, 0, 0, 9]), None);
        let EloEstimate { elo: even, error } = elo_of(&[10, 0, 0, 0, 10]).unwrap();
        let error = error.unwrap();
        // The standard deviation is 1/2 over 20 pairs, the slope 1600 / ln 10.
        assert!(even.abs() < 1e-9 && (error - 1.96 * 694.87 * 0.5 / 19f64.sqrt()).abs() < 0.1, "{error}");
        let EloEstimate { elo, error } = elo_of(&[0, 0, 0, 10, 0]).unwrap();
        assert!((elo - 190.85).abs() < 0.01 && error.is_none(), "{elo}");
        assert!((share(elo) - 0.75).abs() < 1e-12);
    }

    #[test]
    fn a_test_is_decided_by_many_pairs_and_by_the_truth() {
        let test = Sprt { elo0: 0.0, elo1: 10.0 };
        assert!((Sprt::bound() - 2.944).abs() < 0.001);
        assert_eq!(Sprt::verdict(llr(&[0, 0, 1, 1, 0], test)), None);
        assert_eq!(Sprt::verdict(llr(&[100, 400, 800, 500, 200], test)), Some(true));
        assert_eq!(Sprt::verdict(llr(&[200, 500, 800, 400, 100], test)), Some(false));
    }

    #[test]
    fn few_pairs_decide_nothing_though_all_are_alike() {
        for pairs in [[0; 5], [0, 0, 0, 1, 0], [0, 0, 0, 0, 1], [0, 2, 0, 0, 0], [0, 0, 8, 0, 0]] {
            for (elo0, elo1) in [(0.0, 5.0), (0.0, 10.0), (-5.0, 0.0), (0.0, 100.0)] {
                let found = llr(&pairs, Sprt { elo0, elo1 });
                assert_eq!(Sprt::verdict(found), None, "{pairs:?} {elo0} {elo1}: {found}");
            }
        }
        assert!(llr(&[0, 0, 0, 100, 0], Sprt { elo0: 0.0, elo1: 10.0 }) > 2.0);
    }

    #[test]
    fn with_many_pairs_the_ratio_is_nearly_its_normal_approximation() {
        let normal = |pairs: &Pentanomial, Sprt { elo0, elo1 }: Sprt| {
            let (mean, variance) = moments(pairs.map(|count| count as f64));
            let (low, high) = (share(elo0), share(elo1));
            let all = pairs.iter().sum::<u64>() as f64;
            all * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
        };
        let tests =
            [(0.0, 5.0), (-3.0, 1.0), (0.0, 20.0), (-10.0, 0.0)].map(|(elo0, elo1)| Sprt { elo0, elo1 });
        for pairs in
            [[100, 400, 800, 500, 200], [200, 500, 800, 400, 100], [3, 40, 100, 44, 2], [50, 1, 30, 1, 60]]
        {
            for test in tests {
                let (found, about) = (llr(&pairs, test), normal(&pairs, test));
                assert!(
                    (found - about).abs() < 0.03 + 0.05 * found.abs(),
                    "{pairs:?} {test:?}: {found} {about}"
                );
            }
        }
    }
}
