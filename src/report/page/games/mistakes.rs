//! The marked moves of a game: board, values and better lines. They need no script, and are there
//! on paper.

use crate::documents::{JudgedGame, JudgedMove, RankedLine, white_view};
use crate::page::board::chess_board_among_others;
use crate::page::html::Text;

/// The anchor of a marked move; moves count from 0.
pub(super) fn id(game: u64, nth: usize) -> String {
    format!("e{game}-{}", nth + 1)
}

pub(super) fn marked(game: &JudgedGame) -> impl Iterator<Item = (usize, &JudgedMove)> {
    game.moves.iter().enumerate().filter(|(_, one)| one.badness() > 0)
}

pub(super) fn mistakes(game: &JudgedGame) -> String {
    if game.moves.is_empty() {
        return String::new();
    }
    let all: String = marked(game).map(|(nth, one)| mistake(game.number, nth, one)).collect();
    match all.is_empty() {
        true => "<p>No move lost half a pawn.</p>\n".to_owned(),
        false => format!("<div class=\"mistakes\">\n{all}</div>\n"),
    }
}

fn mistake(game: u64, nth: usize, one: &JudgedMove) -> String {
    let after = match one.after() {
        none if none.is_empty() => "mate".to_owned(),
        after => after,
    };
    format!(
        "<article id=\"{}\">\n{}<div>\n<p class=\"moved\"><a href=\"#{}\">{} <strong>{}</strong></a></p>\n\
         <p class=\"swing\">{} \u{2192} <b>{after}</b></p>\n{}</div>\n</article>\n",
        id(game, nth),
        chess_board_among_others(&one.board),
        super::moves::id(game, nth + 1),
        Text(format!("{} {}", one.place(), one.san)),
        one.mark.unwrap_or_default(),
        one.before(),
        lines(one)
    )
}

/// The better line, or the ranked ones.
fn lines(one: &JudgedMove) -> String {
    let better = |line: &RankedLine| format!("<span class=\"pv\">{}</span>", Text(one.line(line)));
    match &one.lines[..] {
        [] => String::new(),
        [line] => format!("<p>Better: {}</p>\n", better(line)),
        lines => {
            let row = |line: &RankedLine| {
                let value = white_view(line.value, one.side);
                let made = if line.name == one.name { " class=\"made\"" } else { "" };
                format!("<li{made}><b>{value}</b> {}</li>\n", better(line))
            };
            format!("<ol class=\"ranked\">\n{}</ol>\n", lines.iter().map(row).collect::<String>())
        }
    }
}
