//! A person at a terminal against the engine: lines in, lines out.

use std::io::{self, BufRead, Write};

use super::{Command, Opponent, Record, Session};
use crate::engine::{Engine, Limits, Request, Score, Side, Strategy};
use crate::games::chess::{Chess, Glyphs, Move, Position, Simplified};

/// How the engine thinks.
#[derive(Clone, Copy, Debug)]
pub struct Strength {
    /// For how long.
    pub limits: Limits,
    /// By which strategy.
    pub strategy: Strategy,
    /// How many levels `par` and `par-ab` make tasks of.
    pub par_depth: u32,
}

/// How the terminal behaves.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The person's side.
    pub person: Side,
    /// How men are drawn.
    pub glyphs: Glyphs,
    /// Whether somebody sits there who wants to know when to type.
    pub prompts: bool,
}

/// The engine as the other player.
struct Thinker<'e> {
    engine: &'e Engine<Chess>,
    strength: Strength,
}

impl Opponent for Thinker<'_> {
    fn choose(&mut self, record: &Record) -> Option<(Move, Score)> {
        let earlier = record.earlier();
        let request = Request {
            earlier: &earlier,
            limits: self.strength.limits,
            strategy: self.strength.strategy,
            par_depth: self.strength.par_depth,
            ..Request::new(record.position().clone(), 1)
        };
        let answer = self.engine.answer(&Simplified, &request);
        answer.last.map(|last| (last.best, last.score))
    }
}

/// Plays from `start` and the moves made there until `input` ends or the person leaves.
///
/// # Errors
/// Those of `output`. An `input` that fails is one that has ended.
pub fn play(
    engine: &Engine<Chess>,
    strength: Strength,
    manner: Manner,
    start: &Position,
    moves: &[Move],
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut record = Record::new(start.clone());
    moves.iter().for_each(|&m| record.play(m));
    let mut thinker = Thinker { engine, strength };
    let mut session = Session::new(record, manner.person, manner.glyphs);
    output.write_all(session.begin(&mut thinker).as_bytes())?;
    let mut line = Vec::new();
    loop {
        if manner.prompts {
            write!(output, "> ")?;
        }
        output.flush()?;
        line.clear();
        if !input.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            return Ok(());
        }
        let reply = session.obey(Command::read(&String::from_utf8_lossy(&line)), &mut thinker);
        output.write_all(reply.text.as_bytes())?;
        if reply.quit {
            return output.flush();
        }
    }
}
