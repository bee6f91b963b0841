//! The only place where anything is written to standard output. A reader that has gone away (`|
//! head -1`) is no error.

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use super::failure::{Exit, Failure};
use crate::protocol::terminal::{self, Conversation, Screen};
use crate::protocol::{Look, Plain, Watch};
use crate::report;
use crate::run::{Interrupt, PROGRAM};

/// Writes text to standard output.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes one document, on one line.
pub(super) fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    print(&(report::json(document, PROGRAM) + "\n"))
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

/// Who watches the engine think: a person, if one types the lines.
pub(super) fn watch(interrupt: &Interrupt) -> Watch {
    if io::stdin().is_terminal() { Watch::person(interrupt.clone()) } else { Watch::nobody() }
}

/// Lets the person at the terminal play until they leave.
pub(super) fn converse(conversation: &mut impl Conversation, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let mut lines = Plain::new(io::stdin().lock(), io::stdin().is_terminal());
    let mut output = io::stdout().lock();
    terminal::converse(conversation, &mut lines, &mut Screen::new(&mut output, Look::PLAIN), interrupt)?;
    Ok(Exit::Done)
}

/// Writes one line to standard error. That nobody may read it is no error.
pub(super) fn say(line: &str) {
    let _unheard = writeln!(io::stderr(), "sparring: {line}");
}
