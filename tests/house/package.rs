//! Claim: crates take no module from outside their folders. The scheduler is a package of its own:
//! it and its tests need no other file either, and it depends on no crate of this workspace.

use std::path::{Component, Path, PathBuf};

use super::files::files;

const CRATES: [&str; 6] = ["src/engine", "src/lab", "src/microbench", "src/report", "src/run", SCHEDULER];
const SCHEDULER: &str = "src/sched";
/// The attribute that names the file of a module, and the macros that name other files.
const MODULES: &str = "#[path = \"";
const OTHERS: [&str; 2] = ["include_str!(\"", "include_bytes!(\""];

/// The file that a line of `file` names after one of `starts`, from the top of the project.
fn named(file: &str, line: &str, starts: &[&str]) -> Option<PathBuf> {
    let (_, rest) = starts.iter().find_map(|start| line.split_once(start))?;
    let path = Path::new(file).with_file_name(rest.split('"').next()?);
    let mut whole = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => assert!(whole.pop(), "{file} leaves the project: {line}"),
            other => whole.push(other),
        }
    }
    Some(whole)
}

fn assert_none_from_outside(folder: &str, starts: &[&str]) {
    for (file, text) in files(&[folder]).iter().filter(|(name, _)| name.ends_with(".rs")) {
        for path in text.lines().filter_map(|line| named(file, line, starts)) {
            assert!(path.starts_with(folder), "{file} takes {}", path.display());
        }
    }
}

#[test]
fn crates_take_no_module_from_outside_their_folders() {
    CRATES.iter().for_each(|folder| assert_none_from_outside(folder, &[MODULES]));
}

#[test]
fn the_scheduler_takes_no_other_file_from_outside_its_folder() {
    assert_none_from_outside(SCHEDULER, &OTHERS);
}

#[test]
fn the_scheduler_depends_on_no_crate_of_the_workspace_but_itself() {
    let manifest = format!("{SCHEDULER}/Cargo.toml");
    let [(_, text)] = &files(&[&manifest])[..] else { unreachable!("it is one file") };
    for line in text.lines().filter(|line| line.contains("path = \"")) {
        let is_own = line == "path = \"lib.rs\"" || line.contains("path = \".\"");
        assert!(is_own, "{manifest}: {line}");
    }
}
