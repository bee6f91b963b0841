//! A game between a person and the engine: the effect of every command, for all games.

mod conversation;
mod files;

use std::io::{self, Write};

use super::autosave::Autosave;
use super::game_files::GameFiles;
use super::level::Level;
use super::playable::{BoardView, Choice, Effect, End, LoadedGame, Opponent, Playable, RecordOf};
use super::record::Record;
use super::screen::Screen;
use super::verbs::{COMMON, help, help_on, other_name, takes_no_more};
use super::watch::Watch;
use super::words::{Words, closest};
use files::Loaded;
use sparring_engine::game::Side;

const MAX_HINTS: usize = 1000;

pub struct Session<G: Playable, O> {
    game: G,
    opponent: O,
    record: RecordOf<G>,
    /// The state in which `new` begins.
    start: G::State,
    person: Side,
    /// True if seen from the engine's side.
    flipped: bool,
    watch: Watch,
    /// The end by a person's command, if any.
    ended: Option<End>,
    files: GameFiles,
    loaded: Option<Loaded>,
}

impl<G: Playable, O: Opponent<G>> Session<G, O> {
    /// Greets the person, and lets the engine move if it is its turn.
    pub fn begin(&mut self, screen: &mut Screen<'_>) -> io::Result<()> {
        writeln!(
            screen,
            "{}you play {}; help lists the commands",
            self.game.greeting(),
            G::name(self.person)
        )?;
        let thrown = self.settle(screen)?;
        if !thrown && self.over().is_none() && self.mover() != self.person {
            screen.say(&self.board(screen))?;
            screen.say(&self.game.notes(&self.record, self.person))?;
        }
        self.go_on(screen, true)
    }

    /// Replies to a line other than `help` and `quit`.
    pub fn reply(&mut self, line: &str, screen: &mut Screen<'_>) -> io::Result<()> {
        let line = line.trim();
        let lower = line.to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        match *words {
            ["board"] => screen.say(&self.board(screen)),
            ["flip"] => {
                self.flipped = !self.flipped;
                screen.say(&self.board(screen))
            }
            ["id"] => screen.say(&self.game.id(&self.record)),
            ["level", ..] => screen.say(&self.level(&words[1..].join(" "))),
            ["new"] if self.restarts_game() => {
                self.opponent.new_game(&self.game);
                self.begin(screen)
            }
            ["new"] | ["new", "match"] => {
                (self.record, self.ended) = (Record::new(self.start.clone()), None);
                self.files.put_aside();
                self.loaded = None;
                self.opponent.new_game(&self.game);
                self.begin(screen)
            }
            ["undo"] => self.undo(screen),
            ["redo"] => self.redo(screen),
            ["save", ..] => screen.say(&self.save(line["save".len()..].trim())),
            ["load", ..] => self.load(line["load".len()..].trim(), screen),
            _ => {
                let is_over = self.is_over();
                match self.game.own_verb(&words, &mut self.record, is_over) {
                    Some(effect) => self.effect(effect, screen),
                    None => self.play_on(&words, line, screen),
                }
            }
        }
    }

    pub fn help(&self, verb: Option<&str>) -> String {
        verb.map_or_else(|| help(G::MOVES, G::VERBS), |verb| help_on(verb, G::MOVES, G::VERBS))
    }

    fn words(&self) -> Words {
        let verbs = COMMON.iter().chain(G::VERBS).map(|verb| verb.name.to_owned()).collect();
        let moves = if self.over().is_some() { Vec::new() } else { self.game.legal(self.record.state()) };
        Words { verbs, moves }
    }

    /// Continues from `record`. `watch` observes the opponent's thinking.
    pub fn new(game: G, record: RecordOf<G>, person: Side, opponent: O, watch: Watch) -> Session<G, O> {
        let (start, files) = (record.start().clone(), GameFiles::default());
        let (flipped, ended, loaded) = (false, None, None);
        Session { game, opponent, record, start, person, flipped, watch, ended, files, loaded }
    }

    pub fn autosaved(self, autosave: Option<Autosave>) -> Session<G, O> {
        Session { files: GameFiles::in_file(autosave), ..self }
    }

