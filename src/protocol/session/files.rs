use std::io::{self, Write};
use std::path::Path;

use super::Session;
use crate::protocol::playable::{LoadedGame, Opponent, Playable};
use crate::protocol::screen::Screen;
use sparring_engine::game::Side;
use sparring_engine::games::Tags;

const PERSON: &str = "person";
const PROGRAM: &str = "sparring";

/// Extensions of files that promise a format of some game or position.
const FORMATS: [&str; 11] = ["bgf", "epd", "fen", "gam", "html", "json", "mat", "pgn", "sgf", "svg", "xg"];

/// The tags of a file's game, and its text as it was loaded.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    tags: Tags,
    text: String,
    /// The person's side, if the file names this program as the other.
    person: Option<Side>,
}

impl<G: Playable, O: Opponent<G>> Session<G, O> {
    pub(super) fn autosave(&mut self, screen: &mut Screen<'_>) -> io::Result<()> {
        if self.files.is_autosaved() {
            let text = self.text();
            screen.say(&self.files.autosave(&text))?;
        }
        Ok(())
    }

    /// The tags of the file's game, while its players play it: who goes on with a game of others
    /// plays one of their own.
    fn tags(&self) -> Tags {
        let same_players = |loaded: &&Loaded| match loaded.person {
            Some(person) => person == self.person,
            None => self.game.saved(&self.record, self.ended.as_ref(), loaded.tags.clone()) == loaded.text,
        };
        if let Some(loaded) = self.loaded.as_ref().filter(same_players) {
            return loaded.tags.clone();
        }
        let players = [(self.person, PERSON), (self.person.other(), PROGRAM)];
        players.into_iter().map(|(side, player)| (G::name(side), player)).collect()
    }

    fn text(&self) -> String {
        self.game.saved(&self.record, self.ended.as_ref(), self.tags())
    }

    /// The game in the format that the name of a file promises.
    ///
    /// # Errors
    /// If it promises another game's format, or the format cannot hold this game.
    fn text_for(&self, path: &Path) -> Result<String, String> {
        let extension = path.extension().map(|text| text.to_string_lossy().to_lowercase());
        let own = |extension: &&str| G::FILE[1] == *extension || G::OTHER_FORMATS.contains(extension);
        match extension.as_deref() {
            Some(other) if G::OTHER_FORMATS.contains(&other) => {
                self.game.exported(&self.record, self.ended.as_ref(), self.tags(), other)
            }
            Some(known) if FORMATS.iter().filter(|format| !own(format)).any(|format| *format == known) => {
                let own: Vec<String> =
                    [G::FILE[1]].iter().chain(G::OTHER_FORMATS).map(|own| format!(".{own}")).collect();
                Err(format!(
                    "got '{}', expected a name for {}; try {}",
                    path.display(),
                    own.join(" or "),
                    path.with_extension(G::FILE[1]).display()
                ))
            }
            _ => Ok(self.text()),
        }
    }

    pub(super) fn save(&mut self, name: &str) -> String {
        let Some(path) = self.files.path(name) else {
            let [kind, extension] = G::FILE;
            return format!("got no file, expected its name; try save {kind}.{extension}\n");
        };
        match self.text_for(&path) {
            Ok(text) => self.files.save(path, &text),
            Err(why) => format!("not saved: {why}\n"),
        }
    }

    pub(super) fn load(&mut self, name: &str, screen: &mut Screen<'_>) -> io::Result<()> {
        let parse = |text: &str| Ok((self.game.loaded(text)?, text.to_owned()));
        match self.files.load(name, G::FILE, parse) {
            Err(why) => writeln!(screen, "{why}"),
            Ok((loaded, text)) => {
                for remark in self.game.remarks(&text) {
                    writeln!(screen, "{remark}")?;
                }
                self.take_over(loaded);
                // The file may also contain other games, comments or names.
                if self.files.path(name).is_some_and(|path| self.text_for(&path) == Ok(text)) {
                    self.files.belongs_to(name);
                }
                self.autosave(screen)?;
                self.begin(screen)
            }
        }
    }

    pub(super) fn take_over(&mut self, loaded: LoadedGame<G>) {
        let LoadedGame { game, record, start, ended, tags } = loaded;
        let is_program = |side| tags.get(G::name(side)).is_some_and(|name| name.starts_with(PROGRAM));
        let sides = [Side::First, Side::Second];
        let person = sides.into_iter().find(|&side| !is_program(side) && is_program(side.other()));
        self.person = person.unwrap_or(self.person);
        (self.game, self.record, self.start, self.ended) = (game, record, start, ended);
        self.flipped = false;
        let text = self.game.saved(&self.record, self.ended.as_ref(), tags.clone());
        self.loaded = Some(Loaded { tags, text, person });
        self.opponent.new_game(&self.game);
    }
}
