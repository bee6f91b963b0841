use super::read::number;
use super::{Annotation, Annotations, GameRecord, GameResult};
use crate::game::Side;
use crate::games::chess::boards::NamedBoard;
use crate::games::chess::moves::Move;
use crate::games::chess::position::{Castling, Position};

/// The roster tags in order, with their values if unknown.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// Lines of moves are shorter than this.
const COLUMNS: usize = 80;
/// Shorter comments are not broken into lines.
const UNBROKEN: usize = 60;

pub(super) fn pgn(record: &GameRecord, annotations: &Annotations) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    for (name, unknown) in ROSTER {
        tag(name, record.tags.get(name).unwrap_or(unknown));
    }
    tag("Result", &record.result.to_string());
    let roster = |name: &str| ROSTER.iter().any(|(known, _)| *known == name);
    let derived = |name: &str| ["Result", "SetUp", "FEN", "Variant"].contains(&name);
    for (name, value) in record.tags.iter().filter(|(name, _)| !roster(name) && !derived(name)) {
        tag(name, value);
    }
    if record.start.castling() != Castling::Standard {
        tag("Variant", "Chess960");
    }
    let fen = record.start.to_string();
    if fen != NamedBoard::Start.fen() {
        tag("SetUp", "1");
        tag("FEN", &fen);
    }
    text.push('\n');
    text + &wrapped(&words(record, annotations))
}

fn words(record: &GameRecord, annotations: &Annotations) -> Vec<String> {
    let mut words = Vec::new();
    comment(annotations.before.as_deref(), &mut words);
    moves(record.start.clone(), &record.moves, &annotations.moves, &mut words);
    comment(annotations.end.as_deref(), &mut words);
    // Behind the moves 0-0 is castling.
    let end = Some(record.result).filter(|&result| result != GameResult::BothLost).unwrap_or_default();
    words.push(end.to_string());
    words
}

fn moves(mut position: Position, moves: &[Move], said: &[Annotation], words: &mut Vec<String>) {
    // After a comment or a variation Black's move has a number, too.
    let mut numbered = true;
    for (i, &m) in moves.iter().enumerate() {
        if numbered || position.side_to_move() == Side::First {
            words.push(number(&position));
        }
        words.push(position.san(m));
        numbered = said.get(i).is_some_and(|said| annotation(said, &position, words));
        position = position.play_or_pass(m);
    }
}

/// Adds a move's annotation. Returns true if the next move needs a number.
fn annotation(said: &Annotation, position: &Position, words: &mut Vec<String>) -> bool {
    words.extend(said.glyph.map(|glyph| format!("${glyph}")));
    let before = words.len();
    comment(said.comment.as_deref(), words);
    for line in &said.lines {
        let mut written = Vec::new();
        moves(position.clone(), line, &[], &mut written);
        words.extend(bracketed(written, '(', ')'));
    }
    words.len() > before
}

/// Adds a comment; replaces braces that would end it. Short comments such as `+0.31/14 0.11s` and
/// commands such as `[%eval 0.34]` stay on one line.
fn comment(text: Option<&str>, words: &mut Vec<String>) {
    let Some(text) = text else { return };
    let mut parts: Vec<String> = Vec::new();
    let (is_short, mut in_command) = (text.len() < UNBROKEN, false);
    for word in text.replace('}', ")").split_whitespace() {
        match parts.last_mut() {
            Some(last) if in_command || is_short => *last = format!("{last} {word}"),
            _ => parts.push(word.to_owned()),
        }
        in_command = (in_command || word.starts_with("[%")) && !word.contains(']');
    }
    words.extend(bracketed(parts, '{', '}'));
}

fn bracketed(mut words: Vec<String>, open: char, close: char) -> Vec<String> {
    if let Some(first) = words.first_mut() {
        first.insert(0, open);
    }
    if let Some(last) = words.last_mut() {
        last.push(close);
    }
    words
}

fn wrapped(words: &[String]) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in words {
        if column > 0 && column + 1 + word.len() >= COLUMNS {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text + "\n"
}
