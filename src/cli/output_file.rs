//! Files for results, opened before the work that fills them.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::failure::Failure;

/// A file that can be written to. What it held is there until it is written.
pub(super) struct OutputFile {
    flag: &'static str,
    path: PathBuf,
    file: File,
}

impl OutputFile {
    /// Opens the file that `flag` names; bad usage if that is not possible.
    pub fn open(flag: &'static str, path: &Path) -> Result<OutputFile, Failure> {
        let file =
            OpenOptions::new().write(true).create(true).truncate(false).open(path).map_err(|error| {
                Failure::Usage(format!(
                    "{flag}: got '{}' ({error}), expected a file that can be written; try another path",
                    path.display()
                ))
            })?;
        Ok(OutputFile { flag, path: path.to_owned(), file })
    }

    /// Fills it.
    pub fn write(mut self, contents: &[u8]) -> Result<(), Failure> {
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
}
