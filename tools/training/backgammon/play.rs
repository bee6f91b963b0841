//! Games of the networks against themselves, and what they teach.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};
use sparring_engine::games::backgammon::network::{Chances, Network, ONE, OUTPUTS};
use sparring_engine::games::backgammon::{Board, Dice, Outcome, Position, Results, Roll};

use crate::samples::Sample;

/// Longer games end here, and are worth what the network says of their last position.
const PLIES_MOST: usize = 600;

/// Room for the plays of a roll.
#[derive(Default)]
pub struct Plays {
    results: Results,
    chances: Vec<Chances>,
}

impl Plays {
    /// The best play of a roll by the networks: by points, or by the chance to win.
    pub fn best(
        &mut self,
        network: &Network,
        board: &Board,
        roll: Roll,
        by_points: bool,
    ) -> (Position, Chances) {
        self.value(network, board, roll);
        let best = self.best_of(|chances| worth(chances, by_points));
        (self.results[best], self.chances[best])
    }

    /// One of the plays of a roll that are nearly as good as the best, each as likely.
    fn nearly_best(
        &mut self,
        network: &Network,
        board: &Board,
        roll: Roll,
        random: &mut impl Rng,
    ) -> (Position, Chances) {
        self.value(network, board, roll);
        let least = self.chances[self.best_of(Chances::equity)].equity() - NEARLY;
        let nearly: Vec<usize> =
            (0..self.chances.len()).filter(|&i| self.chances[i].equity() >= least).collect();
        let drawn = nearly[(random.next_u64() % nearly.len() as u64) as usize];
        (self.results[drawn], self.chances[drawn])
    }

    /// What a result is worth to the side that has played it, in the mean over all rolls of the
    /// other side, whose board this is.
    fn look_ahead(&mut self, network: &Network, board: &Board, by_points: bool) -> [f32; OUTPUTS] {
        let mut sum = [0.0; OUTPUTS];
        for roll in Roll::ALL {
            let said = of_other(shares(self.best(network, board, roll, by_points).1));
            for (sum, said) in sum.iter_mut().zip(said) {
                *sum += roll.weight() as f32 / Roll::WEIGHTS as f32 * said;
            }
        }
        sum
    }

    fn value(&mut self, network: &Network, board: &Board, roll: Roll) {
        let results = board.results(roll, &mut self.results);
        self.chances.resize(results.len(), Chances::default());
        network.all_chances(results, &mut self.chances);
    }

    /// The first of those worth most.
    fn best_of(&self, worth: impl Fn(Chances) -> i32) -> usize {
        let mut best = 0;
        for (i, &chances) in self.chances.iter().enumerate().skip(1) {
            if worth(chances) > worth(self.chances[best]) {
                best = i;
            }
        }
        best
    }
}

fn worth(chances: Chances, by_points: bool) -> i32 {
    if by_points { chances.equity() } else { chances.win }
}

/// The roll that a game begins with.
pub fn opening(dice: &mut Dice) -> Roll {
    let (white, black) = dice.opening();
    Roll::new(white, black).expect("dice show 1 to 6")
}

/// How games are played and what they teach.
#[derive(Clone, Copy)]
pub struct Teaching {
    /// Moves are chosen by points; by the chance to win otherwise.
    pub by_points: bool,
    /// Share of the later game in what a position should be worth.
    pub lambda: f32,
    /// Positions are valued by all rolls that may follow. See [`Plays::look_ahead`].
    pub look_ahead: bool,
    /// Share of the plays that are drawn from those nearly as good as the best. Only with
    /// `look_ahead`, because what follows a poor play is nothing that the position before can
    /// learn from.
    pub explore: f64,
}

/// Plays that are nearly as good as the best: points less.
const NEARLY: i32 = ONE / 5;

/// What happened after one play of a game.
struct Turn {
    result: Position,
    /// What the network says of the result.
    said: [f32; OUTPUTS],
    /// What it says of it when all rolls that may follow are tried.
    ahead: [f32; OUTPUTS],
    /// Whether the play is the best.
    best: bool,
}

/// Plays one game and appends its positions.
pub fn game(network: &Network, seed: u64, teaching: Teaching, samples: &mut Vec<Sample>) {
    let mut dice = Dice::new(seed);
    let mut roll = opening(&mut dice);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(!seed);
    let mut position = Position::START;
    let mut plays = Plays::default();
    let mut line = Vec::new();
    while line.len() < PLIES_MOST {
        let board = Board::of(&position);
        let explores = teaching.look_ahead && random.random_bool(teaching.explore);
        let (result, chances) = match explores {
            false => plays.best(network, &board, roll, teaching.by_points),
            true => plays.nearly_best(network, &board, roll, &mut random),
        };
        let over = Outcome::of(&result).is_some();
        position = result.handed_over();
        let said = shares(chances);
        let ahead = match teaching.look_ahead && !over {
            false => said,
            true => plays.look_ahead(network, &Board::of(&position), teaching.by_points),
        };
        line.push(Turn { result, said, ahead, best: !explores });
        if over {
            break;
        }
        roll = dice.roll();
    }
    teach(&line, teaching, samples);
}

