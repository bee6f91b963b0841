//! Limits of an engine's thinking, and the clocks of a game.

use std::fmt;
use std::time::Duration;

use thiserror::Error;

use super::time_control::{TcValue, TimeControl};
use sparring_engine::game::Side;

/// A limit on the cost of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    MoveTime(Duration),
    Nodes(u64),
    Depth(u32),
    Clock(TimeControl),
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PaceError {
    /// Two limits.
    #[error("got {0} and {1} together, expected one of them; try only one")]
    Together(Pace, Pace),
    /// `inf` alone.
    #[error("got inf without another limit, expected one, or no move would end; try inf and a depth of 8")]
    Endless,
}

impl Pace {
    /// Joins a clock and another limit. Without a clock the other limit is needed.
    ///
    /// # Errors
    /// If both are limits, or there is none.
    pub fn joined(clock: Option<TcValue>, other: Option<Pace>) -> Result<Option<Pace>, PaceError> {
        match (clock, other) {
            (None, other) => Ok(other),
            (Some(TcValue::Infinite), None) => Err(PaceError::Endless),
            (Some(TcValue::Infinite), other) => Ok(other),
            (Some(TcValue::Clock(control)), None) => Ok(Some(Pace::Clock(control))),
            (Some(TcValue::Clock(control)), Some(other)) => {
                Err(PaceError::Together(Pace::Clock(control), other))
            }
        }
    }

    /// The PGN tag `TimeControl`.
    pub fn tag(self) -> String {
        match self {
            Pace::MoveTime(time) => format!("1/{}", time.as_secs_f64()),
            Pace::Nodes(_) | Pace::Depth(_) => "-".to_owned(),
            Pace::Clock(control) => control.to_string(),
        }
    }

    /// True if the same search has the same end on any machine.
    pub fn is_timeless(self) -> bool {
        matches!(self, Pace::Nodes(_) | Pace::Depth(_))
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
            Pace::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Pace::Depth(depth) => write!(f, "depth {depth}"),
            Pace::Clock(control) => write!(f, "{control} s"),
        }
    }
}

/// A side's limit, and its time left if it has a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    pace: Pace,
    left: Duration,
    /// Moves until the time is added again.
    to_go: Option<u32>,
}

impl Clock {
    pub fn new(pace: Pace) -> Clock {
        let (left, to_go) = match pace {
            // An increment alone is there for the first move, too.
            Pace::Clock(TimeControl { base: Duration::ZERO, increment, moves }) => (increment, moves),
            Pace::Clock(TimeControl { base, moves, .. }) => (base, moves),
            _ => (Duration::ZERO, None),
        };
        Clock { pace, left, to_go }
    }

    /// The next move's time limit, if there is one.
    pub fn allowed(&self) -> Option<Duration> {
        match self.pace {
            Pace::MoveTime(time) => Some(time),
            Pace::Clock(_) => Some(self.left),
            Pace::Nodes(_) | Pace::Depth(_) => None,
        }
    }

    /// Counts a move that took `spent`.
    pub fn press(&mut self, spent: Duration) {
        let Pace::Clock(TimeControl { moves, base, increment }) = self.pace else { return };
        self.left = self.left.saturating_sub(spent) + increment;
        self.to_go = self.to_go.map(|moves| moves - 1);
        if self.to_go == Some(0) {
            self.left += base;
            self.to_go = moves;
        }
    }
}

/// The `go` command for the side to move. `clocks` are White's and Black's.
pub(super) fn go(clocks: &[Clock; 2], side: Side) -> String {
    let clock = &clocks[side as usize];
    match clock.pace {
        Pace::MoveTime(time) => format!("go movetime {}", time.as_millis()),
        Pace::Nodes(nodes) => format!("go nodes {nodes}"),
        Pace::Depth(depth) => format!("go depth {depth}"),
        Pace::Clock(_) => {
            let (mut times, mut increments) = (String::new(), String::new());
            for (side, clock) in ['w', 'b'].into_iter().zip(clocks) {
                if let Pace::Clock(TimeControl { increment, .. }) = clock.pace {
                    times += &format!(" {side}time {}", clock.left.as_millis().max(1));
                    increments += &format!(" {side}inc {}", increment.as_millis());
                }
            }
            let to_go = clock.to_go.map_or(String::new(), |moves| format!(" movestogo {moves}"));
            format!("go{times}{increments}{to_go}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(texts: [&str; 2]) -> [Clock; 2] {
        texts.map(|text| Clock::new(Pace::joined(Some(text.parse().unwrap()), None).unwrap().unwrap()))
    }

    #[test]
    fn time_is_added_after_moves_and_periods() {
        let mut clocks = clocks(["2/60+1", "0+5"]);
        assert_eq!(go(&clocks, Side::First), "go wtime 60000 btime 5000 winc 1000 binc 5000 movestogo 2");
        clocks[0].press(Duration::from_secs(10));
        clocks[1].press(Duration::from_secs(2));
        assert_eq!(go(&clocks, Side::Second), "go wtime 51000 btime 8000 winc 1000 binc 5000");
        assert_eq!(go(&clocks, Side::First), "go wtime 51000 btime 8000 winc 1000 binc 5000 movestogo 1");
        clocks[0].press(Duration::from_secs(20));
        assert_eq!(clocks[0].allowed(), Some(Duration::from_secs(92)));
        assert_eq!(go(&clocks, Side::First), "go wtime 92000 btime 8000 winc 1000 binc 5000 movestogo 2");
    }

    #[test]
    fn a_clock_and_another_limit_are_not_joined() {
        let (clock, depth) = ("10+0.1".parse().unwrap(), Pace::Depth(3));
        assert_eq!(Pace::joined(Some(TcValue::Infinite), Some(depth)), Ok(Some(depth)));
        assert_eq!(Pace::joined(Some(TcValue::Infinite), None), Err(PaceError::Endless));
        let why = Pace::joined(Some(clock), Some(depth)).unwrap_err().to_string();
        assert!(why.starts_with("got 10+0.1 s and depth 3 together"), "{why}");
    }
}
