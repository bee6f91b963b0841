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
//! Numbers are little-endian. A file is written under another name and renamed when it is complete,
//! so no reader sees half of one. A database is not synced to the disk: if a power failure damages
//! it, its length or checksum is wrong, and it is generated again. Files that cannot be generated
//! in seconds are [`Kept`].

mod kept;
mod lock;
mod whole;

pub use kept::Kept;
pub use lock::Lock;
pub use whole::{Cells, Kind, Refusal};

use std::env;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use whole::{CHECKSUM, HEADER, number, open};

/// In the name of an unfinished file, what stands between the name of the file and
/// `<pid>-<attempt>.tmp`.
const UNFINISHED: &str = ".sparring-";

/// The description of a file.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name of the database.
    pub name: &'static str,
    /// Its file in the store.
    pub file: &'static str,
    /// The subject, in the header.
    pub kind: [u8; 16],
    /// Version of the cells.
    pub version: u32,
    /// Bytes of the cells.
    pub bytes: usize,
}

impl Format {
    fn kind(&self) -> Kind {
        Kind { kind: self.kind, version: self.version }
    }

    /// The size of the file.
    fn size(&self) -> usize {
        HEADER + self.bytes
    }
}

/// Where a database came from.
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
    /// Where the database is kept now; `None` if it is in memory only.
    pub path: Option<PathBuf>,
    /// Size of the file, or the size it would have.
    pub bytes: usize,
    /// The checksum of the file.
    pub checksum: u32,
    /// Where the database came from.
    pub origin: Origin,
    /// A line each on why a file was not read and why none could be written.
    pub remarks: Vec<String>,
}

/// A folder for files of solved games, or none.
#[derive(Clone, Debug)]
pub struct Store(Option<PathBuf>);

impl Store {
    /// `sparring` in the user's folder for caches: `$XDG_CACHE_HOME` if it is an absolute path,
    /// else `$HOME/.cache`.
    pub fn of_user() -> Store {
        let folder = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let caches = folder("XDG_CACHE_HOME").or_else(|| folder("HOME").map(|home| home.join(".cache")));
        Store(caches.map(|caches| caches.join("sparring")))
    }

    /// This folder. It is made when something is written.
    pub fn at(folder: impl Into<PathBuf>) -> Store {
        Store(Some(folder.into()))
    }

    /// The cells of a file. If the file is missing, truncated, altered or of another kind or
    /// version, cells are generated and written if that is possible; a bad file is refused with a
    /// remark, and replaced.
    ///
    /// # Errors
    /// Only those of `generate`: then nothing is written.
    pub fn load_or_generate<E>(
        &self,
        format: &Format,
        generate: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<(Vec<u8>, Record), E> {
        let path = self.0.as_ref().map(|folder| folder.join(format.file));
        let mut remarks = Vec::new();
        match path.as_deref().map(|path| (path, read(path, format))) {
            Some((path, Ok((cells, checksum)))) => {
                let path = Some(path.to_owned());
                let record = Record { path, bytes: format.size(), checksum, origin: Origin::Loaded, remarks };
                return Ok((cells, record));
            }
            Some((path, Err(refusal))) => {
                let said = refusal.got_and_expected(path, &format!("the {} database", format.name));
                remarks.extend(said.map(|(got, expected)| {
                    format!("got {got}, expected {expected}; the database is generated anew, try removing the file if this is said again")
                }));
            }
            None => {}
        }
        let cells = generate()?;
        let mut sum = crc32fast::Hasher::new();
        sum.update(&cells);
        let header = format.kind().header(cells.len() as u64, &sum);
        let unwritten = match &path {
            Some(path) => write(path, &header, &cells)
                .err()
                .map(|error| format!("'{error}' while writing {}", path.display())),
            None => Some("neither XDG_CACHE_HOME nor HOME as an absolute path".to_owned()),
        };
        let path = path.filter(|_| unwritten.is_none());
        remarks.extend(unwritten.map(|got| {
            let name = format.name;
            format!("got {got}, expected a place for the {name} database; it is used from memory, try XDG_CACHE_HOME=/tmp")
        }));
        let checksum = number(&header, CHECKSUM);
        Ok((cells, Record { path, bytes: format.size(), checksum, origin: Origin::Generated, remarks }))
    }
}

/// The cells of a file and its checksum.
fn read(path: &Path, format: &Format) -> Result<(Vec<u8>, u32), Refusal> {
    let (mut file, checksum) = open(path, format.kind(), Some(format.bytes as u64))?;
    let mut cells = Vec::with_capacity(format.bytes);
    file.read_to_end(&mut cells)?;
    Ok((cells, checksum))
}

/// Writes the whole file or none.
fn write(path: &Path, header: &[u8], cells: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let (mut file, temporary) = create_beside(path)?;
    let written = file.write_all(header).and_then(|()| file.write_all(cells));
    drop(file);
    let moved = written.and_then(|()| fs::rename(&temporary, path));
    if moved.is_err() {
        let _ = fs::remove_file(&temporary); // the error that is told is the first
    }
    moved
}

/// A new file that no other process is writing, and its name: `path` with a suffix.
fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    for attempt in 0..1000 {
        let temporary = with_suffix(path, &format!("{UNFINISHED}{}-{attempt}.tmp", process::id()));
        match File::create_new(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (file, temporary)),
        }
    }
    Err(io::Error::other("a thousand unfinished files are in the way"))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
