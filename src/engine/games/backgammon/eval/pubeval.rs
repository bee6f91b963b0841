use std::sync::LazyLock;

use super::super::position::{CHECKERS, OFF, OPPONENT_OFF, Position};
use super::super::{Backgammon, Outcome};
use super::weights::{CONTACT, RACE};
use crate::game::{EquityEvaluator, Score, Side};

/// Gerald Tesauro's public evaluator (1993): a weighted sum over the points, from the view of the
/// side that has just played, with other weights in a race. The position *before* the play decides
/// whether it is a race.
///
/// Weights have five decimals and are divided by 2 and 15, so all sums are integers in units of
/// 1/3,000,000. A win of 1, 2 or 3 points is worth that multiple of a number above every static
/// value.
///
/// It is made to compare plays of one roll only. It does not sum to zero between the sides, and is
/// lower in races than in contact, so a search over the opponent's replies takes every race for
/// won. Search with [`Pubeval::balanced`] instead.
#[derive(Clone, Copy, Debug)]
pub struct Pubeval {
    name: &'static str,
    tables: &'static Tables,
}

#[derive(Debug)]
struct Tables {
    /// Contact and race: the value of `n` checkers at an index is in column `n + 16`.
    phases: [Table; 2],
    most: Score,
}

impl Tables {
    fn new(phases: [Table; 2]) -> Tables {
        let most = phases.iter().map(extremes).fold(0, |most, (low, high)| most.max(-low).max(high));
        Tables { phases, most }
    }
}

static PUBEVAL: LazyLock<Tables> = LazyLock::new(|| Tables::new([table(&CONTACT), table(&RACE)]));
static BALANCED: LazyLock<Tables> =
    LazyLock::new(|| Tables::new([balanced(&table(&CONTACT)), balanced(&table(&RACE))]));

type Table = [[Score; 32]; 28];

/// One unit of the weights: 100,000 for the decimals times 30 for the divisors.
const SCALE: Score = 3_000_000;

fn table(weights: &[i32; 122]) -> Table {
    const DECIMAL: Score = SCALE / 100_000;
    let mut table = [[0; 32]; 28];
    for (point, cells) in table.iter_mut().enumerate().take(25).skip(1) {
        let first = 5 * (24 - point);
        let [blot_hit, blot, made, third, pairs] = [0, 1, 2, 3, 4].map(|i| weights[first + i] * DECIMAL);
        cells[15] = blot_hit;
        cells[17] = blot;
        for n in 2..=15 {
            let further = match n {
                2 => 0,
                3 => third,
                _ => pairs / 2 * (n - 3),
            };
            cells[16 + n as usize] = made + further;
        }
    }
    for n in 0..=Score::from(CHECKERS) {
        table[0][(16 - n) as usize] = weights[120] * (DECIMAL / 2) * n;
        table[OFF][(16 + n) as usize] = weights[121] * (DECIMAL / 15) * n;
    }
    table
}

fn balanced(table: &Table) -> Table {
    let mut balanced = [[0; 32]; 28];
    for n in 1..=usize::from(CHECKERS) {
        for i in 0..=25 {
            balanced[i][16 + n] = table[i][16 + n] - table[25 - i][16 - n];
            balanced[i][16 - n] = table[i][16 - n] - table[25 - i][16 + n];
        }
        balanced[OFF][16 + n] = table[OFF][16 + n];
        balanced[OPPONENT_OFF][16 + n] = -table[OFF][16 + n];
    }
    balanced
}

/// The smallest and the largest sum for at most 15 checkers a side: a knapsack over the
/// indices.
fn extremes(table: &Table) -> (Score, Score) {
    const N: usize = CHECKERS as usize + 1;
    let mut sums = [[None; N]; N];
    sums[0][0] = Some((0, 0));
    for (i, cells) in table.iter().enumerate() {
        let mut next: [[Option<(Score, Score)>; N]; N] = [[None; N]; N];
        for (own, row) in sums.iter().enumerate() {
            for (theirs, known) in row.iter().enumerate() {
                let Some((low, high)) = *known else { continue };
                let mut add = |own: usize, theirs: usize, more: Score| {
                    let (low, high) = (low + more, high + more);
                    let cell = &mut next[own][theirs];
                    *cell = Some(cell.map_or((low, high), |(a, b)| (a.min(low), b.max(high))));
                };
                if i == OPPONENT_OFF {
                    (0..N - theirs).for_each(|n| add(own, theirs + n, cells[16 + n]));
                } else {
                    (0..N - own).for_each(|n| add(own + n, theirs, cells[16 + n]));
                    (1..N - theirs).for_each(|n| add(own, theirs + n, cells[16 - n]));
                }
            }
        }
        sums = next;
    }
    // Checkers missing in the table are off the board, so every total counts.
    let all = sums.iter().flatten().flatten();
    all.fold((0, 0), |(low, high), &(a, b)| (low.min(a), high.max(b)))
}

