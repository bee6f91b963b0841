//! All writing to standard output. A reader that goes away (`| head -1`) is not an error; an output
//! closed from the start (`>&-`) is one.

use std::io::{self, Write};
use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use console::Term;
use serde::Serialize;
use sparring_report::Width;

use super::failure::{Exit, Failure};
use sparring_run::PROGRAM;

/// True if the process started without a standard output. It must be set before `main`: Rust's
/// runtime replaces closed streams by /dev/null, and answers would silently vanish.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Run by the loader before the runtime.
// SAFETY: the section holds functions of this type, and this one needs nothing from the runtime: it
// makes one system call and stores into a static.
#[allow(unsafe_code)]
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static LOOK: extern "C" fn() = {
    extern "C" fn look() {
        // SAFETY: the descriptor is only queried, not kept. It may be closed, which is the
        // question.
        #[allow(unsafe_code)]
        let output = unsafe { BorrowedFd::borrow_raw(1) };
        CLOSED.store(rustix::io::fcntl_getfd(output).is_err(), Relaxed);
    }
    look
};

/// Fails if standard output is closed: better before a long run than after it.
pub(super) fn check() -> Result<(), Failure> {
    if CLOSED.load(Relaxed) {
        return Err(Failure::Run(
            "got a closed standard output, expected an open one; try > FILE".to_owned(),
        ));
    }
    Ok(())
}

pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

pub(super) fn width() -> Width {
    let terminal = Term::stdout();
    terminal.is_term().then(|| terminal.size_checked()).flatten().map(|(_, columns)| columns.into())
}

pub(super) fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    print(&(sparring_report::json(document, PROGRAM) + "\n"))
}

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

pub(super) fn interrupted(line: &str) -> Result<Exit, Failure> {
    say(line);
    Ok(Exit::Interrupted)
}

/// Writes text to standard error; failures are ignored.
pub(super) fn tell(text: &str) {
    let _unheard = io::stderr().write_all(text.as_bytes());
}

/// Writes a line to standard error, with control characters escaped; failures are ignored.
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
