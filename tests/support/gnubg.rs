//! GNU Backgammon, which some tests converse with (Debian package `gnubg`).

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

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

/// Starts it with pipes to its command line. It keeps its settings out of the user's home.
pub fn start(gnubg: &Path) -> Child {
    Command::new(gnubg)
        .args(["-t", "-q", "-r"])
        .env("HOME", std::env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}
