use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::os::fd::AsFd;
use std::path::Path;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::failure::Failure;
use sparring_engine::games::{decoded, is_utf16};
use sparring_run::{Interrupt, NamedFile};

pub(super) fn text_of((flag, path): NamedFile, limit: u64, hint: &str) -> Result<String, Failure> {
    let refused =
        |got: String| Failure::usage(format!("{flag}: got '{}' ({got}), expected {hint}", path.display()));
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes));
    match read {
        Ok(length) if length as u64 > limit => Err(refused(format!("more than {limit} bytes"))),
        Ok(_) if is_utf16(&bytes) => {
            Err(refused("text in UTF-16, which iconv -f UTF-16 -t UTF-8 converts".to_owned()))
        }
        Ok(_) if bytes.contains(&0) => Err(refused("a binary file".to_owned())),
        Ok(_) => Ok(decoded(&bytes).into_owned()),
        Err(error) => Err(refused(error.to_string())),
    }
}

/// Opens lines of a file, or of standard input for `-`. Pipes and devices end at Ctrl-C.
///
/// # Errors
/// If it is a directory or cannot be opened.
pub(super) fn lines_of(path: &Path, interrupt: &Interrupt) -> io::Result<Box<dyn BufRead + Send>> {
    let file = match path == Path::new("-") {
        true => File::from(io::stdin().as_fd().try_clone_to_owned()?),
        false => File::open(path)?,
    };
    let kind = file.metadata()?.file_type();
    if kind.is_dir() {
        return Err(io::Error::other("a directory"));
    }
    Ok(match kind.is_file() {
        true => Box::new(BufReader::new(file)),
        false => Box::new(BufReader::new(Silent { file, interrupt: interrupt.clone() })),
    })
}

/// A file that ends at Ctrl-C, which a blocking read would not notice.
struct Silent {
    file: File,
    interrupt: Interrupt,
}

/// Interval between checks.
const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

impl Read for Silent {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.interrupt.requested() {
            match poll(&mut [PollFd::new(&self.file, PollFlags::IN)], Some(&LOOK)) {
                Ok(0) | Err(Errno::INTR) => {}
                Ok(_) => return self.file.read(buffer),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(0)
    }
}
