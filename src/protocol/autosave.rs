use std::env;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sparring_engine::games::{decoded, is_utf16};
use sparring_run::replace;

const MAX_FILE: u64 = 1 << 20;

/// The state folder: `sparring` in `$XDG_STATE_HOME` or `~/.local/state`.
pub fn state_folder() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")))?;
    Some(state.join("sparring"))
}

/// The file written after every move.
#[derive(Clone, Debug)]
pub struct Autosave {
    path: PathBuf,
    /// Destination of an older game in the file.
    previous: PathBuf,
    /// True if the present game is or was in the file.
    is_own: bool,
    /// The last text written; another session may have replaced it.
    written: Option<String>,
}

impl Autosave {
    pub fn of([kind, extension]: [&str; 2]) -> Option<Autosave> {
        let folder = state_folder()?;
        Some(Autosave {
            path: folder.join(format!("{kind}.{extension}")),
            previous: folder.join(format!("{kind}.previous.{extension}")),
            is_own: false,
            written: None,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// True once the present game has been written.
    pub fn is_own(&self) -> bool {
        self.is_own
    }

    /// True if the file still contains the present game.
    pub fn holds_own(&self) -> bool {
        self.is_own && read(&self.path).ok() == self.written
    }

    pub fn writes(&self, path: &Path) -> bool {
        let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        [&self.path, &self.previous].into_iter().any(|own| real(own) == real(path))
    }

    /// Marks the game in the file as the present one.
    pub fn resumed(self) -> Autosave {
        Autosave { is_own: true, written: read(&self.path).ok(), ..self }
    }

    /// Marks the game in the file as another one.
    pub fn put_aside(self) -> Autosave {
        Autosave { is_own: false, ..self }
    }

    /// Writes the game, after moving any other game to the `previous` file.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        if !self.holds_own() && self.path.exists() {
            fs::rename(&self.path, &self.previous)?;
        }
        replace(&self.path, text.as_bytes())?;
        (self.is_own, self.written) = (true, Some(text.to_owned()));
        Ok(())
    }
}

/// Reads a saved game, as windows-1252 if it is not UTF-8.
///
/// # Errors
/// The errors of the file system, a file above 1 MiB, and UTF-16.
pub fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    let length = File::open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    if length as u64 > MAX_FILE {
        return Err(io::Error::other(format!("more than {MAX_FILE} bytes")));
    }
    if is_utf16(&bytes) {
        return Err(io::Error::other("text in UTF-16, which iconv -f UTF-16 -t UTF-8 converts"));
    }
    Ok(decoded(&bytes).into_owned())
}

/// Reads a typed path, in which `~/` is the home folder.
pub fn typed_path(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(text),
    }
}

#[cfg(test)]
mod tests {
    use std::process;

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
