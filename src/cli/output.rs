//! The only place where anything is written to standard output. A reader that has gone away (`|
//! head -1`) is no error, but a standard output that was closed from the start (`>&-`) is one.

use std::io::{self, Write};
use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use console::Term;
use serde::Serialize;
use sparring_report::Width;

use super::failure::{Exit, Failure};
use sparring_run::PROGRAM;

/// Whether this process was started without a standard output. Only known before `main`: in the
/// place of a stream that is closed Rust's runtime opens /dev/null, into which an answer would go
/// without anybody being told.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Called by the loader, as all functions of this section are, before the runtime begins.
// SAFETY: the section holds functions of this type, and this one needs nothing that the runtime
// provides: it makes one system call and stores into a static.
#[allow(unsafe_code)]
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static LOOK: extern "C" fn() = {
    extern "C" fn look() {
        // SAFETY: the number is asked about and not kept; that it may be closed is the question.
        #[allow(unsafe_code)]
        let output = unsafe { BorrowedFd::borrow_raw(1) };
        CLOSED.store(rustix::io::fcntl_getfd(output).is_err(), Relaxed);
    }
    look
};

/// A failure if there is nowhere to write answers to: better before a long run than after it.
pub(super) fn check() -> Result<(), Failure> {
    if CLOSED.load(Relaxed) {
        return Err(Failure::Run(
            "got a closed standard output, expected an open one; try > FILE".to_owned(),
        ));
    }
    Ok(())
}

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

/// Says that a command was interrupted before it had an answer, and what to try.
pub(super) fn interrupted(line: &str) -> Result<Exit, Failure> {
    say(line);
    Ok(Exit::Interrupted)
}

/// Writes text to standard error. That nobody may read it is no error.
pub(super) fn tell(text: &str) {
    let _unheard = io::stderr().write_all(text.as_bytes());
}

/// Writes one line to standard error. That nobody may read it is no error. Line feeds and other
/// control characters, which what was got may contain, are written as in a literal of Rust.
pub(super) fn say(line: &str) {
    let mut said = String::with_capacity(line.len());
    for letter in line.chars() {
        if letter.is_control() {
            said.extend(letter.escape_default());
        } else {
            said.push(letter);
        }
    }
    let _unheard = writeln!(io::stderr(), "sparring: {said}");
}
