use std::io::{self, Write};

use super::terminal_caps::TerminalCaps;

pub struct Screen<'a> {
    pub(super) output: &'a mut dyn Write,
    pub caps: TerminalCaps,
}

impl<'a> Screen<'a> {
    pub fn new(output: &'a mut dyn Write, caps: TerminalCaps) -> Screen<'a> {
        Screen { output, caps }
    }

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
