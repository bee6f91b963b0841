//! The time that a move may take, by the clock and by how steady the search is.
//!
//! A move gets a share of the time left (*soft*), which grows while the best move changes or its
//! value falls. No depth is begun after six tenths of the share. The search is stopped after up to
//! four shares (*hard*), never later than the clock allows.

use std::time::Duration;

use crate::game::Score;

/// The clock of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Time lost between the end of a search and the stop of the clock.
    pub overhead: Duration,
}

/// The time that a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No depth is begun after about six tenths of this.
    pub soft: Duration,
    /// The search is stopped after this time.
    pub hard: Duration,
}

/// Expected moves of the rest of a game.
const MOVES: u32 = 28;
/// Time reserved for noticing the limit and stopping.
const STOPPING: Duration = Duration::from_millis(2);

impl Clock {
    /// The time for the next move: at most what is left less the overhead, and never 0.
    pub fn budget(&self) -> Budget {
        let left = self.remaining.saturating_sub(self.overhead + STOPPING);
        let left = left.max(Duration::from_millis(1)).min(self.remaining.max(Duration::from_millis(1)));
        let moves = self.moves_to_go.unwrap_or(MOVES).clamp(1, MOVES);
        // Each later move brings the increment and costs the overhead.
        let others = moves - 1;
        let lost = (self.overhead * others).min(left * 3 / 4);
        let share = (left - lost + self.increment * others * 3 / 4) / moves;
        let most = if moves == 1 { left } else { left * 6 / 10 };
        let soft = share.min(most);
        Budget { soft, hard: (soft * 4).min(most.max(soft)) }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Pace<M> {
    budget: Budget,
    forced: bool,
    best: Option<M>,
    /// Depths since the best move changed.
    steady: u32,
    last: Option<Score>,
}

/// The share in percent, by the number of depths with the same best move.
const STEADY: [u32; 6] = [180, 140, 115, 100, 88, 78];

impl<M: PartialEq> Pace<M> {
    pub fn new(budget: Budget, moves: usize) -> Pace<M> {
        Pace { budget, forced: moves == 1, best: None, steady: 0, last: None }
    }

    pub fn is_enough(&mut self, best: M, value: Score, time: Duration) -> bool {
        let same = self.best.as_ref() == Some(&best);
        self.steady = if same { self.steady + 1 } else { 0 };
        let fall = self.last.map_or(0, |last| (last - value).clamp(0, 60));
        (self.best, self.last) = (Some(best), Some(value));
        let steady = STEADY[(self.steady as usize).min(STEADY.len() - 1)];
        // A fall of 60 centipawns or more adds a half.
        let share = self.budget.soft * steady / 100 * (120 + fall as u32) / 120;
        // The next depth takes about as long as all before it.
        time > share * 6 / 10 || (self.forced && time * 20 > self.budget.soft)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn clock(remaining: u32, increment: u32, moves_to_go: Option<u32>) -> Clock {
        Clock { remaining: MS * remaining, increment: MS * increment, moves_to_go, overhead: MS * 10 }
    }

    #[test]
    fn a_move_never_takes_more_than_is_left() {
        for remaining in [0, 1, 5, 12, 13, 50, 1_000, 60_000, 7_200_000] {
            for increment in [0, 10, 100, 30_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    let clock = clock(remaining, increment, moves_to_go);
                    let Budget { soft, hard } = clock.budget();
                    assert!(soft <= hard && soft > Duration::ZERO, "{clock:?}");
                    assert!(hard <= (MS * remaining).saturating_sub(MS * 12).max(MS), "{clock:?}: {hard:?}");
                }
            }
        }
    }

    #[test]
    fn a_whole_game_fits_its_clock() {
        for (minutes, increment) in [(1, 0), (3, 2_000), (10, 100)] {
            let mut clock = clock(minutes * 60_000, increment, None);
            for _ in 0..150 {
                let spent = clock.budget().soft + clock.overhead;
                assert!(spent < clock.remaining, "{clock:?}");
                clock.remaining = clock.remaining - spent + clock.increment;
            }
        }
    }

    #[test]
    fn the_last_move_before_the_time_control_may_use_what_is_left() {
        let Budget { soft, .. } = clock(1_000, 0, Some(1)).budget();
        assert!(soft >= MS * 900);
        let Budget { soft, .. } = clock(1_000, 0, Some(2)).budget();
        assert!((MS * 400..=MS * 600).contains(&soft), "{soft:?}");
    }

    #[test]
    fn a_steady_search_ends_earlier_than_one_that_changes_its_mind() {
        let budget = Budget { soft: MS * 1000, hard: MS * 4000 };
        let ends = |best: fn(u32) -> u32, value: fn(u32) -> Score| {
            let mut pace = Pace::new(budget, 30);
            (1..).find(|&depth| pace.is_enough(best(depth), value(depth), MS * 50 * depth)).unwrap()
        };
        let steady = ends(|_| 1, |_| 20);
        let doubtful = ends(|depth| depth, |_| 20);
        let falling = ends(|_| 1, |depth| 20 - 40 * depth as Score);
        assert!(steady < falling && falling < doubtful, "{steady} {falling} {doubtful}");
    }

    #[test]
    fn a_forced_move_is_played_soon() {
        let mut pace = Pace::new(Budget { soft: MS * 1000, hard: MS * 4000 }, 1);
        assert!(!pace.is_enough(1, 0, MS * 10));
        assert!(pace.is_enough(1, 0, MS * 60));
    }
}
