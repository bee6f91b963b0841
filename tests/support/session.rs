//! Talking to a session without the binary, through a pipe.

use std::io;

use crate::protocol::TerminalCaps;
use crate::protocol::terminal::{Conversation, Screen};

/// What a conversation begins with.
pub fn begun(conversation: &mut impl Conversation) -> String {
    written(|screen| conversation.begin(screen))
}

/// The reply of a conversation to a line.
pub fn reply(conversation: &mut impl Conversation, line: &str) -> String {
    written(|screen| conversation.reply(line, screen))
}

fn written(say: impl FnOnce(&mut Screen<'_>) -> io::Result<()>) -> String {
    let mut output = Vec::new();
    say(&mut Screen::new(&mut output, TerminalCaps::PLAIN)).unwrap();
    String::from_utf8(output).unwrap()
}
