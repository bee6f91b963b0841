//! Splits a PGN text into tokens, without escaped lines.

use super::signs::spaced_result;
use super::{PgnError, PgnFault};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// Name and value.
    Tag(&'t str, String),
    /// A move, its number or both, or a result.
    Word(&'t str),
    /// A comment without braces or `;`.
    Comment(&'t str),
    Glyph,
    /// The beginning of a variation.
    Open,
    Close,
}

#[derive(Clone, Debug)]
pub(super) struct Tokens<'t> {
    rest: &'t str,
    line: usize,
    at_line_start: bool,
    /// True if an empty line stands before the last token.
    apart: bool,
}

const LINE_ENDS: [char; 2] = ['\n', '\r'];

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t str) -> Tokens<'t> {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        Tokens { rest, line: 1, at_line_start: true, apart: false }
    }

    /// True if an empty line stands before the last token.
    pub(super) fn apart(&self) -> bool {
        self.apart
    }

    /// The next token and its line; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Token<'t>)>, PgnError> {
        self.apart = false;
        loop {
            self.apart |= line_ends(self.blank()) > 1;
            let line = self.line;
            let Some(first) = self.rest.chars().next() else { return Ok(None) };
            match first {
                '%' if self.at_line_start => _ = self.row(),
                ';' => return Ok(Some((line, Token::Comment(&self.row()[1..])))),
                '{' => return self.comment().map(|text| Some((line, Token::Comment(text)))),
                '$' => {
                    self.skip(1);
                    self.take(|c| c.is_ascii_digit());
                    return Ok(Some((line, Token::Glyph)));
                }
                '[' => return self.tag().map(|tag| Some((line, tag))),
                '(' | ')' => {
                    self.skip(1);
                    return Ok(Some((line, if first == '(' { Token::Open } else { Token::Close })));
                }
                ']' | '}' => return self.fail(line, PgnFault::Stray(first)),
                '*' => return Ok(Some((line, Token::Word(self.skip(1))))),
                '0' | '1' | '½' if let Some(length) = spaced_result(self.rest) => {
                    return Ok(Some((line, Token::Word(self.skip(length)))));
                }
                _ => {
                    let delimits = |c: char| c.is_whitespace() || "{}()[];$*".contains(c);
                    return Ok(Some((line, Token::Word(self.take(|c| !delimits(c))))));
                }
            }
        }
    }

    fn fail<T>(&self, line: usize, fault: PgnFault) -> Result<T, PgnError> {
        Err(PgnError { line, fault })
    }

    fn blank(&mut self) -> &'t str {
        self.take(char::is_whitespace)
    }

    /// Takes the rest of the line.
    fn row(&mut self) -> &'t str {
        self.take(|c| !LINE_ENDS.contains(&c))
    }

    fn skip(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += line_ends(taken);
        self.at_line_start = if taken.is_empty() { self.at_line_start } else { taken.ends_with(LINE_ENDS) };
        self.rest = rest;
        taken
    }

    fn take(&mut self, kind: impl Fn(char) -> bool) -> &'t str {
        self.skip(self.rest.find(|c| !kind(c)).unwrap_or(self.rest.len()))
    }

    /// Reads `{...}`, perhaps over several lines.
    fn comment(&mut self) -> Result<&'t str, PgnError> {
        let line = self.line;
        match self.rest.find('}') {
            Some(end) => Ok(&self.skip(end + 1)[1..end]),
            None => self.fail(line, PgnFault::Unclosed("comment", '}')),
        }
    }

    /// Reads `[Name "value"]` on one line.
    fn tag(&mut self) -> Result<Token<'t>, PgnError> {
        let (line, rest) = (self.line, self.rest);
        let refused = || {
            let shown = rest.split(LINE_ENDS).next().unwrap_or_default();
            Err(PgnError { line, fault: PgnFault::Tag(shown.to_owned()) })
        };
        self.skip(1);
        self.blank();
        let name = self.take(|c| c.is_ascii_graphic() && !"[]\"".contains(c));
        self.blank();
        if name.is_empty() || !self.rest.starts_with('"') {
            return refused();
        }
        self.skip(1);
        let row = self.rest.split(LINE_ENDS).next().unwrap_or_default();
        let Some((quote, end)) = closing_quote(row) else { return refused() };
        self.skip(end);
        Ok(Token::Tag(name, unescaped(&row[..quote])))
    }
}

/// Counts the ends of lines: `\n`, `\r\n` or `\r`.
fn line_ends(text: &str) -> usize {
    text.bytes().filter(|byte| b"\r\n".contains(byte)).count() - text.matches("\r\n").count()
}

/// Finds the quote that closes a tag's value, and the end behind its bracket. Quotes within a
/// value may be unescaped, and a backslash before the last quote may stand for itself.
fn closing_quote(row: &str) -> Option<(usize, usize)> {
    let closes = |(at, _): (usize, &str)| {
        let behind = row[at + 1..].trim_start_matches([' ', '\t']);
        let rest = behind.strip_prefix(']')?;
        let slashes = row[..at].len() - row[..at].trim_end_matches('\\').len();
        Some((at, row.len() - rest.len(), slashes % 2 == 1, is_end_or_tag(rest)))
    };
    let quotes: Vec<_> = row.match_indices('"').filter_map(closes).collect();
    let unescaped = quotes.iter().find(|(_, _, escaped, _)| !escaped);
    let found = quotes.iter().find(|(.., is_last)| *is_last).or(unescaped).or(quotes.first());
    found.map(|&(at, end, ..)| (at, end))
}

/// True if nothing or another tag's beginning, `[Name "`, follows.
fn is_end_or_tag(rest: &str) -> bool {
    let rest = rest.trim_start();
    let Some(tag) = rest.strip_prefix('[') else { return rest.is_empty() };
    let behind = tag.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    behind.len() < tag.len() && behind.trim_start_matches([' ', '\t']).starts_with('"')
}

/// Replaces `\"`, `""` and `\\` by one character.
fn unescaped(text: &str) -> String {
    let mut value = String::new();
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let escaped = match c {
            '\\' => characters.next_if(|c| "\"\\".contains(*c)),
            '"' => characters.next_if_eq(&'"'),
            _ => None,
        };
        value.push(escaped.unwrap_or(c));
    }
    value
}
