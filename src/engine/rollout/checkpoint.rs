//! A rollout that survives its process: what is known, in a file.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::sample::Sample;
use super::sums::Sums;
use super::{Plan, Rollout, Start, WithCube};
use crate::games::backgammon::Position;
use crate::solve::store::{Kept, Kind, Lock};

/// The version is raised whenever the same words would lead to other trials.
const KIND: Kind = Kind { kind: *b"rollout         ", version: 2 };

/// The longest words and the most starts that are read. Those that are written are fewer.
const MAX_WORDS: u64 = 1 << 20;
const MAX_STARTS: u64 = 1 << 12;

/// The file of one rollout: the words that say which it is, and its [`Sums`].
#[derive(Debug)]
pub struct Checkpoint {
    kept: Kept,
    words: String,
    /// Keeps other processes from writing it.
    _lock: Lock,
}

/// Why a file is not used.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// Another process is writing it.
    #[error(
        "got {}, which another process is writing, expected a file that nobody else writes", .0.display()
    )]
    Held(PathBuf),
    /// It cannot be written.
    #[error(
        "got '{error}' while writing beside {path}, expected a folder that can be written",
        path = .0.display(), error = .1
    )]
    Unwritable(PathBuf, io::Error),
    /// It is not whole: what was got and what was expected.
    #[error("got {0}, expected {1}")]
    Damaged(String, String),
    /// It is whole, but no rollout.
    #[error("got other contents in {}, expected a rollout", .0.display())]
    Nonsense(PathBuf),
    /// It belongs to another rollout: its words, and those that are wanted.
    #[error(
        "got {got} in {path}, expected {wanted}", got = beginning(.1), path = .0.display(), wanted = .2
    )]
    Other(PathBuf, String, String),
}

/// The part of a text that fits a line.
fn beginning(text: &str) -> String {
    text.chars().take(200).flat_map(char::escape_debug).collect()
}

impl Checkpoint {
    /// Opens the checkpoint of a rollout, and reads what it knows if it is there; else what the
    /// one before it, `FILE.previous`, knows.
    ///
    /// # Errors
    /// If a file is not whole, belongs to another rollout, cannot be written, or is held by
    /// another process. Then no file is touched.
    pub fn open(path: &Path, rollout: &Rollout<'_>) -> Result<(Checkpoint, Sums), CheckpointError> {
        let unwritable = |error| CheckpointError::Unwritable(path.to_owned(), error);
        let kept = Kept::new(path, KIND);
        let lock = Lock::take(kept.path()).map_err(unwritable)?;
        let lock = lock.ok_or_else(|| CheckpointError::Held(path.to_owned()))?;
        let checkpoint = Checkpoint { kept, words: words(rollout), _lock: lock };
        let starts = rollout.starts.len();
        let known = match checkpoint.read(checkpoint.kept.path(), starts)? {
            Some(known) => Some(known),
            None => checkpoint.read(&checkpoint.kept.previous(), starts)?,
        };
        checkpoint.kept.prepare().map_err(unwritable)?;
        Ok((checkpoint, known.unwrap_or_else(|| Sums::new(starts))))
    }

    /// The contents of a file; `None` if there is none.
    fn read(&self, path: &Path, starts: usize) -> Result<Option<Sums>, CheckpointError> {
        let mut cells = match self.kept.open(path) {
            Ok(cells) => cells,
            Err(refusal) => match refusal.got_and_expected(path, "a rollout") {
                Some((got, expected)) => return Err(CheckpointError::Damaged(got, expected)),
                None => return Ok(None),
            },
        };
        let nonsense = || CheckpointError::Nonsense(path.to_owned());
        let (words, sums) = read(&mut cells).ok().flatten().ok_or_else(nonsense)?;
        if words != self.words || sums.starts() != starts {
            return Err(CheckpointError::Other(path.to_owned(), words, self.words.clone()));
        }
        Ok(Some(sums))
    }

    /// Replaces the file by what is known now.
    ///
    /// # Errors
    /// Errors of writing. What the file held is then still in it or in the previous one.
    pub fn write(&self, sums: &Sums) -> io::Result<()> {
        self.kept.write(|out| {
            let (trials, samples, products) = sums.parts();
            for number in [self.words.len() as u64, samples.len() as u64, trials] {
                out.write_all(&number.to_le_bytes())?;
            }
            out.write_all(self.words.as_bytes())?;
            for Sample { chances, value } in samples {
                let numbers = chances.iter().chain([value]);
                numbers.into_iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))?;
            }
            products.iter().try_for_each(|product| out.write_all(&product.to_le_bytes()))
        })?;
        Ok(())
    }
}

/// Which rollout it is: everything on which its trials depend. How many are wanted is not among
/// it, so that there can be more.
fn words(rollout: &Rollout<'_>) -> String {
    let Plan { seed, truncate, level, trials: _, until: _ } = rollout.plan;
    let starts = rollout.starts.iter().enumerate().map(|(i, start)| {
        let (position, played) = match start {
            Start::ToRoll(position) => (position, ""),
            Start::Played(position) => (position, " played"),
        };
        // A position is written as its side sees it; score and owner are those of White and Black.
        let cube = rollout.cube.map(|cube| format!(" {:?} {:?}", position.side(), cube.begins[i]));
        format!("{position}{played}{}", cube.unwrap_or_default())
    });
    let starts = starts.collect::<Vec<_>>().join(", ");
    let end = truncate.map_or("the end".to_owned(), |turns| format!("{turns} turns"));
    let bearoff = if rollout.bearoff.is_some() { ", exact bear-offs" } else { "" };
    // What stands for the network: another one says something else of the start.
    let chances = rollout.network.chances(&Position::START).as_array();
    // What stands for the score, the rules, the table and the model.
    let stakes = |cube: WithCube<'_>| crc32fast::hash(format!("{:?}", cube.holds).as_bytes());
    let cube = rollout.cube.map_or(String::new(), |cube| format!(", stakes {:08x}", stakes(cube)));
    format!("a rollout of seed {seed}, to {end}, {level:?}{bearoff}{cube}, network {chances:?}, of {starts}")
}

/// The words and the sums; `None` if the numbers do not go together.
fn read(cells: &mut impl Read) -> io::Result<Option<(String, Sums)>> {
    let [length, starts, trials] = [number(cells)?, number(cells)?, number(cells)?].map(u64::from_le_bytes);
    if length > MAX_WORDS || starts > MAX_STARTS || trials > Plan::MOST {
        return Ok(None);
    }
    let mut words = vec![0; length as usize];
    cells.read_exact(&mut words)?;
    let mut samples = vec![Sample::default(); starts as usize];
    for Sample { chances, value } in &mut samples {
        for sum in chances.iter_mut().chain([value]) {
            *sum = i64::from_le_bytes(number(cells)?);
        }
    }
    let mut products = vec![0; (starts * (starts + 1) / 2) as usize];
    for product in &mut products {
        *product = i128::from_le_bytes(number(cells)?);
    }
    let words = String::from_utf8_lossy(&words).into_owned();
    Ok(Sums::of_parts(trials, samples, products).map(|sums| (words, sums)))
}

fn number<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}
