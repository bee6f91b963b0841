//! Forecasts of the remaining time of a solver's question.
//!
//! The parts of a question differ greatly in size, so the finished share alone says little. The
//! range covers all forecasts from the second half of the time.

use std::time::Duration;

/// Shorter questions get no forecast.
const SHORTEST: Duration = Duration::from_secs(60);

/// Longer forecasts mean that the work has hardly begun.
const YEAR: Duration = Duration::from_secs(365 * 86_400);

#[derive(Default)]
pub struct Forecast {
    /// Times of forecasts and their totals in seconds, at least 1 % apart.
    made: Vec<[f64; 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Left {
    /// By the last forecast.
    pub expected: Duration,
    /// The least and the greatest forecast, or the time by which the least is overdue, if that is
    /// more.
    pub range: [Duration; 2],
}

impl Forecast {
    /// Records the finished share (0 to 1). At 1 the rest is too small to count, yet may take long.
    pub fn note(&mut self, time: Duration, share: f64) {
        let time = time.as_secs_f64();
        if share > 0.0 && share < 1.0 && self.made.last().is_none_or(|[last, _]| time > 1.01 * last) {
            self.made.push([time, time / share]);
        }
    }

    /// The remaining time after `time`.
    pub fn left(&self, time: Duration) -> Option<Left> {
        let now = time.as_secs_f64();
        let lately = || self.made.iter().filter(|[made, _]| 2.0 * made >= now).map(|[_, whole]| *whole);
        let &[_, expected] = self.made.last().filter(|[made, _]| time >= SHORTEST && 2.0 * made >= now)?;
        let left = |whole: f64| Duration::try_from_secs_f64((whole - now).max(0.0)).unwrap_or(Duration::MAX);
        let [least, most] = [lately().fold(expected, f64::min), lately().fold(expected, f64::max)];
        let range = [least, most.max(now + (now - least))];
        Some(Left { expected: left(expected), range: range.map(left) })
    }
}

impl std::fmt::Display for Left {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.expected > YEAR {
            return f.write_str("more than a year left");
        }
        let (unit, seconds, digits) =
            if self.range[1] < Duration::from_secs(7200) { ("min", 60.0, 0) } else { ("h", 3600.0, 1) };
        let [expected, low, high] = [self.expected, self.range[0], self.range[1]];
        let [expected, low, high] = [expected, low, high].map(|time| time.as_secs_f64() / seconds);
        write!(f, "{expected:.digits$} {unit} left ({low:.digits$} to {high:.digits$})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(seconds: u64, share: impl Fn(f64) -> f64) -> Option<Left> {
        let mut forecast = Forecast::default();
        for t in 1..=seconds {
            forecast.note(Duration::from_secs(t), share(t as f64));
        }
        forecast.left(Duration::from_secs(seconds))
    }

    #[test]
    fn steady_work_is_forecast_without_error() {
        let left = after(600, |t| t / 1800.0).unwrap();
        assert!((1195..=1205).contains(&left.expected.as_secs()), "{left:?}");
        assert_eq!(left.to_string(), "20 min left (20 to 20)");
    }

    #[test]
    fn the_range_is_that_of_what_was_said_before() {
        // The second half takes three times as long.
        let share = |t: f64| if t < 1000.0 { t / 2000.0 } else { 0.5 + (t - 1000.0) / 6000.0 };
        let left = after(1800, share).unwrap();
        assert_eq!(left.to_string(), "17 min left (3 to 17)");
        assert!(left.range[0] < left.expected && left.expected <= left.range[1]);
    }

    #[test]
    fn what_is_overdue_may_take_as_long_again() {
        // Nearly all is done after 1,000 s, but the rest does not end.
        let left = after(1800, |t| if t < 1000.0 { t / 1001.0 } else { 0.999 + t * 1e-9 }).unwrap();
        assert_eq!(left.to_string(), "0 min left (0 to 13)");
    }

    #[test]
    fn nothing_is_said_at_first() {
        assert_eq!(after(59, |t| t / 100.0), None);
        assert_eq!(after(600, |_| 0.0), None);
        assert_eq!(
            after(600, |t| if t < 100.0 { t / 100.0 } else { 1.0 }),
            None,
            "what is left is not counted"
        );
        assert!(after(600, |_| 1e-300).unwrap().expected > Duration::from_secs(u64::MAX / 2));
    }

    #[test]
    fn long_times_are_in_hours() {
        assert_eq!(after(3600, |t| t / 36_000.0).unwrap().to_string(), "9.0 h left (9.0 to 9.0)");
    }
}
