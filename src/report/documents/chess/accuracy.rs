//! Accuracy of moves and games, as lichess.org computes it.
//!
//! Its page lichess.org/page/accuracy has the formulas for chances and moves, its source
//! (`AccuracyPercent` of lila) the one for games. The constants are fitted to games on that site.

use crate::documents::value::Value;

/// Values count as at most this many centipawns; so does a mate.
pub(crate) const CEILING: f64 = 1000.0;

/// A value in centipawns, from -1000 to 1000.
pub(crate) fn centipawns(value: Value) -> f64 {
    let of = match value {
        Value::Score(score) => f64::from(score),
        Value::Expected(score) => score,
        Value::Unproved(()) => 0.0,
        Value::Mate(n) => {
            if n > 0 {
                CEILING
            } else {
                -CEILING
            }
        }
    };
    of.clamp(-CEILING, CEILING)
}

/// The chances to win with a value, 0 to 100; a draw is half a win.
pub(crate) fn chances(value: Value) -> f64 {
    100.0 / (1.0 + (-0.003_682_08 * centipawns(value)).exp())
}

/// The accuracy of a move, 0 to 100, by the mover's chances before and after it.
pub(crate) fn of_move(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let raw =
        103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * (before - after)).exp() - 3.166_924_740_191_411;
    // One more, because the analysis is not perfect either.
    (raw + 1.0).clamp(0.0, 100.0)
}

/// The weight of every move: the standard deviation of the chances around it. `chances` are
/// White's before the first and after every move.
pub(crate) fn weights(chances: &[f64]) -> Vec<f64> {
    let moves = chances.len().saturating_sub(1);
    let size = (moves / 10).clamp(2, 8).min(chances.len());
    let first = std::iter::repeat_n(&chances[..size], size.saturating_sub(2));
    first
        .chain(chances.windows(size.max(1)))
        .take(moves)
        .map(|around| deviation(around).clamp(0.5, 12.0))
        .collect()
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// The accuracy of a player by those of the moves and their weights: the mean of the
/// weighted and the harmonic mean; `None` without moves.
pub(crate) fn of_game(moves: &[(f64, f64)]) -> Option<f64> {
    let weight: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weight;
    let harmonic =
        moves.len() as f64 / moves.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum::<f64>();
    (!moves.is_empty()).then(|| (weighted + harmonic) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Accuracies of White and Black in a game with these values for White after each move.
    fn accuracies(values: &[i32], black_begins: bool) -> [f64; 2] {
        let chances: Vec<f64> =
            [15].iter().chain(values).map(|&value| chances(Value::Score(value))).collect();
        let mut moves = [Vec::new(), Vec::new()];
        for (i, (pair, weight)) in chances.windows(2).zip(weights(&chances)).enumerate() {
            let black = (i % 2 == 1) != black_begins;
            let (before, after) = if black { (100.0 - pair[0], 100.0 - pair[1]) } else { (pair[0], pair[1]) };
            moves[usize::from(black)].push((of_move(before, after), weight));
        }
        moves.map(|moves| of_game(&moves).unwrap())
    }

    /// The games and the expected accuracies of lila's own test, `AccuracyPercentTest`.
    #[test]
    fn games_have_the_accuracy_that_lichess_expects() {
        let repeated = |values: &[i32], times| values.repeat(times);
        let with = |mut values: Vec<i32>, last| {
            values.push(last);
            values
        };
        for (values, expected, within) in [
            (vec![15, 15], [100.0, 100.0], 1.0),
            (vec![-900, -900], [10.0, 100.0], 5.0),
            (vec![15, 900], [100.0, 10.0], 5.0),
            (vec![-900, 0], [10.0, 10.0], 5.0),
            (repeated(&[15], 20), [100.0, 100.0], 1.0),
            (with(repeated(&[15], 20), -900), [50.0, 100.0], 5.0),
            (with(repeated(&[15], 21), 900), [100.0, 50.0], 5.0),
            (repeated(&[-50, 15], 5), [76.0, 76.0], 8.0),
            (repeated(&[-50, 15], 50), [76.0, 76.0], 8.0),
            (repeated(&[-135, 15], 50), [54.0, 54.0], 8.0),
            (repeated(&[-435, 15], 50), [20.0, 20.0], 8.0),
        ] {
            let found = accuracies(&values, false);
            let near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() <= within);
            assert!(near, "{values:?}: {found:?}, not {expected:?}");
        }
        let [white, black] = accuracies(&[900, 900], true);
        assert!((black - 10.0).abs() < 5.0 && white > 99.0, "{white} {black}");
    }

    #[test]
    fn chances_and_moves_follow_the_published_formulas() {
        assert!((chances(Value::Score(100)) - 59.1).abs() < 0.05);
        assert!((chances(Value::Score(0)) - 50.0).abs() < 1e-9);
        assert!((chances(Value::Mate(3)) - 97.54).abs() < 0.01);
        assert!((chances(Value::Mate(0)) - 2.46).abs() < 0.01);
        assert!((chances(Value::Score(-4_000)) - chances(Value::Mate(-1))).abs() < 1e-9);
        assert!((of_move(60.0, 50.0) - (103.1668 * (-0.4354f64).exp() - 2.1669)).abs() < 0.01);
        assert!((of_move(50.0, 51.0) - 100.0).abs() < 1e-9 && of_move(97.5, 2.5).abs() < 1e-9);
        assert_eq!(of_game(&[]), None);
    }
}
