//! Splits a line of a game into cells.

use super::MatFault;
use crate::games::backgammon::roll::Roll;

/// A cell of a game's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// A roll and its play's text, perhaps empty; `None` for an unknown play, `????`.
    Roll(Roll, Option<String>),
    /// A roll and the position after an illegal play, in Snowie's form.
    Illegal(Roll, String),
    /// A double and its new value, if given.
    Double(String),
    Take,
    Drop,
    Beaver(String),
    /// The end of the game: points won, or lost, by this side.
    Ends {
        points: u32,
        wins: bool,
    },
}

/// Words for a roll without a legal play.
const NO_PLAY: [&str; 10] =
    ["cannot", "can't", "move", "moves", "no", "play", "(no", "play)", "dances", "dance"];
/// Words around the points of a win.
const OF_A_WIN: [&str; 7] = ["point", "points", "and", "the", "match", "game", "match."];

/// The width of a turn's number.
const NUMBERED: usize = 4;

struct Word<'t> {
    text: &'t str,
    /// The index of its first byte in the line.
    at: usize,
    column: usize,
}

/// Splits a line into words. A tab leads to the next column that is a multiple of eight.
fn words(line: &str) -> Vec<Word<'_>> {
    let mut words: Vec<Word> = Vec::new();
    let (mut column, mut is_inside) = (0, false);
    for (at, c) in line.char_indices() {
        if !c.is_whitespace() {
            match words.last_mut().filter(|_| is_inside) {
                Some(word) => word.text = &line[word.at..at + c.len_utf8()],
                None => words.push(Word { text: &line[at..at + c.len_utf8()], at, column }),
            }
        }
        is_inside = !c.is_whitespace();
        column = if c == '\t' { column / 8 * 8 + 8 } else { column + 1 };
    }
    words
}

/// Blanks out the turn's number `12)` at the head of a line.
fn unnumbered(line: &str) -> String {
    let head = line.trim_start();
    let digits = head.find(|c: char| !c.is_ascii_digit()).unwrap_or(head.len());
    match head[digits..].strip_prefix(')') {
        Some(rest) if digits > 0 => {
            let blank = line.len() - head.len();
            format!("{}{}{rest}", &line[..blank], " ".repeat(digits + 1))
        }
        _ => line.to_owned(),
    }
}

/// Splits a roll's two digits and colon from the text behind them.
fn dice(word: &str) -> Option<(&str, &str)> {
    let (dice, rest) = word.split_at_checked(2)?;
    let rest = rest.strip_prefix(':')?;
    dice.bytes().all(|byte| byte.is_ascii_digit()).then_some((dice, rest))
}

/// Calls `visit` with each cell of a line and its column, from 0.
pub(super) fn cells(
    line: &str,
    mut visit: impl FnMut(usize, Cell) -> Result<(), MatFault>,
) -> Result<(), MatFault> {
    let line = unnumbered(line);
    let words = words(&line);
    let mut rest = words.as_slice();
    // Backgammon Galaxy sometimes forgets to end a line; the number of the next one begins it.
    let mut begins = 0;
    while let Some((word, after)) = rest.split_first() {
        if is_number(word.text) {
            begins = (word.column + word.text.len()).saturating_sub(NUMBERED);
            rest = after;
            continue;
        }
        let (cell, used) = cell(&line, word, after)?;
        visit(word.column - begins, cell)?;
        rest = &after[used..];
    }
    Ok(())
}

