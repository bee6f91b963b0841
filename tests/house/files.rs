//! The files of the project.

use std::fs;
use std::path::{Path, PathBuf};

/// Every text file at or below these paths: its path from the top of the project with `/` between
/// the names, and its contents.
pub fn files(paths: &[&str]) -> Vec<(String, String)> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = paths.iter().flat_map(|path| below(top.join(path)));
    let text = |path: PathBuf| {
        let name = path.strip_prefix(top).ok()?.to_str()?.replace('\\', "/");
        Some((name, fs::read_to_string(&path).ok()?))
    };
    found.filter_map(text).collect()
}

fn below(path: PathBuf) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path];
    }
    let entries = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(below).collect()
}
