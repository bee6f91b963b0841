//! A board as text for a terminal.

use super::position::{CHECKERS, Position, name};
use super::roll::Roll;
use crate::game::Side;

/// Rows of checkers on a half of the board. More on one point are told by their number.
const ROWS: usize = 5;

/// Draws a position as `view` sees it: its points 1 to 24 numbered, its home below on the right. X
/// is White, O is Black. Below stand the pips of both, and whose turn or roll it is; `position` is
/// that of the side on turn.
pub fn draw(position: &Position, roll: Option<Roll>, view: Side) -> String {
    let seen = position.seen_by(view);
    let mut text = edge(13..=24);
    for row in 0..ROWS {
        text += &half(&seen, view, row, true);
    }
    text += &format!("  |{:18}|BAR|{:18}|\n", "", "");
    for row in (0..ROWS).rev() {
        text += &half(&seen, view, row, false);
    }
    text += &edge((1..=12).rev());
    let (own, theirs) = seen.pips();
    for (side, pips, off) in [(view, own, seen.off()), (view.other(), theirs, seen.opponent_off())] {
        text += &format!("  {} {}: {pips} pips, {off} off\n", mark(side), name(side));
    }
    let mover = name(position.side());
    text + &match roll {
        Some(roll) => format!("  {mover} to play {}-{}\n", roll.high(), roll.low()),
        None if position.is_over() => "  the game is over\n".to_owned(),
        None => format!("  {mover} to throw\n"),
    }
}

/// The letter of a side's checkers.
fn mark(side: Side) -> char {
    if side == Side::First { 'X' } else { 'O' }
}

/// The numbers of twelve points, from left to right.
fn edge(points: impl Iterator<Item = usize>) -> String {
    let mut text = "  +".to_owned();
    for (i, point) in points.enumerate() {
        text += if i == 6 { "-----" } else { "" };
        text += &format!("{point:-^3}");
    }
    text + "+\n"
}

/// One row of the upper or lower half: six points, the bar, six points, the checkers borne off.
fn half(seen: &Position, view: Side, row: usize, upper: bool) -> String {
    let stack = |n: i8| {
        let owner = if n > 0 { view } else { view.other() };
        cell(n.unsigned_abs(), mark(owner), row)
    };
    // Whoever is hit enters at the far end: the viewer's checkers wait above, the opponent's below.
    let bar = if upper { seen.points()[25] } else { seen.points()[0] };
    let mut text = "  |".to_owned();
    for i in 0..12 {
        if i == 6 {
            text += &format!("|{}|", stack(bar));
        }
        text += &stack(seen.points()[if upper { 13 + i } else { 12 - i }]);
    }
    let (off, side) = if upper { (seen.opponent_off(), view.other()) } else { (seen.off(), view) };
    debug_assert!(off <= CHECKERS);
    let off = if row == 0 && off > 0 { format!(" {off} {} off", mark(side)) } else { String::new() };
    text + "|" + &off + "\n"
}

/// Three columns of a stack of `n` at `row`, counted from its edge.
fn cell(n: u8, mark: char, row: usize) -> String {
    if row + 1 == ROWS && usize::from(n) > ROWS {
        format!("{n:^3}")
    } else if usize::from(n) > row {
        format!(" {mark} ")
    } else {
        "   ".to_owned()
    }
}
