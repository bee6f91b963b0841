//! A file that is replaced again and again and is never lost: for what hours of work have found.
//!
//! From its first write on it is whole at every moment, even if the process or the machine dies:
//! 1. the new one is written under a name of its own beside it, and synced to the disk;
//! 2. the old one gets a second name, `FILE.previous`, by which it can be reached when the new one
//!    is lost;
//! 3. the new one takes the name `FILE`, in one step, and the folder is synced.
//!
//! On systems where a file cannot have two names, there is an instant between the last two steps in
//! which only `FILE.previous` exists.
//!
//! A killed writer leaves a temporary file. Live writers hold a lock on theirs, so the next process
//! can tell which are abandoned, and deletes them.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::whole::{BUFFER, Cells, HEADER, Kind, Refusal, open};
use super::{UNFINISHED, create_beside, with_suffix};

/// A file and the one before it.
#[derive(Clone, Debug)]
pub struct Kept {
    path: PathBuf,
    kind: Kind,
}

impl Kept {
    /// The file with this name, or the one that a link of this name leads to: a link would be
    /// replaced. Nothing is opened or written yet.
    pub fn new(path: &Path, kind: Kind) -> Kept {
        let target = path.is_symlink().then(|| fs::canonicalize(path).ok()).flatten();
        Kept { path: target.unwrap_or_else(|| path.to_owned()), kind }
    }

    /// Its name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of the one before it.
    pub fn previous(&self) -> PathBuf {
        with_suffix(&self.path, ".previous")
    }

    /// Checks that the file can be written, and removes temporary files of killed writers.
    ///
    /// # Errors
    /// Errors of creating a file beside it and of listing the folder.
    pub fn prepare(&self) -> io::Result<()> {
        let (file, temporary) = create_beside(&self.path)?;
        drop(file);
        fs::remove_file(temporary)?;
        self.remove_unfinished()
    }

    /// Opens a file, this one or the one before it, and reads it once to see whether it is whole.
    ///
    /// # Errors
    /// The fault of the file.
    pub fn open(&self, path: &Path) -> Result<Cells, Refusal> {
        open(path, self.kind, None).map(|(cells, _)| cells)
    }

    /// Replaces the file; the present one becomes the previous one. `fill` writes the cells.
    /// Returns the size in bytes.
    ///
    /// # Errors
    /// Errors of writing. What the file held is then still in it or in the previous one.
    pub fn write(&self, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<u64> {
        let (file, temporary) = create_beside(&self.path)?;
        // Without a lock, `remove_unfinished` of another process may delete this file too early;
        // then this write fails and nothing else is lost.
        let _locked = file.try_lock();
        let written = self.write_to(&file, fill).and_then(|bytes| self.replace(&temporary).map(|()| bytes));
        if written.is_err() {
            let _ = fs::remove_file(&temporary); // the first error is the one reported
        }
        written
    }

    fn write_to(&self, file: &File, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<u64> {
        let mut out =
            Summing { to: BufWriter::with_capacity(BUFFER, file), sum: crc32fast::Hasher::new(), bytes: 0 };
        out.to.write_all(&[0; HEADER])?;
        fill(&mut out)?;
        let Summing { mut to, sum, bytes } = out;
        to.seek(SeekFrom::Start(0))?;
        to.write_all(&self.kind.header(bytes, &sum))?;
        to.flush()?;
        file.sync_all()?;
        Ok(HEADER as u64 + bytes)
    }

    fn replace(&self, temporary: &Path) -> io::Result<()> {
        let second = with_suffix(temporary, ".link");
        match fs::hard_link(&self.path, &second) {
            Ok(()) => {
                let renamed = fs::rename(&second, self.previous());
                // Renaming does nothing if both are names of one file, which a writer killed
                // between the last two steps leaves behind.
                let removed = fs::remove_file(&second);
                renamed?;
                removed.or_else(|error| match error.kind() {
                    io::ErrorKind::NotFound => Ok(()),
                    _ => Err(error),
                })?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(_) => fs::rename(&self.path, self.previous())?,
        }
        fs::rename(temporary, &self.path)?;
        // Not every system can sync a folder; then a power failure may bring the previous file
        // back.
        let _ = File::open(self.folder()).and_then(|folder| folder.sync_all());
        Ok(())
    }

    fn folder(&self) -> &Path {
        self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    fn remove_unfinished(&self) -> io::Result<()> {
        let Some(name) = self.path.file_name().and_then(|name| name.to_str()) else { return Ok(()) };
        for entry in fs::read_dir(self.folder())? {
            let entry = entry?;
            let is_dead = || File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
            if entry.file_name().to_str().is_some_and(|found| is_unfinished(found, name)) && is_dead() {
                let _ = fs::remove_file(entry.path()); // if it stays it only takes room
            }
        }
        Ok(())
    }
}

/// True if this is a name that `create_beside` gives to a temporary file of `name`, or to its link.
fn is_unfinished(found: &str, name: &str) -> bool {
    let rest = found.strip_prefix(name).and_then(|rest| rest.strip_prefix(UNFINISHED));
    let middle = rest.and_then(|rest| rest.strip_suffix(".link").unwrap_or(rest).strip_suffix(".tmp"));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    middle
        .and_then(|middle| middle.split_once('-'))
        .is_some_and(|(pid, attempt)| is_number(pid) && is_number(attempt))
}

/// Adds up what is written.
struct Summing<W> {
    to: W,
    sum: crc32fast::Hasher,
    bytes: u64,
}

impl<W: Write> Write for Summing<W> {
    fn write(&mut self, cells: &[u8]) -> io::Result<usize> {
        let n = self.to.write(cells)?;
        self.sum.update(&cells[..n]);
        self.bytes += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
