//! Finds where the next game begins.

/// A game as far as it was read.
#[derive(Default)]
pub(super) struct Scan {
    /// The names of its tags.
    names: Vec<Vec<u8>>,
    /// True behind a comment behind tags.
    is_told: bool,
    /// True if an empty line came behind that.
    is_told_apart: bool,
    has_moves: bool,
    variations: usize,
    after_result: bool,
    /// True if an empty line came behind the result.
    apart: bool,
    /// The first comment behind the result and an empty line.
    trailing: Option<usize>,
    in_comment: bool,
    /// A line like a tag behind an empty line in the comment.
    unclosed: Option<usize>,
    after_empty_line: bool,
    /// True if the last piece of a line ended within it.
    within_line: bool,
}

const RESULTS: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];

impl Scan {
    pub(super) fn new() -> Scan {
        Scan::default()
    }

    /// The beginning of another game, if the present comment has no end.
    pub(super) fn unclosed(&self) -> Option<usize> {
        self.unclosed
    }

    /// The beginning of the next game, in this line or before it; the line begins at `offset`.
    pub(super) fn next_game(&mut self, line: &[u8], offset: usize) -> Option<usize> {
        let blank = is_blank(line);
        let begins =
            !std::mem::replace(&mut self.within_line, !line.ends_with(b"\n") && !line.ends_with(b"\r"));
        if self.in_comment && begins && self.after_empty_line && tag_name(line).is_some() {
            self.unclosed.get_or_insert(offset);
        }
        self.after_empty_line = blank;
        if blank && !self.in_comment {
            self.apart |= self.after_result;
            self.is_told_apart |= self.is_told;
        }
        let escaped = begins && !self.in_comment && line.starts_with(b"%");
        if escaped { None } else { self.within(line, offset, begins) }
    }

    fn within(&mut self, line: &[u8], offset: usize, begins: bool) -> Option<usize> {
        let mut at = if begins && line.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let mut at_start = begins;
        while let Some(&byte) = line.get(at) {
            let here = offset + at;
            if self.in_comment {
                let brace = line[at..].iter().position(|byte| b"{}".contains(byte))?;
                at += brace + 1;
                if line[at - 1] == b'{' {
                    if self.unclosed.is_some() {
                        return self.unclosed;
                    }
                } else {
                    (self.in_comment, self.unclosed) = (false, None);
                }
                continue;
            }
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => {
                    at += 1;
                    continue;
                }
                b'{' | b';' => {
                    self.comment(here);
                    if byte == b';' {
                        return None;
                    }
                    (self.in_comment, at) = (true, at + 1);
                }
                b'[' if (at_start || self.variations == 0) && tag_name(&line[at..]).is_some() => {
                    if self.tag(&line[at..]) {
                        return Some(here);
                    }
                    at += tag_length(&line[at..]);
                }
                b'(' | b')' => {
                    self.has_moves = true;
                    let (up, down) = (self.variations + 1, self.variations.saturating_sub(1));
                    self.variations = if byte == b'(' { up } else { down };
                    at += 1;
                }
                _ => {
                    let length = word_length(&line[at..]);
                    if self.word(&line[at..at + length]) {
                        return Some(self.trailing.unwrap_or(here));
                    }
                    at += length;
                }
            }
            at_start = false;
        }
        None
    }

    fn comment(&mut self, at: usize) {
        self.is_told |= !self.names.is_empty();
        if self.apart {
            self.trailing.get_or_insert(at);
        }
    }

    /// Returns true if a tag begins the next game.
    fn tag(&mut self, text: &[u8]) -> bool {
        let name = tag_name(text).unwrap_or_default();
        let again = self.names.iter().any(|known| known == name);
        if self.has_moves || self.is_told && (self.is_told_apart || again) {
            return true;
        }
        self.names.push(name.to_vec());
        false
    }

    /// Returns true if a word begins the next game.
    fn word(&mut self, word: &[u8]) -> bool {
        let is_result = RESULTS.contains(&word);
        if self.after_result && word[0] != b'$' && (self.apart || !is_result) {
            return true;
        }
        self.has_moves = true;
        self.after_result |= is_result && self.variations == 0;
        false
    }
}

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(u8::is_ascii_whitespace)
}

fn word_length(text: &[u8]) -> usize {
    if text[0] == b'*' {
        return 1;
    }
    let delimits = |byte: &u8| byte.is_ascii_whitespace() || b"{}()[];*".contains(byte);
    1 + text[1..].iter().position(delimits).unwrap_or(text.len() - 1)
}

/// The name of a tag, `[Name "`.
fn tag_name(text: &[u8]) -> Option<&[u8]> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
    let inside = text.strip_prefix(b"[")?.trim_ascii_start();
    let length = inside.iter().take_while(|byte| byte.is_ascii_graphic() && !b"[]\"".contains(byte)).count();
    let (name, behind) = inside.split_at(length);
    (length > 0 && behind.trim_ascii_start().starts_with(b"\"")).then_some(name)
}

/// The length of a tag up to the first bracket behind a quote, or else of its line.
fn tag_length(text: &[u8]) -> usize {
    let closes = |at: &usize| text[*at] == b']' && text[..*at].trim_ascii_end().ends_with(b"\"");
    (0..text.len()).find(closes).map_or(text.len(), |at| at + 1)
}
