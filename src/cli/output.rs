//! The only place where results are written. A reader that has gone away (`| head -1`) is no error.

use std::io::{self, Write};

use serde::Serialize;

use super::failure::Failure;

/// Writes text to standard output.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes one document, on one line.
pub(super) fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    let mut text = serde_json::to_string(document).map_err(|error| Failure::Run(error.to_string()))?;
    text.push('\n');
    print(&text)
}

/// Says something beside the results, on standard error; if nobody listens, never mind.
pub(super) fn say(line: &str) {
    let _unheard = writeln!(io::stderr(), "sparring: {line}");
}
