//! Limits of an engine's thinking.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A limit on the cost of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    MoveTime(Duration),
    Nodes(u64),
    Depth(u32),
    /// A clock for the whole game, and its increment per move.
    Clock(Duration, Duration),
}

impl Pace {
    /// Returns the PGN tag `TimeControl`.
    pub fn tag(self) -> String {
        match self {
            Pace::MoveTime(time) => format!("1/{}", time.as_secs_f64()),
            Pace::Nodes(_) | Pace::Depth(_) => "-".to_owned(),
            Pace::Clock(base, increment) => format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64()),
        }
    }

    /// Returns each side's initial time, if there is a clock.
    pub fn base(self) -> Option<Duration> {
        match self {
            Pace::Clock(base, _) => Some(base),
            _ => None,
        }
    }

    /// Returns the `go` command for White's and Black's clocks.
    pub fn go(self, left: [Duration; 2]) -> String {
        match self {
            Pace::MoveTime(time) => format!("go movetime {}", time.as_millis()),
            Pace::Nodes(nodes) => format!("go nodes {nodes}"),
            Pace::Depth(depth) => format!("go depth {depth}"),
            Pace::Clock(_, increment) => {
                let [white, black] = left.map(|time| time.as_millis().max(1));
                let add = increment.as_millis();
                format!("go wtime {white} btime {black} winc {add} binc {add}")
            }
        }
    }

    /// Returns a move's time limit, if there is one.
    pub fn allowed(self, left: Duration) -> Option<Duration> {
        match self {
            Pace::MoveTime(time) => Some(time),
            Pace::Clock(..) => Some(left),
            Pace::Nodes(_) | Pace::Depth(_) => None,
        }
    }

    pub fn after(self, left: Duration, spent: Duration) -> Duration {
        match self {
            Pace::Clock(_, increment) => left.saturating_sub(spent) + increment,
            _ => left,
        }
    }
}

impl FromStr for Pace {
    type Err = String;

    /// Reads seconds, optionally with `+` and the increment in seconds.
    fn from_str(text: &str) -> Result<Pace, String> {
        let refused = || {
            let got = text.escape_debug();
            format!("got '{got}', expected seconds for the game and for each move; try 10+0.1")
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| {
            let seconds: f64 = text.parse().ok()?;
            (0.0..=86_400.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
        };
        let base = seconds(base).filter(|base| !base.is_zero()).ok_or_else(refused)?;
        Ok(Pace::Clock(base, seconds(increment).ok_or_else(refused)?))
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
            Pace::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Pace::Depth(depth) => write!(f, "depth {depth}"),
            Pace::Clock(base, increment) => {
                write!(f, "{}+{} s", base.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}
