//! Games written as SGF.

use super::{PROPERTIES, letter};
use crate::game::Side;
use crate::games::backgammon::moves::Play;
use crate::games::backgammon::outcome::Outcome;
use crate::games::backgammon::position::Position;
use crate::games::backgammon::record::GameRecord;

/// The text of a game.
pub(in crate::games::backgammon) fn write(record: &GameRecord) -> String {
    let mut text = root(record);
    if record.start.seen_by(Side::First).points() != Position::START.points() {
        text += &setup(&record.start);
    }
    let mut position = record.start;
    for turn in &record.turns {
        let play = position.play_to(turn.roll, &turn.result).expect("a record holds results of its rolls");
        let side = position.side();
        text += &format!(";{}[{}{}]\n", letter(side), turn.roll, letters(side, &play));
        position = turn.result.handed_over();
    }
    let dice = record.roll.map_or(String::new(), |roll| format!("DI[{roll}]"));
    if !position.is_over() && (!dice.is_empty() || record.turns.is_empty()) {
        text += &format!(";PL[{}]{dice}\n", letter(position.side()));
    }
    text.trim_end().to_owned() + ")\n"
}

/// The first node: format, players, result.
fn root(record: &GameRecord) -> String {
    let program = concat!("AP[sparring:", env!("CARGO_PKG_VERSION"), "]");
    let mut text = format!("(;FF[4]GM[6]CA[UTF-8]{program}MI[length:0][game:0][ws:0][bs:0]");
    for (property, tag) in PROPERTIES {
        if let Some(value) = record.tags.get(tag) {
            text += &format!("{property}[{}]", escaped(value));
        }
    }
    let own = |name: &str| PROPERTIES.iter().any(|(_, tag)| *tag == name);
    let others: Vec<String> = record
        .tags
        .iter()
        .filter(|(name, _)| !own(name))
        .map(|(name, value)| format!("{name}: {}", escaped(value)))
        .collect();
    if !others.is_empty() {
        text += &format!("\nGC[{}]", others.join("\n"));
    }
    text + "RU[NoCube]" + &result(record) + "\n"
}

fn result(record: &GameRecord) -> String {
    let end = record.turns.last().map_or(record.start, |turn| turn.result);
    let finished =
        [end, end.handed_over()].into_iter().find_map(|end| Some((end.side(), Outcome::of(&end)?)));
    match (finished, record.resigned) {
        (Some((winner, outcome)), _) => format!("RE[{}+{}]", letter(winner), outcome.points()),
        (None, Some((loser, outcome))) => {
            format!("RE[{}+{}R]", letter(loser.other()), outcome.points())
        }
        (None, None) => String::new(),
    }
}

/// A value in which no bracket ends it.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// A node that puts the checkers down.
fn setup(start: &Position) -> String {
    let white = start.seen_by(Side::First);
    let mut checkers = [String::new(), String::new()];
    for (at, &n) in white.points().iter().enumerate() {
        let (side, letter) = match (n, at) {
            (0, _) => continue,
            (1.., 25) | (..0, 0) => (usize::from(n < 0), 'y'),
            _ => (usize::from(n < 0), char::from(b'a' - 1 + at as u8)),
        };
        checkers[side] += &format!("[{letter}]").repeat(usize::from(n.unsigned_abs()));
    }
    let mut text = format!(";PL[{}]AE[a:y]", letter(start.side()));
    for (property, checkers) in ["AW", "AB"].into_iter().zip(checkers) {
        if !checkers.is_empty() {
            text += &format!("{property}{checkers}");
        }
    }
    text + "\n"
}

/// From and to of every step.
fn letters(side: Side, play: &Play) -> String {
    let letter = |point: u8| match (point, side) {
        (0, _) => 'z',
        (25, _) => 'y',
        (point, Side::First) => char::from(b'a' - 1 + point),
        (point, Side::Second) => char::from(b'a' + 24 - point),
    };
    play.steps().iter().flat_map(|step| [letter(step.from), letter(step.to)]).collect()
}
