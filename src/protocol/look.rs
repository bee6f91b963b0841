//! What a terminal can show.

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether a person looks at it: boards mark the last move.
    pub terminal: bool,
    /// Whether it shows characters beyond ASCII.
    pub unicode: bool,
    /// Whether it shows colours.
    pub colour: bool,
    /// Its width in columns.
    pub width: usize,
}

impl Look {
    /// Plain ASCII, as for a pipe.
    pub const PLAIN: Look = Look { terminal: false, unicode: false, colour: false, width: 80 };
}