impl Default for Pubeval {
    fn default() -> Pubeval {
        Pubeval::new()
    }
}

impl Pubeval {
    /// Creates the plain evaluator.
    pub fn new() -> Pubeval {
        Pubeval { name: "pubeval", tables: &PUBEVAL }
    }

    /// Creates the antisymmetric evaluator: pubeval for the side that has played minus pubeval for
    /// the other side on the same board. A search can compare its values across depths and phases.
    pub fn balanced() -> Pubeval {
        Pubeval { name: "balanced", tables: &BALANCED }
    }

    /// Returns `pubeval` or `balanced`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The static value of a result in 1/3,000,000, even if it ends the game.
    #[inline]
    pub fn formula(&self, race: bool, result: &Position) -> Score {
        let table = &self.tables.phases[usize::from(race)];
        table.iter().zip(&result.cells).map(|(cell, &n)| cell[(i16::from(n) + 16) as usize & 31]).sum()
    }

    /// The value of a single game won, above any static value; a gammon is worth twice
    /// that.
    #[inline]
    pub fn win(&self) -> Score {
        self.tables.most + SCALE
    }
}

impl EquityEvaluator<Backgammon> for Pubeval {
    type Before = bool;

    fn unit(&self) -> &'static str {
        self.name
    }

    fn scale(&self) -> Score {
        SCALE
    }

    fn bounds(&self, _: &Backgammon, _: &Position) -> (Score, Score) {
        (-3 * self.win(), 3 * self.win())
    }

    #[inline]
    fn before(&self, _: &Backgammon, position: &Position) -> bool {
        position.is_race()
    }

    #[inline]
    fn evaluate(&self, _: &Backgammon, race: bool, result: &Position) -> Score {
        self.formula(race, result)
    }

    #[inline]
    fn outcome_value(&self, _: &Backgammon, _: &Position, outcome: Outcome) -> Score {
        outcome.points() * self.win()
    }

    #[inline]
    fn preference(&self, _: &Backgammon, race: bool, result: &Position) -> Score {
        match Outcome::of(result) {
            Some(outcome) => outcome.points() * self.win(),
            None => self.formula(race, result),
        }
    }

    fn prefers_by_value(&self, _: Side) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Roll;
    use super::*;

    fn described(race: bool, result: &Position) -> f64 {
        let weights = if race { &RACE } else { &CONTACT };
        let mut inputs = [0.0; 122];
        for point in 1..=24 {
            let n = result.points()[point];
            let at = &mut inputs[5 * (24 - point)..][..5];
            at[0] = f64::from(n == -1);
            at[1] = f64::from(n == 1);
            at[2] = f64::from(n >= 2);
            at[3] = f64::from(n == 3);
            at[4] = if n >= 4 { f64::from(n - 3) / 2.0 } else { 0.0 };
        }
        inputs[120] = f64::from(result.opponent_bar()) / 2.0;
        inputs[121] = f64::from(result.off()) / 15.0;
        inputs.iter().zip(weights).map(|(input, &weight)| input * f64::from(weight) / 1e5).sum()
    }

    #[test]
    fn the_table_is_what_is_described() {
        let pubeval = Pubeval::new();
        assert!(i64::from(pubeval.win()) * 3 < 1_000_000_000, "{}", pubeval.win());
        for text in [
            "-b----E-C---eE---c-e----B-",
            "b--B-c--C-C-c---C--b-B-bcA",
            "a--a-DdA---Ca---C--e--A-cA",
            "aCC-C-c-----d-----bb--c---",
            "-CA-D-C------------cc---b-",
            "-O---------------------o--",
        ] {
            let position: Position = text.parse().unwrap();
            for roll in Roll::ALL {
                for result in position.results(roll) {
                    for race in [false, true] {
                        let exact = f64::from(pubeval.formula(race, &result)) / f64::from(SCALE);
                        assert!((exact - described(race, &result)).abs() < 1e-9, "{result}");
                        assert!(pubeval.formula(race, &result).abs() <= pubeval.tables.most);
                    }
                }
            }
        }
    }
}
