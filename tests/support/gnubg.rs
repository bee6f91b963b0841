//! GNU Backgammon, which some tests converse with (Debian package `gnubg`).

use std::path::PathBuf;

use super::skip::skip;

/// The gnubg of this machine; where there is none, `test` is reported as skipped.
pub fn gnubg(test: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.push("/usr/games".into());
    let found = folders.into_iter().map(|folder| folder.join("gnubg")).find(|file| file.is_file());
    if found.is_none() {
        skip(test, "gnubg");
    }
    found
}
