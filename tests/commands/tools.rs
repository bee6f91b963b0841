//! Claim: every tool answers `--help` without building anything, and says what it builds, and how
//! long that and its run take, before it builds. Each is in a table of `tools/README.md`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::support::folder::Folder;

/// The executable files in `tools/`.
fn tools() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let runs =
        |path: &PathBuf| path.is_file() && fs::metadata(path).unwrap().permissions().mode() & 0o111 != 0;
    let tools: Vec<PathBuf> = files.filter(runs).collect();
    assert!(tools.len() > 15, "only {} tools were found", tools.len());
    tools
}

fn name(tool: &Path) -> &str {
    tool.file_name().unwrap().to_str().unwrap()
}

/// Runs a tool with a cargo that leaves a note in the folder and fails, and with other programs
/// that do nothing.
fn run(tool: &Path, args: &[&str], folder: &Path) -> Output {
    for (program, code) in [("cargo", 1), ("perf", 0), ("chromium", 0), ("chromedriver", 0)] {
        let path = folder.join(program);
        fs::write(&path, format!("#!/bin/sh\ntouch \"$0.ran\"\nexit {code}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("timeout");
    command.arg("60").arg(tool).args(args).env("PATH", path).env("CARGO_TARGET_DIR", folder);
    command.stdin(Stdio::null()).output().unwrap()
}

#[test]
fn every_tool_answers_help_and_builds_nothing() {
    let folder = Folder::new("tools-help");
    for tool in tools() {
        for flag in ["--help", "-h"] {
            let output = run(&tool, &[flag], folder.path());
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{}", tool.display());
            let first = text.lines().next().unwrap_or_default();
            assert!(first.contains(&format!("tools/{}", name(&tool))), "{}: {first}", tool.display());
            assert!(text.lines().count() >= 4, "{}: {text}", tool.display());
            assert!(text.lines().all(|line| line.len() <= 100 && !line.starts_with('#')), "{text}");
        }
    }
    assert!(!folder.path().join("cargo.ran").exists(), "a tool began to build");
}

#[test]
fn every_tool_says_what_it_builds() {
    for tool in tools() {
        let folder = Folder::new(&format!("tools-build-{}", name(&tool)));
        let text = fs::read_to_string(&tool).unwrap();
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
        if !code.iter().any(|line| line.contains("cargo ")) {
            continue;
        }
        let output = run(&tool, &[], folder.path());
        let said = String::from_utf8(output.stderr).unwrap();
        let first = said.lines().next().unwrap_or_default();
        assert!(first.starts_with(&format!("{}: building ", name(&tool))), "{}: {said}", tool.display());
        assert!(["minute", "second"].iter().any(|unit| first.rsplit("then ").next().unwrap().contains(unit)));
        assert!(!output.status.success(), "{}: the build failed, and nobody noticed", tool.display());
        assert!(folder.path().join("cargo.ran").exists(), "{}: built nothing", tool.display());
    }
}

#[test]
fn every_tool_is_in_a_table() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/README.md");
    let text = fs::read_to_string(readme).unwrap();
    let (_, tables) = text.split_once("## All tools, by audience").unwrap();
    for tool in tools() {
        let named = format!("`{}`", name(&tool));
        let row = tables.lines().find(|line| line.starts_with("| ") && line.contains(&named));
        assert!(row.is_some(), "{named} is in no table");
    }
}
