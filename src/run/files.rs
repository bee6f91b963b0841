//! Output files, opened before the work that fills them.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::replace::replace;

/// The user's name for a file, and its path.
pub type NamedFile<'a> = (&'static str, &'a Path);

#[derive(Debug)]
pub enum FileError {
    /// It cannot be opened for writing.
    Open(&'static str, PathBuf, io::Error),
    /// Two names of one file.
    Same(&'static str, &'static str),
    /// This many bytes could not be written.
    Write(&'static str, PathBuf, usize, io::Error),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Open(name, path, error) => {
                let path = path.display();
                write!(
                    f,
                    "{name}: got '{path}' ({error}), expected a file that can be written; try another path"
                )
            }
            FileError::Same(one, other) => {
                write!(f, "got the same file for {one} and {other}, expected two; try other names")
            }
            FileError::Write(name, path, bytes, error) => write!(
                f,
                "{name}: got '{error}' while writing '{}', expected room for {bytes} bytes; try another disk",
                path.display()
            ),
        }
    }
}

impl std::error::Error for FileError {}

/// A file opened for writing. Existing contents survive until [`OutputFile::write`] has succeeded.
/// A file created here but never written is deleted on drop.
#[derive(Debug)]
pub struct OutputFile {
    name: &'static str,
    path: PathBuf,
    file: File,
    unwanted: bool,
}

impl OutputFile {
    /// Opens or creates a file that the user calls `name`.
    ///
    /// # Errors
    /// [`FileError::Open`].
    pub fn open(name: &'static str, path: &Path) -> Result<OutputFile, FileError> {
        let opened = match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                // `create`: a symbolic link may lack its target.
                let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
                file.map(|file| (file, false))
            }
            created => created.map(|file| (file, true)),
        };
        let (file, unwanted) = opened.map_err(|error| FileError::Open(name, path.to_owned(), error))?;
        Ok(OutputFile { name, path: path.to_owned(), file, unwanted })
    }

    /// Checks by identity that `outputs` are different files, and none is one of `others`. Call it
    /// when all outputs are open.
    ///
    /// # Errors
    /// [`FileError::Same`].
    pub fn all_distinct<'a>(
        outputs: impl IntoIterator<Item = &'a OutputFile>,
        others: &[NamedFile],
    ) -> Result<(), FileError> {
        let mut seen: Vec<(&'static str, Identity)> =
            others.iter().filter_map(|(name, path)| Some((*name, identity_at(path).ok()?))).collect();
        for output in outputs {
            let Ok(identity) = output.identity() else { continue };
            if let Some((other, _)) = seen.iter().find(|(_, earlier)| *earlier == identity) {
                return Err(FileError::Same(other, output.name));
            }
            seen.push((output.name, identity));
        }
        Ok(())
    }

    /// # Errors
    /// [`FileError::Write`]; a file then keeps its old contents.
    pub fn write(mut self, contents: &[u8]) -> Result<(), FileError> {
        let written =
            if self.is_stream() { self.file.write_all(contents) } else { replace(&self.path, contents) };
        self.unwanted &= written.is_err();
        written.map_err(|error| FileError::Write(self.name, self.path.clone(), contents.len(), error))
    }

    /// True for devices and pipes, and for an open file that `/dev/stdout` or the like names.
    fn is_stream(&self) -> bool {
        let is_within = |path: &Path| ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
        let is_open =
            || is_within(&self.path) && !fs::canonicalize(&self.path).is_ok_and(|path| is_within(&path));
        !self.file.metadata().is_ok_and(|file| file.is_file()) || is_open()
    }

    fn identity(&self) -> io::Result<Identity> {
        self.file.metadata().map(identity_of)
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        // Another file may have taken the path.
        let same = |at_path: Identity| self.identity().is_ok_and(|own| own == at_path);
        if self.unwanted && identity_at(&self.path).is_ok_and(same) {
            // If deletion fails an empty file stays.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Device and inode, equal for all paths of a file.
type Identity = (u64, u64);
fn identity_of(metadata: fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}
fn identity_at(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(identity_of)
}
