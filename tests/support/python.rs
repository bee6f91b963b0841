//! A Python with a package that a test needs.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::skip::skip;

/// A Python that can import `module`, of this machine or of `python/` in the target folder, where
/// `.ci/run` puts packages. Where there is none, `test` is reported as skipped for want of
/// `package`.
pub fn python_with(module: &str, package: &str, test: &str) -> Option<String> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder of the target folder");
    let own = target.join("python/bin/python3").to_string_lossy().into_owned();
    let has_module = |python: &String| {
        let mut command = Command::new(python);
        let status = command.args(["-c", &format!("import {module}")]).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    let found = [own, "python3".to_owned()].into_iter().find(has_module);
    if found.is_none() {
        skip(test, package);
    }
    found
}

/// What a script that `python` runs prints when it is given `input`.
pub fn said_by(python: &str, script: &str, input: &str) -> String {
    let mut command = Command::new(python);
    let piped = command.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{input}");
    String::from_utf8(output.stdout).unwrap()
}
