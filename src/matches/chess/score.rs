//! Results of one engine, in pairs of games.

use super::elo::{EloEstimate, Pentanomial, Sprt, elo_of, llr};
use sparring_report::ScoreLine;

/// Games of an engine against another, or against all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    pub pairs: Pentanomial,
}

impl Score {
    /// Adds a pair by the half points of its games.
    pub fn add_pair(&mut self, half_points: [usize; 2]) {
        for points in half_points {
            *[&mut self.lost, &mut self.drawn, &mut self.won][points] += 1;
        }
        self.pairs[half_points.iter().sum::<usize>()] += 1;
    }

    /// The opponent's score.
    pub fn mirrored(&self) -> Score {
        let mut pairs = self.pairs;
        pairs.reverse();
        Score { won: self.lost, drawn: self.drawn, lost: self.won, pairs }
    }

    pub fn plus(&self, other: &Score) -> Score {
        Score {
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
            pairs: std::array::from_fn(|i| self.pairs[i] + other.pairs[i]),
        }
    }

    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    pub fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }

    pub fn llr(&self, test: Sprt) -> f64 {
        llr(&self.pairs, test)
    }

    pub fn summary(&self) -> String {
        let error = |error: f64| format!(" +- {error:.0}");
        let elo = elo_of(&self.pairs).map_or(String::new(), |EloEstimate { elo, error: known }| {
            format!("  Elo {elo:+.0}{}", known.map_or(String::new(), error))
        });
        format!("+{} ={} -{}{elo}", self.won, self.drawn, self.lost)
    }

    pub fn line(&self) -> ScoreLine {
        let (difference, games) = (elo_of(&self.pairs), self.games());
        ScoreLine {
            games,
            won: self.won,
            drawn: self.drawn,
            lost: self.lost,
            share: self.points() / games.max(1) as f64,
            elo: difference.map(|estimate| estimate.elo),
            elo_error: difference.and_then(|estimate| estimate.error),
            pairs: self.pairs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_added_and_seen_from_both_sides() {
        let mut score = Score::default();
        [[2, 1], [0, 0], [1, 1], [0, 2]].into_iter().for_each(|pair| score.add_pair(pair));
        assert_eq!(score, Score { won: 2, drawn: 3, lost: 3, pairs: [1, 0, 2, 1, 0] });
        assert_eq!(score.mirrored(), Score { won: 3, drawn: 3, lost: 2, pairs: [0, 1, 2, 0, 1] });
        let both = score.plus(&score.mirrored());
        assert_eq!((both.points(), both.games(), both.pairs), (8.0, 16, [1, 1, 4, 1, 1]));
    }
}
