//! Sources of a conversation's lines.

use std::io::{self, BufRead, Read, Write};

use super::words::Words;

/// Longest line in bytes.
pub const MAX_LINE: usize = 4096;

/// A person's input at the prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Line(String),
    /// A line of more than [`MAX_LINE`] bytes, skipped.
    TooLong,
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D, or the end of the input.
    End,
}

/// Reads a trimmed line of at most `most` bytes, with invalid UTF-8 replaced and without a byte
/// order mark; skips longer ones. An error counts as the end.
pub fn bounded_line(input: &mut impl BufRead, most: usize) -> Input {
    let mut bytes = Vec::new();
    match input.by_ref().take(most as u64 + 1).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => Input::End,
        Ok(_) if bytes.len() > most && !bytes.ends_with(b"\n") => {
            let _end_is_read_next = input.skip_until(b'\n');
            Input::TooLong
        }
        Ok(_) => {
            let line = String::from_utf8_lossy(&bytes);
            Input::Line(line.trim_start_matches('\u{feff}').trim().to_owned())
        }
    }
}

/// A source of lines.
pub trait LineSource {
    /// Shows a prompt and returns the next line.
    ///
    /// # Errors
    /// The errors of writing the prompt.
    fn next(&mut self, prompt: &str, words: &Words, output: &mut dyn Write) -> io::Result<Input>;

    /// True if a person types the lines.
    fn is_person(&self) -> bool;

    /// Returns the terminal's columns, if known.
    fn width(&mut self) -> Option<usize> {
        None
    }
}

/// Lines without editing.
pub struct Plain<R> {
    input: R,
    prompts: bool,
}

impl<R: BufRead> Plain<R> {
    /// Reads `input`, with prompts if it is a terminal.
    pub fn new(input: R, prompts: bool) -> Plain<R> {
        Plain { input, prompts }
    }
}

impl<R: BufRead> LineSource for Plain<R> {
    fn next(&mut self, prompt: &str, _words: &Words, output: &mut dyn Write) -> io::Result<Input> {
        if self.prompts {
            output.write_all(prompt.as_bytes())?;
        }
        output.flush()?;
        let read = bounded_line(&mut self.input, MAX_LINE);
        if read == Input::End && self.prompts {
            // The shell's next output gets a line of its own.
            output.write_all(b"\n")?;
        }
        Ok(read)
    }

    fn is_person(&self) -> bool {
        self.prompts
    }
}
