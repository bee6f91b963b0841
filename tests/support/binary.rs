//! Running the binary and reading its output.

use std::process::{Command, Output};

use serde_json::Value;

use super::running::Running;
use super::schema::assert_described;

/// The binary with arguments, as a process to be watched.
pub fn process(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sparring"));
    command.args(args);
    command
}

/// Runs it with nothing to read. A document that it prints must be as described.
pub fn run(args: &[&str]) -> Output {
    let output = Running::start(&mut process(args)).end();
    if args.contains(&"--json") && !output.stdout.is_empty() {
        document(std::str::from_utf8(&output.stdout).unwrap());
    }
    output
}

/// Its standard output. Panics unless it ends with exit code 0.
pub fn stdout(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The document it prints with `--json`.
pub fn json(args: &[&str]) -> Value {
    document(&stdout(&[args, &["--json"]].concat()))
}

/// Parses a text that must be one JSON document on one line, as `sparring help json` describes it.
pub fn document(text: &str) -> Value {
    assert_eq!(text.lines().count(), 1, "{text}");
    let document = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_described(&document);
    document
}

/// The non-negative integer under a key.
pub fn count(value: &Value, key: &str) -> u64 {
    value[key].as_u64().unwrap_or_else(|| panic!("no number {key} in {value}"))
}

/// Asserts the identities of the ledger for a document's `tasks`, and that they are the sum of the
/// workers' tasks.
pub fn assert_ledger(document: &Value) {
    let tasks = &document["tasks"];
    let n = |key| count(tasks, key);
    assert_eq!(n("created"), n("run") + n("discarded"), "{tasks}");
    assert_eq!(n("run"), n("inlined") + n("stolen"), "{tasks}");
    assert!(n("aborted") <= n("run"), "{tasks}");
    let Some(workers) = document["workers"].as_array() else { return };
    for key in ["created", "dud", "overflowed", "inlined", "stolen", "run", "discarded", "aborted"] {
        let sum: u64 = workers.iter().map(|worker| count(worker, key)).sum();
        assert_eq!(sum, n(key), "{key}");
    }
}

/// Runs it, asserts that it is refused with exit code 2, and returns its one line on standard
/// error.
pub fn refusal(args: &[&str]) -> String {
    let output = run(args);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{args:?} printed something");
    assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
    let line = stderr.trim_end().strip_prefix("sparring: ").expect("the line begins with the program's name");
    assert!(line.contains("expected") && line.contains(';'), "{args:?}: {line}");
    line.to_owned()
}
