//! Games written as PGN.

use super::read::number;
use super::{GameRecord, GameResult};
use crate::game::Side;
use crate::games::chess::boards::NamedBoard;
use crate::games::chess::outcome::Outcome;
use crate::games::chess::position::{Castling, Position};

/// The tags of every game, in their order, and what they say if nothing is known.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// Lines of moves are shorter than this.
const COLUMNS: usize = 80;

/// The text of a game.
pub(super) fn pgn(record: &GameRecord) -> String {
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
    text + &wrapped(&words(record))
}

/// Moves with their numbers, why somebody has won, and the result.
fn words(record: &GameRecord) -> Vec<String> {
    let mut position: Position = record.start.clone();
    let mut words = Vec::new();
    for &m in &record.moves {
        if words.is_empty() || position.side_to_move() == Side::First {
            words.push(number(&position));
        }
        words.push(position.san(m));
        position = position.play(m);
    }
    if let GameResult::Won(winner) = record.result
        && position.outcome() != Some(Outcome::Checkmate)
    {
        let loser = if winner == Side::First { "Black" } else { "White" };
        words.extend([format!("{{{loser}"), "resigns}".to_owned()]);
    }
    words.push(record.result.to_string());
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
