use std::collections::BTreeMap;

/// Named facts about a saved game, ordered by name: players, date, seed, settings.
///
/// Names follow PGN if possible (`White`, `Black`, `Date`, `Event`, `Site`, `Round`); a program
/// may add others (`Seed`, `Level`). [`Tags::set`] keeps all bounds, so a foreign file can neither
/// fill the memory nor break a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(BTreeMap<String, String>);

impl Tags {
    /// The most tags of a game.
    pub const MAX: usize = 64;
    /// The most characters of a name.
    pub const MAX_NAME: usize = 32;
    /// The most characters of a value.
    pub const MAX_VALUE: usize = 200;

    /// Creates no tags.
    pub fn new() -> Tags {
        Tags::default()
    }

    /// A tag's value.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Sets a tag. Control characters in the value become blanks, and long values are cut. An
    /// empty value or `?`, PGN's unknown, removes the tag.
    ///
    /// Ignores names that are too long or not ASCII letters, digits and `_`, and tags beyond
    /// [`Tags::MAX`].
    pub fn set(&mut self, name: &str, value: &str) {
        let known = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || name.len() > Tags::MAX_NAME || !name.chars().all(known) {
            return;
        }
        let value: String =
            value.chars().take(Tags::MAX_VALUE).map(|c| if c.is_control() { ' ' } else { c }).collect();
        match value.trim() {
            "" | "?" => _ = self.0.remove(name),
            value if self.0.len() < Tags::MAX || self.0.contains_key(name) => {
                self.0.insert(name.to_owned(), value.to_owned());
            }
            _ => {}
        }
    }

    /// Iterates over names and values, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl<'t> FromIterator<(&'t str, &'t str)> for Tags {
    fn from_iter<I: IntoIterator<Item = (&'t str, &'t str)>>(pairs: I) -> Tags {
        let mut tags = Tags::new();
        pairs.into_iter().for_each(|(name, value)| tags.set(name, value));
        tags
    }
}
