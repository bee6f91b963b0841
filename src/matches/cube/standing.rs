use super::contest::{Contest, Rules};
use crate::matches::game::seat;
use crate::matches::player::Player;
use crate::matches::series::SeriesPlan;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Choice, Finish, GameRecord};
use sparring_report::{CubeActions, CubeLuckKeys, CubeSeriesDocument, GamesWon};

/// The state of a series. Counts are the first player's, or both players' in order.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Pairs with none, one and both matches won.
    pairs: [u64; 3],
    games: u64,
    points: i64,
    squares: u64,
    won: GamesWon,
    lost: GamesWon,
    cube: [CubeActions; 2],
    decisions: u64,
    time_ns: [u64; 2],
    /// With judged luck: sums over pairs of luck-adjusted wins, or points for money, and their
    /// squares.
    adjusted: Option<[f64; 2]>,
}

impl Standing {
    pub fn matches(&self) -> u64 {
        2 * self.pairs.iter().sum::<u64>()
    }

    pub fn share(&self) -> f64 {
        (self.pairs[1] + 2 * self.pairs[2]) as f64 / self.matches() as f64
    }

    pub fn points_per_game(&self) -> f64 {
        self.points as f64 / self.games as f64
    }

    /// Adds a pair: the first player was White, then Black. Returns that player's wins and points.
    pub(super) fn add_pair(&mut self, contests: &[Contest; 2]) -> (usize, i64) {
        let (mut wins, mut sum) = (0, 0);
        for (contest, first) in contests.iter().zip([Side::First, Side::Second]) {
            for game in contest.record.games() {
                sum += self.add_game(game, first);
            }
            let last = contest.record.games().last().and_then(GameRecord::end);
            wins += usize::from(last.is_some_and(|end| end.winner == first));
            for (player, side) in [first, first.other()].into_iter().enumerate() {
                self.decisions += contest.decisions[seat(side)];
                self.time_ns[player] += contest.time[seat(side)].as_nanos() as u64;
            }
        }
        self.pairs[wins] += 1;
        self.points += sum;
        self.squares += (sum * sum) as u64;
        (wins, sum)
    }

    /// Adds the luck-adjusted wins, or points for money, of the pair just added.
    pub(super) fn adjust(&mut self, worth: f64) {
        let [sum, squares] = self.adjusted.get_or_insert_default();
        *sum += worth;
        *squares += worth * worth;
    }

    /// The luck-adjusted result per match, for money per game.
    fn luck_keys(&self, length: u16) -> Option<CubeLuckKeys> {
        let [sum, squares] = self.adjusted?;
        let pairs = self.pairs.iter().sum::<u64>() as f64;
        // A pair counts for two.
        let each = if length > 0 { self.matches() } else { self.games };
        let mean = sum / each as f64;
        Some(CubeLuckKeys {
            evaluator: "net",
            match_share: (length > 0).then_some(mean),
            points_per_game: (length == 0).then_some(mean),
            standard_error: error(pairs, sum, squares).map(|error| error / 2.0),
        })
    }

    /// Adds a game and returns the first player's points.
    fn add_game(&mut self, game: &GameRecord, first: Side) -> i64 {
        for decision in game.decisions() {
            let cube = &mut self.cube[usize::from(decision.position.side() != first)];
            match decision.choice {
                Choice::Double => cube.doubles += 1,
                Choice::Take => cube.takes += 1,
                Choice::Drop => cube.passes += 1,
                Choice::Roll | Choice::Play(..) => {}
            }
        }
        let end = game.end().expect("a match has finished games only");
        let column = if end.winner == first { &mut self.won } else { &mut self.lost };
        *match end.finish {
            Finish::Drop => &mut column.by_pass,
            Finish::BorneOff(outcome) | Finish::Resigned(outcome) => match outcome.points() {
                1 => &mut column.single,
                2 => &mut column.gammon,
                _ => &mut column.backgammon,
            },
        } += 1;
        self.games += 1;
        if end.winner == first { i64::from(end.points) } else { -i64::from(end.points) }
    }

    pub fn document(
        &self,
        players: [&Player; 2],
        rules: &Rules<'_>,
        plan: &SeriesPlan,
        threads: usize,
    ) -> CubeSeriesDocument {
        let pairs = self.pairs.iter().sum::<u64>() as f64;
        let won = (self.pairs[1] + 2 * self.pairs[2]) as f64;
        let share_error = error(pairs, won / 2.0, (self.pairs[1] + 4 * self.pairs[2]) as f64 / 4.0);
        // A pair is two games.
        let points_error = error(pairs, self.points as f64, self.squares as f64).map(|error| error / 2.0);
        let length = rules.start.length;
        CubeSeriesDocument {
            game: "backgammon",
            players: players.map(|player| player.name().to_owned()),
            length,
            jacoby: rules.start.jacoby,
            matches: self.matches(),
            seed: plan.seed,
            first_pair: plan.pairs.start,
            threads,
            match_share: self.share(),
            standard_error: share_error,
            pairs: self.pairs,
            games: self.games,
            points_per_game: self.points_per_game(),
            points_error: points_error.filter(|_| length == 0),
            points: self.points,
            pair_squares: self.squares,
            won: self.won,
            lost: self.lost,
            cube: self.cube,
            decisions: self.decisions,
            time_ns: self.time_ns,
            without_luck: self.luck_keys(length),
        }
    }
}

/// The standard error of a mean, from `n` numbers' sum and sum of squares.
fn error(n: f64, sum: f64, squares: f64) -> Option<f64> {
    let mean = sum / n;
    let variance = ((squares / n - mean * mean) * n / (n - 1.0)).max(0.0);
    (n > 1.0).then(|| (variance / n).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_that_of_a_mean() {
        // The numbers 1, 2, 3, 6 have mean 3 and variance (4 + 1 + 0 + 9) / 3.
        let found = error(4.0, 12.0, 50.0).unwrap();
        assert!((found - (14.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12, "{found}");
        assert_eq!((error(1.0, 3.0, 9.0), error(2.0, 4.0, 8.0)), (None, Some(0.0)));
    }
}
