//! Checkpoints: a solve that survives its process.
//!
//! # What is in it
//! 1. Which solve it is: the game and the position in words, and the size of the table. Also a
//!    checksum of the names of some positions and of the words of an entry, because a table that
//!    was written with other names is useless.
//! 2. What is proved of the position: bounds of its value, edges that keep it, edges that do not.
//! 3. The nodes and the time spent so far.
//! 4. The table, one cache line after the other: a byte that says which of its eight words are not
//!    zero, and these words. After an empty line stands how many more lines are empty.
//!
//! # Why it can be written while the search goes on
//! Everything in it is a theorem about some position, true whenever it was found and whatever else
//! is known. So the parts need not be of the same moment, nor the lines of the table, nor the
//! entries of a line. If boxes have values, an entry is two words, and a copy may have one from
//! before and the other from after a store: a *torn* entry. The search itself meets these all the
//! time (`slot`): the first word is `key ^ data`, and words that do not belong together fit no
//! key but by a coincidence of 64 bits. The copy keeps both as they were read, so a torn entry
//! stays invalid in the table it is restored to: it is never found, and replaced some day. The
//! words are read by atomic loads; no thread waits for another.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::misfit::{Misfit, Reason};
use super::run::{Proved, lock};
use super::slot::Entry;
use super::solver::Solver;
use super::table::{LINE, Table};
use crate::solve::store::{Kept, Kind, Lock};

/// The version is raised with every change of what the bytes mean, entries of the table included.
const KIND: Kind = Kind { kind: *b"dots checkpoint ", version: 2 };

/// The longest name of a solve that is read, in bytes. Those that are written are shorter.
const MAX_NAME: u64 = 256;

/// Nodes and time spent on a solve so far, by all processes.
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
    /// The position that is solved.
    pub(super) drawn: u64,
    from: Option<PathBuf>,
    /// What earlier processes have spent.
    pub(super) before: Spent,
    /// Keeps other processes from writing it.
    _lock: Lock,
}

impl Checkpoint {
    /// Opens the checkpoint of a solve from the position `drawn`. It will be written at intervals
    /// of `every`, by default as often as costs little. If the file exists, its contents go to
    /// `solver`; if only the previous one exists, that one's contents.
    ///
    /// # Errors
    /// If the file is not whole, belongs to another solve, cannot be written, or is held by another
    /// `Checkpoint`. Then no file is touched; `solver` may hold parts of it and is not to be used.
    pub fn open(
        path: &Path,
        every: Option<Duration>,
        solver: &Solver,
        drawn: u64,
    ) -> Result<Checkpoint, Misfit> {
        let kept = Kept::new(path, KIND);
        let lock = Lock::take(kept.path());
        if let Ok(None) = lock {
            return Err(Misfit::new(path, Reason::Held));
        }
        let mut from = kept.path().to_owned();
        let mut before = load(&kept, &from, solver, drawn)?;
        if before.is_none() {
            from = kept.previous();
            before = load(&kept, &from, solver, drawn)?;
        }
        // What is wrong with the file itself is reported first.
        let unwritable = |error: io::Error| Misfit::new(path, Reason::Unwritable(error.to_string()));
        let Some(lock) = lock.map_err(unwritable)? else { unreachable!("held ones were refused") };
        kept.prepare().map_err(unwritable)?;
        let from = before.is_some().then_some(from);
        Ok(Checkpoint { kept, every, drawn, from, before: before.unwrap_or_default(), _lock: lock })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.kept.path()
    }

    /// The file it was loaded from, if it was.
    pub fn from(&self) -> Option<&Path> {
        self.from.as_deref()
    }

    /// Nodes and time that earlier processes spent.
    pub fn spent(&self) -> (u64, Duration) {
        (self.before.nodes, Duration::from_nanos(self.before.nanoseconds))
    }

    /// Writes all that is known.
    pub(super) fn write(&self, solver: &Solver, spent: Spent) -> io::Result<u64> {
        let proved = *lock(&solver.proved);
        self.kept.write(|out| {
            Identity::of(solver, proved.drawn).write(out)?;
            for number in [proved.low as u64, proved.high as u64, proved.keep, proved.lose] {
                out.write_all(&number.to_le_bytes())?;
            }
            out.write_all(&spent.nodes.to_le_bytes())?;
            out.write_all(&spent.nanoseconds.to_le_bytes())?;
            write_table(&solver.table, out)
        })
    }
}

/// What was spent on a file, after its contents went to `solver`; `None` if there is no file.
fn load(kept: &Kept, path: &Path, solver: &Solver, drawn: u64) -> Result<Option<Spent>, Misfit> {
    let wanted = Identity::of(solver, drawn);
    let mut cells = match kept.open(path) {
        Ok(cells) => cells,
        Err(refusal) => {
            let said = refusal.got_and_expected(path, "the checkpoint of a solve");
            let Some((got, expected)) = said else { return Ok(None) };
            let previous = whole_previous(kept, path, &wanted);
            return Err(Misfit::new(path, Reason::Damaged { got, expected, previous }));
        }
    };
    // Only a program that writes other things under the same version could have written that.
    let nonsense = || Misfit::new(path, Reason::Nonsense);
    let found = Identity::read(&mut cells).map_err(|_| nonsense())?;
    found.check(&wanted).map_err(|reason| Misfit::new(path, reason))?;
    read_state(&mut cells, solver, drawn).map(Some).map_err(|_| nonsense())
}

