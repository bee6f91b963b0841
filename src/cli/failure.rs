//! Failures of commands, each with one line: got, expected, try.

use std::fmt::Display;
use std::io;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::protocol::closest;
use sparring_run::{FileError, Interrupt};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    Done,
    /// Ctrl-C ended it early, perhaps with an answer.
    Interrupted,
}

impl Exit {
    pub fn of(interrupt: &Interrupt) -> Exit {
        if interrupt.requested() { Exit::Interrupted } else { Exit::Done }
    }
}

#[derive(Debug)]
pub(super) enum Failure {
    /// Bad usage: exit code 2.
    Usage(String),
    /// The run failed: exit code 1.
    Run(String),
    /// The reader of standard output has gone, which is not an error.
    Closed,
}

impl Failure {
    pub fn usage(what: impl Display) -> Failure {
        Failure::Usage(what.to_string())
    }

    pub fn of<E: Display>(flag: &str) -> impl FnOnce(E) -> Failure {
        move |why| Failure::Usage(format!("{flag}: {why}"))
    }
}

impl From<FileError> for Failure {
    /// A file that cannot be opened is bad usage; a write error is a failed run.
    fn from(error: FileError) -> Failure {
        match error {
            FileError::Open(..) | FileError::Same(..) => Failure::usage(error),
            FileError::Write(..) => Failure::Run(error.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Run(format!(
                "got '{error}' while writing results, expected an open standard output; try another file or disk"
            )),
        }
    }
}

fn bare(arg: &str) -> String {
    arg.strip_prefix(['<', '[']).map_or(arg, |rest| rest.trim_end_matches(['>', ']', '.'])).to_owned()
}

/// Returns clap's closest suggestion only if it is close: clap's own measure is generous.
fn suggestion(got: &str, suggested: Option<&ContextValue>) -> Option<String> {
    let names = match suggested? {
        ContextValue::String(name) => vec![name.as_str()],
        ContextValue::Strings(names) => names.iter().map(String::as_str).collect(),
        _ => return None,
    };
    closest(got, names).map(str::to_owned)
}

fn missing(args: Option<&ContextValue>) -> String {
    let name = |arg: &String| bare(arg.split_whitespace().next().unwrap_or(arg));
    let names: Vec<String> = match args {
        Some(ContextValue::Strings(args)) => args.iter().map(name).collect(),
        _ => vec!["argument".to_owned()],
    };
    let all = names.join(" and ");
    if names.iter().all(|name| name.starts_with("--")) {
        format!("got no {all}, expected it too; try to add {all}")
    } else {
        format!("got no {all}, expected it here; try --help")
    }
}

/// An error of the command line as one line. `ours` names the flag or verb that other programs
/// call differently.
pub(super) fn usage_line(error: &clap::Error, ours: impl Fn(&str) -> Option<&'static str>) -> String {
    let said = |kind| error.get(kind).map(|value| value.to_string());
    let near = |got: &str, kind| suggestion(got, error.get(kind)).unwrap_or("--help".to_owned());
    let arg = said(ContextKind::InvalidArg).unwrap_or_default();
    let flag = bare(arg.split_whitespace().next().unwrap_or("the argument"));
    let value = said(ContextKind::InvalidValue).unwrap_or_default();
    let valid = said(ContextKind::ValidValue).unwrap_or_default();
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let near = || near(&flag, ContextKind::SuggestedArg);
            let instead = ours(&flag).map_or_else(near, str::to_owned);
            let expected =
                if flag.starts_with('-') { "an option of this command" } else { "a flag before it" };
            format!("got '{flag}', expected {expected}; try {instead}")
        }
        ErrorKind::InvalidSubcommand => {
            let got = said(ContextKind::InvalidSubcommand).unwrap_or_default();
            let near = || near(&got, ContextKind::SuggestedSubcommand);
            let instead = ours(&got).map_or_else(near, str::to_owned);
            format!("got '{got}', expected a command; try {instead}")
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let valid =
                said(ContextKind::ValidSubcommand).map_or(String::new(), |valid| format!(" of {valid}"));
            format!("got no command, expected one{valid}; try --help")
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            let valid = if valid.is_empty() { String::new() } else { format!(" of {valid}") };
            format!("{flag}: got no value, expected one{valid}; try --help")
        }
        ErrorKind::InvalidValue => {
            let instead = near(&value, ContextKind::SuggestedValue);
            format!("{flag}: got '{value}', expected one of {valid}; try {instead}")
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map_or_else(String::new, |why| why.to_string());
            format!("{flag}: {why}")
        }
        ErrorKind::ArgumentConflict => {
            let other = said(ContextKind::PriorArg).unwrap_or_default();
            let other = bare(other.split_whitespace().next().unwrap_or_default());
            if other == flag {
                format!("{flag}: got it twice, expected it once; try without one of them")
            } else {
                format!("got {flag} and {other} together, expected one of them; try without {other}")
            }
        }
        ErrorKind::MissingRequiredArgument => missing(error.get(ContextKind::InvalidArg)),
        ErrorKind::InvalidUtf8 => {
            "got an argument that is not UTF-8, expected text; try another spelling or file name".to_owned()
        }
        _ => {
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default();
            format!("{}; try --help", first.trim_start_matches("error: "))
        }
    }
}
