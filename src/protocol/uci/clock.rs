//! How much of the clock a move may take.

use std::time::Duration;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    /// Time left.
    pub left: Duration,
    /// Added with every move.
    pub increment: Duration,
    /// Moves until more time is added to the clock.
    pub moves_to_go: Option<u32>,
}

/// The time of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// After this much no other depth is begun: it would hardly be finished.
    pub soft: Duration,
    /// After this much the search ends wherever it is.
    pub hard: Duration,
}

/// Moves that the time is shared out among if nothing says how many there will be.
const HORIZON: u32 = 25;

impl Clock {
    /// The time for a move: an even share of what is left, most of the increment, and in need three
    /// times as much, but never so much that the rest could not be played. `overhead` is lost with
    /// every move.
    pub fn budget(self, overhead: Duration) -> Budget {
        let moves = self.moves_to_go.map_or(HORIZON, |moves| moves.min(2 * HORIZON));
        let left = self.left.saturating_sub(overhead * moves.min(3));
        let share = left / moves + self.increment * 3 / 4;
        let least = Duration::from_millis(1);
        let most = if moves == 1 { left * 9 / 10 } else { left / 3 };
        Budget { soft: (share * 3 / 5).min(most).max(least), hard: (share * 3).min(most).max(least) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_never_uses_up_its_clock() {
        let overhead = Duration::from_millis(10);
        for (seconds, increment, moves_to_go) in
            [(60, 0, None), (1, 10, None), (10, 100, None), (5, 0, Some(40))]
        {
            let increment = Duration::from_millis(increment);
            let mut left = Duration::from_secs(seconds);
            for n in 0..300 {
                let moves_to_go = moves_to_go.map(|all| all - n % all);
                let budget = Clock { left, increment, moves_to_go }.budget(overhead);
                assert!(budget.soft <= budget.hard);
                // The worst: every move takes all it may, and the overhead besides.
                let spent = budget.hard + overhead.min(left / 20);
                assert!(spent < left, "{left:?} {budget:?}");
                left = left - spent + increment;
                if moves_to_go == Some(1) {
                    left += Duration::from_secs(seconds);
                }
                if left < Duration::from_millis(30) {
                    break; // nobody could play on
                }
            }
        }
    }
}
