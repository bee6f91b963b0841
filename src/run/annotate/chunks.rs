//! The games of a PGN file as separate texts: a broken game costs only itself, and memory stays
//! small.
//!
//! Games begin where [`PgnGames`](sparring_engine::games::chess::PgnGames) begins them, and at a
//! line `[Name "value"]` in a variation. If a comment has such a line behind an empty one, the
//! next brace tells if it was closed. Lines end with `\n`, `\r\n` or `\r`.

mod scan;

use std::collections::VecDeque;
use std::io::{self, BufRead};

use scan::Scan;
use sparring_engine::games::{decoded, is_utf16};

pub const LONGEST: usize = 1 << 24;

/// A game.
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
    /// Lines read ahead, the first perhaps without its beginning.
    ahead: VecDeque<Vec<u8>>,
    /// Number of whole lines of the games so far.
    lines: usize,
    ended: bool,
}

/// The text of a game as far as it was read.
#[derive(Default)]
struct Text {
    bytes: Vec<u8>,
    /// The beginnings of its lines.
    starts: Vec<usize>,
    whole_lines: usize,
    too_long: bool,
}

impl<R: BufRead> Chunks<R> {
    pub fn new(input: R) -> Chunks<R> {
        Chunks { input, ahead: VecDeque::new(), lines: 0, ended: false }
    }

    fn chunk(&mut self) -> io::Result<Option<Chunk>> {
        let first = self.lines + 1;
        let (mut scan, mut text) = (Scan::new(), Text::default());
        if first == 1 && is_utf16(self.input.fill_buf()?) {
            return Err(io::Error::other("text in UTF-16, which iconv -f UTF-16 -t UTF-8 converts"));
        }
        loop {
            let line = match self.ahead.pop_front() {
                Some(line) => line,
                None => self.read_line()?,
            };
            let is_full = text.bytes.len() + line.len() > LONGEST;
            let next_game = if line.is_empty() || is_full && scan.unclosed().is_some() {
                scan.unclosed()
            } else {
                scan.next_game(&line, text.bytes.len())
            };
            self.ended = line.is_empty() && next_game.is_none();
            text.add(line);
            if let Some(at) = next_game {
                text.split_off(at).into_iter().rev().for_each(|line| self.ahead.push_front(line));
            }
            if self.ended || next_game.is_some() {
                break;
            }
            if text.bytes.len() > LONGEST || text.too_long {
                (text.too_long, text.bytes, text.starts) = (true, Vec::new(), Vec::new());
            }
        }
        self.lines += text.whole_lines;
        let any = !text.bytes.is_empty() || text.too_long;
        let decoded = (!text.too_long).then(|| decoded(&text.bytes).into_owned());
        Ok(any.then_some(Chunk { line: first, text: decoded }))
    }

    /// Reads a line with its end, or a part of it.
    fn read_line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        loop {
            let available = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                available => available?,
            };
            if line.ends_with(b"\r") {
                let newline = usize::from(available.starts_with(b"\n"));
                line.extend_from_slice(&available[..newline]);
                self.input.consume(newline);
                return Ok(line);
            }
            let part = &available[..available.len().min(LONGEST.saturating_sub(line.len()))];
            let end = part.iter().position(|byte| b"\r\n".contains(byte));
            let taken = end.map_or(part.len(), |end| end + 1);
            line.extend_from_slice(&part[..taken]);
            self.input.consume(taken);
            if taken == 0 || line.ends_with(b"\n") {
                return Ok(line);
            }
        }
    }
}

impl Text {
    fn add(&mut self, line: Vec<u8>) {
        self.whole_lines += usize::from(is_whole(&line));
        self.starts.push(self.bytes.len());
        self.bytes.extend(line);
    }

    /// Takes the lines from there on; the first may lack its beginning.
    fn split_off(&mut self, at: usize) -> Vec<Vec<u8>> {
        let mut ends = vec![self.bytes.len()];
        while let Some(start) = self.starts.pop_if(|start| *start > at) {
            ends.push(start);
        }
        let mut from = at;
        let lines: Vec<Vec<u8>> = ends
            .into_iter()
            .rev()
            .map(|end| self.bytes[std::mem::replace(&mut from, end)..end].to_vec())
            .collect();
        self.whole_lines -= lines.iter().filter(|line| is_whole(line)).count();
        self.bytes.truncate(at);
        lines
    }
}

fn is_whole(line: &[u8]) -> bool {
    line.ends_with(b"\n") || line.ends_with(b"\r")
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
        let expected = [(1, first), (7, open), (11, inside), (15, bare[0]), (17, bare[1]), (29, bare[2])];
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
        let games = ["1. e4 1-0 {lost on time}\n\n", "{and\n\nangry}\n\n1. d4 *\n{no}\n"];
        assert_eq!(chunks(games.concat().as_bytes()), [(1, games[0].to_owned()), (3, games[1].to_owned())]);
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

    #[test]
    fn comments_between_tags_part_nothing() {
        let first = "{\nintro\n\nmore\n}\n\n[Event \"a\"]\n{so}\n; it\n[Site \"b\"]\n\n1. e4 *\n\n{of a}\n";
        let second = "[Event \"c\"]\n{no moves}\n\n";
        let third = "[White \"d\"]\n1. d4 {a\n% b}\nd5 *\n";
        let text = [first, second, third].concat();
        let expected = [(1, first), (15, second), (18, third)].map(|(line, text)| (line, text.to_owned()));
        assert_eq!(chunks(text.as_bytes()), expected);
    }

    #[test]
    fn games_on_one_line_are_several() {
        let games =
            ["[Event \"a\"] 1. e4 (1. d4 *) 1-0 {a} ", "1. c4 * ", "[Event \"b\"] 1. d4 0-1 ", "1. b4 *\n"];
        assert_eq!(chunks(games.concat().as_bytes()), games.map(|text| (1, text.to_owned())));
    }

    /// A brace that opens behind the tags tells that none had closed before.
    #[test]
    fn games_within_a_comment_are_none() {
        let quotes = "[Event \"a\"]\n\n1. e4 {first\n\n[Event \"no\"]\n\n1. d4 *\n} e5 *\n\n";
        let open = "[Event \"b\"]\n\n1. e4 {first\n\n";
        let closed = "[Event \"c\"]\n\n1. d4 {so} *\n";
        let text = [quotes, open, closed].concat();
        let expected = [(1, quotes), (10, open), (14, closed)].map(|(line, text)| (line, text.to_owned()));
        assert_eq!(chunks(text.as_bytes()), expected);
        let text = [open, "[Event \"d\"]\n1. d4 *\n"];
        assert_eq!(chunks(text.concat().as_bytes()).len(), 2);
    }
}
