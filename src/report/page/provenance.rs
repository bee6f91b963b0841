//! The origin of a page.

use std::time::SystemTime;

use crate::documents::Program;
use crate::text::utc;

#[derive(Clone, Debug)]
pub struct Provenance {
    pub version: &'static str,
    pub commit: Option<&'static str>,
    pub command: Vec<String>,
    pub processor: Option<String>,
    pub processors: usize,
    pub date: SystemTime,
}

impl Provenance {
    pub fn program(&self) -> Program {
        Program { version: self.version, commit: self.commit }
    }

    pub(super) fn facts(&self) -> Vec<(&'static str, String)> {
        let commit = self.commit.map_or(String::new(), |commit| format!(", commit {commit}"));
        let processor = self.processor.clone().unwrap_or("unknown".to_owned());
        vec![
            ("Program", format!("sparring {}{commit}", self.version)),
            ("Processor", processor),
            ("Processors allowed", self.processors.to_string()),
            ("Date", date(self.date)),
        ]
    }

    pub(super) fn command_line(&self) -> String {
        self.command.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=,:+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

fn date(time: SystemTime) -> String {
    let ([year, month, day], second) = utc(time);
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", second / 3600, second / 60 % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn days_are_those_of_the_calendar() {
        let at = |seconds| date(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01 00:00 UTC");
        assert_eq!(at(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(at(1_735_689_599), "2024-12-31 23:59 UTC");
        assert_eq!(at(4_107_542_400), "2100-03-01 00:00 UTC");
    }

    #[test]
    fn a_command_line_can_be_typed_again() {
        assert_eq!(quoted("--fen=8/8/8"), "--fen=8/8/8");
        assert_eq!(quoted("it's <b>"), "'it'\\''s <b>'");
        assert_eq!(quoted(""), "''");
    }
}
