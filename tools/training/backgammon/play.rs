//! Games of the networks against themselves, and what they teach.

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
        let results = board.results(roll, &mut self.results);
        self.chances.resize(results.len(), Chances::default());
        network.all_chances(results, &mut self.chances);
        let worth = |chances: &Chances| if by_points { chances.equity() } else { chances.win };
        let mut best = 0;
        for (i, chances) in self.chances.iter().enumerate().skip(1) {
            if worth(chances) > worth(&self.chances[best]) {
                best = i;
            }
        }
        (results[best], self.chances[best])
    }
}

/// The roll that a game begins with.
pub fn opening(dice: &mut Dice) -> Roll {
    let (white, black) = dice.opening();
    Roll::new(white, black).expect("dice show 1 to 6")
}

/// Plays one game and appends its positions.
pub fn game(network: &Network, seed: u64, by_points: bool, lambda: f32, samples: &mut Vec<Sample>) {
    let mut dice = Dice::new(seed);
    let mut roll = opening(&mut dice);
    let mut position = Position::START;
    let mut plays = Plays::default();
    let mut line = Vec::new();
    while line.len() < PLIES_MOST {
        let (result, chances) = plays.best(network, &Board::of(&position), roll, by_points);
        line.push((result, chances));
        if Outcome::of(&result).is_some() {
            break;
        }
        position = result.handed_over();
        roll = dice.roll();
    }
    teach(&line, lambda, samples);
}

/// What each position but the last should have been worth: a mixture of what the network said of
/// the next position and of what the next position should have been worth (lambda-returns).
fn teach(line: &[(Position, Chances)], lambda: f32, samples: &mut Vec<Sample>) {
    let Some(((_, last), before)) = line.split_last() else { return };
    let mut worth = shares(*last);
    let mut said = worth;
    for (result, chances) in before.iter().rev() {
        let mixed: [f32; OUTPUTS] = std::array::from_fn(|i| lambda * worth[i] + (1.0 - lambda) * said[i]);
        worth = of_other(mixed);
        said = shares(*chances);
        samples.push(Sample::new(result, worth));
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

    #[test]
    fn what_a_game_teaches_by_hand() {
        let chances = |win: i32| Chances { win: win * ONE / 8, ..Chances::default() };
        let last = (Position::START, Chances::won(Outcome::Gammon));
        let line = [(Position::START, chances(2)), (Position::START, chances(4)), last];
        let mut samples = Vec::new();
        teach(&line, 0.5, &mut samples);
        let targets: Vec<_> = samples.iter().map(Sample::targets).collect();
        // The loser's last position is lost by a gammon; the one before is the winner's: half of
        // this, half of what the network said.
        assert_eq!(targets[0], [0.0, 0.0, 0.0, 1.0, 0.0]);
        for (got, expected) in targets[1].iter().zip([0.75, 0.5, 0.0, 0.0, 0.0]) {
            assert!((got - expected).abs() < 1e-4, "{targets:?}");
        }
    }
}
