//! All decisions of a match: a line each, which opens to the board and what else could have been
//! done. It opens without the script, which adds keys to walk by.

use super::board::{board_among_others, shared_points};
use super::html::{Text, words};
use super::match_page::{before, ending};
use crate::judged_match::{DecisionLine, JudgedCubeLine, JudgedPlayLine, MatchCourse, MatchHead};

/// The buttons and the hint, which the script shows.
const WALK: &str = "<div id=\"walk\" class=\"controls\" role=\"group\" aria-label=\"Walk through the decisions\" hidden>\
    <button type=\"button\" data-go=\"p\">Previous</button><button type=\"button\" data-go=\"n\">Next</button>\
    <button type=\"button\" data-go=\"P\">Error before</button><button type=\"button\" data-go=\"N\">Next error</button>\
    <output></output>\
    <span class=\"hint keys\">Keys, after Tab or a click into the list: <kbd>p</kbd> <kbd>n</kbd> decision before and after, \
    <kbd>P</kbd> <kbd>N</kbd> error before and after, <kbd>Esc</kbd> close</span></div>\n";

/// All decisions, game by game.
pub(super) fn decisions(head: &MatchHead, course: &MatchCourse) -> String {
    let [white, black] = &head.players;
    let mut html = format!(
        "<p>White is {}, Black is {}. Decisions not to double that were far from a double are left out.</p>\n{}{WALK}<div \
         id=\"list\" tabindex=\"-1\">\n",
        Text(&white.name),
        Text(&black.name),
        shared_points()
    );
    for game in &course.results {
        let own: String = shown(course).filter(|line| line.number == game.number).map(decision).collect();
        if !own.is_empty() {
            html += &format!(
                "<h3 id=\"g{0}\">Game {0}, score {1}: {2}</h3>\n{own}",
                game.number,
                before(game),
                ending(game)
            );
        }
    }
    html + "</div>\n"
}

/// The decisions that the page shows.
fn shown(course: &MatchCourse) -> impl Iterator<Item = &DecisionLine> {
    course.decisions.iter().filter(|line| line.counts || line.is_play())
}

/// The name of a decision in the page.
pub(super) fn id(line: &DecisionLine) -> String {
    format!("d{}-{}", line.number, line.decision)
}

/// A link to a decision, as a cell.
pub(super) fn link(line: &DecisionLine, text: &str) -> String {
    format!("<span class=\"words\"><a href=\"#{}\">{text}</a></span>", id(line))
}

fn decision(line: &DecisionLine) -> String {
    let class = if line.badness() > 0 { " class=\"wrong\"" } else { "" };
    let lost = match line.badness() {
        0 => String::new(),
        _ => format!("<strong>-{:.3} {}</strong>", line.loss, line.mark()),
    };
    format!(
        "<details{class}><summary><span>{}</span><span>{}</span><span>{}</span>{lost}</summary>\n\
         <div id=\"{}\" class=\"beside\">\n{}<div>\n{}</div>\n</div>\n</details>\n",
        line.place(),
        line.side,
        Text(&line.choice),
        id(line),
        board_among_others(&line.board),
        found(line)
    )
}

/// What was found of a decision.
fn found(line: &DecisionLine) -> String {
    let mut html = format!("<p class=\"stakes\">{}</p>\n", Text(&line.stakes));
    html += &line.cube.map_or_else(|| plays(line), |cube| actions(line, cube));
    let luck = if line.is_play() { format!(". Luck of the roll: {:+.4}", line.luck) } else { String::new() };
    html += &format!("<p>{}{luck}.</p>\n", verdict(line));
    html + &format!("<p class=\"hint\"><code>{}</code></p>\n", Text(&line.position))
}

/// What the decision cost.
fn verdict(line: &DecisionLine) -> String {
    match (line.counts, line.loss) {
        (false, _) => "There was no choice".to_owned(),
        (true, loss) if loss > 0.0 => format!("<b>{}</b> lost {loss:.4}", Text(&line.choice)),
        _ => format!("<b>{}</b> is right", Text(&line.choice)),
    }
}

/// The best plays, and the one that was made.
fn plays(line: &DecisionLine) -> String {
    let row = |play: &JudgedPlayLine| {
        let name = if play.name.is_empty() { "no play" } else { &play.name };
        let (class, made) = if play.made { (" class=\"made\"", " (played)") } else { ("", "") };
        format!(
            "<tr{class}><th scope=\"row\">{}</th><td>{}</td><td>{:+.4}</td><td>{:.4}</td><td>{}</td></tr>\n",
            play.rank,
            words(format!("{name}{made}")),
            play.equity,
            play.loss,
            play.depth
        )
    };
    let rows: String = line.plays.iter().map(row).collect();
    choices("Plays", &["rank", "play", "equity", "loss", "plies"], &rows)
}

/// The cube actions, of which the best is named above them.
fn actions(line: &DecisionLine, cube: JudgedCubeLine) -> String {
    let all = [
        ("No double", cube.no_double),
        ("Double, take", cube.double_take),
        ("Double, pass", cube.double_pass),
    ];
    let row = |(name, equity)| format!("<tr><th scope=\"row\">{name}</th><td>{equity:+.4}</td></tr>\n");
    let rows: String = all.into_iter().map(row).collect();
    let table = choices("Cube actions", &["action", "equity"], &rows);
    format!("<p>Best: <b>{}</b></p>\n{table}", Text(&line.best))
}

/// A small table, which fits a phone.
fn choices(caption: &str, head: &[&str], rows: &str) -> String {
    let head: String = head.iter().map(|name| format!("<th scope=\"col\">{name}</th>")).collect();
    format!(
        "<table class=\"choices\">\n<caption>{caption}</caption>\n<thead><tr>{head}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table>\n"
    )
}
