use std::fmt;

/// The colour of characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// The terminal's default.
    #[default]
    Plain,
    /// Less important text: coordinates.
    Faint,
    /// The first side's pieces.
    First,
    /// The second side's pieces.
    Second,
    /// The last move.
    Marked,
}

/// The colour behind characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// The terminal's default.
    #[default]
    Plain,
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// The last move.
    Marked,
}

/// Foreground and background colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ink {
    /// The colour of characters.
    pub tone: Tone,
    /// The colour behind them.
    pub ground: Ground,
}

impl From<Tone> for Ink {
    fn from(tone: Tone) -> Ink {
        Ink { tone, ground: Ground::Plain }
    }
}

/// The features that a drawing may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// True if the last move is marked.
    pub marks: bool,
    /// True if characters beyond ASCII are allowed.
    pub unicode: bool,
    /// True if colours are allowed; otherwise marks are characters.
    pub colour: bool,
    /// True if the terminal is too narrow for the usual size.
    pub narrow: bool,
}

/// A drawing: coloured pieces of text in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing(Vec<(Ink, String)>);

impl Drawing {
    /// Creates an empty drawing.
    pub fn new() -> Drawing {
        Drawing::default()
    }

    /// Adds text.
    pub fn add(&mut self, ink: impl Into<Ink>, text: &str) {
        let ink = ink.into();
        match self.0.last_mut() {
            Some((last, before)) if *last == ink => before.push_str(text),
            _ => self.0.push((ink, text.to_owned())),
        }
    }

    /// Adds text in the default colours.
    pub fn plain(&mut self, text: &str) {
        self.add(Tone::Plain, text);
    }

    /// Iterates over the pieces.
    pub fn pieces(&self) -> impl Iterator<Item = (Ink, &str)> {
        self.0.iter().map(|(ink, text)| (*ink, text.as_str()))
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(_, text)| f.write_str(text))
    }
}
