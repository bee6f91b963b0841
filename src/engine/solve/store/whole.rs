use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use thiserror::Error;

const MAGIC: [u8; 8] = *b"SPARRING";
pub(super) const HEADER: usize = 40;
const VERSION: Range<usize> = 24..28;
const CHECKSUM: Range<usize> = 36..HEADER;

const BUFFER: usize = 1 << 20;

/// The cells of a whole file.
pub type Cells = io::Take<BufReader<File>>;

/// The contents of a file, as its header names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind<'w> {
    /// The kind in the header.
    pub kind: [u8; 16],
    /// The version of the cells.
    pub version: u32,
    /// The kind in words, for messages.
    pub what: &'w str,
}

impl Kind<'_> {
    fn header(&self, bytes: u64, cells: &crc32fast::Hasher) -> [u8; HEADER] {
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

    pub(super) fn checksum(&self, cells: &[u8]) -> u32 {
        let mut sum = crc32fast::Hasher::new();
        sum.update(cells);
        number(&self.header(cells.len() as u64, &sum), CHECKSUM)
    }
}

fn number(header: &[u8; HEADER], at: Range<usize>) -> u32 {
    header[at].iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte))
}

/// The reason why a file is not used, in one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("got {got} {path}, expected {expected}", path = path.display())]
pub struct Refusal {
    got: String,
    path: PathBuf,
    expected: String,
}

impl Refusal {
    pub(super) fn unreadable(path: &Path, error: &io::Error) -> Refusal {
        let (got, expected) = (format!("'{error}' while reading"), "a readable file".to_owned());
        Refusal { got, path: path.to_owned(), expected }
    }
}

/// Opens a file and reads it once to verify it; `None` if there is none. `cells` is the expected
/// size, if not the header's. Also returns the checksum.
pub(super) fn open(path: &Path, kind: Kind<'_>, cells: Option<u64>) -> Result<Option<(Cells, u32)>, Refusal> {
    let refused =
        |got: &str, expected: String| Refusal { got: got.to_owned(), path: path.to_owned(), expected };
    let unreadable = |error: io::Error| Refusal::unreadable(path, &error);
    let metadata = match fs::metadata(path) {
        Err(error) if [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&error.kind()) => {
            return Ok(None);
        }
        found => found.map_err(unreadable)?,
    };
    if !metadata.is_file() {
        return Err(unreadable(io::Error::other("not a regular file")));
    }
    let check_length = |cells: u64| match (metadata.len(), cells.saturating_add(HEADER as u64)) {
        (got, expected) if got == expected => Ok(cells),
        (got, expected) => Err(refused(&format!("{got} bytes in"), expected.to_string())),
    };
    if metadata.len() < HEADER as u64 {
        check_length(cells.unwrap_or(0))?;
    }
    let mut file = File::open(path).map_err(unreadable)?;
    let mut found = [0; HEADER];
    file.read_exact(&mut found).map_err(unreadable)?;
    if found[..8] != MAGIC || found[8..VERSION.start] != kind.kind {
        return Err(refused("other contents in", kind.what.to_owned()));
    }
    let version = number(&found, VERSION);
    if version != kind.version {
        return Err(refused(&format!("version {version} in"), format!("version {}", kind.version)));
    }
    let said: [u8; 8] = found[VERSION.end..CHECKSUM.start].try_into().expect("eight bytes");
    let bytes = check_length(cells.unwrap_or(u64::from_le_bytes(said)))?;
    let sum = checksum(&file, bytes).map_err(unreadable)?;
    let expected = kind.header(bytes, &sum);
    let (said, sum) = (number(&found, CHECKSUM), number(&expected, CHECKSUM));
    if found != expected {
        return Err(refused(&format!("altered contents of checksum {sum:08x} in"), format!("{said:08x}")));
    }
    file.seek(SeekFrom::Start(HEADER as u64)).map_err(unreadable)?;
    Ok(Some((BufReader::with_capacity(BUFFER, file).take(bytes), sum)))
}

fn checksum(file: &File, bytes: u64) -> io::Result<crc32fast::Hasher> {
    let mut sum = Summing { to: io::sink(), sum: crc32fast::Hasher::new(), bytes: 0 };
    io::copy(&mut BufReader::with_capacity(BUFFER, file.take(bytes)), &mut sum)?;
    Ok(sum.sum)
}

/// Writes a whole file under the name `temporary`, which `publish` is to change. `fill` writes the
/// cells. Returns the size in bytes.
pub(super) fn write(
    temporary: &Path,
    kind: Kind<'_>,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    publish: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<u64> {
    let mut file = File::create_new(temporary)?;
    let fill_and_publish = || {
        file.write_all(&[0; HEADER])?;
        let cells = Summing { to: &file, sum: crc32fast::Hasher::new(), bytes: 0 };
        let mut out = BufWriter::with_capacity(BUFFER, cells);
        fill(&mut out)?;
        let Summing { sum, bytes, .. } = out.into_inner()?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&kind.header(bytes, &sum))?;
        publish(&file)?;
        Ok(HEADER as u64 + bytes)
    };
    let written = fill_and_publish();
    if written.is_err() {
        let _ = fs::remove_file(temporary); // the first error is the one reported
    }
    written
}

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
