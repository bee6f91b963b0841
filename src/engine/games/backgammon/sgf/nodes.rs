//! The grammar of SGF: nodes of properties.

use super::{SgfError, SgfFault};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property<'t> {
    pub(super) line: usize,
    /// The node's number in its file.
    pub(super) node: usize,
    pub(super) name: &'t str,
    /// At least one, and at most the first [`MAX_VALUES`].
    pub(super) values: Vec<String>,
}

impl Property<'_> {
    pub(super) fn value(&self) -> &str {
        &self.values[0]
    }
}

/// The most values kept of a property: more than there are checkers and points.
const MAX_VALUES: usize = 64;

/// Reads the properties of each game, taking the first branch at every fork.
pub(super) struct Nodes<'t> {
    rest: &'t str,
    line: usize,
    node: usize,
    /// The game's open parentheses.
    depth: usize,
}

impl<'t> Nodes<'t> {
    /// Goes to the first node.
    pub(super) fn new(text: &'t str) -> Result<Nodes<'t>, SgfError> {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut nodes = Nodes { rest, line: 1, node: 0, depth: 0 };
        nodes.game()?;
        Ok(nodes)
    }

    pub(super) fn line(&self) -> usize {
        self.line
    }

    fn game(&mut self) -> Result<(), SgfError> {
        self.blank();
        if !self.takes('(') {
            return self.unexpected("(;");
        }
        self.blank();
        if !self.takes(';') {
            return self.unexpected("; and the properties of a game");
        }
        self.depth = 1;
        self.node += 1;
        Ok(())
    }

    /// The next property; `None` at the end of the game's first branch.
    pub(super) fn next(&mut self) -> Result<Option<Property<'t>>, SgfError> {
        loop {
            self.blank();
            match self.rest.chars().next() {
                Some(')') => return Ok(None),
                Some('(') => {
                    self.depth += 1;
                    self.skip(1);
                }
                Some(';') => {
                    self.node += 1;
                    self.skip(1);
                }
                Some('A'..='Z' | 'a'..='z') => return self.property().map(Some),
                _ => return self.unexpected("; or a property or )"),
            }
        }
    }

    /// Skips the game's other branches and goes to the next game. Returns true if there is one.
    pub(super) fn next_game(&mut self) -> Result<bool, SgfError> {
        while self.depth > 0 {
            if self.next()?.is_none() {
                self.skip(1);
                self.depth -= 1;
            }
        }
        self.blank();
        if self.rest.is_empty() { Ok(false) } else { self.game().map(|()| true) }
    }

    fn property(&mut self) -> Result<Property<'t>, SgfError> {
        let line = self.line;
        let end = self.rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        let name = self.skip(end);
        let mut values = Vec::new();
        self.blank();
        while self.takes('[') {
            let value = self.value()?;
            if values.len() < MAX_VALUES {
                values.push(value);
            }
            self.blank();
        }
        if values.is_empty() {
            return self.unexpected("[ and the value of the property");
        }
        Ok(Property { line, node: self.node, name, values })
    }

    /// Reads up to `]`. A backslash escapes any character.
    fn value(&mut self) -> Result<String, SgfError> {
        let mut value = String::new();
        let mut characters = self.rest.char_indices();
        while let Some((at, c)) = characters.next() {
            match c {
                ']' => {
                    self.skip(at + 1);
                    return Ok(value);
                }
                '\\' => value.extend(characters.next().map(|(_, c)| c)),
                c => value.push(c),
            }
        }
        self.skip(self.rest.len());
        self.unexpected("]")
    }

    fn blank(&mut self) {
        self.skip(self.rest.find(|c: char| !c.is_whitespace()).unwrap_or(self.rest.len()));
    }

    fn skip(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
        taken
    }

    fn takes(&mut self, c: char) -> bool {
        let found = self.rest.starts_with(c);
        if found {
            self.skip(c.len_utf8());
        }
        found
    }

    fn unexpected<T>(&self, expected: &'static str) -> Result<T, SgfError> {
        let got = self.rest.chars().take(40).collect();
        Err(SgfError { line: self.line, fault: SgfFault::Grammar { got, expected } })
    }
}
