//! Notes about the moves of a saved game.

use crate::games::chess::moves::Move;

/// Notes to write about a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// A numeric annotation glyph: 2 for `?`, 4 for `??`, 6 for `?!`.
    pub glyph: Option<u8>,
    /// A comment, wrapped like the moves. Closing braces are replaced.
    pub comment: Option<String>,
    /// Alternative lines from the position before the move.
    pub lines: Vec<Vec<Move>>,
}

/// Notes to write about a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// A comment before the first move.
    pub before: Option<String>,
    /// Notes by move; missing ones at the end are empty.
    pub moves: Vec<Annotation>,
    /// A comment behind the last move.
    pub end: Option<String>,
}

/// Notes read about the moves of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnNotes {
    /// Comments, each with the number of moves before it, at most one per number; none from
    /// variations. Remarks outside of braces are comments too.
    pub comments: Vec<(usize, String)>,
    /// The number of variations, except nested ones.
    pub variations: usize,
    /// The number of annotation glyphs such as `$4` on the game's moves.
    pub glyphs: usize,
    /// The line where the game begins.
    pub line: usize,
    /// Line and remark of a first position that is read otherwise than it is written.
    pub start: Option<(usize, String)>,
    /// Remarks about what the reader decided, with their lines.
    pub remarks: Vec<(usize, String)>,
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
