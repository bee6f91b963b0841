//! A file that is replaced repeatedly and never lost, for the results of hours of work. From its
//! first write on it is whole at every moment, even if the process or the machine dies:
//! 1. the new file is written under another name beside it, and synced to the disk;
//! 2. the old one gets a second name, `FILE.previous`;
//! 3. the new one takes the name `FILE`, in one step, and the folder is synced.
//!
//! Without hard links only `FILE.previous` exists for an instant between the last two steps. A
//! killed writer leaves its temporary file, which the next process with the lock deletes.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::checkpoint_error::CheckpointError;
use super::lock::Lock;
use super::whole::{Cells, Kind, open, write};

/// The most bytes read of the words. Written words are shorter.
const MAX_WORDS: u64 = 1 << 20;

/// A file and the one before it, which no other process writes while this value lives. Its cells
/// begin with the length of the words, two numbers, and the words, which say what it belongs to.
#[derive(Debug)]
pub struct Kept {
    path: PathBuf,
    kind: Kind<'static>,
    words: String,
    _lock: Lock,
}

impl Kept {
    /// Reserves the file with this name (or the target of such a link). Also returns what `read`
    /// makes of the numbers and of the cells behind the words, and the path they come from: this
    /// file or, only if there is none, the one before it; `None` if there is neither. Errors show
    /// the words after `prefix`.
    ///
    /// # Errors
    /// The errors of `read`; if the file is not whole, has other words, is held by another `Kept`,
    /// or cannot be written. Faults of the file itself are reported first. No file is touched then.
    pub fn open<T>(
        path: &Path,
        kind: Kind<'static>,
        (prefix, words): (&str, String),
        mut read: impl FnMut(&Path, [u64; 2], &mut Cells) -> io::Result<Result<T, CheckpointError>>,
    ) -> Result<(Kept, Option<(PathBuf, T)>), CheckpointError> {
        let target = path.is_symlink().then(|| fs::canonicalize(path).ok()).flatten();
        let file = target.unwrap_or_else(|| path.to_owned());
        let lock = Lock::take(&file);
        if let Ok(None) = lock {
            return Err(CheckpointError::Held(path.to_owned()));
        }
        let mut load = |path: &Path| -> Result<Option<(PathBuf, T)>, CheckpointError> {
            let damaged = |refusal| CheckpointError::Damaged { refusal, previous: None };
            let Some((mut cells, _)) = open(path, kind, None).map_err(damaged)? else { return Ok(None) };
            // Only a program that writes other things under the same version writes nonsense.
            let nonsense = |_| CheckpointError::Nonsense(path.to_owned(), kind.what);
            let (numbers, found) = read_words(&mut cells).map_err(nonsense)?;
            if found != words {
                let got = format!("{prefix}{}", beginning(&found));
                return Err(CheckpointError::Other(path.to_owned(), got, words.clone()));
            }
            Ok(Some((path.to_owned(), read(path, numbers, &mut cells).map_err(nonsense)??)))
        };
        let previous = previous(&file);
        let known = match load(&file) {
            Ok(None) => load(&previous)?,
            Err(CheckpointError::Damaged { refusal, .. }) => {
                let is_good = matches!(load(&previous), Ok(Some(_)));
                let previous = is_good.then_some([file, previous]);
                return Err(CheckpointError::Damaged { refusal, previous });
            }
            known => known?,
        };
        let unwritable = |error: io::Error| CheckpointError::Unwritable(path.to_owned(), error.to_string());
        let lock = lock.map_err(unwritable)?.expect("held ones were refused");
        let kept = Kept { path: file, kind, words, _lock: lock };
        kept.prepare().map_err(unwritable)?;
        Ok((kept, known))
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Checks that the file can be written, and removes the temporary file of a killed writer.
    fn prepare(&self) -> io::Result<()> {
        remove(&self.temporary())?;
        File::create_new(self.temporary())?;
        fs::remove_file(self.temporary())
    }

    /// Replaces the file; the present one becomes the previous one. `fill` writes the cells behind
    /// the words. Returns the size in bytes.
    ///
    /// # Errors
    /// The errors of writing. The old contents are then still in the file or in the previous one.
    pub fn write(
        &self,
        [a, b]: [u64; 2],
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<u64> {
        let fill = |out: &mut dyn Write| {
            for number in [self.words.len() as u64, a, b] {
                out.write_all(&number.to_le_bytes())?;
            }
            out.write_all(self.words.as_bytes())?;
            fill(out)
        };
        write(&self.temporary(), self.kind, fill, |file| {
            file.sync_all()?;
            if self.path.try_exists()? {
                let previous = previous(&self.path);
                remove(&previous)?;
                fs::hard_link(&self.path, &previous).or_else(|_| fs::rename(&self.path, previous))?;
            }
            fs::rename(self.temporary(), &self.path)?;
            // Not every system can sync a folder; then a power failure may bring the previous file
            // back.
            let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
            Ok(())
        })
    }

    fn temporary(&self) -> PathBuf {
        self.path.with_added_extension("sparring.tmp")
    }
}

fn read_words(cells: &mut Cells) -> io::Result<([u64; 2], String)> {
    let mut numbers = [[0; 8]; 3];
    cells.read_exact(numbers.as_flattened_mut())?;
    let [length, a, b] = numbers.map(u64::from_le_bytes);
    let mut words = Vec::new();
    cells.take(length.min(MAX_WORDS)).read_to_end(&mut words)?;
    Ok(([a, b], String::from_utf8_lossy(&words).into_owned()))
}

fn beginning(text: &str) -> String {
    text.chars().take(200).flat_map(char::escape_debug).collect()
}

fn previous(path: &Path) -> PathBuf {
    path.with_added_extension("previous")
}

fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    })
}
