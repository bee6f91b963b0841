//! The games of a PGN file as separate texts: a broken game costs only itself, and memory stays
//! small.
//!
//! A game begins at a line `[Name "value"]` after moves, except within a comment that continues
//! without an empty line. It also begins after a result and an empty line, but comments there stay
//! with the game before. Other games without tags stay together. Lines end with `\n`, `\r\n` or
//! `\r`.

use std::io::{self, BufRead};

use sparring_engine::games::{decoded, is_utf16};

pub const LONGEST: usize = 1 << 24;

/// A game, or several without tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// First line, from 1.
    pub line: usize,
    /// `None` above [`LONGEST`] bytes.
    pub text: Option<String>,
}

/// An iterator over games. A read error ends it.
pub struct Chunks<R> {
    input: R,
    /// Next game's first line.
    ahead: Vec<u8>,
    /// Lines read, except `ahead`.
    lines: usize,
    ended: bool,
}

#[derive(Default)]
struct State {
    bytes: Vec<u8>,
    too_long: bool,
    has_tags: bool,
    /// True behind moves, or a comment behind tags.
    has_moves: bool,
    in_comment: bool,
    variations: usize,
    after_empty_line: bool,
    /// True if the last moves ended with a result.
    after_result: bool,
    /// True if the last piece ended its line.
    whole_line: bool,
}

impl<R: BufRead> Chunks<R> {
    pub fn new(input: R) -> Chunks<R> {
        Chunks { input, ahead: Vec::new(), lines: 0, ended: false }
    }

    fn chunk(&mut self) -> io::Result<Option<Chunk>> {
        let first = self.lines + 1;
        let mut state = State { whole_line: true, ..State::default() };
        let mut line = std::mem::take(&mut self.ahead);
        if first == 1 && is_utf16(self.input.fill_buf()?) {
            return Err(io::Error::other("text in UTF-16, which iconv -f UTF-16 -t UTF-8 converts"));
        }
        loop {
            if line.is_empty() {
                self.read_line(&mut line)?;
            }
            if line.is_empty() {
                self.ended = true;
                break;
            }
            if state.ends_before(&line) {
                self.ahead = line;
                break;
            }
            self.lines += usize::from(is_whole(&line));
            state.add(&line);
            line.clear();
        }
        let any = !state.bytes.is_empty() || state.too_long;
        let text = (!state.too_long).then(|| decoded(&state.bytes).into_owned());
        Ok(any.then_some(Chunk { line: first, text }))
    }

    /// Reads a line with its end, or a part of it.
    fn read_line(&mut self, line: &mut Vec<u8>) -> io::Result<()> {
        loop {
            let available = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                available => available?,
            };
            if line.ends_with(b"\r") {
                let newline = usize::from(available.starts_with(b"\n"));
                line.extend_from_slice(&available[..newline]);
                self.input.consume(newline);
                return Ok(());
            }
            let part = &available[..available.len().min(LONGEST.saturating_sub(line.len()))];
            let end = part.iter().position(|byte| b"\r\n".contains(byte));
            let taken = end.map_or(part.len(), |end| end + 1);
            line.extend_from_slice(&part[..taken]);
            self.input.consume(taken);
            if taken == 0 || line.ends_with(b"\n") {
                return Ok(());
            }
        }
    }
}

fn is_whole(line: &[u8]) -> bool {
    line.ends_with(b"\n") || line.ends_with(b"\r")
}

impl State {
    fn ends_before(&self, line: &[u8]) -> bool {
        let separate = !self.in_comment || self.after_empty_line;
        let is_comment = is_blank(line) || line.starts_with(b"{") || line.starts_with(b";");
        let without_tags = self.after_result && self.after_empty_line && !self.in_comment && !is_comment;
        self.whole_line && self.has_moves && separate && (is_tag(line) || without_tags)
    }

    fn add(&mut self, line: &[u8]) {
        let blank = is_blank(line);
        let is_outside = line.starts_with(b"%") || is_tag(line);
        if !(blank || self.whole_line && is_outside) {
            self.add_moves(line);
        }
        self.has_tags |= is_tag(line);
        // A comment that goes on may have no end.
        self.has_moves |= blank && self.in_comment;
        self.after_empty_line = blank;
        self.whole_line = is_whole(line);
        if self.bytes.len() + line.len() > LONGEST {
            self.too_long = true;
            self.bytes = Vec::new();
        } else if !self.too_long {
            self.bytes.extend_from_slice(line);
        }
    }

    fn add_moves(&mut self, line: &[u8]) {
        let mut moves = Vec::new();
        for &byte in line {
            match (self.in_comment, byte) {
                (false, b'{') => self.in_comment = true,
                (true, b'}') => self.in_comment = false,
                (true, _) => {}
                (false, b';') => break,
                (false, _) => moves.push(byte),
            }
        }
        for byte in &moves {
            match byte {
                b'(' => self.variations += 1,
                b')' => self.variations = self.variations.saturating_sub(1),
                _ => {}
            }
        }
        let moves = moves.trim_ascii();
        self.has_moves |= self.has_tags || !moves.is_empty();
        if !moves.is_empty() {
            let result = RESULTS.iter().any(|result| moves.ends_with(result.as_bytes()));
            self.after_result = result && self.variations == 0;
        }
    }
}

