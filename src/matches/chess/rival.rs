//! An engine named on the command line.

use std::path::PathBuf;
use std::str::FromStr;

use thiserror::Error;

/// A UCI program and its setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rival {
    pub name: String,
    /// `None` for this program.
    pub program: Option<PathBuf>,
    pub arguments: Vec<String>,
    /// In the order in which they are set.
    pub options: Vec<(String, String)>,
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
}

const SELF: &str = "sparring";

impl FromStr for Rival {
    type Err = RivalError;

    /// Reads a program, its arguments, `option.NAME=VALUE` and `name=NAME`, quoted as in a shell.
    /// `sparring` alone means `sparring uci` of this program.
    fn from_str(text: &str) -> Result<Rival, RivalError> {
        let words = shlex::split(text).ok_or_else(|| RivalError::Quote(text.to_owned()))?;
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(RivalError::Empty)?;
        let (mut name, mut arguments, mut options) = (None, Vec::new(), Vec::new());
        for word in words {
            if let Some(option) = word.strip_prefix("option.") {
                match option.split_once('=') {
                    Some((id, value)) if !id.is_empty() => options.push((id.to_owned(), value.to_owned())),
                    _ => return Err(RivalError::Option(word)),
                }
            } else if let Some(given) = word.strip_prefix("name=") {
                name = Some(given.to_owned());
            } else {
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
            stem + &options.collect::<String>()
        };
        let name = name.unwrap_or_else(described);
        Ok(Rival { name, program: (!is_self).then_some(path), arguments, options })
    }
}

/// Makes two names differ: by the arguments, else by a number.
pub fn told_apart(mut rivals: [Rival; 2]) -> [Rival; 2] {
    if rivals[0].name == rivals[1].name {
        for rival in &mut rivals {
            if rival.program.is_some() {
                rival.name = [std::slice::from_ref(&rival.name), &rival.arguments[..]].concat().join(" ");
            }
        }
    }
    if rivals[0].name == rivals[1].name {
        rivals[1].name += " (2)";
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
        let names = |texts: [&str; 2]| told_apart(texts.map(|text| text.parse().unwrap())).map(|r| r.name);
        assert_eq!(names(["/a/x --net a", "/b/x --net b"]), ["x --net a", "x --net b"]);
        assert_eq!(names(["sparring", "sparring"]), ["sparring", "sparring (2)"]);
        assert_eq!(names(["x a", "y a"]), ["x", "y"]);
        for wrong in ["", "''", "x option.Hash", "x option.=3", "'x"] {
            assert!(wrong.parse::<Rival>().is_err(), "{wrong}");
        }
    }
}
