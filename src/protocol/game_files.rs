use std::path::PathBuf;

use super::autosave::{Autosave, read, typed_path};
use sparring_run::replace;

#[derive(Clone, Debug, Default)]
pub(super) struct GameFiles {
    autosave: Option<Autosave>,
    /// A file with only this game. No other file is overwritten.
    last: Option<PathBuf>,
}

impl GameFiles {
    pub fn in_file(autosave: Option<Autosave>) -> GameFiles {
        GameFiles { autosave, last: None }
    }

    pub fn is_autosaved(&self) -> bool {
        self.autosave.is_some()
    }

    pub fn is_under_way(&self) -> bool {
        self.autosave.as_ref().is_some_and(Autosave::is_own)
    }

    /// Protects the present game's files from the next game.
    pub fn put_aside(&mut self) {
        *self = GameFiles::in_file(self.autosave.take().map(Autosave::put_aside));
    }

    pub fn when_left(&self) -> &'static str {
        let is_there = self.autosave.as_ref().is_some_and(Autosave::holds_own);
        if is_there { " The game is kept, play --resume goes on." } else { "" }
    }

    /// Writes the autosave file; gives up after the first failure.
    pub fn autosave(&mut self, text: &str) -> String {
        let Some(autosave) = &mut self.autosave else { return String::new() };
        match autosave.write(text) {
            Ok(()) => String::new(),
            Err(error) => {
                let path = autosave.path().display().to_string();
                self.autosave = None;
                format!("the game is not kept: got '{error}' while writing '{path}'; try save FILE\n")
            }
        }
    }

    /// The path of a name, without one that of the last file.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        if name.is_empty() { self.last.clone() } else { Some(typed_path(name)) }
    }

    /// Saves in a file. Returns the reply.
    pub fn save(&mut self, path: PathBuf, text: &str) -> String {
        let shown = path.display().to_string();
        if path.exists() && self.last.as_ref() != Some(&path) {
            return format!(
                "not saved: got '{shown}', which exists, expected a new file; try another name\n"
            );
        }
        match replace(&path, text.as_bytes()) {
            Err(error) => {
                format!("not saved: got '{error}' for '{shown}', expected a file to write; try another\n")
            }
            Ok(()) => {
                self.last = Some(path);
                format!("saved as {shown}\n")
            }
        }
    }

    pub fn load<T>(
        &mut self,
        name: &str,
        [kind, extension]: [&str; 2],
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, String> {
        if name.is_empty() {
            return Err(format!("got no file, expected its name; try load {kind}.{extension}"));
        }
        let path = typed_path(name);
        let text = read(&path).map_err(|error| {
            let path = path.display();
            format!("not loaded: got '{error}' for '{path}', expected a saved game; try another file")
        })?;
        let loaded = parse(&text).map_err(|why| format!("not loaded: {why}"))?;
        self.put_aside();
        Ok(loaded)
    }

    /// Makes a loaded file the game's own, except autosave files, which other sessions can replace.
    pub fn belongs_to(&mut self, name: &str) {
        let path = typed_path(name);
        let is_kept = self.autosave.as_ref().is_some_and(|autosave| autosave.writes(&path));
        self.last = (!is_kept).then_some(path);
    }
}
