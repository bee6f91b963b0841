//! Many games between two players, with mirrored dice.

use super::game::{play, seat};
use super::player::Player;
use crate::engine::{DiceEngine, Side};
use crate::games::backgammon::{Backgammon, Dice};
use crate::report::SeriesDocument;

/// The state of a series as seen by its first player.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Games played, an even number: each pair has the same dice, seats exchanged.
    pub games: u64,
    /// Points won less points lost.
    pub points: i64,
    /// The squares of each pair's points.
    squares: i64,
    /// Games won and lost by 1, 2 and 3 points.
    pub won: [u64; 3],
    /// The same, lost.
    pub lost: [u64; 3],
    /// Decisions of both players.
    pub decisions: u64,
    /// Time of the two players' decisions in nanoseconds.
    pub time_ns: [u64; 2],
}

impl Score {
    /// Points per game.
    pub fn mean(&self) -> f64 {
        self.points as f64 / self.games as f64
    }

    /// The standard error of [`Score::mean`], from the spread of the pairs.
    pub fn error(&self) -> f64 {
        let pairs = (self.games / 2) as f64;
        let mean = self.points as f64 / pairs;
        let variance = (self.squares as f64 / pairs - mean * mean) * pairs / (pairs - 1.0);
        // A pair's points count for two games.
        (variance / pairs).sqrt() / 2.0
    }

    fn add_pair(&mut self, points: [i32; 2]) {
        let sum = i64::from(points[0] + points[1]);
        self.games += 2;
        self.points += sum;
        self.squares += sum * sum;
        for points in points {
            let column = if points > 0 { &mut self.won } else { &mut self.lost };
            column[points.unsigned_abs() as usize - 1] += 1;
        }
    }

    /// As a document.
    pub fn document(&self, players: [&Player; 2], seed: u64, threads: usize) -> SeriesDocument {
        let games: u64 = self.won.iter().sum();
        SeriesDocument {
            game: "backgammon",
            players: players.map(|player| player.name().to_owned()),
            games: self.games,
            seed,
            threads,
            points_per_game: self.mean(),
            standard_error: (self.games > 2).then(|| self.error()),
            win_share: games as f64 / self.games as f64,
            won: self.won,
            lost: self.lost,
            decisions: self.decisions,
            time_ns: self.time_ns,
        }
    }
}

/// Plays `pairs` pairs of games, or as many as `go_on` allows: it is asked after each. Dice are a function of `seed` alone.
pub fn series(
    players: [&Player; 2],
    engine: &DiceEngine<Backgammon>,
    pairs: u64,
    seed: u64,
    mut go_on: impl FnMut(&Score) -> bool,
) -> Score {
    let mut score = Score::default();
    let mut source = Dice::new(seed);
    for _ in 0..pairs {
        let dice = source.split();
        let points = [Side::First, Side::Second].map(|first| {
            let seated = if first == Side::First { players } else { [players[1], players[0]] };
            let played = play(seated, engine, &mut dice.clone(), &mut source.split());
            for (player, side) in [(0, first), (1, first.other())] {
                score.decisions += played.decisions[seat(side)].len() as u64;
                score.time_ns[player] += played.time[seat(side)].as_nanos() as u64;
            }
            if played.winner == first { played.outcome.points() } else { -played.outcome.points() }
        });
        score.add_pair(points);
        if !go_on(&score) {
            break;
        }
    }
    score
}
