//! Lines of bounded length.

use std::io::{self, BufRead};

/// In bytes; a FEN has at most a hundred.
pub const LONGEST: usize = 1 << 16;

/// An iterator over lines. A long line or invalid UTF-8 fails only that line, a read error ends it.
pub struct BoundedLines<R> {
    input: R,
    longest: usize,
    /// Kept part of the last line.
    bytes: Vec<u8>,
    read: u64,
    whole: bool,
    failed: bool,
}

impl<R: BufRead> BoundedLines<R> {
    pub fn new(input: R) -> BoundedLines<R> {
        BoundedLines::up_to(LONGEST, input)
    }

    pub fn up_to(longest: usize, input: R) -> BoundedLines<R> {
        BoundedLines { input, longest, bytes: Vec::new(), read: 0, whole: true, failed: false }
    }

    pub fn read(&self) -> u64 {
        self.read
    }

    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Reads a line but keeps at most `longest + 1` bytes. Returns its length, 0 at the end.
    fn fill(&mut self) -> io::Result<usize> {
        self.bytes.clear();
        let mut length = 0;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let taken = end.map_or(chunk.len(), |end| end + 1);
            let kept = (self.longest + 1).saturating_sub(self.bytes.len()).min(end.unwrap_or(taken));
            self.bytes.extend_from_slice(&chunk[..kept]);
            self.input.consume(taken);
            length += taken;
            if end.is_some() || taken == 0 {
                self.read += length as u64;
                self.whole = end.is_some();
                return Ok(length);
            }
        }
    }

    /// The last line, of this length with its end.
    fn line(&self, length: usize) -> Result<String, String> {
        if self.bytes.len() > self.longest {
            return Err(format!(
                "got a line of {length} bytes, expected at most {}; try one position a line",
                self.longest
            ));
        }
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => Ok(text.trim_start_matches('\u{feff}').trim().to_owned()),
            Err(error) => {
                let at = error.valid_up_to() + 1;
                Err(format!("got a byte at {at} that is not UTF-8, expected text; try iconv -t UTF-8"))
            }
        }
    }
}

impl<R: BufRead> Iterator for BoundedLines<R> {
    type Item = io::Result<Result<String, String>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        match self.fill() {
            Ok(0) => None,
            Ok(length) => Some(Ok(self.line(length))),
            Err(error) => {
                self.failed = true;
                Some(Err(error))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &[u8]) -> Vec<Result<String, String>> {
        BoundedLines::new(io::BufReader::with_capacity(7, input)).map(Result::unwrap).collect()
    }

    #[test]
    fn ends_of_lines_do_not_matter() {
        let lines = ["first", "", "last"].map(|line| Ok(line.to_owned()));
        for text in ["first\n\nlast", "first\n\nlast\n", "\u{feff}first\r\n\r\n  last \r\n"] {
            assert_eq!(read(text.as_bytes()), lines, "{text:?}");
        }
        assert!(read(b"").is_empty());
    }

    #[test]
    fn a_bad_line_leaves_the_next_one_alone() {
        let longest = "x".repeat(LONGEST);
        let text = [longest.as_bytes(), b"\n", longest.as_bytes(), b"y\n", b"a\xffb\n", b"good"].concat();
        let lines = read(&text);
        assert_eq!(lines[0], Ok(longest));
        assert!(lines[1].as_ref().unwrap_err().contains("65538 bytes"), "{:?}", lines[1]);
        assert!(lines[2].as_ref().unwrap_err().contains("byte at 2"), "{:?}", lines[2]);
        assert_eq!(lines[3], Ok("good".to_owned()));
    }
}
