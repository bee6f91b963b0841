//! Claim: the source keeps those rules of style that a program can check.

use std::path::Path;

use super::files::files;

/// Comments and prose end by this column. (rustfmt keeps code to its own width.)
const COLUMNS: usize = 100;
/// Files of Rust end by this line.
const LINES: usize = 400;
/// Folders at the top, as paths that are named begin.
const FOLDERS: [&str; 6] = ["src/", "tests/", "benches/", "tools/", ".ci/", ".github/"];
/// Where the project's words stand.
const KEPT: [&str; 7] = ["src", "tests", "benches", "tools", ".ci", "Cargo.toml", "README.md"];

/// The lines of these files of which `wrong` is true, as `file:line: text`.
fn lines(paths: &[&str], wrong: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for (name, text) in files(paths) {
        let numbered = text.lines().enumerate().filter(|(_, line)| wrong(&name, line));
        found.extend(numbered.map(|(i, line)| format!("{name}:{}: {line}", i + 1)));
    }
    found
}

fn assert_none(found: &[String], what: &str) {
    assert!(found.is_empty(), "{} {what}:\n{}", found.len(), found.join("\n"));
}

fn is_comment(name: &str, line: &str) -> bool {
    let line = line.trim_start();
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("rs" | "js") => line.starts_with("//") || line.starts_with("/**"),
        // A docstring is a comment, and a formatter keeps the code as short.
        Some("py") => true,
        Some("css") => line.starts_with("/*"),
        _ => is_script(name) && line.starts_with("# "),
    }
}

/// A script without an extension, or the manifest.
fn is_script(name: &str) -> bool {
    name.starts_with("tools/") || name.starts_with(".ci/") || name == "Cargo.toml"
}

/// Whether this is a row of a table, which cannot be wrapped.
fn is_row(line: &str) -> bool {
    line.trim_start().trim_start_matches(['/', '!']).trim_start().starts_with('|')
}

/// Comments that have a line to themselves, and those behind code.
#[test]
fn comments_end_by_column_100() {
    let behind_code = |line: &str| {
        line.split_once("// ")
            .is_some_and(|(code, _)| code.trim_end().ends_with([';', '{', '}', ',', ')', ']']))
    };
    let long = |name: &str, line: &str| {
        let comment = is_comment(name, line) || name.ends_with(".rs") && behind_code(line);
        comment && !is_row(line) && line.chars().count() > COLUMNS
    };
    assert_none(&lines(&KEPT, long), "comments are too long");
}

/// Tables and commands cannot be wrapped; everything else in a README can.
#[test]
fn prose_ends_by_column_100() {
    let mut found = Vec::new();
    for (name, text) in files(&KEPT).into_iter().filter(|(name, _)| name.ends_with(".md")) {
        let mut in_code = false;
        for (i, line) in text.lines().enumerate() {
            in_code ^= line.starts_with("```");
            if !in_code && !is_row(line) && line.chars().count() > COLUMNS {
                found.push(format!("{name}:{}: {line}", i + 1));
            }
        }
    }
    assert_none(&found, "lines of prose are too long");
}

/// Comments and prose name files by their path from the top, in backticks.
#[test]
fn named_paths_exist() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_missing = |quoted: &str| {
        let is_path = FOLDERS.iter().any(|folder| quoted.starts_with(folder));
        let path = quoted.split_whitespace().next().unwrap_or_default();
        is_path && !path.contains(['*', '{']) && !top.join(path).exists()
    };
    // What stands between two backticks of a line is every second part of it.
    let names_one = |_: &str, line: &str| line.split('`').skip(1).step_by(2).any(is_missing);
    assert_none(&lines(&KEPT, names_one), "lines name a file that does not exist");
}

#[test]
fn files_end_by_line_400() {
    let rust = files(&KEPT).into_iter().filter(|(name, _)| name.ends_with(".rs"));
    let long: Vec<String> = rust
        .filter(|(_, text)| text.lines().count() > LINES)
        .map(|(name, text)| format!("{name}: {} lines", text.lines().count()))
        .collect();
    assert_none(&long, "files are too long");
}

#[test]
fn no_test_is_ignored_without_a_reason() {
    let bare = ["#[ignore", "]"].concat();
    let ignored = |name: &str, line: &str| name.ends_with(".rs") && line.contains(&bare);
    assert_none(&lines(&KEPT, ignored), "tests are ignored without a reason");
}

#[test]
fn nothing_speaks_of_one_machine() {
    let folders = ["tmp", "work", "root", "home"].map(|folder| format!("/{folder}/"));
    let names_one = |_: &str, line: &str| {
        let begins_a_path =
            |at: usize| !line[..at].ends_with(|c: char| c.is_alphanumeric() || "._-}*".contains(c));
        folders.iter().any(|folder| line.match_indices(folder).any(|(at, _)| begins_a_path(at)))
    };
    assert_none(&lines(&KEPT, names_one), "lines name a folder of one machine");
}

#[test]
fn helpers_of_tests_that_nobody_uses_are_deleted() {
    let allowed = ["allow(dead", "_code"].concat();
    assert_none(&lines(&["tests"], |_, line| line.contains(&allowed)), "lines allow dead code");
}
