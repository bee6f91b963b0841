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
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{
    CHECKSUM, HEADER, MAGIC, Refusal, UNFINISHED, VERSION, create_beside, header, number, with_suffix,
};

/// What the cells of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// In the header.
    pub kind: [u8; 16],
    /// Version of the cells.
    pub version: u32,
}

/// Bytes that are read or written at once.
const BUFFER: usize = 1 << 20;

/// The cells of a file that was found to be whole.
pub type Cells = io::Take<BufReader<File>>;

/// A file and the one before it.
#[derive(Clone, Debug)]
pub struct Kept {
    path: PathBuf,
    kind: Kind,
}

impl Kept {
    /// The file with this name. Nothing is opened or written yet.
    pub fn new(path: impl Into<PathBuf>, kind: Kind) -> Kept {
        Kept { path: path.into(), kind }
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
    /// Those of creating a file beside it.
    pub fn prepare(&self) -> io::Result<()> {
        let (file, temporary) = create_beside(&self.path)?;
        drop(file);
        fs::remove_file(temporary)?;
        self.remove_unfinished()
    }

    /// Opens a file, this one or the one before it, and reads it once to see whether it is whole.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn open(&self, path: &Path) -> Result<Cells, Refusal> {
        let metadata = fs::metadata(path)?;
        if !metadata.is_file() {
            return Err(Refusal::Unreadable(io::Error::other("not a regular file")));
        }
        let mut file = File::open(path)?;
        let mut found = [0; HEADER];
        let got = metadata.len();
        if file.read_exact(&mut found).is_err() {
            return Err(Refusal::Length { got, expected: HEADER as u64 });
        }
        if found[..8] != MAGIC || found[8..VERSION.start] != self.kind.kind {
            return Err(Refusal::Kind);
        }
        let version = number(&found, VERSION);
        if version != self.kind.version {
            return Err(Refusal::Version { got: version, expected: self.kind.version });
        }
        let bytes: [u8; 8] = found[VERSION.end..CHECKSUM.start].try_into().expect("eight bytes");
        let bytes = u64::from_le_bytes(bytes);
        let expected = bytes.saturating_add(HEADER as u64);
        if got != expected {
            return Err(Refusal::Length { got, expected });
        }
        let expected = header(self.kind.kind, version, bytes, &checksum(&file, bytes)?);
        if found != expected {
            return Err(Refusal::Checksum {
                said: number(&found, CHECKSUM),
                found: number(&expected, CHECKSUM),
            });
        }
        file.seek(SeekFrom::Start(HEADER as u64))?;
        Ok(BufReader::with_capacity(BUFFER, file).take(bytes))
    }

    /// Replaces the file; the present one becomes the previous one. `fill` writes the cells.
    /// Returns the size in bytes.
    ///
    /// # Errors
    /// Those of writing; then nothing has changed.
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
        to.write_all(&header(self.kind.kind, self.kind.version, bytes, &sum))?;
        to.flush()?;
        file.sync_all()?;
        Ok(HEADER as u64 + bytes)
    }

    fn replace(&self, temporary: &Path) -> io::Result<()> {
        let second = with_suffix(temporary, ".link");
        match fs::hard_link(&self.path, &second) {
            Ok(()) => {
                fs::rename(&second, self.previous())?;
                // Renaming does nothing if both are names of one file, which a writer killed
                // between the last two steps leaves behind.
                match fs::remove_file(&second) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
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

/// Whether this is a name that `create_beside` gives to a temporary file of `name`, or to its link.
fn is_unfinished(found: &str, name: &str) -> bool {
    let rest = found.strip_prefix(name).and_then(|rest| rest.strip_prefix(UNFINISHED));
    let middle = rest.and_then(|rest| rest.strip_suffix(".link").unwrap_or(rest).strip_suffix(".tmp"));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    middle
        .and_then(|middle| middle.split_once('-'))
        .is_some_and(|(pid, attempt)| is_number(pid) && is_number(attempt))
}

/// The checksum of the rest of a file, which has `bytes` bytes.
fn checksum(file: &File, bytes: u64) -> io::Result<crc32fast::Hasher> {
    let mut sum = crc32fast::Hasher::new();
    let mut buffer = vec![0; BUFFER];
    let mut rest = file.take(bytes);
    loop {
        match rest.read(&mut buffer)? {
            0 => return Ok(sum),
            n => sum.update(&buffer[..n]),
        }
    }
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
