//! How a command can end otherwise than well, and what is said then: one line, what was got, what was expected, what to
//! try.

use std::fmt::Display;
use std::io;

use clap::error::{ContextKind, ErrorKind};

/// How a command ended that did what it was asked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// To the end.
    Done,
    /// By Ctrl-C: with an answer, but not the one that was asked for.
    Interrupted,
}

/// Why a command did not do what it was asked to.
#[derive(Debug)]
pub(super) enum Failure {
    /// It was asked for something that does not exist.
    Usage(String),
    /// It went wrong.
    Run(String),
    /// Nobody reads on: no failure of ours.
    Closed,
}

impl Failure {
    /// Bad usage, in the words of whatever found it.
    pub fn usage(what: impl Display) -> Failure {
        Failure::Usage(what.to_string())
    }
}

impl From<io::Error> for Failure {
    /// An error of writing the results.
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Run(format!(
                "got '{error}' while writing results, expected an open standard output; try another file or disk"
            )),
        }
    }
}

/// The name of a flag or an argument, without the brackets of its place in the usage.
fn bare(arg: &str) -> String {
    arg.strip_prefix(['<', '[']).map_or(arg, |rest| rest.trim_end_matches(['>', ']'])).to_owned()
}

/// An error of the command line as one line.
pub(super) fn usage_line(error: &clap::Error) -> String {
    let said = |kind| error.get(kind).map(|value| value.to_string());
    let arg = said(ContextKind::InvalidArg).unwrap_or_default();
    let flag = bare(arg.split_whitespace().next().unwrap_or("the argument"));
    let value = said(ContextKind::InvalidValue).unwrap_or_default();
    let valid = said(ContextKind::ValidValue).unwrap_or_default();
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let instead = said(ContextKind::SuggestedArg).unwrap_or("--help".to_owned());
            format!("got '{flag}', expected an option of this command; try {instead}")
        }
        ErrorKind::InvalidSubcommand => {
            let got = said(ContextKind::InvalidSubcommand).unwrap_or_default();
            let instead = said(ContextKind::SuggestedSubcommand).unwrap_or("--help".to_owned());
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
            let instead = said(ContextKind::SuggestedValue).unwrap_or("--help".to_owned());
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
        ErrorKind::MissingRequiredArgument => format!("got no {}, expected it here; try --help", bare(&arg)),
        _ => {
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default();
            format!("{}; try --help", first.trim_start_matches("error: "))
        }
    }
}