    /// Continues a file's game, with the person on the side that it names.
    pub fn resuming(mut self, loaded: LoadedGame<G>) -> Session<G, O> {
        self.take_over(loaded);
        self
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    #[cfg(test)]
    pub fn record(&self) -> &RecordOf<G> {
        &self.record
    }

    pub fn is_over(&self) -> bool {
        self.over().is_some()
    }

    /// Goes back to the beginning of the present game of a match; false in its first game or after
    /// its end.
    fn restarts_game(&mut self) -> bool {
        self.over().is_none() && self.record.restart_after(G::begins_game)
    }

    fn over(&self) -> Option<String> {
        let by_word = self.ended.as_ref().map(|end| match end {
            End::Resigned(side, times) => self.game.resigned(&self.record, *side, *times),
            End::Won(side) => format!("{} wins", G::name(*side)),
            End::Drawn(how) => how.clone(),
        });
        by_word.or_else(|| self.game.ended(&self.record))
    }

    fn mover(&self) -> Side {
        self.game.mover(self.record.state())
    }

    fn view(&self, screen: &Screen<'_>) -> BoardView {
        let side = if self.flipped { self.person.other() } else { self.person };
        BoardView { side, turned: self.flipped, caps: screen.caps }
    }

    fn board(&self, screen: &Screen<'_>) -> String {
        let end = self.over().map_or_else(String::new, |how| format!("game over: {how}\n"));
        self.game.board(&self.record, self.view(screen)) + &end
    }

    fn play_on(&mut self, words: &[&str], line: &str, screen: &mut Screen<'_>) -> io::Result<()> {
        if let Some(how) = self.over() {
            return writeln!(screen, "the game is over: {how}; new, undo or quit");
        }
        match *words {
            ["moves" | "plays"] => screen.say(&self.game.moves(self.record.state())),
            ["hint"] => self.hint(None, screen),
            ["hint", n] => match n.parse().ok().filter(|n| (1..=MAX_HINTS).contains(n)) {
                Some(n) => self.hint(Some(n), screen),
                None => writeln!(screen, "got '{}', expected how many moves; try hint 3", n.escape_debug()),
            },
            ["score"] => self.score(screen),
            ["swap"] | ["swap", "sides"] => {
                (self.person, self.flipped) = (self.person.other(), false);
                writeln!(screen, "you play {} now", G::name(self.person))?;
                self.go_on(screen, false)
            }
            ["resign"] => self.end(End::Resigned(self.person, 1), screen),
            ["move"] => writeln!(screen, "got no move, expected one; try moves"),
            ["move", ..] => self.play(line["move".len()..].trim(), screen),
            _ => self.play(line, screen),
        }
    }

    fn effect(&mut self, effect: Effect, screen: &mut Screen<'_>) -> io::Result<()> {
        match effect {
            Effect::Say(said) => screen.say(&said),
            Effect::Show => screen.say(&self.board(screen)),
            Effect::End(how) => self.end(how, screen),
            Effect::GoOn => {
                // A person has acted: from here on the game is kept.
                self.settle(screen)?;
                self.autosave(screen)?;
                self.go_on(screen, true)
            }
        }
    }

    fn end(&mut self, end: End, screen: &mut Screen<'_>) -> io::Result<()> {
        self.ended = Some(end);
        self.autosave(screen)?;
        writeln!(screen, "game over: {}", self.over().unwrap_or_default())
    }

    fn play(&mut self, text: &str, screen: &mut Screen<'_>) -> io::Result<()> {
        let steps = match self.game.parse(&self.record, text) {
            Err(why) => return writeln!(screen, "{}", self.not_played(text, &why)),
            Ok(steps) => steps,
        };
        let before = self.record.plies();
        for step in steps {
            self.take(step);
        }
        self.tell("you", &self.game.told(&self.record, before, None), screen)?;
        self.autosave(screen)?;
        if self.over().is_none() && self.mover() != self.person {
            screen.say(&self.game.notes(&self.record, self.person))?;
        }
        self.go_on(screen, G::SHOWS_END)
    }

    fn tell(&self, who: &str, told: &str, screen: &mut Screen<'_>) -> io::Result<()> {
        if told.is_empty() { Ok(()) } else { writeln!(screen, "{who}: {told}") }
    }

    /// Explains why a line is not a move; it may be a misspelt command.
    fn not_played(&self, text: &str, why: &str) -> String {
        let word = text.split_whitespace().next().unwrap_or_default();
        let verbs = COMMON.iter().chain(G::VERBS).map(|verb| verb.name);
        match other_name(word).or_else(|| closest(word, verbs)) {
            Some(verb) if verb != word => {
                format!("got '{}', expected a move or a command; try {verb}", word.escape_debug())
            }
            Some(verb) if takes_no_more(verb, text, G::VERBS) => {
                format!("got '{}', expected {verb} alone; try help {verb}", text.escape_debug())
            }
            _ => format!("not played: {why}"),
        }
    }

    fn take(&mut self, step: G::Step) {
        let state = self.game.after(self.record.state(), &step);
        self.record.push(step, state);
    }

    /// Takes the steps without a choice. True if there were any.
    fn settle(&mut self, screen: &mut Screen<'_>) -> io::Result<bool> {
        let mut any = false;
        while self.over().is_none() {
            let Some(forced) = self.game.forced(self.record.state(), self.person) else { break };
            screen.say(&forced.said)?;
            self.record.push(forced.step, forced.state);
            any = true;
        }
        Ok(any)
    }

    /// Lets the engine play until the person decides. `news`: the person has not seen the board.
    fn go_on(&mut self, screen: &mut Screen<'_>, mut news: bool) -> io::Result<()> {
        loop {
            news |= self.settle(screen)?;
            // Dice shown are final: a resumed game must have the same.
            if self.files.is_under_way() {
                self.autosave(screen)?;
            }
            if let Some(how) = self.over() {
                return if news || screen.caps.terminal {
                    screen.say(&self.board(screen))
                } else {
                    writeln!(screen, "game over: {how}")
                };
            }
            if self.mover() == self.person {
                screen.say(&self.board(screen))?;
                return screen.say(&self.game.notes(&self.record, self.person));
            }
            if !self.engine_plays(screen)? {
                return Ok(());
            }
            news = true;
        }
    }

    /// Plays one turn of the engine; false if it knows no move.
    fn engine_plays(&mut self, screen: &mut Screen<'_>) -> io::Result<bool> {
        screen.flush()?;
        let before = self.record.plies();
        let mut value = None;
        while self.over().is_none() && self.mover() != self.person && self.game.is_choice(self.record.state())
        {
            let Some(choice) = self.opponent.choose(&self.game, &self.record, &self.watch) else { break };
            value = value.or(Some(choice.value));
            self.take(choice.step);
        }
        if value.is_some() {
            self.tell("engine", &self.game.told(&self.record, before, value), screen)?;
            self.autosave(screen)?;
        }
        Ok(value.is_some())
    }

    fn hint(&mut self, n: Option<usize>, screen: &mut Screen<'_>) -> io::Result<()> {
        screen.flush()?;
        let choices = self.opponent.ranked(&self.game, &self.record, n.unwrap_or(G::HINTS), &self.watch);
        let ahead = G::level(self.opponent.level());
        let drawn = match n {
            None => self.game.hint(&self.record, self.view(screen), &choices, &ahead),
            Some(_) => None,
        };
        match (drawn, &*choices) {
            (Some(drawn), _) => screen.say(&drawn),
            (None, [choice]) => {
                writeln!(screen, "hint: {}", self.advice(choice))?;
                self.outlook(choice, screen)
            }
            (None, choices) => {
                let mut lines = choices.iter().enumerate();
                lines.try_for_each(|(i, choice)| {
                    let line =
                        if choice.line.contains(' ') { format!(": {}", choice.line) } else { String::new() };
                    writeln!(screen, "{:>3}. {}{line}", i + 1, self.advice(choice))?;
                    self.outlook(choice, screen)
                })
            }
        }
    }

    fn advice(&self, choice: &Choice<G>) -> String {
        let name = self.game.step(self.record.state(), &choice.step);
        format!("{name} ({})", self.game.worth(choice.value, self.mover()))
    }

    fn outlook(&self, choice: &Choice<G>, screen: &mut Screen<'_>) -> io::Result<()> {
        match self.game.outlook(choice.value) {
            line if line.is_empty() => Ok(()),
            line => writeln!(screen, "     {line}"),
        }
    }

    fn score(&mut self, screen: &mut Screen<'_>) -> io::Result<()> {
        screen.flush()?;
        let Some(choice) = self.opponent.judge(&self.game, &self.record, &self.watch) else { return Ok(()) };
        let worth = self.game.worth(choice.value, self.mover());
        let line = match &*choice.line {
            "" => self.game.step(self.record.state(), &choice.step),
            line => line.to_owned(),
        };
        writeln!(screen, "score: {worth}; {} is to move, best is {line}", G::name(self.mover()))?;
        self.outlook(&choice, screen)
    }

    fn level(&mut self, text: &str) -> String {
        if !text.is_empty() {
            match Level::parse(text, G::DEPTHS) {
                Ok(level) => self.opponent.set_level(level),
                Err(why) => return why + "\n",
            }
        }
        format!("the engine {}\n", G::level(self.opponent.level()))
    }

    fn undo(&mut self, screen: &mut Screen<'_>) -> io::Result<()> {
        if self.ended.take().is_some() {
            self.autosave(screen)?;
            screen.say("the game goes on\n")?;
            return self.go_on(screen, true);
        }
        let (game, person) = (&self.game, self.person);
        if !self.record.back_to(|states, ply| begins_turn(game, person, states, ply)) {
            return screen.say("you have made no move to take back\n");
        }
        self.autosave(screen)?;
        screen.say("taken back\n")?;
        screen.say(&self.board(screen))?;
        screen.say(&self.game.notes(&self.record, self.person))
    }

    fn redo(&mut self, screen: &mut Screen<'_>) -> io::Result<()> {
        let (game, person) = (&self.game, self.person);
        let goes_on = self.ended.is_none();
        if !goes_on || !self.record.forward_to(|states, ply| begins_turn(game, person, states, ply)) {
            return screen.say("there is no move to play again\n");
        }
        self.autosave(screen)?;
        screen.say("played again\n")?;
        self.go_on(screen, true)
    }
}

fn begins_turn<G: Playable>(game: &G, person: Side, states: &[G::State], ply: usize) -> bool {
    let decides = |state: &G::State| game.mover(state) == person && game.is_choice(state);
    decides(&states[ply]) && (ply == 0 || !decides(&states[ply - 1]))
}
