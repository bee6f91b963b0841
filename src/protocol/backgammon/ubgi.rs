//! The Universal Backgammon Interface, version 0.2 (bungogood/bgci, docs/ubgi-v0.2-spec.md), for
//! match runners. wildbg speaks it too.
//!
//! Every line is a command, answered before the next is read; a search cannot be stopped.
//! `engine.ply` counts the mover's own play, so it is one more than this program's depth. A command
//! that cannot be obeyed changes nothing and is answered by `error CODE DETAIL`.

use std::fmt;
use std::io::{self, BufRead, Write};

use super::{Opponent, Thinker};
use crate::protocol::lines::{Input, MAX_LINE, bounded_line};
use sparring_engine::game::EquityEvaluator;
use sparring_engine::games::backgammon::{MatchState, Position, Roll, parse_id};
use sparring_engine::search::{Filter, MAX_DEPTH, Pruning};

const ALL: &str = "all";

/// A protocol code and a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    code: &'static str,
    detail: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error {} {}", self.code, self.detail)
    }
}

fn bad_command(detail: impl Into<String>) -> Refused {
    Refused { code: "bad_command", detail: detail.into() }
}

fn bad_value(detail: impl Into<String>) -> Refused {
    Refused { code: "bad_value", detail: detail.into() }
}

fn bad_state(detail: impl Into<String>) -> Refused {
    Refused { code: "bad_state", detail: detail.into() }
}

fn unsupported(detail: impl Into<String>) -> Refused {
    Refused { code: "unsupported", detail: detail.into() }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Variant,
    Ply,
    Filter,
    Threads,
}

impl Key {
    const ALL: [(&'static str, Key); 4] = [
        ("game.variant", Key::Variant),
        ("engine.ply", Key::Ply),
        ("engine.filter", Key::Filter),
        ("engine.threads", Key::Threads),
    ];

    fn named(name: &str) -> Result<Key, Refused> {
        let found = Key::ALL.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, key)| key).ok_or_else(|| {
            let names = Key::ALL.map(|(name, _)| name).join(", ");
            unsupported(format!("got key '{}', expected {names}; try keys", name.escape_debug()))
        })
    }
}

pub type MakeThinker<'m> = dyn Fn(usize, &Thinker) -> Result<Thinker, String> + 'm;

pub struct Ubgi<'m> {
    thinker: Thinker,
    make: &'m MakeThinker<'m>,
    filter: Pruning,
    depth: u32,
    threads: usize,
    place: Option<(Position, MatchState)>,
    dice: Option<Roll>,
}

