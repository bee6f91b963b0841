//! All decisions of a match, one line each, which opens to the board and the alternatives. It opens
//! without the script, which adds keys.

use crate::documents::{DecisionLine, JudgedCubeLine, JudgedPlayLine, MatchCourse, MatchHead};
use crate::page::board::{board_among_others, shared_parts};
use crate::page::html::{Text, words};

const WALK: &str = "<p class=\"hint keys walk\" hidden>Keys, after Tab or a click into the list: <kbd>p</kbd> <kbd>n</kbd> decision \
    before and after, <kbd>P</kbd> <kbd>N</kbd> error before and after, <kbd>Esc</kbd> close</p>\n\
    <div class=\"controls walk\" role=\"group\" aria-label=\"Walk through the decisions\" hidden>\
    <button type=\"button\" data-go=\"p\" aria-label=\"Decision before\">\u{2190}</button>\
    <button type=\"button\" data-go=\"n\" aria-label=\"Next decision\">\u{2192}</button>\
    <button type=\"button\" data-go=\"P\" aria-label=\"Error before\">\u{2190} error</button>\
    <button type=\"button\" data-go=\"N\" aria-label=\"Next error\">error \u{2192}</button><output></output></div>\n";

pub(super) fn decisions(head: &MatchHead, course: &MatchCourse) -> String {
    let [white, black] = &head.players;
    let mut html = format!(
        "<p>White is {}, Black is {}. Decisions not to double that were far from a double are left out.</p>\n{}{WALK}<div \
         id=\"list\" tabindex=\"-1\">\n",
        Text(&white.name),
        Text(&black.name),
        shared_parts()
    );
    for game in &course.results {
        let own = shown(course).filter(|line| line.number == game.number);
        let own: String = own.map(|line| decision(head, line)).collect();
        if !own.is_empty() {
            html += &format!(
                "<h3 id=\"g{0}\">Game {0}, score {1}: {2}</h3>\n{own}",
                game.number,
                game.score_before(),
                game.result()
            );
        }
    }
    html + "</div>\n"
}

fn shown(course: &MatchCourse) -> impl Iterator<Item = &DecisionLine> {
    course.decisions.iter().filter(|line| is_shown(line))
}

pub(super) fn is_shown(line: &DecisionLine) -> bool {
    line.counts || line.is_play()
}

pub(super) fn id(line: &DecisionLine) -> String {
    format!("d{}-{}", line.number, line.decision)
}

pub(super) fn link(line: &DecisionLine, text: &str) -> String {
    format!("<span class=\"words\"><a href=\"#{}\">{text}</a></span>", id(line))
}

fn decision(head: &MatchHead, line: &DecisionLine) -> String {
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
        details(head, line)
    )
}

fn details(head: &MatchHead, line: &DecisionLine) -> String {
    let mut html = format!("<p class=\"stakes\">{}</p>\n", Text(&line.stakes));
    html += &line.cube.map_or_else(|| plays(line), |cube| actions(line, cube));
    html += &format!("<p>{}.</p>\n", verdict(line));
    let mut more = match head.length {
        0 => format!("Value with the best decision: {:+.3} points", line.value),
        _ => format!("Chance to win the match with the best decision: {:.1} %", 100.0 * line.value),
    };
    if line.is_play() {
        more += &format!(". Luck of the roll: {:+.4}", line.luck);
    }
    html + &format!("<p class=\"hint\">{more}.<br><code>{}</code></p>\n", Text(&line.position))
}

fn verdict(line: &DecisionLine) -> String {
    let decided = if line.is_play() { "Played" } else { "Decided" };
    let cost = match (line.counts, line.loss) {
        (false, _) => "; there was no choice".to_owned(),
        (true, loss) if loss > 0.0 => format!(", which lost {loss:.4}"),
        _ => ", which is right".to_owned(),
    };
    format!("{decided}: <b>{}</b>{cost}", Text(&line.choice))
}

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
    let head = heading("rank", false) + &heading("play", true);
    let numbers = ["equity", "loss", "plies"].map(|name| heading(name, false));
    choices("Plays", &(head + &numbers.concat()), &rows)
}

fn actions(line: &DecisionLine, cube: JudgedCubeLine) -> String {
    let all = [
        ("No double", cube.no_double),
        ("Double, take", cube.double_take),
        ("Double, pass", cube.double_pass),
    ];
    let row = |(name, equity)| format!("<tr><th scope=\"row\">{name}</th><td>{equity:+.4}</td></tr>\n");
    let rows: String = all.into_iter().map(row).collect();
    let head = heading("action", false) + &heading(&format!("equity of {}", line.doubler), false);
    let table = choices("Cube actions", &head, &rows);
    format!("<p>Best: <b>{}</b></p>\n{table}", Text(&line.best))
}

/// A table that fits a phone; `head` is HTML.
fn choices(caption: &str, head: &str, rows: &str) -> String {
    format!(
        "<table class=\"choices\">\n<caption>{caption}</caption>\n<thead><tr>{head}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table>\n"
    )
}

fn heading(name: &str, is_words: bool) -> String {
    let left = if is_words { " class=\"left\"" } else { "" };
    format!("<th scope=\"col\"{left}>{name}</th>")
}
