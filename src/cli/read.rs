//! Reading the text files that positions come from.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::failure::Failure;
use crate::run::NamedFile;

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

/// The lines of a file; of the standard input if its name is `-`.
///
/// # Errors
/// If it is a directory or cannot be opened.
pub(super) fn lines_of(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    if fs::metadata(path)?.is_dir() {
        return Err(io::Error::other("a directory"));
    }
    Ok(Box::new(BufReader::new(File::open(path)?)))
}
