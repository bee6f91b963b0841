//! Reading the text files that positions come from.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::os::fd::AsFd;
use std::path::Path;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::failure::Failure;
use sparring_run::{Interrupt, NamedFile};

/// The contents of a file of at most `limit` bytes. `hint` is the end of the refusal: what was
/// expected, what to try.
pub(super) fn text_of((flag, path): NamedFile, limit: u64, hint: &str) -> Result<String, Failure> {
    let refused =
        |got: String| Failure::usage(format!("{flag}: got '{}' ({got}), expected {hint}", path.display()));
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(limit + 1).read_to_string(&mut text));
    match read {
        Ok(length) if length as u64 > limit => Err(refused(format!("more than {limit} bytes"))),
        Ok(_) => Ok(text),
        Err(error) => Err(refused(error.to_string())),
    }
}

/// The lines of a file, or of the standard input if its name is `-`. What may be silent for long,
/// as a pipe may, ends at Ctrl-C.
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

/// A file that ends at Ctrl-C. A reader that waits for a line would not hear it.
struct Silent {
    file: File,
    interrupt: Interrupt,
}

/// From one look at whether Ctrl-C was pressed to the next.
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
