//! The only place where anything is written to standard output. A reader that has gone away (`|
//! head -1`) is no error.

use std::io::{self, Write};

use console::Term;
use serde::Serialize;
use sparring_report::Width;

use super::failure::{Exit, Failure};
use crate::run::PROGRAM;

/// Writes text to standard output.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// The columns of the terminal that standard output is; `None` if it is none, or does not tell.
pub(super) fn width() -> Width {
    let terminal = Term::stdout();
    terminal.is_term().then(|| terminal.size_checked()).flatten().map(|(_, columns)| columns.into())
}

/// Writes one document, on one line.
pub(super) fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    print(&(sparring_report::json(document, PROGRAM) + "\n"))
}

/// Writes a document as JSON or as text.
pub(super) fn show(
    json: bool,
    document: &impl Serialize,
    text: impl FnOnce() -> String,
) -> Result<Exit, Failure> {
    if json {
        print_json(document)?
    } else {
        print(&text())?
    }
    Ok(Exit::Done)
}

/// Writes text to standard error. That nobody may read it is no error.
pub(super) fn tell(text: &str) {
    let _unheard = io::stderr().write_all(text.as_bytes());
}

/// Writes one line to standard error. That nobody may read it is no error.
pub(super) fn say(line: &str) {
    let _unheard = writeln!(io::stderr(), "sparring: {line}");
}
