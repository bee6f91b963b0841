use super::games::{redated, unrated};
use super::rules::NAMES;
use super::{MatUnwritable, snowie};
use crate::game::Side;
use crate::games::backgammon::id::MatchState;
use crate::games::backgammon::moves::Play;
use crate::games::backgammon::position::Position;
use crate::games::backgammon::record::{GameRecord, MatchRecord, Turn};
use crate::games::backgammon::roll::Roll;

pub(super) fn write(record: &MatchRecord) -> Result<String, MatUnwritable> {
    let mut text = head(record);
    for (i, game) in record.games().iter().enumerate() {
        let MatchState { cube, owner, score, .. } = *game.start_state();
        let is_usual = game.start().seen_by(Side::First).points() == Position::START.points();
        if !is_usual || cube > 0 || owner.is_some() {
            return Err(MatUnwritable { game: i + 1 });
        }
        let player = |tag, side| {
            format!("{} : {}", player_name(record.tags.get(tag).unwrap_or("?")), score[side as usize])
        };
        let (white, black) = (player("White", Side::First), player("Black", Side::Second));
        text += &format!("\n Game {}\n {white:<30} {black}\n", i + 1);
        let name = |tag| record.tags.get(tag).unwrap_or("?");
        text += &turns(game, [name("White"), name("Black")]);
    }
    Ok(text)
}

/// A name that the reader takes whole: without colons, which end it, and not like one with a
/// rating.
fn player_name(name: &str) -> String {
    let name = name.replace(':', ";");
    match (unrated(&name), name.rsplit_once(',')) {
        ((_, Some(_)), Some((before, rating))) => format!("{before};{rating}"),
        _ => name,
    }
}

fn head(record: &MatchRecord) -> String {
    let state = record.start_state();
    let mut text = String::new();
    let mut comment = |name: &str, value: &str| text += &format!("; [{name} \"{value}\"]\n");
    for (name, value) in record.tags.iter() {
        match name {
            "Date" => comment("EventDate", &redated(value, '-', ".")),
            "White" | "Black" | "Player1" | "Player2" | "EventDate" => {}
            name if NAMES.contains(&name) => {}
            name => comment(name, value),
        }
    }
    let MatchState { length, score, crawford, jacoby, max_cube, .. } = *state;
    let is_near = score.iter().any(|&n| n + 1 == length);
    match length {
        0 => comment("Jacoby", if jacoby { "On" } else { "Off" }),
        1 => {}
        _ if !record.has_crawford() => comment("Crawford", "Off"),
        _ if is_near && !crawford => comment("Crawford", "Done"),
        _ => {}
    }
    if max_cube != MatchState::MONEY.max_cube {
        comment("CubeLimit", &(1u32 << max_cube).to_string());
    }
    text + &format!("\n {length} point match\n")
}

fn turns(game: &GameRecord, names: [&str; 2]) -> String {
    let mut cells: Vec<String> = Vec::new();
    // White's column stays empty if Black begins.
    cells.extend((game.start().side() == Side::Second).then(String::new));
    let (mut position, mut cube) = (*game.start(), 1u32);
    for (i, turn) in game.turns().iter().enumerate() {
        cells.push(match turn {
            Turn::Play { roll, result } => {
                let play = position.play_to(*roll, result).expect("a record holds results of its rolls");
                position = result.handed_over();
                shown(*roll, &play)
            }
            Turn::Illegal { roll, result } => {
                let state = MatchState { cube: cube.ilog2() as u8, ..*game.start_state() };
                // As the last one it would be a throw.
                let goes_on = i + 1 < game.turns().len() || game.roll().is_some();
                let unplayed = goes_on && *result == position && position.results(*roll).len() > 1;
                position = result.handed_over();
                if unplayed {
                    format!("{roll}:")
                } else {
                    format!("{roll}: Illegal play ({})", snowie::written(*roll, result, &state, names))
                }
            }
            Turn::Double => format!(" Doubles => {}", 2 * cube),
            Turn::Take => {
                cube *= 2;
                " Takes".to_owned()
            }
            Turn::Drop => " Drops".to_owned(),
        });
    }
    cells.extend(game.roll().map(|roll| format!("{roll}: ????")));
    let wins = game.end().map(|end| {
        let s = if end.points == 1 { "" } else { "s" };
        (end.winner, format!("Wins {} point{s}", end.points))
    });
    let mut last = String::new();
    match wins {
        // gnubg reads a drop by White and the win as one line.
        Some((Side::Second, wins)) if cells.len() % 2 == 1 => cells.push(format!(" {wins}")),
        Some((winner, wins)) => {
            let column = if winner == Side::First { 6 } else { 34 };
            last = format!("{:column$}{wins}\n", "");
        }
        None => {}
    }
    let mut text = String::new();
    for (i, line) in cells.chunks(2).enumerate() {
        let black = line.get(1).map_or("", String::as_str);
        let line = format!("{:3}) {:<27} {black}", i + 1, line[0]);
        text += &format!("{}\n", line.trim_end());
    }
    text + &last
}

/// Writes a play in gnubg's plain form: 25 is the bar and 0 is off.
fn shown(roll: Roll, play: &Play) -> String {
    let steps = play.steps().iter();
    let steps: String =
        steps.map(|step| format!(" {}/{}{}", step.from, step.to, if step.hit { "*" } else { "" })).collect();
    format!("{roll}:{steps}")
}
