//! One process at a time for a file that is written anew again and again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::with_suffix;

/// Holds a file for this process as long as this value lives: by a lock on `FILE.lock`, which the system takes back from a process
/// that is killed. The file itself cannot be locked, since it is replaced.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Takes hold of the file of this name; `None` if somebody else has it. Where the system has no locks nobody is kept out.
    ///
    /// # Errors
    /// Those of making a file beside it.
    pub fn take(path: &Path) -> io::Result<Option<Lock>> {
        let path = with_suffix(path, ".lock");
        loop {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Ok(None);
            }
            // The one before may have removed it since it was opened; then the lock keeps nobody out.
            let inode = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
            let locked = inode(file.metadata()?);
            match fs::metadata(&path).map(inode) {
                Ok(named) if named == locked => return Ok(Some(Lock { path, file })),
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
}

impl Drop for Lock {
    /// Removes it while it is locked, unless somebody has another use for it.
    fn drop(&mut self) {
        if self.file.metadata().is_ok_and(|metadata| metadata.len() == 0) {
            let _ = fs::remove_file(&self.path); // what is left is in nobody's way
        }
    }
}
