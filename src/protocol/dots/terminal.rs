//! A person at a terminal against the engine: lines in, lines out.

use std::io::{self, BufRead, Write};

use super::{Command, Record, Session, Strength, Thinker};
use crate::engine::{Engine, Side};
use crate::games::dots::{Dots, Position};

/// How the terminal behaves.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The person's side.
    pub person: Side,
    /// Whether edges are drawn with their numbers.
    pub numbers: bool,
    /// Whether somebody sits there who wants to know when to type.
    pub prompts: bool,
}

/// Plays on from the last of `positions` until `input` ends or the person leaves.
///
/// # Errors
/// Those of `output`. An `input` that fails is one that has ended.
pub fn play(
    engine: &Engine<Dots>,
    strength: Strength,
    manner: Manner,
    positions: &[Position],
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut thinker = Thinker::new(engine, strength);
    let record = Record::of(positions);
    let mut session = Session::new(engine.game().clone(), record, manner.person, manner.numbers);
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
