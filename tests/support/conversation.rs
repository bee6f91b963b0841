//! Talking to the binary, or to a session without it.

use std::io;

use sparring::protocol::Look;
use sparring::protocol::terminal::{Conversation, Screen};

use super::binary::sparring;

/// Runs it with these lines to read and returns its standard output. Panics unless it ends with
/// exit code 0 and has nothing else to say.
pub fn conversation(args: &[&str], lines: &[&str]) -> String {
    let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    let output = sparring(args).write_stdin(text).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(0) && said.is_empty(), "{args:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a conversation begins with, through a pipe.
pub fn begun(conversation: &mut impl Conversation) -> String {
    written(|screen| conversation.begin(screen))
}

/// The reply of a conversation to a line, through a pipe.
pub fn reply(conversation: &mut impl Conversation, line: &str) -> String {
    written(|screen| conversation.reply(line, screen))
}

fn written(say: impl FnOnce(&mut Screen<'_>) -> io::Result<()>) -> String {
    let mut output = Vec::new();
    say(&mut Screen::new(&mut output, Look::PLAIN)).unwrap();
    String::from_utf8(output).unwrap()
}
