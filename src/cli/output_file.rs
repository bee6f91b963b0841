//! Files for results, opened before the work that fills them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::failure::Failure;

/// A file of a command: the flag that names it, and its name.
pub(super) type Flagged<'a> = (&'static str, &'a Path);

/// A file that can be written to. What it held is there until it is written; if it is never written and was not there before, it
/// goes again.
#[derive(Debug)]
pub(super) struct OutputFile {
    flag: &'static str,
    path: PathBuf,
    file: File,
    /// Whether it is to go.
    unwanted: bool,
}

impl OutputFile {
    /// Opens the file that `flag` names; bad usage if that is not possible.
    pub fn open(flag: &'static str, path: &Path) -> Result<OutputFile, Failure> {
        let opened = match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                // `create` is for a link to a file that is not there.
                let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
                file.map(|file| (file, false))
            }
            created => created.map(|file| (file, true)),
        };
        let (file, unwanted) = opened.map_err(|error| {
            Failure::Usage(format!(
                "{flag}: got '{}' ({error}), expected a file that can be written; try another path",
                path.display()
            ))
        })?;
        Ok(OutputFile { flag, path: path.to_owned(), file, unwanted })
    }

    /// Bad usage if two of `outputs` are one file, or one of them is one of `others`, by whatever names. All outputs are there by
    /// now, and nothing is lost yet: so names need not be compared, and one that is not there is none of them.
    pub fn all_distinct<'a>(
        outputs: impl IntoIterator<Item = &'a OutputFile>,
        others: &[Flagged],
    ) -> Result<(), Failure> {
        let mut seen: Vec<(&str, Identity)> =
            others.iter().filter_map(|(flag, path)| Some((*flag, identity_at(path).ok()?))).collect();
        for output in outputs {
            let Ok(identity) = output.identity() else { continue };
            if let Some((other, _)) = seen.iter().find(|(_, earlier)| *earlier == identity) {
                return Err(Failure::usage(format!(
                    "got the same file for {other} and {}, expected two; try other names",
                    output.flag
                )));
            }
            seen.push((output.flag, identity));
        }
        Ok(())
    }

    /// Fills it.
    pub fn write(mut self, contents: &[u8]) -> Result<(), Failure> {
        self.unwanted = false;
        self.replace(contents).map_err(|error| {
            Failure::Run(format!(
                "{}: got '{error}' while writing '{}', expected room for {} bytes; try another disk",
                self.flag,
                self.path.display(),
                contents.len()
            ))
        })
    }

    fn replace(&mut self, contents: &[u8]) -> io::Result<()> {
        if self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
        }
        self.file.write_all(contents)
    }

    #[cfg(unix)]
    fn identity(&self) -> io::Result<Identity> {
        self.file.metadata().map(identity_of)
    }

    #[cfg(not(unix))]
    fn identity(&self) -> io::Result<Identity> {
        identity_at(&self.path)
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        // By now the name may be another file's.
        let same = |name: Identity| self.identity().is_ok_and(|own| own == name);
        if self.unwanted && identity_at(&self.path).is_ok_and(same) {
            let _it_stays = fs::remove_file(&self.path);
        }
    }
}

/// What two names of one file have in common: device and inode.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity_of(metadata: fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(unix)]
fn identity_at(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(identity_of)
}

/// What two names of one file have in common, hard links aside.
#[cfg(not(unix))]
type Identity = PathBuf;

#[cfg(not(unix))]
fn identity_at(path: &Path) -> io::Result<Identity> {
    fs::canonicalize(path)
}
