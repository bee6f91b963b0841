use super::board::{Board, Edge, Shape, Size, edges_of};
use crate::game::Side;
use crate::games::{Drawing, Style, Tone};

/// The owner of each box; `None` if it is open or was closed before the game.
pub type Owners = [Option<Side>];

/// A player's letter.
pub const fn letter(side: Side) -> char {
    match side {
        Side::First => 'A',
        Side::Second => 'B',
    }
}

/// The labels of undrawn edges.
pub enum Labels {
    /// No labels.
    None,
    /// Bit numbers in sets of edges; boards from files show their own numbers anyway.
    Numbers,
    /// A word per edge of the board.
    Words(Vec<String>),
}

impl Labels {
    fn of(&self, edge: Edge) -> String {
        match self {
            Labels::None => String::new(),
            Labels::Numbers => edge.index().to_string(),
            Labels::Words(words) => words[edge.index()].clone(),
        }
    }
}

/// A board and how to draw it.
pub struct Picture<'a> {
    /// The board.
    pub board: &'a Board,
    /// The drawn edges.
    pub drawn: u64,
    /// The edges of the last turn.
    pub last: u64,
    /// The owners of the boxes.
    pub owners: &'a Owners,
    /// The labels of undrawn edges.
    pub labels: &'a Labels,
    /// True if the board is turned by 180 degrees.
    pub turned: bool,
    /// The style.
    pub style: Style,
}

/// Draws a board. A board from a file has a line per box, with drawn edges in brackets.
pub fn draw(board: &Board, drawn: u64, owners: &Owners, labels: &Labels) -> String {
    let style = Style::default();
    let picture = Picture { board, drawn, last: 0, owners, labels, turned: false, style };
    match board.shape() {
        Shape::Grid(size) => picture.grid(*size, false).to_string(),
        Shape::Numbered(_) => picture.list().to_string(),
    }
}

/// Draws a board and numbers a grid's dots: `h1,2` goes right from dot 1,2 and `v1,2` down.
pub fn paint(picture: &Picture<'_>) -> Drawing {
    match picture.board.shape() {
        Shape::Grid(size) => picture.grid(*size, true),
        Shape::Numbered(_) => picture.list(),
    }
}

/// The widths of a grid's parts, in characters.
struct Sizes {
    /// A dot and the edges below it.
    dot: usize,
    /// The gap between two dots.
    gap: usize,
    /// The row numbers.
    margin: usize,
}

