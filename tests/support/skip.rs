//! Tests that cannot run on this machine.

use std::fs::OpenOptions;
use std::io::{Write, stderr};

/// Reports that `test` does not run because the machine lacks `what`.
///
/// The line goes to standard error itself, because the test harness hides what passing tests print,
/// and to the end of the file named in `SPARRING_SKIPPED`, in which `.ci/run` counts such tests.
pub fn skip(test: &str, what: &str) {
    let line = format!("skipped: {test}: needs {what}\n");
    let _nobody_listens = stderr().write_all(line.as_bytes());
    if let Some(path) = std::env::var_os("SPARRING_SKIPPED") {
        let file = OpenOptions::new().create(true).append(true).open(path);
        file.and_then(|mut file| file.write_all(line.as_bytes())).expect("SPARRING_SKIPPED names a file");
    }
}
