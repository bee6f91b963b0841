//! Random positions of backgammon.

use sparring_engine::game::Side;
use sparring_engine::games::backgammon::Position;

use super::random::Random;

impl Random {
    /// A position of any kind, of either side; one in sixteen is that of a finished game.
    pub fn position(&mut self) -> Position {
        let spread = [6, 12, 24, 25][self.below(4)];
        let mut points = *self.placement(spread).points();
        if self.below(16) == 0 && points.iter().any(|&n| n < 0) {
            points = points.map(|n| n.min(0));
        }
        let side = [Side::First, Side::Second][self.below(2)];
        Position::new(&points, side).unwrap()
    }

    /// A position of White: `spread` is the highest of the points used, 25 including the bar; some
    /// are borne off.
    pub fn placement(&mut self, spread: usize) -> Position {
        let mut board = [0; 26];
        for sign in [1, -1] {
            for _ in 0..1 + self.below(15) {
                let at = 1 + self.below(spread);
                let at = if sign > 0 { at } else { 25 - at };
                // A point belongs to one side; a checker that finds it taken counts as borne off.
                if board[at] * sign >= 0 {
                    board[at] += sign;
                }
            }
        }
        if board.iter().all(|&n| n <= 0) {
            board[25] = 1;
        }
        Position::new(&board, Side::First).unwrap()
    }
}