impl Picture<'_> {
    fn is_drawn(&self, edge: Edge) -> bool {
        self.drawn & edge.bit() != 0
    }

    /// A dot is as wide as the widest label.
    fn sizes(&self, size: Size, numbered: bool) -> Sizes {
        let widest = edges_of(self.board.all()).map(|edge| self.labels.of(edge).chars().count()).max();
        let dot = widest.unwrap_or_default().max(1);
        let margin = if numbered { size.rows().to_string().len() + 1 } else { 0 };
        Sizes { dot, gap: if self.style.narrow { dot } else { dot + 2 }, margin }
    }

    fn grid(&self, size: Size, numbered: bool) -> Drawing {
        let sizes = self.sizes(size, numbered);
        let order = |n: usize, last: usize| if self.turned { last - n } else { n };
        let mut drawing = Drawing::new();
        let (margin, pitch) = (sizes.margin, sizes.dot + sizes.gap);
        if numbered {
            // If numbers would touch, only every fifth is written.
            let crowded = size.columns().to_string().len() >= pitch;
            let number = |column: usize| match order(column, size.columns()) {
                column if crowded && column % 5 != 0 => String::new(),
                column => column.to_string(),
            };
            let numbers: String =
                (0..=size.columns()).map(|column| format!("{:<pitch$}", number(column))).collect();
            drawing.add(Tone::Faint, &format!("{:margin$}{}\n", "", numbers.trim_end()));
        }
        for row in 0..=size.rows() {
            let dots = order(row, size.rows());
            let number = if numbered { dots.to_string() } else { String::new() };
            drawing.add(Tone::Faint, &format!("{number:<margin$}"));
            self.row_of_dots(&mut drawing, size, dots, &sizes);
            if row < size.rows() {
                self.row_of_boxes(&mut drawing, size, order(row, size.rows() - 1), &sizes);
            }
        }
        drawing
    }

    fn row_of_dots(&self, drawing: &mut Drawing, size: Size, row: usize, &Sizes { dot, gap, .. }: &Sizes) {
        let mark = if self.style.unicode { "•" } else { "+" };
        for column in 0..size.columns() {
            let edge = size.horizontal(row, if self.turned { size.columns() - 1 - column } else { column });
            if self.is_drawn(edge) {
                drawing.plain(mark);
                let (tone, line) = self.line(edge, ["-", "=", "─", "━"]);
                drawing.add(tone, &line.repeat(dot - 1 + gap));
            } else {
                drawing.plain(&format!("{mark:<dot$}{:^gap$}", self.labels.of(edge)));
            }
        }
        drawing.plain(&format!("{mark}\n"));
    }

    fn row_of_boxes(&self, drawing: &mut Drawing, size: Size, row: usize, sizes: &Sizes) {
        let &Sizes { dot, gap, margin } = sizes;
        // Blanks are written only before text, so lines have no trailing blanks.
        let mut blanks = margin;
        let mut write = |tone: Tone, text: &str, width: usize| {
            if !text.is_empty() {
                drawing.plain(&" ".repeat(blanks));
                drawing.add(tone, text);
                blanks = 0;
            }
            blanks += width.saturating_sub(text.chars().count());
        };
        for i in 0..=size.columns() {
            let edge = size.vertical(row, if self.turned { size.columns() - i } else { i });
            let (tone, side) = match self.is_drawn(edge) {
                true => self.line(edge, ["|", "#", "│", "┃"]),
                false => (Tone::Plain, self.labels.of(edge)),
            };
            write(tone, &side, dot);
            if i == size.columns() {
                break;
            }
            let column = if self.turned { size.columns() - 1 - i } else { i };
            let left = (gap - 1) / 2;
            write(Tone::Plain, "", left);
            match self.owners[row * size.columns() + column] {
                Some(owner) => {
                    let tone = if owner == Side::First { Tone::First } else { Tone::Second };
                    write(tone, &letter(owner).to_string(), gap - left);
                }
                None => write(Tone::Plain, "", gap - left),
            }
        }
        drawing.plain("\n");
    }

    fn line(&self, edge: Edge, [plain, marked, line, heavy]: [&str; 4]) -> (Tone, String) {
        let is_marked = self.style.marks && self.last & edge.bit() != 0;
        let tone = if is_marked { Tone::Marked } else { Tone::Plain };
        let text = match (self.style.unicode, is_marked) {
            (false, false) => plain,
            (false, true) => marked,
            (true, false) => line,
            (true, true) => heavy,
        };
        (tone, text.to_owned())
    }

    fn list(&self) -> Drawing {
        let mut drawing = Drawing::new();
        for (cell, owner) in self.board.cells().iter().zip(self.owners) {
            drawing.plain(&format!("{} {:>4} ", owner.map_or('.', letter), cell.value));
            for edge in edges_of(cell.edges) {
                let name = self.board.name(edge);
                let is_last = self.style.marks && self.last & edge.bit() != 0;
                let tone = if is_last { Tone::Marked } else { Tone::Plain };
                drawing.plain(" ");
                match self.labels {
                    _ if self.is_drawn(edge) => drawing.add(tone, &format!("[{name}]")),
                    Labels::Words(words) => drawing.plain(&format!("{name}={}", words[edge.index()])),
                    _ => drawing.plain(&name),
                }
            }
            drawing.plain("\n");
        }
        drawing
    }
}
