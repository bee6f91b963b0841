//! A position for a page, with the best move marked. `page/board` draws it.

/// The board of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Diagram {
    Chess(ChessDiagram),
    Backgammon(BackgammonDiagram),
    Dots(DotsDiagram),
    /// A board without geometry, as lines of text.
    Text(String),
}

/// A chess board, White below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessDiagram {
    /// Pieces from a1, b1 to h8, as FEN letters: upper case for White.
    pub pieces: Vec<Option<char>>,
    /// Squares that the best move leaves and reaches.
    pub best: Option<[usize; 2]>,
    /// Squares that the move made leaves and reaches; those of the best move are then not marked.
    pub made: Option<[usize; 2]>,
    /// Side to move: `White to move`.
    pub turn: String,
}

/// A backgammon board, with the mover's home below on the right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackgammonDiagram {
    /// Checkers by point, the mover's positive: 1 to 24, 25 its bar, 0 the opponent's bar.
    pub points: [i8; 26],
    /// Checkers borne off by the mover and the opponent.
    pub off: [u8; 2],
    /// True if the mover has the light checkers.
    pub white: bool,
    pub dice: Option<[u8; 2]>,
    /// Points that each step of the best play leaves and reaches; 25 is the bar, 0 off.
    pub best: Vec<[usize; 2]>,
    pub cube: Option<CubeDiagram>,
}

/// A doubling cube beside a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubeDiagram {
    /// Value it shows: of an offered cube, after a take.
    pub value: u32,
    pub place: CubePlace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubePlace {
    /// In the middle, without an owner.
    Middle,
    Own,
    Other,
    /// Offered to the side by which the board is seen.
    Offered,
}

/// A grid of dots. Horizontal edges come first, from the top row down and from left to right, then
/// vertical ones in the same order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DotsDiagram {
    /// Rows of boxes.
    pub rows: usize,
    /// Columns of boxes.
    pub columns: usize,
    pub edges: Vec<(String, EdgeMark)>,
    /// Letter of each box's owner, row by row, if known.
    pub owners: Vec<Option<char>>,
}

/// The state of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeMark {
    Open,
    Drawn,
    Best,
}

/// An answer in the words of its game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Headline {
    /// Move or other result: `Nxe5`.
    pub answer: String,
    /// Worth of the answer: `+1.25`.
    pub worth: String,
    /// Unit and side.
    pub note: String,
}

impl Headline {
    pub fn plain(answer: &str) -> Headline {
        Headline { answer: answer.to_owned(), ..Headline::default() }
    }

    /// The answer and its worth: `Nxe5, +1.25`.
    pub fn text(&self) -> String {
        let parts = [&self.answer, &self.worth].into_iter().filter(|part| !part.is_empty());
        parts.map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}
