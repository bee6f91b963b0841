//! A minimal XML reader for match equity tables. Entities are not expanded, so a text cannot grow.

use thiserror::Error;

use crate::games::quoted;

/// The longest text in bytes: sixty times a table of 25 points.
const LONGEST: usize = 1 << 20;

/// An error in the text of a match equity table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("match equity table, line {line}: got {got}, expected {expected}; try {instead}")]
pub struct TableError {
    /// The line, from 1.
    pub line: usize,
    /// The text there.
    pub got: String,
    /// The expected text.
    pub expected: String,
    /// A suggestion.
    pub instead: &'static str,
}

pub(super) const COMPARE: &str = "to compare it with GNU Backgammon's Kazaross-XG2.xml";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// The name, and the rest of the tag.
    Open(&'t str, &'t str),
    Close(&'t str),
    /// Text without surrounding blanks, not empty.
    Text(&'t str),
    End,
}

impl Token<'_> {
    fn described(self) -> String {
        match self {
            Token::Open(name, _) => quoted(&format!("<{name}>")),
            Token::Close(name) => quoted(&format!("</{name}>")),
            Token::Text(text) => quoted(text),
            Token::End => "the end of the text".to_owned(),
        }
    }
}

pub(super) struct Tokens<'t> {
    text: &'t str,
    rest: &'t str,
    next: Token<'t>,
    at: usize,
}

impl<'t> Tokens<'t> {
    pub fn new(text: &'t str) -> Result<Tokens<'t>, TableError> {
        let mut tokens = Tokens { text, rest: text.trim_start_matches('\u{feff}'), next: Token::End, at: 0 };
        if text.len() > LONGEST {
            let got = format!("{} bytes", text.len());
            return Err(tokens.error(got, format!("at most {LONGEST}"), "another file"));
        }
        tokens.advance()?;
        Ok(tokens)
    }

    pub fn peek(&self) -> Token<'t> {
        self.next
    }

    pub fn error(&self, got: String, expected: impl Into<String>, instead: &'static str) -> TableError {
        let line = 1 + self.text[..self.at].bytes().filter(|&byte| byte == b'\n').count();
        TableError { line, got, expected: expected.into(), instead }
    }

    pub fn unexpected(&self, expected: &str) -> TableError {
        self.error(self.next.described(), expected, COMPARE)
    }

    /// Takes an opening tag and returns the part after its name.
    pub fn open(&mut self, name: &str) -> Result<&'t str, TableError> {
        match self.next {
            Token::Open(found, attributes) if found == name => {
                self.advance()?;
                Ok(attributes)
            }
            _ => Err(self.unexpected(&format!("<{name}>"))),
        }
    }

    pub fn close(&mut self, name: &str) -> Result<(), TableError> {
        if self.next != Token::Close(name) {
            return Err(self.unexpected(&format!("</{name}>")));
        }
        self.advance()
    }

    /// Takes an element with text, which `read` converts.
    pub fn element<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&Self, &'t str) -> Result<T, TableError>,
    ) -> Result<T, TableError> {
        self.open(name)?;
        let text = if let Token::Text(text) = self.next { text } else { "" };
        let value = read(self, text)?;
        if !text.is_empty() {
            self.advance()?;
        }
        self.close(name)?;
        Ok(value)
    }

    fn advance(&mut self) -> Result<(), TableError> {
        loop {
            self.rest = self.rest.trim_start();
            self.at = self.text.len() - self.rest.len();
            let Some(tag) = self.rest.strip_prefix('<') else {
                let (text, rest) = self.rest.split_at(self.rest.find('<').unwrap_or(self.rest.len()));
                self.rest = rest;
                self.next = if text.is_empty() { Token::End } else { Token::Text(text.trim_end()) };
                return Ok(());
            };
            if let Some(comment) = tag.strip_prefix("!--") {
                self.rest = self.split(comment, "-->")?.1;
            } else if let Some(instruction) = tag.strip_prefix('?') {
                self.rest = self.split(instruction, "?>")?.1;
            } else if let Some(document) = tag.strip_prefix("!DOCTYPE") {
                let (document, rest) = self.split(document, ">")?;
                if document.contains('[') {
                    return Err(self.error("definitions in <!DOCTYPE>".to_owned(), "none", COMPARE));
                }
                self.rest = rest;
            } else {
                let (tag, rest) = self.split(tag, ">")?;
                (self.next, self.rest) = (self.tag(tag)?, rest);
                return Ok(());
            }
        }
    }

    fn split(&self, text: &'t str, end: &str) -> Result<(&'t str, &'t str), TableError> {
        text.split_once(end)
            .ok_or_else(|| self.error("the end of the text".to_owned(), format!("'{end}'"), COMPARE))
    }

    fn tag(&self, tag: &'t str) -> Result<Token<'t>, TableError> {
        let closing = tag.strip_prefix('/');
        let inner = closing.unwrap_or(tag).trim_end();
        let (name, attributes) = inner.split_at(inner.find(char::is_whitespace).unwrap_or(inner.len()));
        let named = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        match closing {
            Some(_) if named && attributes.is_empty() => Ok(Token::Close(name)),
            None if named => Ok(Token::Open(name, attributes.trim())),
            _ => Err(self.error(quoted(&format!("<{tag}>")), "a tag with a name and attributes", COMPARE)),
        }
    }
}

pub(super) fn attribute<'t>(mut attributes: &'t str, name: &str) -> Option<&'t str> {
    loop {
        let (found, rest) = attributes.split_once('=')?;
        let rest = rest.trim_start();
        let quote = rest.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
        let (value, rest) = rest[1..].split_once(quote)?;
        if found.trim() == name {
            return Some(value);
        }
        attributes = rest;
    }
}
