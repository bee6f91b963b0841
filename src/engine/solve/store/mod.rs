//! The files of solved games: a header, then the cells.
//!
//! | bytes | |
//! |---|---|
//! | 0..8 | `SPARRING` |
//! | 8..24 | kind, ASCII |
//! | 24..28 | version |
//! | 28..36 | bytes of the cells |
//! | 36..40 | CRC-32 of everything else |
//! | 40.. | cells |
//!
//! Numbers are little-endian. A file is written under another name and renamed when complete. A
//! database is not synced: if a power failure damages it, it is generated again.

mod checkpoint_error;
mod crash_safe;
mod lock;
mod whole;

pub use checkpoint_error::CheckpointError;
pub use crash_safe::Kept;
pub use whole::{Cells, Kind, Refusal};

use std::env;
use std::fmt;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use whole::{HEADER, open, write};

/// The description of a file.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name of the database.
    pub name: &'static str,
    /// The name of its file in the store.
    pub file: &'static str,
    /// The kind in the header.
    pub kind: [u8; 16],
    /// The version of the cells.
    pub version: u32,
    /// The size of the cells in bytes.
    pub bytes: usize,
}

/// The origin of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Read from its file.
    Loaded,
    /// Computed just now.
    Generated,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Loaded => "loaded",
            Origin::Generated => "generated",
        })
    }
}

/// The outcome of reading or making a file.
#[derive(Clone, Debug)]
pub struct Record {
    /// The path of the file; `None` if the database is in memory only.
    pub path: Option<PathBuf>,
    /// The size that the file has or would have.
    pub bytes: usize,
    /// The checksum of the file.
    pub checksum: u32,
    /// The origin of the database.
    pub origin: Origin,
    /// The reasons why a file was not read or could not be written, one a line.
    pub remarks: Vec<String>,
}

/// A folder for files of solved games, or none.
#[derive(Clone, Debug)]
pub struct Store(Option<PathBuf>);

impl Store {
    /// Returns `sparring` in the user's cache folder: `$XDG_CACHE_HOME` if it is an absolute path,
    /// or else `$HOME/.cache`.
    pub fn of_user() -> Store {
        let folder = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let caches = folder("XDG_CACHE_HOME").or_else(|| folder("HOME").map(|home| home.join(".cache")));
        Store(caches.map(|caches| caches.join("sparring")))
    }

    /// The store in this folder, created when needed.
    pub fn at(folder: impl Into<PathBuf>) -> Store {
        Store(Some(folder.into()))
    }

    /// Reads the cells of a file. If it is missing, damaged or of another kind or version,
    /// generates the cells and writes them if possible; a bad file is replaced, with a remark.
    ///
    /// # Errors
    /// Only those of `generate`: then nothing is written.
    pub fn load_or_generate<E>(
        &self,
        format: &Format,
        generate: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<(Vec<u8>, Record), E> {
        let Format { name, bytes, .. } = *format;
        let what = format!("the {name} database");
        let kind = Kind { kind: format.kind, version: format.version, what: &what };
        let path = self.0.as_ref().map(|folder| folder.join(format.file));
        let mut remarks = Vec::new();
        let read = path.as_ref().map(|path| read(path, kind, bytes));
        match read.transpose() {
            Ok(Some(Some((cells, checksum)))) => {
                let record =
                    Record { path, bytes: HEADER + bytes, checksum, origin: Origin::Loaded, remarks };
                return Ok((cells, record));
            }
            Ok(_) => {}
            Err(refusal) => {
                remarks.push(format!(
                    "{refusal}; the database is generated anew, try removing the file if this is said again"
                ));
            }
        }
        let cells = generate()?;
        let written = match &path {
            Some(path) => {
                let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
                let fill = |out: &mut dyn Write| out.write_all(&cells);
                // Several processes may write the same file at once.
                let temporary = path.with_added_extension(format!("sparring-{}.tmp", process::id()));
                let publish = |_: &File| fs::rename(&temporary, path);
                let written = folder.and_then(|()| write(&temporary, kind, fill, publish));
                written.map_err(|error| format!("'{error}' while writing {}", path.display()))
            }
            None => Err("neither XDG_CACHE_HOME nor HOME as an absolute path".to_owned()),
        };
        remarks.extend(written.as_ref().err().map(|got| {
            format!("got {got}, expected a place for the {name} database; it is used from memory, try XDG_CACHE_HOME=/tmp")
        }));
        let (path, checksum) = (path.filter(|_| written.is_ok()), kind.checksum(&cells));
        Ok((cells, Record { path, bytes: HEADER + bytes, checksum, origin: Origin::Generated, remarks }))
    }
}

fn read(path: &Path, kind: Kind<'_>, bytes: usize) -> Result<Option<(Vec<u8>, u32)>, Refusal> {
    let Some((mut file, checksum)) = open(path, kind, Some(bytes as u64))? else { return Ok(None) };
    let mut cells = Vec::with_capacity(bytes);
    file.read_to_end(&mut cells).map_err(|error| Refusal::unreadable(path, &error))?;
    Ok(Some((cells, checksum)))
}
