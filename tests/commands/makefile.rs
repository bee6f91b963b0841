//! Claim: `make EXE=name`, as OpenBench builds engines, leaves a program of that name whose first
//! argument may be `bench`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::support::folder::Folder;
use crate::support::skip::skip;

/// Stands in for cargo: notes its flags, and "builds" the program that is tested.
const CARGO: &str = r#"#!/bin/sh
echo "$RUSTFLAGS|$*" >> "$0.ran"
while [ "$1" != --target-dir ]; do shift; done
mkdir -p "$2/release" && cp "$BUILT" "$2/release/sparring"
"#;

#[test]
fn make_leaves_a_program_of_the_name_that_is_asked_for() {
    let folder = Folder::new("makefile");
    let (cargo, target) = (folder.path().join("cargo"), folder.path().join("a target"));
    fs::write(&cargo, CARGO).unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    for (goal, flags, build) in
        [("native", "-C target-cpu=native", "a target/native"), ("portable", "", "a target")]
    {
        let exe = folder.path().join(format!("engine-{goal}"));
        let mut make = Command::new("make");
        make.args(["-s", goal, &format!("EXE={}", exe.display()), &format!("CARGO={}", cargo.display())]);
        make.env("CARGO_TARGET_DIR", &target)
            .env("BUILT", env!("CARGO_BIN_EXE_sparring"))
            .env("RUSTFLAGS", "");
        let Ok(output) = make.current_dir(Path::new(env!("CARGO_MANIFEST_DIR"))).output() else {
            return skip("make_leaves_a_program_of_the_name_that_is_asked_for", "make");
        };
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let ran = fs::read_to_string(folder.path().join("cargo.ran")).unwrap();
        let (set, args) = ran.lines().last().unwrap().split_once('|').unwrap();
        assert_eq!(set, flags);
        let build = folder.path().join(build);
        assert_eq!(args, format!("build --release --locked --bin sparring --target-dir {}", build.display()));
        let bench = Command::new(exe).args(["bench", "1"]).output().unwrap();
        let text = String::from_utf8(bench.stdout).unwrap();
        assert!(text.trim_end().ends_with(" nps"), "{text}");
    }
}

#[test]
fn the_first_goal_is_the_native_one() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Makefile")).unwrap();
    let goals = text
        .lines()
        .filter_map(|line| line.split_once(':'))
        .filter(|(goal, _)| !goal.starts_with(['#', '.', ' ']));
    assert_eq!(goals.map(|(goal, _)| goal).next(), Some("native"));
}
