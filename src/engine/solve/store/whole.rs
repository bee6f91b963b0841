//! A file of cells behind a header. It is used only if it is whole.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

const MAGIC: [u8; 8] = *b"SPARRING";
pub(super) const HEADER: usize = 40;
/// Where the version begins, after the kind, and the length of the cells after the version.
const VERSION: Range<usize> = 24..28;
/// Where the checksum begins: at the end of the header.
pub(super) const CHECKSUM: Range<usize> = 36..HEADER;

/// Bytes that are read or written at once.
pub(super) const BUFFER: usize = 1 << 20;

/// The cells of a file that was found to be whole.
pub type Cells = io::Take<BufReader<File>>;

/// The type of a file's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// In the header.
    pub kind: [u8; 16],
    /// Version of the cells.
    pub version: u32,
}

impl Kind {
    /// The header of a file of `bytes` of cells with this checksum.
    pub(super) fn header(&self, bytes: u64, cells: &crc32fast::Hasher) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..8].copy_from_slice(&MAGIC);
        header[8..VERSION.start].copy_from_slice(&self.kind);
        header[VERSION].copy_from_slice(&self.version.to_le_bytes());
        header[VERSION.end..CHECKSUM.start].copy_from_slice(&bytes.to_le_bytes());
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&header[..CHECKSUM.start]);
        checksum.combine(cells);
        header[CHECKSUM].copy_from_slice(&checksum.finalize().to_le_bytes());
        header
    }
}

/// A number of a header.
pub(super) fn number(header: &[u8; HEADER], at: Range<usize>) -> u32 {
    header[at].iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte))
}

/// Why a file is not used.
#[derive(Debug)]
pub enum Refusal {
    /// There is none.
    Absent,
    /// It cannot be read, or is no file at all.
    Unreadable(io::Error),
    /// It does not begin as it should.
    Kind,
    /// It is of another version.
    Version {
        /// Its own.
        got: u32,
        /// That of this program.
        expected: u32,
    },
    /// It is longer or shorter than it should be.
    Length {
        /// Its bytes.
        got: u64,
        /// The bytes that it should have.
        expected: u64,
    },
    /// It has been altered.
    Checksum {
        /// The checksum in its header.
        said: u32,
        /// That of its contents.
        found: u32,
    },
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Refusal::Absent,
            _ => Refusal::Unreadable(error),
        }
    }
}

impl Refusal {
    /// What was got and what was expected of a file that should be `what`. `None` if there is no
    /// file.
    pub fn got_and_expected(&self, path: &Path, what: &str) -> Option<(String, String)> {
        let (got, expected) = match self {
            Refusal::Absent => return None,
            Refusal::Unreadable(error) => (format!("'{error}' while reading"), "a readable file".to_owned()),
            Refusal::Kind => ("other contents in".to_owned(), what.to_owned()),
            Refusal::Version { got, expected } => {
                (format!("version {got} in"), format!("version {expected}"))
            }
            Refusal::Length { got, expected } => (format!("{got} bytes in"), expected.to_string()),
            Refusal::Checksum { said, found } => {
                (format!("altered contents of checksum {found:08x} in"), format!("{said:08x}"))
            }
        };
        Some((format!("{got} {}", path.display()), expected))
    }
}

/// Opens a file and reads it once to see whether it is whole. `cells` is how many bytes its cells
/// have to have, if they are not as many as its header says. Also returns its checksum.
pub(super) fn open(path: &Path, kind: Kind, cells: Option<u64>) -> Result<(Cells, u32), Refusal> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(Refusal::Unreadable(io::Error::other("not a regular file")));
    }
    let got = metadata.len();
    let mut file = File::open(path)?;
    let mut found = [0; HEADER];
    match file.read_exact(&mut found) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            return Err(Refusal::Length { got, expected: cells.unwrap_or(0) + HEADER as u64 });
        }
        read => read?,
    }
    if found[..8] != MAGIC || found[8..VERSION.start] != kind.kind {
        return Err(Refusal::Kind);
    }
    let version = number(&found, VERSION);
    if version != kind.version {
        return Err(Refusal::Version { got: version, expected: kind.version });
    }
    let said: [u8; 8] = found[VERSION.end..CHECKSUM.start].try_into().expect("eight bytes");
    let bytes = cells.unwrap_or(u64::from_le_bytes(said));
    let expected = bytes.saturating_add(HEADER as u64);
    if got != expected {
        return Err(Refusal::Length { got, expected });
    }
    let expected = kind.header(bytes, &checksum(&file, bytes)?);
    let (said, sum) = (number(&found, CHECKSUM), number(&expected, CHECKSUM));
    if found != expected {
        return Err(Refusal::Checksum { said, found: sum });
    }
    file.seek(SeekFrom::Start(HEADER as u64))?;
    Ok((BufReader::with_capacity(BUFFER, file).take(bytes), sum))
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
