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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Side;
    use crate::games::backgammon::{Dice, GameState, Position, Roll};

    struct First;

    impl Player for First {
        fn choose(&mut self, position: &Position, roll: Roll) -> (Position, f64) {
            (position.results(roll)[0], 0.0)
        }
    }

    #[test]
    fn a_conversation_ends_with_quit_or_with_the_input() {
        let said = |input: &[u8]| {
            let start = GameState::at(Position::START, "31".parse().ok());
            let session = Session::new(start, Side::First, Dice::new(1));
            let mut output = Vec::new();
            play(session, &mut First, true, input, &mut output).unwrap();
            String::from_utf8(output).unwrap()
        };
        let text = said(b"\xff\xfe\n8/5 6/5\nquit\nboard\n");
        assert!(text.contains("> not played: got "), "{text}");
        assert!(text.contains("> you: 3-1, 8/5 6/5\nengine: "), "{text}");
        assert!(text.ends_with("\n> "), "{text}");
        assert_eq!(text.matches("White to play").count(), 2, "{text}");
        assert_eq!(said(b"").matches("White to play").count(), 1);
    }
}
