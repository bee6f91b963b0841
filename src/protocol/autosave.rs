//! The game under way is kept in a file, so that it is never lost.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::{env, process};

use sparring_engine::games::decoded;

/// The largest saved game that is read, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// The folder for what the program remembers between its runs: `sparring` in `$XDG_STATE_HOME`, or
/// in `~/.local/state`. `None` if neither is known.
pub fn state_folder() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")))?;
    Some(state.join("sparring"))
}

/// The file in which a game is kept after every move.
#[derive(Clone, Debug)]
pub struct Autosave {
    path: PathBuf,
    /// Where the game goes that was kept there before.
    previous: PathBuf,
    /// Whether the file is that of the present game, or was.
    is_own: bool,
    /// What was written there last. Another session may have put its game there since.
    written: Option<String>,
}

impl Autosave {
    /// The file of one kind of game in the state folder, if there is such a folder.
    pub fn of([kind, extension]: [&str; 2]) -> Option<Autosave> {
        let folder = state_folder()?;
        Some(Autosave {
            path: folder.join(format!("{kind}.{extension}")),
            previous: folder.join(format!("{kind}.previous.{extension}")),
            is_own: false,
            written: None,
        })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the present game was written to the file.
    pub fn is_own(&self) -> bool {
        self.is_own
    }

    /// Whether it is still there, and no other session has put its game in its place.
    pub fn holds_own(&self) -> bool {
        self.is_own && read(&self.path).ok() == self.written
    }

    /// Whether games are written to the file of this path.
    pub fn writes(&self, path: &Path) -> bool {
        let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        [&self.path, &self.previous].into_iter().any(|own| real(own) == real(path))
    }

    /// The game in the file is the present one, which goes on.
    pub fn resumed(self) -> Autosave {
        Autosave { is_own: true, written: read(&self.path).ok(), ..self }
    }

    /// The game in the file is over or left; the next one is another.
    pub fn put_aside(self) -> Autosave {
        Autosave { is_own: false, ..self }
    }

    /// Writes the game. A game of another session, or one that was there before, is moved to a
    /// second file, whose name says that it is the previous one.
    ///
    /// # Errors
    /// Those of the file system. The game that was there is then still in this file or in the
    /// second one.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        if !self.holds_own() && self.path.exists() {
            fs::rename(&self.path, &self.previous)?;
        }
        write(&self.path, text)?;
        (self.is_own, self.written) = (true, Some(text.to_owned()));
        Ok(())
    }
}

/// Writes a file as a whole: a reader finds the old or the new contents.
///
/// # Errors
/// Those of the file system.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", process::id()));
    let temporary = path.with_file_name(name);
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    });
    if written.is_err() {
        let _gone = fs::remove_file(&temporary);
    }
    written
}

/// The text of a saved game. What is not UTF-8 is taken for Latin-1.
///
/// # Errors
/// Those of the file system, or if the file is too large for a game.
pub fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    let length = File::open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    if length as u64 > MAX_FILE {
        return Err(io::Error::other(format!("more than {MAX_FILE} bytes")));
    }
    Ok(decoded(&bytes).into_owned())
}

/// A path as a person types it: `~/` is the home folder.
pub fn typed_path(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_sessions_neither_writes_over_the_game_of_the_other() {
        let folder = env::temp_dir().join(format!("sparring-keep-{}", process::id()));
        let path = |name: &str| folder.join(name);
        let keep =
            || Autosave { path: path("game"), previous: path("previous"), is_own: false, written: None };
        let kept = || ["game", "previous"].map(|name| read(&path(name)).unwrap());
        let [mut one, mut other] = [keep(), keep()];
        one.write("one").unwrap();
        other.write("other").unwrap();
        assert_eq!(kept(), ["other", "one"]);
        assert!(other.holds_own() && !one.holds_own());
        one.write("one goes on").unwrap();
        assert_eq!(kept(), ["one goes on", "other"]);
        let mut resumed = keep().resumed();
        resumed.write("resumed").unwrap();
        assert_eq!(kept(), ["resumed", "other"]);
        assert!(one.writes(&path(".").join("game")) && !one.writes(&path("others")));
        fs::remove_dir_all(&folder).unwrap();
    }
}
