use super::{PROPERTIES, letter, rules};
use crate::game::Side;
use crate::games::Tags;
use crate::games::backgammon::moves::Play;
use crate::games::backgammon::position::Position;
use crate::games::backgammon::record::{Finish, GameRecord, MatchRecord, Turn};

pub(super) fn games(record: &MatchRecord) -> String {
    let games = record.games().iter().enumerate();
    games.map(|(i, played)| game(played, record.has_crawford(), i, &record.tags)).collect()
}

/// Writes a game, whose number in its match counts from 0.
pub(super) fn game(record: &GameRecord, has_crawford: bool, number: usize, tags: &Tags) -> String {
    let mut text = root(record, has_crawford, number, tags);
    text += &setup(record);
    let mut position = *record.start();
    let mut on_turn = position.side();
    for turn in record.turns() {
        let what = match turn {
            Turn::Play { roll, result } => {
                let play = position.play_to(*roll, result).expect("a record holds results of its rolls");
                position = result.handed_over();
                format!("{roll}{}", letters(on_turn, &play))
            }
            Turn::Illegal { roll, result } => {
                let side = letter(on_turn);
                position = result.handed_over();
                text += &format!(";PL[{side}]DI[{roll}]\n;PL[{side}]{}\n", checkers(result));
                on_turn = on_turn.other();
                continue;
            }
            Turn::Double => "double".to_owned(),
            Turn::Take => "take".to_owned(),
            Turn::Drop => "drop".to_owned(),
        };
        text += &format!(";{}[{what}]\n", letter(on_turn));
        // After a take the doubler rolls, so sides alternate here, too.
        on_turn = on_turn.other();
    }
    let dice = record.roll().map_or(String::new(), |roll| format!("DI[{roll}]"));
    if !position.is_over() && (!dice.is_empty() || record.turns().is_empty()) {
        text += &format!(";PL[{}]{dice}\n", letter(position.side()));
    }
    text.trim_end().to_owned() + ")\n"
}

/// Writes the first node. The first game has the match's tags; the others have only the players.
fn root(record: &GameRecord, has_crawford: bool, number: usize, tags: &Tags) -> String {
    let program = concat!("AP[sparring:", env!("CARGO_PKG_VERSION"), "]");
    let (info, rules) = rules::written(record, has_crawford, number);
    let mut text = format!("(;FF[4]GM[6]CA[UTF-8]{program}{info}");
    for (property, tag) in &PROPERTIES[..if number == 0 { PROPERTIES.len() } else { 2 }] {
        if let Some(value) = tags.get(tag) {
            text += &format!("{property}[{}]", escaped(value));
        }
    }
    let own = |name: &str| PROPERTIES.iter().any(|(_, tag)| *tag == name);
    let others: Vec<String> = tags
        .iter()
        .filter(|(name, _)| number == 0 && !own(name))
        .map(|(name, value)| format!("{name}: {}", escaped(value)))
        .collect();
    if !others.is_empty() {
        text += &format!("\nGC[{}]", others.join("\n"));
    }
    text + &rules + &result(record) + "\n"
}

fn result(record: &GameRecord) -> String {
    record.end().map_or(String::new(), |end| {
        let resigned = if matches!(end.finish, Finish::Resigned(_)) { "R" } else { "" };
        format!("RE[{}+{}{resigned}]", letter(end.winner), end.points)
    })
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// Places checkers and cube, if unusual, in a node.
fn setup(record: &GameRecord) -> String {
    let (start, cube) = (record.start(), rules::cube(record));
    if start.seen_by(Side::First).points() == Position::START.points() {
        let side = letter(start.side());
        return if cube.is_empty() { cube } else { format!(";PL[{side}]{cube}\n") };
    }
    format!(";PL[{}]{}{cube}\n", letter(start.side()), checkers(start))
}

/// Places all checkers.
fn checkers(position: &Position) -> String {
    let white = position.seen_by(Side::First);
    let mut checkers = [String::new(), String::new()];
    for (at, &n) in white.points().iter().enumerate() {
        let (side, letter) = match (n, at) {
            (0, _) => continue,
            (1.., 25) | (..0, 0) => (usize::from(n < 0), 'y'),
            _ => (usize::from(n < 0), char::from(b'a' - 1 + at as u8)),
        };
        checkers[side] += &format!("[{letter}]").repeat(usize::from(n.unsigned_abs()));
    }
    let mut text = "AE[a:y]".to_owned();
    for (property, checkers) in ["AW", "AB"].into_iter().zip(checkers) {
        if !checkers.is_empty() {
            text += &format!("{property}{checkers}");
        }
    }
    text
}

fn letters(side: Side, play: &Play) -> String {
    let letter = |point: u8| match (point, side) {
        (0, _) => 'z',
        (25, _) => 'y',
        (point, Side::First) => char::from(b'a' - 1 + point),
        (point, Side::Second) => char::from(b'a' + 24 - point),
    };
    play.steps().iter().flat_map(|step| [letter(step.from), letter(step.to)]).collect()
}
