//! Where a conversation writes.

use std::io::{self, Write};

use super::terminal_caps::TerminalCaps;

/// Where replies are written, and what can be shown there.
pub struct Screen<'a> {
    pub(super) output: &'a mut dyn Write,
    /// Things that can be shown.
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
