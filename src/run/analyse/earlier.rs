//! The answers that an earlier run has left in its file, and the end of that file mended.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::lines::{BoundedLines, LONGEST};

/// The longest answer that is read, in bytes. An answer repeats the id of its line, perhaps
/// escaped, and adds lines of moves, so that it may be much longer than its line.
const LONGEST_ANSWER: usize = 16 * LONGEST;

/// The ids of an earlier run's answers, with how often each occurs.
///
/// Of an id only 64 bits of a hash are kept, so that a million of them take some twenty MiB. That
/// two different ones share a hash is less likely than one in ten million for a million ids.
#[derive(Debug, Default)]
pub struct Earlier(HashMap<u64, u32>);

#[derive(Deserialize)]
struct Answer {
    id: Value,
    /// None in answers to lines in error, and in those of versions that did not say it.
    flags: Option<String>,
}

impl Earlier {
    /// Opens a file of answers to go on with, and creates it if need be. A last line without an
    /// end was being written when the run was killed: it is cut off. The file is returned at its
    /// end.
    ///
    /// # Errors
    /// The file cannot be read or written, or holds something else, be it answers that were made
    /// with other `flags`; then it is left as it is.
    pub fn open(path: &Path, flags: &str) -> io::Result<(Earlier, File)> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let (earlier, whole) = Earlier::read(&file, flags)?;
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        Ok((earlier, file))
    }

    /// The answers, and the number of bytes up to the end of the last whole one.
    fn read(file: impl Read, flags: &str) -> io::Result<(Earlier, u64)> {
        let mut earlier = Earlier::default();
        let mut lines = BoundedLines::up_to(LONGEST_ANSWER, BufReader::new(file));
        let (mut whole, mut number) = (0, 0);
        while let Some(line) = lines.next() {
            number += 1;
            let line = line?.unwrap_or_default();
            match serde_json::from_str::<Answer>(&line) {
                Ok(Answer { flags: Some(others), .. }) if others != flags => {
                    let why = format!("line {number} was made with {others}, and this would be with {flags}");
                    return Err(io::Error::new(io::ErrorKind::InvalidData, why));
                }
                Ok(Answer { id, .. }) if lines.is_whole() => {
                    *earlier.0.entry(hash(&id)).or_default() += 1;
                    whole = lines.read();
                }
                _ if !lines.is_whole() && may_be_torn(&line) => {}
                _ => {
                    let why = format!("line {number} is no answer of this command");
                    return Err(io::Error::new(io::ErrorKind::InvalidData, why));
                }
            }
        }
        Ok((earlier, whole))
    }

    /// Whether the earlier run has answered a line with this id. Every answer counts for one line.
    pub fn has_answered(&mut self, id: &Value) -> bool {
        match self.0.get_mut(&hash(id)).filter(|left| **left > 0) {
            Some(left) => {
                *left -= 1;
                true
            }
            None => false,
        }
    }
}

/// Whether this is how an answer begins.
fn may_be_torn(line: &str) -> bool {
    const BEGINNING: &str = "{\"id\":";
    line.starts_with(BEGINNING) || BEGINNING.starts_with(line)
}

fn hash(id: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.to_string().hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_may_be_longer_than_a_line_of_the_input() {
        let (flags, id) = ("--depth 1", "x".repeat(2 * LONGEST));
        let text = format!("{{\"id\":\"{id}\",\"flags\":\"{flags}\"}}\n");
        let (mut earlier, whole) = Earlier::read(text.as_bytes(), flags).unwrap();
        assert_eq!(whole, text.len() as u64);
        assert!(earlier.has_answered(&Value::from(id)));
    }
}
