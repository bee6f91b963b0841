use std::ops::Range;

use super::position::{CHECKERS, Position, name};
use super::roll::Roll;
use crate::game::Side;
use crate::games::{Drawing, Ground, Ink, Style, Tone};

/// Rows of checkers per half; larger stacks show their number.
const ROWS: usize = 5;

/// A board and how to draw it.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// The position, seen by the side on turn.
    pub position: Position,
    /// The dice to play.
    pub roll: Option<Roll>,
    /// The side whose home is drawn below on the right.
    pub view: Side,
    /// The side whose point numbers are shown.
    pub numbers: Side,
    /// The points where the last play put checkers: bit i for point i of `view`.
    pub last: u32,
    /// The style.
    pub style: Style,
}

/// Draws a position, seen by the side on turn, with the home of `view` below on the right and its
/// points numbered. X is White, O is Black.
pub fn draw(position: &Position, roll: Option<Roll>, view: Side) -> String {
    let style = Style::default();
    Picture { position: *position, roll, view, numbers: view, last: 0, style }.drawing().to_string()
}

impl Picture {
    /// Draws the board. In a narrow terminal the half with the home stands below the other.
    pub fn drawing(&self) -> Drawing {
        let seen = self.position.seen_by(self.view);
        let mut drawing = Drawing::new();
        let halves: &[Range<usize>] = if self.style.narrow { &[0..6, 6..12] } else { &[0..12, 12..12] };
        for half in halves.iter().filter(|half| !half.is_empty()) {
            self.edge(&mut drawing, half.clone(), true);
            for row in 0..ROWS {
                self.row(&mut drawing, &seen, half.clone(), row, true);
            }
            self.middle(&mut drawing, half.clone());
            for row in (0..ROWS).rev() {
                self.row(&mut drawing, &seen, half.clone(), row, false);
            }
            self.edge(&mut drawing, half.clone(), false);
        }
        self.below(&mut drawing, &seen);
        drawing
    }

    fn frame(&self, i: usize) -> &'static str {
        let (ascii, lines) = (["|", "-", "+", "+", "+", "+"], ["│", "─", "┌", "┐", "└", "┘"]);
        if self.style.unicode { lines[i] } else { ascii[i] }
    }

    /// The viewer's point in column `i`.
    fn point(i: usize, upper: bool) -> usize {
        if upper { 13 + i } else { 12 - i }
    }

    fn edge(&self, drawing: &mut Drawing, columns: Range<usize>, upper: bool) {
        let (left, right) = if upper { (2, 3) } else { (4, 5) };
        let floor = self.frame(1);
        drawing.plain(&format!("  {}", self.frame(left)));
        for i in columns.clone() {
            if i == 6 {
                drawing.plain(&floor.repeat(if columns.start == 6 { 4 } else { 5 }));
            }
            let point = Picture::point(i, upper);
            let point = if self.numbers == self.view { point } else { 25 - point };
            let centred = format!("{point:-^3}");
            drawing.plain(&centred.replace('-', floor));
        }
        drawing.plain(&format!("{}\n", self.frame(right)));
    }

    fn middle(&self, drawing: &mut Drawing, columns: Range<usize>) {
        let wall = self.frame(0);
        drawing.plain(&match (columns.start, columns.end) {
            (0, 6) => format!("  {wall}{:18}{wall}\n", ""),
            (6, _) => format!("  {wall}BAR{wall}{:18}{wall}\n", ""),
            _ => format!("  {wall}{:18}{wall}BAR{wall}{:18}{wall}\n", "", ""),
        });
    }

    fn row(&self, drawing: &mut Drawing, seen: &Position, columns: Range<usize>, row: usize, upper: bool) {
        let wall = self.frame(0);
        drawing.plain(&format!("  {wall}"));
        for i in columns.clone() {
            if i == 6 {
                drawing.plain(if columns.start == 6 { "" } else { wall });
                // A hit checker enters at the far end: the viewer's wait above, the opponent's
                // below.
                let bar = if upper { 25 } else { 0 };
                self.cell(drawing, seen.points()[bar], row, false);
                drawing.plain(wall);
            }
            let point = Picture::point(i, upper);
            self.cell(drawing, seen.points()[point], row, self.last >> point & 1 == 1);
        }
        drawing.plain(wall);
        let (off, side) =
            if upper { (seen.opponent_off(), self.view.other()) } else { (seen.off(), self.view) };
        debug_assert!(off <= CHECKERS);
        if row == 0 && off > 0 && columns.end == 12 {
            drawing.plain(&format!(" {off} "));
            drawing.add(tone(side), self.mark(side));
            drawing.plain(" off");
        }
        drawing.plain("\n");
    }

    fn cell(&self, drawing: &mut Drawing, n: i8, row: usize, is_last: bool) {
        let side = if n > 0 { self.view } else { self.view.other() };
        let n = n.unsigned_abs();
        let text = if row + 1 == ROWS && usize::from(n) > ROWS {
            n.to_string()
        } else if usize::from(n) > row {
            self.mark(side).to_owned()
        } else {
            return drawing.plain("   ");
        };
        let marked = is_last && self.style.marks;
        if marked && !self.style.colour && row == 0 && text.chars().count() == 1 {
            return drawing.plain(&format!("[{text}]"));
        }
        let ground = if marked { Ground::Marked } else { Ground::Plain };
        drawing.add(Ink { tone: tone(side), ground }, &format!("{text:^3}"));
    }

    fn below(&self, drawing: &mut Drawing, seen: &Position) {
        let (own, theirs) = seen.pips();
        let (view, other) = (self.view, self.view.other());
        for (side, pips, off) in [(view, own, seen.off()), (other, theirs, seen.opponent_off())] {
            drawing.plain("  ");
            drawing.add(tone(side), self.mark(side));
            drawing.plain(&format!(" {}: {pips} pips, {off} off\n", name(side)));
        }
        let mover = name(self.position.side());
        drawing.plain(&match self.roll {
            Some(roll) => format!("  {mover} to play {}-{}\n", roll.high(), roll.low()),
            None if self.position.is_over() => "  the game is over\n".to_owned(),
            None => format!("  {mover} to throw\n"),
        });
    }

    fn mark(&self, side: Side) -> &'static str {
        match (self.style.unicode, side) {
            (false, Side::First) => "X",
            (false, Side::Second) => "O",
            (true, Side::First) => "●",
            (true, Side::Second) => "○",
        }
    }
}

fn tone(side: Side) -> Tone {
    if side == Side::First { Tone::First } else { Tone::Second }
}