/// Reads the cell that begins with a word; returns how many further words belong to it.
fn cell(line: &str, word: &Word<'_>, after: &[Word<'_>]) -> Result<(Cell, usize), MatFault> {
    if let Some((dice, rest)) = dice(word.text) {
        let roll = dice.parse().map_err(MatFault::Dice)?;
        return Ok(played(line, word.at + word.text.len() - rest.len(), roll, rest, after));
    }
    Ok(match word.text.to_ascii_lowercase().as_str() {
        "doubles" | "redoubles" | "double" | "redouble" => {
            let (value, used) = doubled(after);
            (Cell::Double(value.to_owned()), used)
        }
        "takes" | "take" | "accepts" => (Cell::Take, 0),
        "drops" | "drop" | "passes" | "pass" | "rejects" => (Cell::Drop, 0),
        "beavers" | "beaver" | "raccoons" | "raccoon" => {
            (Cell::Beaver(word.text.to_owned()), doubled(after).1)
        }
        verb @ ("wins" | "win" | "losses" | "loses" | "lose") => {
            let (points, used) = points_of(line, word, after)?;
            (Cell::Ends { points, wins: verb.starts_with('w') }, used)
        }
        _ => return Err(MatFault::Word(word.text.to_owned())),
    })
}

/// Reads `31: 8/5 6/5`. The play's text ends before a word that begins another cell.
fn played(line: &str, from: usize, roll: Roll, glued: &str, after: &[Word<'_>]) -> (Cell, usize) {
    let is_play = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || "bB,".contains(c));
    let of_this = |word: &&Word| {
        let lower = word.text.to_ascii_lowercase();
        let is_cell = dice(word.text).is_some() || lower.starts_with("beaver");
        !is_cell
            && !is_number(word.text)
            && (is_play(word.text) || is_unknown(word.text) || NO_PLAY.contains(&lower.as_str()))
    };
    let used = after.iter().take_while(of_this).count();
    let own = &after[..used];
    if let [first, second, ..] = after
        && first.text.eq_ignore_ascii_case("illegal")
        && second.text.to_ascii_lowercase().starts_with("play")
    {
        return illegal(line, roll, (first.at, after));
    }
    if is_unknown(glued) || own.iter().any(|word| is_unknown(word.text)) {
        return (Cell::Roll(roll, None), used);
    }
    let moves = own.iter().take_while(|word| is_play(word.text));
    let end = moves.last().map_or(from + glued.len(), |word| word.at + word.text.len());
    (Cell::Roll(roll, Some(line[from..end].trim().to_owned())), used)
}

/// Reads `Illegal play (position)`, or without the position an unknown play.
fn illegal(line: &str, roll: Roll, (at, after): (usize, &[Word<'_>])) -> (Cell, usize) {
    let inside = line[at..].split_once('(').and_then(|(_, rest)| Some(rest.split_once(')')?.0));
    let Some(inside) = inside else { return (Cell::Roll(roll, None), 2) };
    let end = at + line[at..].find(')').expect("it was split there");
    let used = after.iter().take_while(|word| word.at <= end).count();
    (Cell::Illegal(roll, inside.to_owned()), used)
}

/// True for a turn's number, `12)`.
fn is_number(text: &str) -> bool {
    let digits = text.strip_suffix(')');
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_unknown(text: &str) -> bool {
    text.len() > 1 && text.bytes().all(|byte| byte == b'?')
}

/// Reads `Doubles => 4` after its first word: the value, if any, and the number of words.
fn doubled<'t>(after: &[Word<'t>]) -> (&'t str, usize) {
    match (after.first().and_then(|word| word.text.strip_prefix("=>")), after.get(1)) {
        (None, _) => ("", 0),
        (Some(""), Some(value)) => (value.text, 2),
        (Some(arrow), _) => (arrow, 1),
    }
}

/// Reads `Wins 2 points and the match` after its first word: the points and the number of words.
fn points_of(line: &str, word: &Word<'_>, after: &[Word<'_>]) -> Result<(u32, usize), MatFault> {
    let refused = || MatFault::Wins(line[word.at..].to_owned());
    let points = after.first().and_then(|word| word.text.parse().ok()).ok_or_else(refused)?;
    let is_of_it = |word: &&Word| OF_A_WIN.contains(&word.text.to_ascii_lowercase().as_str());
    Ok((points, 1 + after[1..].iter().take_while(is_of_it).count()))
}
