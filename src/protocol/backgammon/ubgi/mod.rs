//! The Universal Backgammon Interface for match runners: version 0.2 of bungogood/bgci
//! (docs/ubgi-v0.2-spec.md), and the commands of version 0.1 that it has replaced. wildbg speaks
//! it too.
//!
//! Every line is a command, answered before the next is read; a search cannot be stopped.
//! `engine.ply` counts the mover's own play, so it is one more than this program's depth. A
//! command that cannot be obeyed changes nothing and is answered by `error CODE DETAIL`.

mod context;
mod go;
mod keys;
mod refused;

use std::io::{self, BufRead, Write};

use super::{Opponent, Thinker};
use crate::protocol::lines::{Input, MAX_LINE, bounded_line};
use context::Context;
use go::{Go, Role};
use refused::{Refused, bad_command, bad_state, bad_value};
use sparring_engine::games::backgammon::{Position, position_id};
use sparring_engine::search::Pruning;

/// Makes a thinker with this many workers, otherwise like another.
pub type MakeThinker<'m> = dyn Fn(usize, &Thinker) -> Result<Thinker, String> + 'm;

/// A conversation with a match runner.
pub struct Ubgi<'m> {
    thinker: Thinker,
    make: &'m MakeThinker<'m>,
    filter: Pruning,
    depth: u32,
    threads: usize,
    /// True to play by score and cube.
    cubeful: bool,
    context: Context,
}

/// A play that was found.
struct Found {
    info: Option<String>,
    name: String,
    /// Seen by the mover.
    result: Position,
}

impl<'m> Ubgi<'m> {
    /// Begins a conversation. The thinker's settings become defaults.
    pub fn new(thinker: Thinker, make: &'m MakeThinker<'m>) -> Ubgi<'m> {
        let (filter, depth) = (thinker.pruning, thinker.settings.depth);
        let threads = thinker.engine.pool().threads();
        Ubgi { thinker, make, filter, depth, threads, cubeful: true, context: Context::new() }
    }

    /// Answers every line until `quit` or the end of the input.
    ///
    /// # Errors
    /// The errors of writing.
    pub fn serve(&mut self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        loop {
            let answer = match bounded_line(&mut input, MAX_LINE) {
                Input::Line(line) => match *line.split_whitespace().collect::<Vec<_>>() {
                    [] => continue,
                    ["quit"] => return Ok(()),
                    ref words => self.answer(words),
                },
                Input::TooLong => Err(bad_command(format!(
                    "got more than {MAX_LINE} bytes, expected a short line; try ubgi"
                ))),
                Input::Interrupt | Input::End => return Ok(()),
            };
            let said = answer.unwrap_or_else(|refused| vec![refused.to_string()]);
            said.iter().try_for_each(|line| writeln!(output, "{line}"))?;
            output.flush()?;
        }
    }

    fn answer(&mut self, words: &[&str]) -> Result<Vec<String>, Refused> {
        match *words {
            ["ubgi"] => return Ok(self.greeting()),
            ["isready"] => return Ok(vec!["readyok".to_owned()]),
            ["go", ref rest @ ..] => return self.go(Go::read(rest)?),
            ["get", name] => return Ok(vec![format!("value {name} {}", self.key(name)?)]),
            ["keys"] => return Ok(self.keys()),
            _ => {}
        }
        self.obey(words).map(|()| Vec::new())
    }

    /// Runs a command without an answer.
    fn obey(&mut self, words: &[&str]) -> Result<(), Refused> {
        match *words {
            ["newgame"] => {
                self.thinker.engine.new_game();
                self.context.new_game();
                Ok(())
            }
            ["newsession", ref rest @ ..] => self.context.new_session(rest),
            ["setscore", ref rest @ ..] => self.context.set_score(rest),
            ["setcube", ref rest @ ..] => self.context.set_cube(rest),
            ["setturn", ref rest @ ..] => self.context.set_turn(rest),
            ["position", form, id] => self.context.set_position(form, id),
            ["position", ref rest @ ..] => Err(bad_command(format!(
                "got {} words after position, expected gnubgid or xgid and an identifier; try position gnubgid \
                 4HPwATDgc/ABMA",
                rest.len()
            ))),
            ["dice", a, b] => {
                let dice = format!("{a}{b}").parse().map_err(|why| bad_value(format!("{why}")))?;
                self.context.dice = Some(dice);
                Ok(())
            }
            ["dice", ..] => Err(bad_command("got other than two dice, expected two numbers; try dice 3 1")),
            ["set", name, value] => self.set_key(name, value),
            ["set", ..] => Err(bad_command("expected a key and a value; try set engine.ply 2")),
            ["setoption", ref rest @ ..] => self.set_option(rest),
            ["get", ..] => Err(bad_command("expected a key; try get engine.ply")),
            // Every search has ended when its next line is read.
            ["stop"] | [] => Ok(()),
            [word, ..] => Err(bad_command(format!(
                "got '{}', expected ubgi, isready, newgame, newsession, setscore, setcube, setturn, position, \
                 dice, go, stop, set, get, keys, setoption or quit; try ubgi",
                word.escape_debug()
            ))),
        }
    }

    /// Answers in the form of the version that asks.
    fn go(&mut self, go: Go) -> Result<Vec<String>, Refused> {
        let settings = self.thinker.settings;
        self.thinker.settings = go.applied(settings);
        let said = match go.role {
            Role::Chequer => self.chequer(),
            Role::Cube => self.cube().map(|cube| vec![format!("bestcube {cube}")]),
            Role::Turn => self.turn(go.is_named),
        };
        self.thinker.settings = settings;
        said
    }

    fn chequer(&mut self) -> Result<Vec<String>, Refused> {
        let Found { info, name, .. } = self.find()?;
        Ok(info.into_iter().chain([format!("bestmove {name}")]).collect())
    }

    fn turn(&mut self, is_named: bool) -> Result<Vec<String>, Refused> {
        let cube = self.cube()?;
        let Found { info, name, result } = self.find()?;
        let play = match is_named {
            true => format!("moveid={}", position_id(&result.handed_over())),
            false => format!("move={name}"),
        };
        Ok(info.into_iter().chain([format!("bestturn cube={cube} {play}")]).collect())
    }

    fn find(&mut self) -> Result<Found, Refused> {
        let (position, stakes) = self.context.place()?;
        let missing = || bad_state("missing dice: expected two; try dice 3 1");
        let dice = self.context.dice.ok_or_else(missing)?;
        if position.results(dice) == [position] {
            return Ok(Found { info: None, name: "pass".to_owned(), result: position });
        }
        let matters = self.cubeful && stakes.matters();
        let found = self.thinker.find(&position, dice, matters.then_some(&stakes));
        let play = position.play_to(dice, &found.result).expect("a thinker finds one of the results");
        let name = play.to_string().replace('*', "");
        let info = format!("info depth {} score {:+.4} pv {name}", found.depth + 1, found.worth.value);
        Ok(Found { info: Some(info), name, result: found.result })
    }

    fn cube(&mut self) -> Result<&'static str, Refused> {
        let (position, stakes) = self.context.place()?;
        Ok(if self.thinker.doubles(&position, &stakes) { "double" } else { "nodouble" })
    }

    fn greeting(&self) -> Vec<String> {
        let id =
            [concat!("id name sparring ", env!("CARGO_PKG_VERSION")), "id author the authors of sparring"];
        let end = ["proto 0.2", "ubgiok"];
        let lines = |lines: [&str; 2]| lines.map(str::to_owned);
        lines(id).into_iter().chain(self.options()).chain(lines(end)).collect()
    }
}