impl<'m> Ubgi<'m> {
    /// Begins a conversation. The thinker's settings become defaults.
    pub fn new(thinker: Thinker, make: &'m MakeThinker<'m>) -> Ubgi<'m> {
        let (filter, depth) = (thinker.pruning, thinker.settings.depth);
        let threads = thinker.engine.pool().threads();
        Ubgi { thinker, make, filter, depth, threads, place: None, dice: None }
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
            ["ubgi"] => Ok(greeting()),
            ["isready"] => Ok(vec!["readyok".to_owned()]),
            ["newgame"] => {
                self.thinker.engine.new_game();
                (self.place, self.dice) = (None, None);
                Ok(Vec::new())
            }
            ["position", form, id] => self.set_position(form, id),
            ["position", ..] => {
                let got = words.len() - 1;
                Err(bad_command(format!(
                    "got {got} words after position, expected gnubgid or xgid and an identifier; try position gnubgid \
                     4HPwATDgc/ABMA"
                )))
            }
            ["dice", a, b] => {
                let dice = format!("{a}{b}").parse().map_err(|why| bad_value(format!("{why}")))?;
                self.dice = Some(dice);
                Ok(Vec::new())
            }
            ["dice", ..] => Err(bad_command("got other than two dice, expected two numbers; try dice 3 1")),
            ["go"] | ["go", "chequer"] => self.go(),
            ["go", "cube"] => self.go_cube(),
            ["go", "turn"] => self.go_turn(),
            ["go", ..] => Err(bad_command("got more after go, expected chequer, cube or turn; try go")),
            ["set", name, value] => self.set(Key::named(name)?, value).map(|()| Vec::new()),
            ["set", ..] => Err(bad_command("expected a key and a value; try set engine.ply 2")),
            ["get", name] => Ok(vec![format!("value {name} {}", self.get(Key::named(name)?))]),
            ["get", ..] => Err(bad_command("expected a key; try get engine.ply")),
            ["keys"] => Ok(self.keys()),
            [word, ..] => Err(bad_command(format!(
                "got '{}', expected ubgi, isready, newgame, position, dice, go, set, get, keys or quit; try ubgi",
                word.escape_debug()
            ))),
            [] => Ok(Vec::new()),
        }
    }

    fn set_position(&mut self, form: &str, id: &str) -> Result<Vec<String>, Refused> {
        if !["gnubgid", "xgid"].contains(&form) {
            let form = form.escape_debug();
            return Err(unsupported(format!("got position {form}, expected gnubgid or xgid; try gnubgid")));
        }
        let id = parse_id(id).map_err(|why| bad_value(why.to_string()))?;
        (self.place, self.dice) = (Some((id.position, id.state)), id.roll);
        Ok(Vec::new())
    }

    fn go(&mut self) -> Result<Vec<String>, Refused> {
        let (position, stakes) = self.place()?;
        let dice = self.dice.ok_or_else(|| bad_state("missing dice: expected two; try dice 3 1"))?;
        if position.results(dice) == [position] {
            return Ok(vec!["bestmove pass".to_owned()]);
        }
        let found = self.thinker.find(&position, dice, stakes.matters().then_some(&stakes));
        let play = position.play_to(dice, &found.result).expect("a thinker finds one of the results");
        let play = play.to_string().replace('*', "");
        Ok(vec![
            format!("info depth {} score {:+.4} pv {play}", found.depth + 1, found.worth.value),
            format!("bestmove {play}"),
        ])
    }

    fn go_cube(&mut self) -> Result<Vec<String>, Refused> {
        Ok(vec![format!("bestcube {}", self.cube()?)])
    }

    fn go_turn(&mut self) -> Result<Vec<String>, Refused> {
        let cube = self.cube()?;
        let mut said = self.go()?;
        let last = said.pop().expect("go says a play last");
        let play = last.strip_prefix("bestmove ").expect("go says a play last");
        said.push(format!("bestturn cube={cube} move={play}"));
        Ok(said)
    }

    fn cube(&mut self) -> Result<&'static str, Refused> {
        let (position, stakes) = self.place()?;
        Ok(if self.thinker.doubles(&position, &stakes) { "double" } else { "nodouble" })
    }

    fn place(&self) -> Result<(Position, MatchState), Refused> {
        let place = self.place.ok_or_else(|| {
            bad_state("missing position: expected one; try position gnubgid 4HPwATDgc/ABMA")
        })?;
        if place.0.is_over() {
            return Err(bad_state(
                "got a game that is over, expected one that goes on; try another position",
            ));
        }
        Ok(place)
    }

    fn set(&mut self, key: Key, value: &str) -> Result<(), Refused> {
        let wrong = |expected: String, instead: &str| {
            bad_value(format!("got '{}', expected {expected}; try {instead}", value.escape_debug()))
        };
        match key {
            Key::Variant if value == "backgammon" => {}
            Key::Variant => return Err(wrong("backgammon".to_owned(), "backgammon")),
            Key::Ply => {
                let plies = value.parse().ok().filter(|ply| (1..=MAX_DEPTH + 1).contains(ply));
                let plies = plies.ok_or_else(|| wrong(format!("1 to {}", MAX_DEPTH + 1), "2"))?;
                self.thinker.settings.depth = plies - 1;
            }
            Key::Filter if value == ALL => {
                self.thinker.pruning = Pruning { filter: None, keep: None };
            }
            Key::Filter => {
                let filter = Filter::read(value, self.thinker.evaluator.scale());
                let filter = filter.map_err(|why| bad_value(format!("{why} or {ALL}")))?;
                self.thinker.pruning = Pruning { filter: Some(filter), keep: Some(1) };
            }
            Key::Threads => {
                let threads = value.parse().ok().filter(|threads| (1..=256).contains(threads));
                let threads = threads.ok_or_else(|| wrong("1 to 256".to_owned(), "2"))?;
                self.thinker = (self.make)(threads, &self.thinker).map_err(bad_value)?;
            }
        }
        Ok(())
    }

    fn get(&self, key: Key) -> String {
        match key {
            Key::Variant => "backgammon".to_owned(),
            Key::Ply => (self.thinker.settings.depth + 1).to_string(),
            Key::Filter => self.filter(self.thinker.pruning),
            Key::Threads => self.thinker.engine.pool().threads().to_string(),
        }
    }

    fn filter(&self, pruning: Pruning) -> String {
        let scale = self.thinker.evaluator.scale();
        pruning.filter.map_or(ALL.to_owned(), |filter| format!("{},{}", filter.most, filter.units(scale)))
    }

    fn keys(&self) -> Vec<String> {
        let (most, ply, filter) = (MAX_DEPTH + 1, self.depth + 1, self.filter(self.filter));
        vec![
            "key game.variant enum backgammon backgammon".to_owned(),
            format!("key engine.ply int 1..{most} {ply} 1 values each play at once"),
            format!("key engine.filter string * {filter} most plays and how far behind the best, or all"),
            format!("key engine.threads int 1..256 {} ! workers", self.threads),
        ]
    }
}

fn greeting() -> Vec<String> {
    let name = concat!("id name sparring ", env!("CARGO_PKG_VERSION"));
    [name, "id author the authors of sparring", "proto 0.2", "ubgiok"].map(str::to_owned).into()
}
