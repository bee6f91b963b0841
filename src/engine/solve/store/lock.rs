use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// A lock on `FILE.lock` that reserves `FILE` while the value lives. The system releases the lock
/// of a killed process. The file itself cannot be locked, since it is replaced.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Reserves the file with this name. `None` if another process has it. On systems without locks
    /// this always succeeds.
    ///
    /// # Errors
    /// Errors of creating a file beside it.
    pub fn take(path: &Path) -> io::Result<Option<Lock>> {
        let path = path.with_added_extension("lock");
        loop {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Ok(None);
            }
            // The last holder may have removed the lock file meanwhile; such a lock is void.
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
    fn drop(&mut self) {
        if self.file.metadata().is_ok_and(|metadata| metadata.len() == 0) {
            let _ = fs::remove_file(&self.path); // if it stays it does no harm
        }
    }
}
