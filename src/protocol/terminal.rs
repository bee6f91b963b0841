//! A person at a terminal: reads lines, writes replies.
//!
//! What a line means is decided by a [`Conversation`], of which every game has one. This file knows
//! how lines travel, and the words that mean the same in every game: `help` and `quit`.

use std::io::{self, BufRead, Write};

/// A game between a person and the engine, as text. It neither reads nor writes.
pub trait Conversation {
    /// The commands and what they do, a line for each.
    const HELP: &'static str;

    /// The opening words: who plays what, the board, and the engine's move if it is its turn.
    fn begin(&mut self) -> String;

    /// The reply to a line that is neither empty nor one of the words of every game. It ends with a
    /// newline.
    fn reply(&mut self, line: &str) -> String;
}

/// Runs a conversation until `input` ends or the person says `quit`. `prompts`: whether standard
/// input is a terminal, so that a prompt should be shown before every line.
///
/// # Errors
/// Those of writing to `output`. An error of `input` ends the conversation like the end of `input`.
pub fn converse(
    conversation: &mut impl Conversation,
    prompts: bool,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    output.write_all(conversation.begin().as_bytes())?;
    let mut bytes = Vec::new();
    loop {
        if prompts {
            write!(output, "> ")?;
        }
        output.flush()?;
        bytes.clear();
        if !input.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
            return Ok(());
        }
        let line = String::from_utf8_lossy(&bytes);
        match line.trim().to_lowercase().as_str() {
            "" => {}
            "quit" | "exit" => return Ok(()),
            "help" | "?" => output.write_all(help(conversation).as_bytes())?,
            _ => output.write_all(conversation.reply(line.trim()).as_bytes())?,
        }
    }
}

fn help<C: Conversation>(_: &C) -> &'static str {
    C::HELP
}