impl<R: BufRead> Iterator for Chunks<R> {
    type Item = io::Result<Chunk>;

    fn next(&mut self) -> Option<io::Result<Chunk>> {
        if self.ended {
            return None;
        }
        let chunk = self.chunk().transpose();
        self.ended |= !matches!(chunk, Some(Ok(_)));
        chunk
    }
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(u8::is_ascii_whitespace)
}

/// True for lines like `[Name "`.
fn is_tag(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii_start();
    let Some(inside) = line.strip_prefix(b"[") else { return false };
    let inside = inside.trim_ascii_start();
    let name = inside.iter().take_while(|byte| byte.is_ascii_graphic() && !b"[]\"".contains(byte)).count();
    name > 0 && inside[name..].trim_ascii_start().starts_with(b"\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunks(text: &[u8]) -> Vec<(usize, String)> {
        let read = Chunks::new(io::BufReader::with_capacity(7, text)).map(Result::unwrap);
        read.map(|chunk| (chunk.line, chunk.text.unwrap())).collect()
    }

    #[test]
    fn games_begin_at_their_tags() {
        let first = "[Event \"a\"]\r\n[Site \"b\"]\r\n\r\n1. e4 {[%eval 0.3]\r\n[%clk 1]} *\r\n\r\n";
        let open = "[Event \"c\"]\n\n1. e4 { no end\n\n";
        let inside = "[Event \"d\"]\n1. e4 { a tag:\n[Event \"x\"]\n} *\n";
        let inner = "1. c4 {1-0}\n\n{so\n\n1-0} 1... c5 (1... e5 *\n\n) 2. g3\n% 1-0\n\n2... g6 1-0\n\n\n";
        let bare = ["1. d4 *\n\n", inner, "1. b4 e5\n\n2. b5"];
        let text = [first, open, inside, &bare.concat()].concat();
        let expected =
            [(1, first), (7, open), (11, &[inside, bare[0]].concat()), (17, bare[1]), (29, bare[2])];
        assert_eq!(chunks(text.as_bytes()), expected.map(|(line, text)| (line, text.to_owned())));
        assert_eq!(chunks(b""), []);
        assert_eq!(chunks(b"1. e4 \xbd"), [(1, "1. e4 \u{bd}".to_owned())]);
    }

    #[test]
    fn tags_may_have_other_names_and_escaped_lines_between_them() {
        let game = "[Event \"a\"]\n[White-Elo \"2000\"]\n% escaped\n[ Round \"3\" ]\n\n1. e4 *\n";
        let text = [game, game].concat();
        assert_eq!(chunks(text.as_bytes()), [(1, game.to_owned()), (7, game.to_owned())]);
    }

    #[test]
    fn comments_behind_a_result_stay_with_its_game() {
        let games = ["1. e4 1-0 {lost on time}\n\n{and\n\nangry}\n\n", "1. d4 *\n{no}\n"];
        assert_eq!(chunks(games.concat().as_bytes()), [(1, games[0].to_owned()), (7, games[1].to_owned())]);
        let first = "{collected}\n; by me\n[Event \"a\"]\n{no move}\n";
        let text = [first, "[Event \"b\"]\n*\n"].concat();
        assert_eq!(chunks(text.as_bytes())[0], (1, first.to_owned()));
    }

    #[test]
    fn lines_end_with_either_sign() {
        let game = "[Event \"a\"]\n1. e4 ; good\ne5 *\n\n";
        let text = game.repeat(2);
        for end in ["\r", "\r\n"] {
            let game = game.replace('\n', end);
            let expected = [(1, game.clone()), (5, game)];
            assert_eq!(chunks(text.replace('\n', end).as_bytes()), expected, "{end:?}");
        }
    }

    #[test]
    fn utf_16_is_named() {
        for text in [&b"\xff\xfe[\0"[..], b"\xfe\xff\0[", b"[\0E\0", b"\0[\0E"] {
            let why = Chunks::new(text).next().unwrap().unwrap_err().to_string();
            assert!(why.contains("UTF-16"), "{why}");
        }
        assert_eq!(chunks(b"{\x93}"), [(1, "{\u{201c}}".to_owned())]);
    }

    #[test]
    fn a_game_too_long_costs_only_itself() {
        let long = "1. e4 {".to_owned() + &"x".repeat(2 * LONGEST) + "}\n";
        let text = ["[Event \"a\"]\n1. e4 *\n[Event \"b\"]\n", &long, "[Event \"c\"]\n1. d4 *\n"].concat();
        let chunks: Vec<Chunk> = Chunks::new(text.as_bytes()).map(Result::unwrap).collect();
        let seen: Vec<_> = chunks.iter().map(|chunk| (chunk.line, chunk.text.is_some())).collect();
        assert_eq!(seen, [(1, true), (3, false), (5, true)]);
    }
}
