//! Where a session's game is saved: in the files that the person names, and in one that is kept
//! after every move.

use std::path::PathBuf;

use super::autosave::{Autosave, read, typed_path, write};

/// Where a session's game is saved.
#[derive(Clone, Debug, Default)]
pub(super) struct GameFiles {
    autosave: Option<Autosave>,
    /// The file that holds this game and nothing else: only this one is overwritten.
    last: Option<PathBuf>,
}

impl GameFiles {
    pub fn in_file(autosave: Option<Autosave>) -> GameFiles {
        GameFiles { autosave, last: None }
    }

    pub fn is_autosaved(&self) -> bool {
        self.autosave.is_some()
    }

    /// Whether this game, not an earlier one, is in the file that is kept.
    pub fn is_under_way(&self) -> bool {
        self.autosave.as_ref().is_some_and(Autosave::is_own)
    }

    /// Another game begins: the file of this one is neither overwritten nor forgotten.
    pub fn put_aside(&mut self) {
        *self = GameFiles::in_file(self.autosave.take().map(Autosave::put_aside));
    }

    /// What a person should know who is asked whether to quit.
    pub fn when_left(&self) -> &'static str {
        let is_there = self.autosave.as_ref().is_some_and(Autosave::holds_own);
        if is_there { " The game is kept, play --resume goes on." } else { "" }
    }

    /// Keeps the game. If that fails, says so once.
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

    /// Saves the game in the file of this name, or in the last one; what is said about it.
    pub fn save(&mut self, name: &str, text: &str, [kind, extension]: [&str; 2]) -> String {
        let path = match (name, &self.last) {
            ("", None) => return format!("got no file, expected its name; try save {kind}.{extension}\n"),
            ("", Some(last)) => last.clone(),
            (name, _) => typed_path(name),
        };
        let shown = path.display().to_string();
        if path.exists() && self.last.as_ref() != Some(&path) {
            return format!(
                "not saved: got '{shown}', which exists, expected a new file; try another name\n"
            );
        }
        match write(&path, text) {
            Err(error) => {
                format!("not saved: got '{error}' for '{shown}', expected a file to write; try another\n")
            }
            Ok(()) => {
                self.last = Some(path);
                format!("saved as {shown}\n")
            }
        }
    }

    /// Loads the file of this name.
    ///
    /// # Errors
    /// What is wrong with it.
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

    /// The file of this name, which was loaded, holds this game and nothing else. That is not said
    /// of the files in which games are kept: another game may be there by now.
    pub fn belongs_to(&mut self, name: &str) {
        let path = typed_path(name);
        let is_kept = self.autosave.as_ref().is_some_and(|autosave| autosave.writes(&path));
        self.last = (!is_kept).then_some(path);
    }
}
