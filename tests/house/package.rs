//! Claim: the scheduler is a package of its own: it and its tests need nothing from outside its
//! folder, and it depends on no crate of this workspace.

use std::path::{Component, Path, PathBuf};

use super::files::files;

const FOLDER: &str = "src/sched";

/// What a line of a file names by a path relative to the file, without `..`.
fn named(file: &str, line: &str) -> Option<PathBuf> {
    let (_, rest) = ["#[path = \"", "include_str!(\"", "include_bytes!(\""]
        .iter()
        .find_map(|start| line.split_once(start))?;
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

#[test]
fn the_scheduler_includes_no_file_from_outside_its_folder() {
    for (file, text) in files(&[FOLDER]).iter().filter(|(name, _)| name.ends_with(".rs")) {
        for path in text.lines().filter_map(|line| named(file, line)) {
            assert!(path.starts_with(FOLDER), "{file} includes {}", path.display());
        }
    }
}

#[test]
fn the_scheduler_depends_on_no_crate_of_the_workspace_but_itself() {
    let manifest = format!("{FOLDER}/Cargo.toml");
    let [(_, text)] = &files(&[&manifest])[..] else { unreachable!("it is one file") };
    for line in text.lines().filter(|line| line.contains("path = \"")) {
        let is_own = line == "path = \"lib.rs\"" || line.contains("path = \".\"");
        assert!(is_own, "{manifest}: {line}");
    }
}
