//! Checkpoints: a solve that survives its process. A file has
//! 1. the game and the position in words, the size of the table, and a checksum of sample names and
//!    entries, because a table with other names is useless;
//! 2. the bounds of the value, edges that keep it, edges that do not;
//! 3. the nodes and the time spent so far;
//! 4. the table, line by line: a byte that says which of its eight words are not zero, and these
//!    words. An empty line is followed by the number of further empty lines.
//!
//! It is written during the search. Each entry is a theorem, true whenever it was found, so the
//! parts need not be of the same moment. A wide entry may be *torn*, one word from before a store
//! and the other from after; its check fails in the restored table as in the search (`slot`).

use std::io::{self, Read, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::run::{Proved, lock};
use super::slot::Entry;
use super::solver::Solver;
use super::table::{LINE, Table};
use crate::solve::store::{CheckpointError, Kept, Kind};

/// Raise the version with every change of the bytes' meaning, entries of the table included.
const KIND: Kind<'static> =
    Kind { kind: *b"dots checkpoint ", version: 2, what: "the checkpoint of a solve" };

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spent {
    pub nodes: u64,
    pub nanoseconds: u64,
}

/// The file of one solve.
#[derive(Debug)]
pub struct Checkpoint {
    kept: Kept,
    /// The time between two writes, if one was asked for.
    pub(super) every: Option<Duration>,
    pub(super) drawn: u64,
    from: Option<PathBuf>,
    pub(super) before: Spent,
}

impl Checkpoint {
    /// Opens the checkpoint of a solve from the position `drawn`, to be written at intervals of
    /// `every`, by default as often as costs little. The contents of the file, or else of the
    /// previous one, go to `solver`.
    ///
    /// # Errors
    /// If the file is not whole, belongs to another solve, cannot be written, or is held by another
    /// `Checkpoint`. No file is touched then, and `solver` must not be used.
    pub fn open(
        path: &Path,
        every: Option<Duration>,
        solver: &Solver,
        drawn: u64,
    ) -> Result<Checkpoint, CheckpointError> {
        let (lines, names) = (solver.table.lines() as u64, names(solver));
        let words = ("the solve of ", words(solver, drawn));
        let (kept, known) = Kept::open(path, KIND, words, |path, [got, by], cells| {
            if by != names {
                let got = "the table of another version of this program".to_owned();
                return Ok(Err(CheckpointError::Other(
                    path.to_owned(),
                    got,
                    "one of this version".to_owned(),
                )));
            }
            if got != lines {
                let [got, wanted] =
                    [got, lines].map(|n| n.saturating_mul(size_of::<[u64; LINE]>() as u64).div_ceil(1 << 20));
                return Ok(Err(CheckpointError::OtherTable(path.to_owned(), got, wanted)));
            }
            read_state(cells, solver, drawn).map(Ok)
        })?;
        let (from, before) = known.unzip();
        Ok(Checkpoint { kept, every, drawn, from, before: before.unwrap_or_default() })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        self.kept.path()
    }

    /// The file from which it was loaded, if any.
    pub fn from(&self) -> Option<&Path> {
        self.from.as_deref()
    }

    /// The nodes and the time of earlier processes.
    pub fn spent(&self) -> (u64, Duration) {
        (self.before.nodes, Duration::from_nanos(self.before.nanoseconds))
    }

    pub(super) fn write(&self, solver: &Solver, Spent { nodes, nanoseconds }: Spent) -> io::Result<u64> {
        let Proved { drawn, low, high, keep, lose } = *lock(&solver.proved);
        debug_assert_eq!(drawn, self.drawn);
        self.kept.write([solver.table.lines() as u64, names(solver)], |out| {
            for word in [low as u64, high as u64, keep, lose, nodes, nanoseconds] {
                out.write_all(&word.to_le_bytes())?;
            }
            write_table(&solver.table, out)
        })
    }
}

fn words(solver: &Solver, drawn: u64) -> String {
    let mut boxes = crc32fast::Hasher::new();
    for cell in solver.game.board().cells() {
        boxes.update(&cell.edges.to_le_bytes());
        boxes.update(&cell.value.to_le_bytes());
    }
    let (board, rules) = (solver.game.board(), solver.game.rules().name());
    format!("{board} ({:08x}), {rules} rules, drawn {drawn:x}", boxes.finalize())
}

fn names(solver: &Solver) -> u64 {
    let mut names = crc32fast::Hasher::new();
    let samples = (0..64_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) & solver.graph.all);
    samples.for_each(|drawn| {
        let name = solver.namer().name(solver.graph.all & !drawn);
        names.update(format!("{:?} {:?}", name.key(false), name.key(true)).as_bytes());
    });
    let sample = Table::new(0, solver.graph.unit);
    sample.store(solver.namer().key(0), 5, Entry { low: -3, high: 5, work: 7 });
    sample.line(0).iter().for_each(|word| names.update(&word.to_le_bytes()));
    names.finalize().into()
}

