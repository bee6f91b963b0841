//! An option that a UCI engine declares.

/// Name and type of an option, from `option name NAME type TYPE default D min A max B var V`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    name: String,
    default: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Check,
    Spin {
        min: i64,
        max: i64,
    },
    Combo(Vec<String>),
    /// A string or a button.
    Free,
}

impl EngineOption {
    /// Reads a line of the engine. Returns `None` for another line.
    pub fn read(line: &str) -> Option<EngineOption> {
        let rest = line.strip_prefix("option name ")?;
        let (name, rest) = rest.split_once(" type ").unwrap_or((rest, ""));
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let facts = facts(rest);
        let values = |key| facts.iter().filter(move |(word, _)| *word == key).map(|(_, value)| &**value);
        let bound = |key| values(key).next().and_then(|bound| bound.parse().ok());
        let kind = match kind {
            "check" => Kind::Check,
            "spin" => {
                Kind::Spin { min: bound("min").unwrap_or(i64::MIN), max: bound("max").unwrap_or(i64::MAX) }
            }
            "combo" => Kind::Combo(values("var").map(str::to_owned).collect()),
            _ => Kind::Free,
        };
        let default = values("default").next().unwrap_or_default().to_owned();
        Some(EngineOption { name: name.trim().to_owned(), default, kind })
    }

    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// A value that the engine takes.
    pub fn example(&self) -> &str {
        &self.default
    }

    /// Checks a value.
    ///
    /// # Errors
    /// A text that says which value is expected instead.
    pub fn check(&self, value: &str) -> Result<(), String> {
        let expected = match &self.kind {
            Kind::Check if !["true", "false"].contains(&value) => "true or false".to_owned(),
            Kind::Spin { min, max } if !value.parse().is_ok_and(|n| (*min..=*max).contains(&n)) => {
                match (*min, *max) {
                    (i64::MIN, i64::MAX) => "a whole number".to_owned(),
                    (min, i64::MAX) => format!("a whole number from {min}"),
                    (i64::MIN, max) => format!("a whole number up to {max}"),
                    (min, max) => format!("a whole number from {min} to {max}"),
                }
            }
            Kind::Combo(all) if !all.is_empty() && !all.iter().any(|one| one.eq_ignore_ascii_case(value)) => {
                format!("one of {}", all.join(", "))
            }
            _ => return Ok(()),
        };
        Err(expected)
    }
}

/// Splits what follows the type into keys and their values, which may have blanks.
fn facts(text: &str) -> Vec<(&str, String)> {
    let mut facts: Vec<(&str, String)> = Vec::new();
    for word in text.split_whitespace() {
        match facts.last_mut() {
            _ if ["default", "min", "max", "var"].contains(&word) => facts.push((word, String::new())),
            Some((_, value)) if value.is_empty() => word.clone_into(value),
            Some((_, value)) => *value += &format!(" {word}"),
            None => {}
        }
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of Stockfish and of the protocol's text.
    #[test]
    fn values_are_checked_by_what_the_engine_declares() {
        for (line, name, good, bad, expected) in [
            ("Hash type spin default 16 min 1 max 33554432", "hash", "64", "abc", "from 1 to 33554432"),
            ("Skill Level type spin default 20 min 0 max 20", "Skill Level", "0", "99", "from 0 to 20"),
            ("Contempt type spin default 0", "Contempt", "-7", "1.5", "a whole number"),
            ("Ponder type check default false", "ponder", "true", "yes", "true or false"),
            (
                "Style type combo default Normal var Solid var Very Risky var Normal",
                "Style",
                "very risky",
                "Risky",
                "one of Solid, Very Risky, Normal",
            ),
        ] {
            let option = EngineOption::read(&format!("option name {line}")).unwrap();
            assert!(option.is_named(name) && option.check(option.example()).is_ok(), "{line}");
            assert_eq!(option.check(good), Ok(()), "{line}");
            assert!(option.check(bad).unwrap_err().contains(expected), "{line}");
            assert!(option.check("").is_err(), "{line}");
        }
        for line in ["SyzygyPath type string default <empty>", "Clear Hash type button", "Odd"] {
            let option = EngineOption::read(&format!("option name {line}")).unwrap();
            assert_eq!(option.check("anything at all"), Ok(()), "{line}");
        }
        assert_eq!(EngineOption::read("id name x"), None);
    }
}
