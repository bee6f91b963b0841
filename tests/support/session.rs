//! Talking to a session without the binary, through a pipe.

use std::io;

use crate::protocol::{Opponent, Playable, Screen, Session, TerminalCaps};

/// The beginning of a session.
pub fn begun<G: Playable>(session: &mut Session<G, impl Opponent<G>>) -> String {
    written(|screen| session.begin(screen))
}

/// The reply of a session to a line.
pub fn reply<G: Playable>(session: &mut Session<G, impl Opponent<G>>, line: &str) -> String {
    written(|screen| session.reply(line, screen))
}

fn written(say: impl FnOnce(&mut Screen<'_>) -> io::Result<()>) -> String {
    let mut output = Vec::new();
    say(&mut Screen::new(&mut output, TerminalCaps::PLAIN)).unwrap();
    String::from_utf8(output).unwrap()
}
