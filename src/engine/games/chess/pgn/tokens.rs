//! Splits a PGN text into tokens, without escaped lines.

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
}

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t str) -> Tokens<'t> {
        Tokens { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, at_line_start: true }
    }

    /// Returns the next token and its line; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Token<'t>)>, PgnError> {
        loop {
            self.blank();
            let line = self.line;
            let Some(first) = self.rest.chars().next() else { return Ok(None) };
            match first {
                '%' if self.at_line_start => _ = self.take(|c| c != '\n'),
                ';' => return Ok(Some((line, Token::Comment(&self.take(|c| c != '\n')[1..])))),
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

    fn blank(&mut self) {
        self.take(char::is_whitespace);
    }

    fn skip(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.at_line_start = if taken.is_empty() { self.at_line_start } else { taken.ends_with('\n') };
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

    /// Reads `[Name "value"]` on one line. In the value `\"` and `\\` stand for `"` and `\`.
    fn tag(&mut self) -> Result<Token<'t>, PgnError> {
        let (line, rest) = (self.line, self.rest);
        let refused = || {
            let shown = rest.lines().next().unwrap_or_default();
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
        let mut value = String::new();
        let mut characters = self.rest.char_indices();
        let end = loop {
            match characters.next() {
                None | Some((_, '\n')) => return refused(),
                Some((at, '"')) => break at,
                Some((_, '\\')) => match characters.next() {
                    Some((_, c @ ('"' | '\\'))) => value.push(c),
                    Some((_, c)) if c != '\n' => value.extend(['\\', c]),
                    _ => return refused(),
                },
                Some((_, c)) => value.push(c),
            }
        };
        self.skip(end + 1);
        self.blank();
        if !self.rest.starts_with(']') {
            return refused();
        }
        self.skip(1);
        Ok(Token::Tag(name, value))
    }
}
