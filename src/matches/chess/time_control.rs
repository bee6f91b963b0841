//! Time controls as people type them: `10+0.1`, `40/60`, `5:00+3`, `inf`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// Longest time and increment.
const LONGEST: f64 = 86_400.0;
const MOST_MOVES: u32 = 1000;

/// A clock's time and increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// After this many moves the time is added again; `None` if it is for the whole game.
    pub moves: Option<u32>,
    /// May be 0 with an increment.
    pub base: Duration,
    /// Added after every move.
    pub increment: Duration,
}

/// The value of `--tc` and `tc=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TcValue {
    /// No clock.
    Infinite,
    Clock(TimeControl),
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "got '{}', expected seconds for the game and for each move, or MOVES/TIME+INCREMENT; \
     try 10+0.1, 40/60 or 5:00+3",
    .0.escape_debug()
)]
pub struct TcError(String);

impl FromStr for TcValue {
    type Err = TcError;

    fn from_str(text: &str) -> Result<TcValue, TcError> {
        if matches!(text.trim(), "inf" | "infinite") {
            return Ok(TcValue::Infinite);
        }
        let clock = clock(text).filter(|clock| !(clock.base + clock.increment).is_zero());
        clock.map(TcValue::Clock).ok_or_else(|| TcError(text.to_owned()))
    }
}

fn clock(text: &str) -> Option<TimeControl> {
    let (period, increment) = text.split_once('+').unwrap_or((text, "0"));
    let (moves, base) = period.split_once('/').unwrap_or(("0", period));
    let moves: u32 = moves.trim().parse().ok().filter(|moves| *moves <= MOST_MOVES)?;
    let moves = (moves > 0).then_some(moves);
    Some(TimeControl { moves, base: time(base.trim())?, increment: time(increment.trim())? })
}

/// Reads seconds, `M:SS`, `H:MM:SS`, or a number with a unit.
fn time(text: &str) -> Option<Duration> {
    let units = [("ms", 0.001), ("min", 60.0), ("s", 1.0)];
    let with_unit = units.iter().find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, seconds)));
    let seconds = match with_unit {
        Some((amount, seconds)) => number(amount.trim())? * seconds,
        None => {
            let fields = text.split(':').map(number).collect::<Option<Vec<f64>>>()?;
            let (upper, lower) = (&fields[..fields.len() - 1], &fields[1..]);
            let are_fields = upper.iter().all(|n| n.fract() == 0.0) && lower.iter().all(|n| *n < 60.0);
            let few = fields.len() <= 3;
            (are_fields && few).then(|| fields.iter().fold(0.0, |all, n| 60.0 * all + n))?
        }
    };
    (seconds <= LONGEST).then(|| Duration::from_secs_f64(seconds))
}

fn number(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|_| plain)
}

impl fmt::Display for TimeControl {
    /// Writes it in seconds, as in the tag `TimeControl` of PGN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (base, increment) = (self.base.as_secs_f64(), self.increment.as_secs_f64());
        match self.moves {
            Some(moves) if self.increment.is_zero() => write!(f, "{moves}/{base}"),
            Some(moves) => write!(f, "{moves}/{base}+{increment}"),
            None => write!(f, "{base}+{increment}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_as_people_type_them() {
        for (text, moves, base, increment) in [
            ("10+0.1", None, 10_000, 100),
            ("60", None, 60_000, 0),
            ("40/60+1", Some(40), 60_000, 1000),
            ("40/10", Some(40), 10_000, 0),
            ("0/50+2", None, 50_000, 2000),
            ("5:00+3", None, 300_000, 3000),
            ("40/5:00", Some(40), 300_000, 0),
            ("1:30:00+30", None, 5_400_000, 30_000),
            ("0:00.5+0:00.01", None, 500, 10),
            ("0+5", None, 0, 5000),
            ("5min + 3s", None, 300_000, 3000),
            ("500ms+10ms", None, 500, 10),
        ] {
            let [base, increment] = [base, increment].map(Duration::from_millis);
            let expected = TcValue::Clock(TimeControl { moves, base, increment });
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        assert_eq!("inf".parse(), Ok(TcValue::Infinite));
        for wrong in [
            "",
            "0",
            "0+0",
            "+1",
            "10+",
            "fast",
            "-1",
            "1e3",
            "nan",
            "inf+1",
            "40/",
            "/60",
            "x/60",
            "-1/60",
            "1.5/60",
            "40/60/20",
            "1+1+1",
            "5:60",
            "1:2:3:4",
            "1.5:00",
            ":30",
            "5:",
            "40/7200:3600",
            "86401",
            "1,5",
            "10 0.1",
            "..",
            "10h",
        ] {
            let why = wrong.parse::<TcValue>().unwrap_err().to_string();
            assert!(why.contains("expected") && why.contains("; try"), "{wrong}: {why}");
        }
    }
}