fn read_state(cells: &mut impl Read, solver: &Solver, drawn: u64) -> io::Result<Spent> {
    let [low, high] = [word(cells)? as i32, word(cells)? as i32];
    let [keep, lose] = [word(cells)?, word(cells)?];
    let (undrawn, left) = (solver.graph.all & !drawn, solver.graph.left(drawn));
    // A side that wins all that is left wins by `left`; a box that changes sides changes the value
    // by twice its own.
    let can_be = |bound: i32| (-left..=left).contains(&bound) && (left - bound) % 2 == 0;
    if low > high || !can_be(low) || !can_be(high) || keep & lose != 0 || (keep | lose) & !undrawn != 0 {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let spent = Spent { nodes: word(cells)?, nanoseconds: word(cells)? };
    read_table(&solver.table, cells)?;
    *lock(&solver.proved) = Proved { drawn, low, high, keep, lose };
    Ok(spent)
}

fn word(from: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

const _: () = assert!(LINE <= u8::BITS as usize, "a byte has a bit for each word");

fn write_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let mut lines = (0..table.lines()).map(|i| table.line(i)).peekable();
    while let Some(words) = lines.next() {
        let used = (0..LINE).filter(|&k| words[k] != 0).fold(0_u8, |used, k| used | 1 << k);
        out.write_all(&[used])?;
        if used == 0 {
            let more = iter::from_fn(|| lines.next_if_eq(&[0; LINE])).count() as u32;
            out.write_all(&more.to_le_bytes())?;
        }
        words.iter().filter(|&&word| word != 0).try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
    }
    Ok(())
}

fn read_table(table: &Table, cells: &mut impl Read) -> io::Result<()> {
    let mut i = 0;
    while i < table.lines() {
        let mut used = [0];
        cells.read_exact(&mut used)?;
        if used[0] == 0 {
            let mut more = [0; 4];
            cells.read_exact(&mut more)?;
            i += 1 + u32::from_le_bytes(more) as usize;
            continue;
        }
        let mut words = [0; LINE];
        for k in (0..LINE).filter(|k| used[0] >> k & 1 == 1) {
            words[k] = word(cells)?;
        }
        table.set_line(i, words);
        i += 1;
    }
    match (i == table.lines(), cells.read(&mut [0])?) {
        (true, 0) => Ok(()),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: usize = 1000;

    fn lines(table: &Table) -> Vec<[u64; LINE]> {
        (0..LINES).map(|i| table.line(i)).collect()
    }

    fn table(words: impl Fn(usize, usize) -> u64) -> Table {
        let table = Table::new(LINES * size_of::<[u64; LINE]>(), false);
        (0..LINES).for_each(|i| table.set_line(i, std::array::from_fn(|k| words(i, k))));
        table
    }

    #[test]
    fn a_table_comes_back_as_it_was() {
        let scattered = |i: usize, k: usize| match (i * i + 7 * k) % 11 {
            0 => u64::MAX << k,
            1..5 if i % 50 > 10 => (i * 31 + k) as u64,
            _ => 0,
        };
        for words in [&scattered as &dyn Fn(usize, usize) -> u64, &|_, _| 0, &|_, _| 1, &|i, _| i as u64 & 1]
        {
            let (from, to) = (table(words), table(|_, _| 0));
            let mut cells = Vec::new();
            write_table(&from, &mut cells).unwrap();
            read_table(&to, &mut &cells[..]).unwrap();
            assert_eq!(lines(&from), lines(&to));
            // Too few or too many bytes, or lines beyond the table, are an error.
            assert!(read_table(&to, &mut &cells[..cells.len() - 1]).is_err());
            assert!(read_table(&to, &mut &[&cells[..], &[0]].concat()[..]).is_err());
        }
        assert!(read_table(&table(|_, _| 0), &mut &[0, 0xff, 0xff, 0xff, 0xff][..]).is_err());
    }
}
