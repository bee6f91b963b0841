//! A person at a terminal: reads lines, writes replies.
//!
//! What a line means is decided by a [`Conversation`]. This file knows how lines travel, and the
//! words that end a conversation or explain it: `quit` and `help`.

use std::io::{self, Write};

use super::lines::{Input, LineSource, MAX_LINE};
use super::terminal_caps::TerminalCaps;
use super::words::Words;
use crate::run::Interrupt;

/// Shown before every line of a person.
const PROMPT: &str = "> ";

/// Where replies are written, and what can be shown there.
pub struct Screen<'a> {
    output: &'a mut dyn Write,
    /// What can be shown.
    pub caps: TerminalCaps,
}

impl<'a> Screen<'a> {
    /// A screen on `output`.
    pub fn new(output: &'a mut dyn Write, caps: TerminalCaps) -> Screen<'a> {
        Screen { output, caps }
    }

    /// Writes a text.
    ///
    /// # Errors
    /// Those of writing.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        self.write_all(text.as_bytes())
    }
}

impl Write for Screen<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// A game between a person and the engine, as text. Its errors are those of the screen.
pub trait Conversation {
    /// Says the opening words: who plays what, the board, and the engine's move if it is its turn.
    fn begin(&mut self, screen: &mut Screen<'_>) -> io::Result<()>;

    /// Replies to a line that is neither empty nor one of the words of every conversation.
    fn reply(&mut self, line: &str, screen: &mut Screen<'_>) -> io::Result<()>;

    /// The commands and what they do, or the help on one of them.
    fn help(&self, verb: Option<&str>) -> String;

    /// What may be typed now.
    fn words(&self) -> Words;

    /// What a person should know who is asked whether to quit.
    fn when_left(&self) -> String {
        String::new()
    }
}

/// Runs a conversation until `lines` end or the person says `quit`. Ctrl-C goes to `interrupt`
/// while the conversation replies; at the prompt it leads to the question whether to quit.
///
/// # Errors
/// Those of writing to the screen. An error of `lines` ends the conversation like their end.
pub fn converse(
    conversation: &mut impl Conversation,
    lines: &mut impl LineSource,
    screen: &mut Screen<'_>,
    interrupt: &Interrupt,
) -> io::Result<()> {
    let person = lines.is_person();
    let width = screen.caps.width;
    screen.caps.width = lines.width().unwrap_or(width);
    interrupt.hold(person);
    conversation.begin(screen)?;
    loop {
        screen.flush()?;
        interrupt.hold(false);
        // The first Ctrl-C has made the engine move; a second one before that is a wish to leave.
        let input = if person && interrupt.taken() > 1 {
            Input::Interrupt
        } else {
            lines.next(PROMPT, &conversation.words(), screen.output)?
        };
        interrupt.hold(person);
        screen.caps.width = lines.width().unwrap_or(width);
        let line = match input {
            Input::Line(line) => line,
            Input::TooLong => {
                writeln!(
                    screen,
                    "got a line of more than {MAX_LINE} bytes, expected a move or a command; try help"
                )?;
                continue;
            }
            Input::Interrupt if !leaves(conversation, lines, screen)? => continue,
            Input::Interrupt => return Ok(()),
            Input::End => return Ok(()),
        };
        match *line.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>() {
            [] => {}
            [ref word] if word == "quit" || word == "exit" => return Ok(()),
            [ref word] if word == "help" || word == "?" => screen.say(&conversation.help(None))?,
            [ref word, ref verb] if word == "help" => screen.say(&conversation.help(Some(verb)))?,
            _ => conversation.reply(&line, screen)?,
        }
    }
}

/// Asks whether to quit. Another Ctrl-C and the end of the lines mean yes.
fn leaves(
    conversation: &impl Conversation,
    lines: &mut impl LineSource,
    screen: &mut Screen<'_>,
) -> io::Result<bool> {
    let question = format!("quit?{} [y/N] ", conversation.when_left());
    let answer = lines.next(&question, &Words::default(), screen.output)?;
    Ok(match answer {
        Input::Line(line) => ["y", "yes", "quit", "exit"].contains(&line.trim().to_lowercase().as_str()),
        Input::TooLong => false,
        Input::Interrupt | Input::End => true,
    })
}
