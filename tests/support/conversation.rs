//! Talking to the binary.

use super::sparring::sparring;

/// Runs it with these lines to read and returns its standard output. Panics unless it ends with
/// exit code 0 and has nothing else to say.
pub fn conversation(args: &[&str], lines: &[&str]) -> String {
    let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    let output = sparring(args).write_stdin(text).output();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(0) && said.is_empty(), "{args:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}
