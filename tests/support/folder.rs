//! Folders for one test each.

use std::path::{Path, PathBuf};
use std::{env, fs, process};

/// A temporary folder, deleted on drop.
pub struct Folder(PathBuf);

impl Folder {
    /// Creates an empty one. `name` must be unique among the tests of a binary.
    pub fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("sparring-{}-{name}", process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The names in it, in order.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
