use std::sync::LazyLock;

use super::equity::MatchEquity;
use super::levels::Levels;
use super::odds::Odds;
use super::stakes::Stakes;

/// Four parameters of a match equity table, which is computed score by score from the match's end.
///
/// Every game begins even and is worth the cube model's value at a winning chance of 1/2. This
/// follows Zadeh and Kobliska, "On Optimal Doubling in Backgammon" (Management Science 23, 1977),
/// whose winning chance moves as a continuous martingale, with Janowski's efficiency instead of
/// perfect doubles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// The fraction of games that end in a gammon or backgammon if played to the end.
    pub gammons: f64,
    /// The fraction that ends in a backgammon.
    pub backgammons: f64,
    /// The cube efficiency over a whole game.
    pub efficiency: f64,
    /// The distance by which the winning chance moves before the first double after the Crawford
    /// game. It makes the leader's *free drop* useful.
    pub first_turns: f64,
}

impl MatchEquity {
    /// The table of [`Model::FITTED`], up to 64 points as in gnubg.
    pub fn built_in() -> &'static MatchEquity {
        static TABLE: LazyLock<MatchEquity> = LazyLock::new(|| Model::FITTED.table(64));
        &TABLE
    }
}

impl Model {
    /// Chosen over round numbers to minimise the largest difference from Kazaross-XG2 up to 9
    /// points (`benches/results/engine-rules.md`).
    pub const FITTED: Model =
        Model { gammons: 0.28, backgammons: 0.006, efficiency: 0.82, first_turns: 0.026 };

    /// Computes the table for matches of up to `size` points.
    ///
    /// # Panics
    /// Unless the size is 1 to [`LONGEST`](super::LONGEST).
    pub fn table(&self, size: usize) -> MatchEquity {
        let mut table = MatchEquity::empty(size);
        (2..=size).for_each(|away| table.set_after(away, self.after_crawford(&table, away)));
        for mine in 2..=size {
            table.set(mine, 1, self.crawford(&table, mine));
            for theirs in 2..mine {
                table.set(mine, theirs, self.before_crawford(&table, mine, theirs));
            }
        }
        table
    }

    /// The odds of an even game.
    fn odds(&self) -> Odds {
        let half = |part: f64| part / 2.0;
        let (gammons, backgammons) = (half(self.gammons), half(self.backgammons));
        Odds::new([0.5, gammons, backgammons, gammons, backgammons])
    }

    /// The trailing side doubles at its first turn, and the other takes or passes.
    fn after_crawford(&self, table: &MatchEquity, away: usize) -> f64 {
        let chance = |points| table.after([away as i64 - points, 1], true);
        let won = self.odds().mean_won(&[2, 4, 6].map(chance));
        let either_way = [0.5 - self.first_turns, 0.5 + self.first_turns];
        either_way.map(|win| (win * won).min(chance(1))).iter().sum::<f64>() / 2.0
    }

    /// Nobody doubles; the leader needs no gammon.
    fn crawford(&self, table: &MatchEquity, away: usize) -> f64 {
        let chance = |points| table.after([away as i64 - points, 1], true);
        self.odds().mean_won(&[1, 2, 3].map(chance)) / 2.0
    }

    fn before_crawford(&self, table: &MatchEquity, mine: usize, theirs: usize) -> f64 {
        let away = [mine as i64, theirs as i64];
        let levels = Levels::of_match(away, 0, 15, |away| table.after(away, false));
        Stakes::centred(levels).held(&self.odds(), self.efficiency)
    }
}
