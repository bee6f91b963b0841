//! Many games between two players, in pairs with the same dice and exchanged seats, so luck
//! cancels out.

use std::ops::Range;

use super::game::{GameResult, play, seat};
use super::luck::luck;
use super::player::Player;
use super::stoppable::StoppableEngine;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::Dice;
use sparring_report::{LuckKeys, SeriesDocument};

/// Random sources of a pair: its dice, and each game's random plays.
const SOURCES: u64 = 3;

/// The state of a series. All counts but the last two are the first player's.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    pub games: u64,
    pub points: i64,
    squares: u64,
    /// Games won by 1, 2 and 3 points.
    pub won: [u64; 3],
    pub lost: [u64; 3],
    pub decisions: u64,
    pub time_ns: [u64; 2],
    /// With judged luck: sums over pairs of luck-adjusted points and of their squares.
    adjusted: Option<(f64, f64)>,
}

impl Standing {
    pub fn mean(&self) -> f64 {
        self.points as f64 / self.games as f64
    }

    /// The standard error of [`Standing::mean`] from the spread of pairs.
    pub fn error(&self) -> f64 {
        self.error_of(self.points as f64, self.squares as f64)
    }

    fn error_of(&self, points: f64, squares: f64) -> f64 {
        let pairs = (self.games / 2) as f64;
        let mean = points / pairs;
        let variance = (squares / pairs - mean * mean) * pairs / (pairs - 1.0);
        // A pair is two games.
        (variance / pairs).sqrt() / 2.0
    }

    fn adjust(&mut self, points: i64, luck: f64) {
        let (sum, squares) = self.adjusted.get_or_insert_default();
        let adjusted = points as f64 - luck;
        *sum += adjusted;
        *squares += adjusted * adjusted;
    }

    fn luck_keys(&self) -> Option<LuckKeys> {
        let (points, squares) = self.adjusted?;
        Some(LuckKeys {
            evaluator: "net",
            points_per_game: points / self.games as f64,
            standard_error: (self.games > 2).then(|| self.error_of(points, squares)),
        })
    }

    /// Adds a pair: the first player was White, then Black. Returns that player's points.
    fn add_pair(&mut self, games: &[GameResult; 2]) -> i64 {
        let mut sum = 0;
        for (played, first) in games.iter().zip([Side::First, Side::Second]) {
            let points = played.outcome.points();
            let (won, column) =
                if played.winner == first { (points, &mut self.won) } else { (-points, &mut self.lost) };
            column[points as usize - 1] += 1;
            sum += i64::from(won);
            for (player, side) in [first, first.other()].into_iter().enumerate() {
                self.decisions += played.decisions[seat(side)].len() as u64;
                self.time_ns[player] += played.time[seat(side)].as_nanos() as u64;
            }
        }
        self.games += 2;
        self.points += sum;
        self.squares += (sum * sum) as u64;
        sum
    }

    pub fn document(&self, players: [&Player; 2], plan: &SeriesPlan, threads: usize) -> SeriesDocument {
        let won: u64 = self.won.iter().sum();
        SeriesDocument {
            game: "backgammon",
            players: players.map(|player| player.name().to_owned()),
            games: self.games,
            seed: plan.seed,
            first_pair: plan.pairs.start,
            threads,
            points_per_game: self.mean(),
            standard_error: (self.games > 2).then(|| self.error()),
            win_share: won as f64 / self.games as f64,
            won: self.won,
            lost: self.lost,
            pair_squares: self.squares,
            decisions: self.decisions,
            time_ns: self.time_ns,
            without_luck: self.luck_keys(),
        }
    }
}

/// The random sources from pair `first` on.
fn sources(seed: u64, first: u64) -> Dice {
    let mut source = Dice::new(seed);
    for _ in 0..SOURCES * first {
        source.split();
    }
    source
}

/// The pairs to play. A pair's dice depend on seed and number only, so a series can be split.
#[derive(Clone, Debug)]
pub struct SeriesPlan {
    pub pairs: Range<u64>,
    pub seed: u64,
    /// True to add a luck-adjusted result.
    pub judges_luck: bool,
}

/// Plays pairs with the same dice and exchanged seats. `play` gets players by seat, dice and a
/// source of random plays. `add` gets each pair, and returns false to end the series.
pub(super) fn play_pairs<G>(
    plan: &SeriesPlan,
    players: [&Player; 2],
    mut play: impl FnMut([&Player; 2], Dice, &mut Dice) -> Option<G>,
    mut add: impl FnMut(u64, &[G; 2]) -> bool,
) {
    let mut source = sources(plan.seed, plan.pairs.start);
    for number in plan.pairs.clone() {
        let dice = source.split();
        let mut half = |seated| play(seated, dice.clone(), &mut source.split());
        let exchanged = [players[1], players[0]];
        let Some(pair) = half(players).and_then(|one| Some([one, half(exchanged)?])) else { break };
        if !add(number, &pair) {
            break;
        }
    }
}

pub fn series(
    players: [&Player; 2],
    engine: StoppableEngine<'_>,
    plan: &SeriesPlan,
    mut go_on: impl FnMut(&Standing) -> bool,
) -> Standing {
    let mut standing = Standing::default();
    let one = |seated: [&Player; 2], mut dice: Dice, chance: &mut Dice| {
        play(seated, engine, &mut dice, chance, None)
    };
    play_pairs(plan, players, one, |_, games| {
        let points = standing.add_pair(games);
        if plan.judges_luck {
            let pool = engine.engine.pool();
            let lucks = games.iter().zip([Side::First, Side::Second]);
            standing.adjust(points, lucks.map(|(game, side)| luck(pool, game, side)).sum());
        }
        go_on(&standing)
    });
    standing
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use sparring_engine::games::backgammon::{Outcome, Position};

    #[test]
    fn the_error_is_that_of_the_mean_of_pairs() {
        let game = |winner, outcome| GameResult {
            winner,
            outcome,
            end: Position::START,
            decisions: [Vec::new(), Vec::new()],
            time: [Duration::from_nanos(1), Duration::from_nanos(10)],
        };
        let (white, black) = (Side::First, Side::Second);
        let mut standing = Standing::default();
        // The first player's points are +1 -2, +3 +1, -1 -1, +1 +2.
        for pair in [
            [game(white, Outcome::Single), game(white, Outcome::Gammon)],
            [game(white, Outcome::Backgammon), game(black, Outcome::Single)],
            [game(black, Outcome::Single), game(white, Outcome::Single)],
            [game(white, Outcome::Single), game(black, Outcome::Gammon)],
        ] {
            standing.add_pair(&pair);
        }
        assert_eq!((standing.games, standing.points), (8, 4));
        assert_eq!((standing.won, standing.lost), ([3, 1, 1], [2, 1, 0]));
        assert_eq!(standing.time_ns, [4 + 40, 4 + 40]);
        // Per game: -1/2, 2, -1, 3/2. The mean is 1/2 and the variance (1 + 9/4 + 9/4 + 1) / 3.
        assert_eq!(standing.mean(), 0.5);
        assert!((standing.error() - (6.5f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12, "{}", standing.error());
    }
}
