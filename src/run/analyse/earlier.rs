//! The answers in an earlier run's file.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::lines::{BoundedLines, LONGEST};

/// In bytes. Answers repeat the id, possibly escaped, and add moves.
const LONGEST_ANSWER: usize = 16 * LONGEST;

/// Earlier answers: how many have an id, and how many of these a position.
///
/// 64-bit hashes keep a million ids in about 40 MiB, and collide with a probability below one in
/// ten million.
#[derive(Debug, Default)]
pub struct Earlier {
    ids: HashMap<u64, u32>,
    answers: HashMap<u64, u32>,
}

/// The keys of an answer that say what was asked.
#[derive(Debug, Deserialize, Hash)]
pub struct AskedPosition {
    pub position: String,
    pub roll: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EarlierAnswer {
    None,
    Same,
    /// There are answers with this id, all to other positions.
    Other,
}

#[derive(Deserialize)]
struct Answer {
    id: Value,
    /// Missing for faulty lines.
    #[serde(flatten)]
    asked: Option<AskedPosition>,
    /// Missing for faulty lines and in older files.
    flags: Option<String>,
}

impl Earlier {
    /// Opens or creates a file of answers, cuts off an incomplete last line, and returns the file
    /// at its end.
    ///
    /// # Errors
    /// If the file cannot be read or written, or contains anything but answers with these `flags`.
    /// It then stays unchanged.
    pub fn open(path: &Path, flags: &str) -> io::Result<(Earlier, File)> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let (earlier, whole) = Earlier::read(&file, flags)?;
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        Ok((earlier, file))
    }

    /// Reads the earlier answers. Also returns the offset after the last complete answer.
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
                Ok(Answer { id, asked, .. }) if lines.is_whole() => {
                    *earlier.ids.entry(hash(&id, &())).or_default() += 1;
                    *earlier.answers.entry(hash(&id, &asked)).or_default() += 1;
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

    /// Looks for the answer to a line. Each answer serves one line; that to a faulty line, which
    /// has no position, none if the line has been mended.
    pub(super) fn take(
        &mut self,
        id: &Value,
        asked: impl FnOnce() -> Option<AskedPosition>,
    ) -> EarlierAnswer {
        if !take_one(&mut self.ids, hash(id, &())) {
            return EarlierAnswer::None;
        }
        let mut take = |asked: &Option<AskedPosition>| take_one(&mut self.answers, hash(id, asked));
        if take(&asked()) {
            EarlierAnswer::Same
        } else if take(&None) {
            EarlierAnswer::None
        } else {
            EarlierAnswer::Other
        }
    }
}

fn take_one(counts: &mut HashMap<u64, u32>, key: u64) -> bool {
    let left = counts.get_mut(&key).filter(|left| **left > 0);
    left.map(|left| *left -= 1).is_some()
}

/// True if `line` can begin an answer.
fn may_be_torn(line: &str) -> bool {
    const BEGINNING: &str = "{\"id\":";
    line.starts_with(BEGINNING) || BEGINNING.starts_with(line)
}

fn hash(id: &Value, more: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    (id.to_string(), more).hash(&mut hasher);
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
        assert_eq!(earlier.take(&Value::from(id), || None), EarlierAnswer::Same);
    }
}