/// What each position but the last should have been worth, from the last to the first.
///
/// Without look-ahead: a mixture of what the network said of the next position and of what the
/// next position should have been worth (lambda-returns). With it: the mean over all rolls, and
/// what the next position should have been worth beyond what the network said of it, since that
/// is what the game has shown beside luck.
fn teach(line: &[Turn], teaching: Teaching, samples: &mut Vec<Sample>) {
    let Some((last, before)) = line.split_last() else { return };
    let lambda = teaching.lambda;
    let (mut next, mut worth) = (last, last.said);
    for turn in before.iter().rev() {
        let learnt = |i: usize| lambda * (worth[i] - next.said[i]);
        worth = match teaching.look_ahead {
            false => of_other(std::array::from_fn(|i| next.said[i] + learnt(i))),
            true if next.best => {
                let [win, gammon, backgammon, lose_gammon, lose_backgammon] = std::array::from_fn(learnt);
                let learnt = [-win, lose_gammon, lose_backgammon, gammon, backgammon];
                std::array::from_fn(|i| turn.ahead[i] + learnt[i])
            }
            true => turn.ahead,
        };
        next = turn;
        samples.push(Sample::new(&turn.result, worth));
    }
}

fn shares(chances: Chances) -> [f32; OUTPUTS] {
    chances.as_array().map(|chance| chance as f32 / ONE as f32)
}

/// The same for the other side.
fn of_other([win, gammon, backgammon, lose_gammon, lose_backgammon]: [f32; OUTPUTS]) -> [f32; OUTPUTS] {
    [1.0 - win, lose_gammon, lose_backgammon, gammon, backgammon]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A turn of which the network said two numbers of eighths for the chance to win.
    fn turn(said: u8, ahead: u8) -> Turn {
        let win = |eighths| [f32::from(eighths) / 8.0, 0.0, 0.0, 0.0, 0.0];
        Turn { result: Position::START, said: win(said), ahead: win(ahead), best: true }
    }

    fn taught(line: &[Turn], look_ahead: bool) -> Vec<[f32; OUTPUTS]> {
        let mut samples = Vec::new();
        teach(line, Teaching { by_points: true, lambda: 0.5, look_ahead, explore: 0.0 }, &mut samples);
        samples.iter().map(Sample::targets).collect()
    }

    #[track_caller]
    fn close(got: [f32; OUTPUTS], expected: [f32; OUTPUTS]) {
        let far = got.iter().zip(expected).any(|(got, expected)| (got - expected).abs() > 1e-4);
        assert!(!far, "{got:?}, expected {expected:?}");
    }

    fn won_by_gammon() -> Turn {
        let won = shares(Chances::won(Outcome::Gammon));
        Turn { said: won, ahead: won, ..turn(0, 0) }
    }

    #[test]
    fn what_a_game_teaches_by_hand() {
        let targets = taught(&[turn(2, 0), turn(4, 0), won_by_gammon()], false);
        // The loser's last position is lost by a gammon; the one before is the winner's: half of
        // this, half of what the network said.
        close(targets[0], [0.0, 0.0, 0.0, 1.0, 0.0]);
        close(targets[1], [0.75, 0.5, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn what_a_game_teaches_beside_luck_by_hand() {
        let mut line = [turn(2, 3), turn(4, 2), won_by_gammon()];
        // That the last roll won is luck, all of it: its mean was what look-ahead said. But the
        // network had thought of half instead of a quarter: a quarter more for the winner.
        let targets = taught(&line, true);
        close(targets[0], [2.0 / 8.0, 0.0, 0.0, 0.0, 0.0]);
        close(targets[1], [3.0 / 8.0 + 0.5 * 2.0 / 8.0, 0.0, 0.0, 0.0, 0.0]);
        // Of a play that was not the best the position before learns nothing.
        line[1].best = false;
        close(taught(&line, true)[1], [3.0 / 8.0, 0.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn look_ahead_is_the_mean_of_best_replies() {
        let network = Network::built_in();
        let result = Position::START.results(Roll::new(3, 1).unwrap())[4];
        let mut plays = Plays::default();
        let [win, gammon, backgammon, lose_gammon, lose_backgammon] =
            plays.look_ahead(network, &Board::of(&result.handed_over()), true);
        let points = 2.0 * win - 1.0 + gammon + backgammon - lose_gammon - lose_backgammon;
        let mut expected = 0.0;
        for roll in Roll::ALL {
            let replies = result.handed_over().results(roll);
            let best = replies.iter().map(|reply| network.chances(reply).equity()).max().unwrap();
            expected -= f64::from(roll.weight()) / 36.0 * f64::from(best) / f64::from(ONE);
        }
        assert!((f64::from(points) - expected).abs() < 1e-4, "{points}, expected {expected}");
    }
}