/// The predecessor of a file that is not whole, if it is whole and belongs to the wanted solve.
fn whole_previous(kept: &Kept, path: &Path, wanted: &Identity) -> Option<PathBuf> {
    let previous = kept.previous();
    let found = kept.open(&previous).ok().and_then(|mut cells| Identity::read(&mut cells).ok());
    (path != previous && found.as_ref() == Some(wanted)).then_some(previous)
}

/// Which solve it is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Identity {
    game: String,
    lines: u64,
    names: u64,
}

impl Identity {
    fn of(solver: &Solver, drawn: u64) -> Identity {
        let mut boxes = crc32fast::Hasher::new();
        for cell in solver.game.board().cells() {
            boxes.update(&cell.edges.to_le_bytes());
            boxes.update(&cell.value.to_le_bytes());
        }
        let (board, rules) = (solver.game.board(), solver.game.rules().name());
        let game = format!("{board} ({:08x}), {rules} rules, drawn {drawn:x}", boxes.finalize());
        debug_assert!(game.len() as u64 <= MAX_NAME);
        let mut names = crc32fast::Hasher::new();
        let samples = (0..64_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) & solver.graph.all);
        samples.for_each(|drawn| {
            let name = solver.namer().name(solver.graph.all & !drawn);
            names.update(format!("{:?} {:?}", name.key(false), name.key(true)).as_bytes());
        });
        let sample = Table::new(0, solver.graph.unit);
        sample.store(solver.namer().key(0), 5, Entry { low: -3, high: 5, work: 7 });
        sample.line(0).iter().for_each(|word| names.update(&word.to_le_bytes()));
        Identity { game, lines: solver.table.lines() as u64, names: names.finalize().into() }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for number in [self.game.len() as u64, self.lines, self.names] {
            out.write_all(&number.to_le_bytes())?;
        }
        out.write_all(self.game.as_bytes())
    }

    fn read(from: &mut impl Read) -> io::Result<Identity> {
        let [length, lines, names] = [word(from)?, word(from)?, word(from)?];
        let mut game = Vec::new();
        from.take(length.min(MAX_NAME)).read_to_end(&mut game)?;
        let game = String::from_utf8_lossy(&game).into_owned();
        Ok(Identity { game, lines, names })
    }

    /// Whether this, found in a file, is what is wanted.
    fn check(&self, wanted: &Identity) -> Result<(), Reason> {
        let bytes = |lines: u64| lines.saturating_mul(size_of::<[u64; LINE]>() as u64);
        let mib = |lines: u64| bytes(lines).div_ceil(1 << 20);
        if self.game != wanted.game {
            return Err(Reason::OtherSolve { got: self.game.clone(), expected: wanted.game.clone() });
        }
        if self.names != wanted.names {
            return Err(Reason::OtherVersion);
        }
        if self.lines != wanted.lines {
            return Err(Reason::OtherTable { got: mib(self.lines), expected: mib(wanted.lines) });
        }
        Ok(())
    }
}

/// Everything after the identity.
fn read_state(cells: &mut impl Read, solver: &Solver, drawn: u64) -> io::Result<Spent> {
    let [low, high] = [word(cells)? as i32, word(cells)? as i32];
    let [keep, lose] = [word(cells)?, word(cells)?];
    let (undrawn, left) = (solver.graph.all & !drawn, solver.graph.left(drawn));
    // A side that wins all that is left wins by `left`; each box that changes sides changes the
    // value by twice its own.
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
    let mut empty = 0_u32;
    for i in 0..table.lines() {
        let words = table.line(i);
        let used = (0..LINE).filter(|&k| words[k] != 0).fold(0_u8, |used, k| used | 1 << k);
        if used == 0 {
            empty += 1;
            continue;
        }
        write_empty(&mut empty, out)?;
        let mut bytes = [0; 1 + 8 * LINE];
        bytes[0] = used;
        let mut length = 1;
        for word in words.into_iter().filter(|&word| word != 0) {
            bytes[length..length + 8].copy_from_slice(&word.to_le_bytes());
            length += 8;
        }
        out.write_all(&bytes[..length])?;
    }
    write_empty(&mut empty, out)
}

/// Notes a run of empty lines that is over.
fn write_empty(empty: &mut u32, out: &mut dyn Write) -> io::Result<()> {
    if let Some(more) = std::mem::take(empty).checked_sub(1) {
        out.write_all(&[0])?;
        out.write_all(&more.to_le_bytes())?;
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
        for (k, place) in words.iter_mut().enumerate() {
            if used[0] >> k & 1 == 1 {
                *place = word(cells)?;
            }
        }
        table.set_line(i, words);
        i += 1;
    }
    let mut rest = [0];
    if i != table.lines() || cells.read(&mut rest)? != 0 {
        return Err(io::ErrorKind::InvalidData.into());
    }
    Ok(())
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
            // What is too short, too long or beyond the table is an error.
            assert!(read_table(&to, &mut &cells[..cells.len() - 1]).is_err());
            assert!(read_table(&to, &mut &[&cells[..], &[0]].concat()[..]).is_err());
        }
        assert!(read_table(&table(|_, _| 0), &mut &[0, 0xff, 0xff, 0xff, 0xff][..]).is_err());
    }
}
