//! An engine named on the command line.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::clock::{Pace, PaceError};
use super::time_control::{TcError, TcValue};
use sparring_engine::game::MAX_PLY;

/// A UCI program and its setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rival {
    pub name: String,
    /// `None` for this program.
    pub program: Option<PathBuf>,
    pub arguments: Vec<String>,
    /// In the order in which they are set.
    pub options: Vec<(String, String)>,
    /// Its own limit, instead of the match's.
    pub pace: Option<Pace>,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RivalError {
    #[error("got no program, expected one; try sparring, or \"stockfish option.Threads=1\"")]
    Empty,
    /// A quote is not closed.
    #[error(
        "got an open quote in '{}', expected it closed; try \"'my engine' option.Hash=16\"",
        .0.escape_debug()
    )]
    Quote(String),
    /// An option has no name or value.
    #[error("got '{}', expected an option and its value; try option.Hash=16", .0.escape_debug())]
    Option(String),
    /// A limit is not a number in its range.
    #[error("got '{}', expected a whole number from 1 to {most}; try {key}=10", .word.escape_debug())]
    Limit { key: &'static str, word: String, most: u64 },
    #[error("got '{}', expected proto=uci; try the engine's own switch for UCI, often --uci", .0.escape_debug())]
    Protocol(String),
    #[error(transparent)]
    Tc(#[from] TcError),
    #[error(transparent)]
    Pace(#[from] PaceError),
}

const SELF: &str = "sparring";
/// A day.
const MOST_MS: u64 = 86_400_000;

impl FromStr for Rival {
    type Err = RivalError;

    /// Reads a program, its arguments, `option.NAME=VALUE`, `name=NAME` and its limit, quoted as
    /// in a shell. `sparring` alone means `sparring uci` of this program.
    fn from_str(text: &str) -> Result<Rival, RivalError> {
        let words = shlex::split(text).ok_or_else(|| RivalError::Quote(text.to_owned()))?;
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(RivalError::Empty)?;
        let (mut name, mut arguments, mut options) = (None, Vec::new(), Vec::new());
        let mut limits = Limits::default();
        for word in words {
            if let Some(option) = word.strip_prefix("option.") {
                match option.split_once('=') {
                    Some((id, value)) if !id.is_empty() => options.push((id.to_owned(), value.to_owned())),
                    _ => return Err(RivalError::Option(word)),
                }
            } else if let Some(given) = word.strip_prefix("name=") {
                name = Some(given.to_owned());
            } else if let Some(protocol) = word.strip_prefix("proto=") {
                if protocol != "uci" {
                    return Err(RivalError::Protocol(word));
                }
            } else if !limits.read(&word)? {
                arguments.push(word);
            }
        }
        let is_self = program == SELF && arguments.is_empty();
        if is_self {
            arguments.push("uci".to_owned());
        }
        let path = PathBuf::from(&program);
        let stem = path.file_name().map_or(program.clone(), |stem| stem.to_string_lossy().into_owned());
        let described = || {
            let options = options.iter().map(|(id, value)| format!(" {id}={value}"));
            stem + &options.collect::<String>() + &limits.words
        };
        let name = name.unwrap_or_else(described);
        let pace = Pace::joined(limits.clock, limits.other)?;
        Ok(Rival { name, program: (!is_self).then_some(path), arguments, options, pace })
    }
}

/// The limits among an engine's words.
#[derive(Default)]
struct Limits {
    clock: Option<TcValue>,
    other: Option<Pace>,
    words: String,
}

impl Limits {
    /// Reads `tc=`, `movetime=`, `nodes=` or `depth=`. Returns false for another word.
    fn read(&mut self, word: &str) -> Result<bool, RivalError> {
        let Some((key, value)) = word.split_once('=') else { return Ok(false) };
        let number = |key, most| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| RivalError::Limit { key, word: word.to_owned(), most })
        };
        let pace = match key {
            "tc" => {
                self.clock = Some(value.parse()?);
                None
            }
            "movetime" => Some(Pace::MoveTime(Duration::from_millis(number("movetime", MOST_MS)?))),
            "nodes" => Some(Pace::Nodes(number("nodes", u64::MAX)?)),
            "depth" => Some(Pace::Depth(number("depth", MAX_PLY.into())? as u32)),
            _ => return Ok(false),
        };
        if let (Some(one), Some(other)) = (self.other, pace) {
            return Err(PaceError::Together(one, other).into());
        }
        self.other = self.other.or(pace);
        self.words += &format!(" {word}");
        Ok(true)
    }
}

/// Makes all names differ: by the arguments, else by numbers.
pub fn told_apart(mut rivals: Vec<Rival>) -> Vec<Rival> {
    let names: Vec<String> = rivals.iter().map(|rival| rival.name.clone()).collect();
    for rival in rivals.iter_mut().filter(|rival| rival.program.is_some()) {
        if names.iter().filter(|name| **name == rival.name).count() > 1 {
            rival.name = [std::slice::from_ref(&rival.name), &rival.arguments[..]].concat().join(" ");
        }
    }
    for last in 1..rivals.len() {
        let name = rivals[last].name.clone();
        let is_taken = |name: &str| rivals[..last].iter().any(|rival| rival.name == name);
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !is_taken(name));
        rivals[last].name = free.expect("there are enough numbers");
    }
    rivals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_named_as_in_a_shell() {
        let rival: Rival = "'/opt/my engine' --uci 'option.Move Overhead=5' name=mine".parse().unwrap();
        assert_eq!(rival.program, Some(PathBuf::from("/opt/my engine")));
        assert_eq!((rival.name.as_str(), rival.arguments), ("mine", vec!["--uci".to_owned()]));
        assert_eq!(rival.options, [("Move Overhead".to_owned(), "5".to_owned())]);
        let own: Rival = "sparring option.Threads=2".parse().unwrap();
        assert_eq!((own.program, own.name.as_str()), (None, "sparring Threads=2"));
        for wrong in ["", "''", "x option.Hash", "x option.=3", "'x"] {
            assert!(wrong.parse::<Rival>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn names_of_a_match_differ() {
        for (texts, expected) in [
            (&["/a/x --net a", "/b/x --net b"][..], &["x --net a", "x --net b"][..]),
            (&["sparring", "sparring", "sparring"], &["sparring", "sparring (2)", "sparring (3)"]),
            (&["x a", "y a"], &["x", "y"]),
            (&["sparring tc=1+0.1", "sparring depth=3"], &["sparring tc=1+0.1", "sparring depth=3"]),
        ] {
            let rivals = texts.iter().map(|text| text.parse().unwrap()).collect();
            let names: Vec<String> = told_apart(rivals).into_iter().map(|rival| rival.name).collect();
            assert_eq!(names, expected);
        }
    }

    #[test]
    fn an_engine_may_have_its_own_limit() {
        let pace = |text: &str| text.parse::<Rival>().map(|rival| rival.pace);
        assert_eq!(pace("x nodes=500 proto=uci"), Ok(Some(Pace::Nodes(500))));
        assert_eq!(pace("x movetime=50"), Ok(Some(Pace::MoveTime(Duration::from_millis(50)))));
        assert_eq!(pace("x tc=inf depth=8"), Ok(Some(Pace::Depth(8))));
        assert_eq!(pace("x --depth=8 size=3"), Ok(None));
        for wrong in
            ["x tc=fast", "x tc=inf", "x tc=1 depth=3", "x depth=0", "x nodes=1 depth=3", "x proto=xboard"]
        {
            let why = pace(wrong).unwrap_err().to_string();
            assert!(why.contains("expected") && why.contains("; try "), "{wrong}: {why}");
        }
    }
}
