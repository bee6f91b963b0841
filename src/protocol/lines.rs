//! Where the lines of a conversation come from.

use std::io::{self, BufRead, Read, Write};

use super::words::Words;

/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 4096;

/// What a person has done at the prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Typed a line.
    Line(String),
    /// Typed a line of more than [`MAX_LINE`] bytes, which is skipped.
    TooLong,
    /// Pressed Ctrl-C.
    Interrupt,
    /// Pressed Ctrl-D, or the input has ended.
    End,
}

/// Reads a line of at most `most` bytes; the rest of a longer one is skipped. An error of the
/// input is its end. Bytes that are no UTF-8 are replaced, blanks at both ends left out.
pub fn bounded_line(input: &mut impl BufRead, most: usize) -> Input {
    let mut bytes = Vec::new();
    match input.by_ref().take(most as u64 + 1).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => Input::End,
        Ok(_) if bytes.len() > most && !bytes.ends_with(b"\n") => {
            let _end_is_read_next = input.skip_until(b'\n');
            Input::TooLong
        }
        Ok(_) => Input::Line(String::from_utf8_lossy(&bytes).trim().to_owned()),
    }
}

/// Where the lines of a conversation come from.
pub trait LineSource {
    /// The next line. `output` is where a prompt is to be shown, if there is one.
    ///
    /// # Errors
    /// Those of writing the prompt.
    fn next(&mut self, prompt: &str, words: &Words, output: &mut dyn Write) -> io::Result<Input>;

    /// Whether a person types the lines, so that a question can be asked.
    fn is_person(&self) -> bool;

    /// The width of the terminal in columns, if it is known.
    fn width(&mut self) -> Option<usize> {
        None
    }
}

/// Lines as they come, without editing.
pub struct Plain<R> {
    input: R,
    /// Whether a prompt should be shown before every line.
    prompts: bool,
}

impl<R: BufRead> Plain<R> {
    /// Reads `input`; `prompts`: whether it is a terminal, so that a prompt should be shown.
    pub fn new(input: R, prompts: bool) -> Plain<R> {
        Plain { input, prompts }
    }
}

impl<R: BufRead> LineSource for Plain<R> {
    /// An error of the input is its end.
    fn next(&mut self, prompt: &str, _words: &Words, output: &mut dyn Write) -> io::Result<Input> {
        if self.prompts {
            output.write_all(prompt.as_bytes())?;
        }
        output.flush()?;
        let read = bounded_line(&mut self.input, MAX_LINE);
        if read == Input::End && self.prompts {
            // What comes next belongs to the shell, on a line of its own.
            output.write_all(b"\n")?;
        }
        Ok(read)
    }

    fn is_person(&self) -> bool {
        self.prompts
    }
}
