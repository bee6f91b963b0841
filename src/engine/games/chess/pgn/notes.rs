//! Notes about the moves of a saved game.

use crate::games::chess::moves::Move;

/// The notes to be written about a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// A numeric annotation glyph: 2 for `?`, 4 for `??`, 6 for `?!`.
    pub glyph: Option<u8>,
    /// A comment, wrapped like the moves. A closing brace in it becomes a bracket.
    pub comment: Option<String>,
    /// The moves that might have been played instead, from the position before the move.
    pub line: Vec<Move>,
}

/// The notes to be written about a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// A comment before the first move.
    pub before: Option<String>,
    /// For each move; nothing about those that are missing at the end.
    pub moves: Vec<Annotation>,
    /// A comment behind the last one.
    pub end: Option<String>,
}

/// The notes of a PGN text about the moves of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnNotes {
    /// Comments on moves of the game, each with the number of moves before it; at most one for
    /// each number. Those inside of variations are not among them.
    pub comments: Vec<(usize, String)>,
    /// The number of variations, those within others not counted.
    pub variations: usize,
    /// The number of annotation glyphs on moves of the game, such as `$4`.
    pub glyphs: usize,
}

impl PgnNotes {
    pub(super) fn comment(&mut self, moves: usize, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match self.comments.last_mut() {
            _ if text.is_empty() => {}
            Some((at, before)) if *at == moves => *before = format!("{before} {text}"),
            _ => self.comments.push((moves, text)),
        }
    }
}
