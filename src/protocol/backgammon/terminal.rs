//! A person at a terminal: lines in, lines out.

use std::io::{self, BufRead, Write};

use super::{Command, Player, Session};

/// Plays until `input` ends or the person leaves; `prompts` if somebody sits there who wants to know when to type.
///
/// # Errors
/// Those of `output`. An `input` that fails is one that has ended.
pub fn play(
    mut session: Session,
    engine: &mut dyn Player,
    prompts: bool,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    output.write_all(session.begin(engine).as_bytes())?;
    let mut line = Vec::new();
    loop {
        if prompts {
            write!(output, "> ")?;
        }
        output.flush()?;
        line.clear();
        if !input.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            return Ok(());
        }
        let reply = session.obey(Command::read(&String::from_utf8_lossy(&line)), engine);
        output.write_all(reply.text.as_bytes())?;
        if reply.quit {
            return output.flush();
        }
    }
}
