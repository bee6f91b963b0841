use std::fmt::Write;
use std::time::Duration;

use sparring_engine::search::{Limits, Settings};

const MAX_TIME: Duration = Duration::from_secs(3600);

#[derive(Clone, Copy, Debug)]
pub struct Depths {
    pub least: u32,
    pub most: u32,
    /// Singular and plural.
    pub unit: [&'static str; 2],
    pub example: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    pub depth: u32,
    pub limits: Limits,
}

impl Level {
    pub fn depth(depth: u32) -> Level {
        Level { depth, limits: Limits::default() }
    }

    pub fn of<S>(settings: &Settings<S>) -> Level {
        Level { depth: settings.depth, limits: settings.limits }
    }

    pub fn apply<S>(self, settings: Settings<S>) -> Settings<S> {
        Settings { depth: self.depth, limits: self.limits, ..settings }
    }

    /// Reads a depth (`5`, `depth 5`) or a time (`500ms`, `1.5 s`).
    ///
    /// # Errors
    /// A message for the person.
    pub fn parse(text: &str, depths: Depths) -> Result<Level, String> {
        let compact: String = text.to_lowercase().split_whitespace().collect();
        let bare = compact.strip_prefix("depth").unwrap_or(&compact);
        if let Some(depth) = bare.parse().ok().filter(|n| (depths.least..=depths.most).contains(n)) {
            return Ok(Level::depth(depth));
        }
        if let Some(time) = duration(&compact) {
            return Ok(Level {
                depth: depths.most,
                limits: Limits { movetime: Some(time), ..Limits::default() },
            });
        }
        let Depths { least, most, example, .. } = depths;
        let got: String = text.chars().take(24).flat_map(char::escape_debug).collect();
        Err(format!(
            "got '{got}', expected a level from {least} to {most}, or a time from 1ms to 3600s; try level {example} or \
             level 500ms"
        ))
    }

    /// Describes the level, as in `looks 5 plies ahead`.
    pub fn words(self, depths: Depths) -> String {
        let Limits { movetime, nodes } = self.limits;
        let mut words = match (self.depth, movetime.is_some() || nodes.is_some()) {
            (depth, true) if depth >= depths.most => "looks as far ahead as it can".to_owned(),
            (depth, _) => format!("looks {} ahead", counted(depth, depths.unit)),
        };
        if let Some(time) = movetime {
            let _infallible = write!(words, " in {}", shown(time));
        }
        if let Some(nodes) = nodes {
            let _infallible = write!(words, ", for at most {}", counted(nodes, ["node", "nodes"]));
        }
        words
    }
}

/// A number with the singular or plural noun.
pub fn counted(n: impl TryInto<u64>, [one, more]: [&str; 2]) -> String {
    let n = n.try_into().unwrap_or(u64::MAX);
    format!("{n} {}", if n == 1 { one } else { more })
}

fn shown(time: Duration) -> String {
    if time.as_millis().is_multiple_of(1000) {
        format!("{} s", time.as_secs())
    } else {
        format!("{} ms", time.as_millis())
    }
}

fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s')?, 1.0),
    };
    let plain = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let seconds = plain.then(|| number.parse::<f64>().ok())?? * unit;
    let time = Duration::try_from_secs_f64(seconds).ok()?;
    (Duration::from_millis(1)..=MAX_TIME).contains(&time).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEPTHS: Depths = Depths { least: 1, most: 64, unit: ["ply", "plies"], example: 5 };

    #[test]
    fn levels_are_depths_or_times() {
        let words = |text| Level::parse(text, DEPTHS).map(|level| level.words(DEPTHS));
        assert_eq!(words("1"), Ok("looks 1 ply ahead".to_owned()));
        assert_eq!(words("Depth 7"), Ok("looks 7 plies ahead".to_owned()));
        assert_eq!(words("500ms"), Ok("looks as far ahead as it can in 500 ms".to_owned()));
        assert_eq!(words("1.5 s"), Ok("looks as far ahead as it can in 1500 ms".to_owned()));
        assert_eq!(words("2s"), Ok("looks as far ahead as it can in 2 s".to_owned()));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["0", "65", "-1", "0ms", "1e9s", "nans", "3601s", "s", "ms", "5 plies", "\u{0}"] {
            let refused = Level::parse(text, DEPTHS).unwrap_err();
            assert!(refused.contains("expected a level from 1 to 64"), "{text}: {refused}");
        }
    }
}
