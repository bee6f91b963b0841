//! A position to be drawn on a page, with the best move marked. Plain data: `run` describes the
//! boards, `page/board` draws them.

/// The board of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Diagram {
    /// A chess board.
    Chess(ChessDiagram),
    /// A backgammon board.
    Backgammon(BackgammonDiagram),
    /// A grid of dots.
    Dots(DotsDiagram),
    /// A board without geometry, as text in lines.
    Text(String),
}

/// A chess board, White below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessDiagram {
    /// Pieces by square, 64 of them from a1, b1 to h8: the letter that FEN has for each, upper case
    /// for White.
    pub pieces: Vec<Option<char>>,
    /// The squares that the best move leaves and comes to, as indices of `pieces`.
    pub best: Option<[usize; 2]>,
    /// Who is to move, in words: `White to move`.
    pub turn: String,
}

/// A backgammon board, seen by the side to move: its home is below on the right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackgammonDiagram {
    /// Checkers by point, those of the side to move positive: 1 to 24, 25 its bar, 0 the bar of the
    /// other.
    pub points: [i8; 26],
    /// Checkers borne off by the side to move and by the other.
    pub off: [u8; 2],
    /// Whether the side to move plays the light checkers.
    pub white: bool,
    /// The dice to be played.
    pub dice: Option<[u8; 2]>,
    /// The points that each step of the best play leaves and comes to; 25 is the bar, 0 off.
    pub best: Vec<[usize; 2]>,
    /// The doubling cube, where one is played with.
    pub cube: Option<CubeDiagram>,
}

/// A doubling cube beside a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubeDiagram {
    /// What it shows: of an offered cube the value after a take.
    pub value: u32,
    /// Where it lies.
    pub place: CubePlace,
}

/// Where a doubling cube lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubePlace {
    /// In the middle: nobody owns it.
    Middle,
    /// The side to move owns it.
    Own,
    /// The other side owns it.
    Other,
    /// It was just offered to the side that the board is seen by, which has to answer.
    Offered,
}

/// A grid of dots. Its edges are numbered: the horizontal ones from the top row down and from left
/// to right, then the vertical ones in the same order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DotsDiagram {
    /// Rows of boxes.
    pub rows: usize,
    /// Columns of boxes.
    pub columns: usize,
    /// The edges: their names, and what is known of them.
    pub edges: Vec<(String, EdgeMark)>,
    /// Who has closed each box, row by row, where that is known: a letter.
    pub owners: Vec<Option<char>>,
}

/// What a diagram shows of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeMark {
    /// It is not drawn.
    Open,
    /// It is drawn.
    Drawn,
    /// Drawing it is a best move.
    Best,
}

/// An answer in the words of its game, for the head of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Headline {
    /// The move, or what else was found: `Nxe5`.
    pub answer: String,
    /// What it is worth: `+1.25`.
    pub worth: String,
    /// The unit, and for whom.
    pub note: String,
}

impl Headline {
    /// An answer without a worth.
    pub fn plain(answer: &str) -> Headline {
        Headline { answer: answer.to_owned(), ..Headline::default() }
    }

    /// The answer and what it is worth: `Nxe5, +1.25`.
    pub fn text(&self) -> String {
        let parts = [&self.answer, &self.worth].into_iter().filter(|part| !part.is_empty());
        parts.map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}
