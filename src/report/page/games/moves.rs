//! The moves of a game, and a board that follows them. Without the script the moves are a list.

use super::mistakes;
use crate::documents::{ChessDiagram, Colour, JudgedGame, JudgedMove};
use crate::page::board::chess_board_among_others;
use crate::page::html::Text;

const CONTROLS: &str = "<div class=\"controls\" role=\"group\" aria-label=\"Walk through the game\" hidden>\
    <button type=\"button\" data-go=\"Home\" aria-label=\"Beginning\">\u{21e4}</button>\
    <button type=\"button\" data-go=\"ArrowLeft\" aria-label=\"Move before\">\u{2190}</button>\
    <button type=\"button\" data-go=\"ArrowRight\" aria-label=\"Next move\">\u{2192}</button>\
    <button type=\"button\" data-go=\"End\" aria-label=\"End\">\u{21e5}</button>\
    <button type=\"button\" data-go=\"N\" aria-label=\"Next marked move\">? \u{2192}</button>\
    <button type=\"button\" data-go=\"f\" aria-label=\"Turn the board\">\u{21c5}</button></div>\n\
    <p class=\"hint keys\" hidden>Keys: <kbd>\u{2190}</kbd> <kbd>\u{2192}</kbd> move before and after, <kbd>P</kbd> <kbd>N</kbd> \
    marked move before and after, <kbd>Home</kbd> <kbd>End</kbd>, <kbd>f</kbd> turn the board</p>\n";

/// The anchor after so many moves.
pub(super) fn id(game: u64, moves: usize) -> String {
    format!("m{game}-{moves}")
}

pub(super) fn moves(game: &JudgedGame) -> String {
    let Some(first) = game.moves.first() else { return String::new() };
    let start = ChessDiagram { best: None, made: None, ..first.board.clone() };
    format!(
        "<div class=\"follow\" data-game=\"{}\" tabindex=\"-1\">\n<div class=\"sheet\">\n{}</div>\n<div class=\"followed\">\n\
         {}<p class=\"said\" aria-live=\"polite\"></p>\n{CONTROLS}</div>\n</div>\n",
        game.number,
        sheet(game),
        chess_board_among_others(&start)
    )
}

/// The score sheet.
fn sheet(game: &JudgedGame) -> String {
    let mut html =
        format!("<p>{}</p>\n<table class=\"game-moves\">\n<caption>Moves</caption>\n", begin(game));
    html += "<thead><tr><th scope=\"col\">move</th><th scope=\"col\">White</th><th scope=\"col\">Black</th></tr></thead>\n<tbody>\n";
    let mut cells: Vec<(usize, &JudgedMove)> = game.moves.iter().enumerate().collect();
    while !cells.is_empty() {
        let number = cells[0].1.number;
        let own: Vec<_> = cells.iter().take_while(|(_, one)| one.number == number).copied().collect();
        cells.drain(..own.len());
        let of = |side: Colour| {
            own.iter()
                .find(|(_, one)| one.side == side)
                .map_or(String::new(), |&(nth, one)| cell(game, nth, one))
        };
        html += &format!(
            "<tr><th scope=\"row\">{number}.</th><td>{}</td><td>{}</td></tr>\n",
            of(Colour::White),
            of(Colour::Black)
        );
    }
    html + &format!("</tbody>\n</table>\n<p class=\"result\">{}</p>\n", Text(&game.result))
}

fn begin(game: &JudgedGame) -> String {
    link(game, 0, "Beginning", "Before the first move")
}

fn cell(game: &JudgedGame, nth: usize, one: &JudgedMove) -> String {
    let after = match one.after() {
        none if none.is_empty() => String::new(),
        after => format!(" <span class=\"value\">{after}</span>"),
    };
    let mark = one.mark.map_or(String::new(), |mark| format!("<strong>{mark}</strong>"));
    let better = match one.lines.first() {
        Some(line) if one.badness() > 0 => format!(". Better: {}", one.line(line)),
        _ => String::new(),
    };
    let said = format!("{} {}{better}", one.text(), one.after());
    link(game, nth + 1, &format!("{}{mark}", Text(&one.san)), said.trim_end()) + &after
}

/// The link to the position after so many moves, with all that the board needs to show it.
fn link(game: &JudgedGame, moves: usize, name: &str, said: &str) -> String {
    let position = game.moves.get(moves).map_or(&game.end_position, |next| &next.position);
    let board = game.moves.get(moves).map_or(&game.end, |next| &next.board);
    let made = moves.checked_sub(1).and_then(|last| game.moves[last].board.made);
    let squares = |name: &str, of: Option<[usize; 2]>| {
        of.map_or(String::new(), |[from, to]| format!(" data-{name}=\"{from} {to}\""))
    };
    let wrong = moves.checked_sub(1).is_some_and(|last| game.moves[last].badness() > 0);
    let class = if wrong { " class=\"wrong\"" } else { "" };
    let men = position.split(' ').next().unwrap_or_default();
    // A marked move leads to its explanation if there is no script.
    let to = if wrong { mistakes::id(game.number, moves - 1) } else { id(game.number, moves) };
    format!(
        "<a{class} id=\"{}\" href=\"#{to}\" data-men=\"{men}\" data-turn=\"{}\"{}{} data-said=\"{}\">{name}</a>",
        id(game.number, moves),
        board.turn,
        squares("made", made),
        squares("best", board.best),
        Text(said)
    )
}
