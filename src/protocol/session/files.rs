//! A session's game in files.

use std::io::{self, Write};

use super::Session;
use crate::protocol::playable::{LoadedGame, Opponent, Playable};
use crate::protocol::screen::Screen;
use sparring_engine::game::Side;

/// Players' names in saved games.
const PERSON: &str = "person";
const PROGRAM: &str = "sparring";

impl<G: Playable, O: Opponent<G>> Session<G, O> {
    pub(super) fn autosave(&mut self, screen: &mut Screen<'_>) -> io::Result<()> {
        if self.files.is_autosaved() {
            let text = self.text();
            screen.say(&self.files.autosave(&text))?;
        }
        Ok(())
    }

    fn text(&self) -> String {
        let players = [(self.person, PERSON), (self.person.other(), PROGRAM)];
        let tags = players.into_iter().map(|(side, player)| (G::name(side), player)).collect();
        self.game.saved(&self.record, self.ended.as_ref(), tags)
    }

    pub(super) fn save(&mut self, name: &str) -> String {
        let text = self.text();
        self.files.save(name, &text, G::FILE)
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
                if self.text() == text {
                    self.files.belongs_to(name);
                }
                self.autosave(screen)?;
                self.begin(screen)
            }
        }
    }

    /// Continues a game from a file.
    pub(super) fn take_over(&mut self, loaded: LoadedGame<G>) {
        let LoadedGame { game, record, start, ended, tags } = loaded;
        let is_program = |side| tags.get(G::name(side)).is_some_and(|name| name.starts_with(PROGRAM));
        let sides = [Side::First, Side::Second];
        let person = sides.into_iter().find(|&side| !is_program(side) && is_program(side.other()));
        self.person = person.unwrap_or(self.person);
        (self.game, self.record, self.start, self.ended) = (game, record, start, ended);
        self.flipped = false;
        self.opponent.new_game(&self.game);
    }
}
