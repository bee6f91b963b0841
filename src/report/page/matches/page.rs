use super::course::chart;
use super::decisions::{decisions, is_shown, link};
use crate::documents::{Colour, DecisionLine, GameLine, MARKS, MatchAnalysisDocument};
use crate::page::frame::{Page, Section};
use crate::page::html::{Text, sentence, table, words};
use crate::page::provenance::Provenance;
use crate::text::{counted, grouped, span};

pub fn match_page(document: &MatchAnalysisDocument, provenance: &Provenance) -> String {
    let (head, course) = (&document.head, &document.course);
    let errors = course.worst();
    let mistakes = match errors.len() {
        1 => "One decision lost 0.02 or more".to_owned(),
        n => format!("{n} decisions lost {} or more", MARKS[0]),
    };
    let games = counted(head.games, "game");
    Page {
        title: &format!("backgammon analyse: {}, {}", head.score(), head.ratings()),
        heading: format!(
            "<p class=\"kind\">sparring backgammon analyse</p>\n<h1>{}</h1>\n<p class=\"note\">{}; {}</p>",
            Text(head.score()),
            Text(head.ratings()),
            Text(head.title())
        ),
        sections: vec![
            Section::new("players", "Players", players(document)),
            Section::new("course", "Course", chart(head, course)).titled(match head.length {
                0 => "Course of the session".to_owned(),
                _ => "Course of the match".to_owned(),
            }),
            Section::new("games", "Games", self::games(document)).titled(games),
            Section::new("errors", "Errors", errors_table(&errors)).titled(mistakes),
            Section::new("decisions", "Decisions", decisions(head, course)),
        ],
        more_provenance: vec![
            ("File", head.file.clone()),
            ("Plies looked ahead", head.plies()),
            (
                "Time",
                format!("{} on {}", span(document.run.time_ns), counted(document.run.threads, "worker")),
            ),
            ("Evaluations by the network", grouped(document.run.nodes)),
        ],
        ..Page::of(document, provenance)
    }
    .html()
}

fn players(document: &MatchAnalysisDocument) -> String {
    let both = &document.head.players;
    let rate = |rate: Option<f64>| rate.map_or("-".to_owned(), |rate| format!("{rate:.2}"));
    let row = |name: &str, of: &dyn Fn(usize) -> String| vec![words(name), of(0), of(1)];
    let marked = |player: usize, mark: usize| both[player].marked()[mark].to_string();
    let rows = [
        row("Side", &|i| ["White", "Black"][i].to_owned()),
        row("Points", &|i| both[i].points.to_string()),
        row("PR", &|i| format!("<b>{}</b>", both[i].pr())),
        row("Error rate", &|i| rate(both[i].error_rate)),
        row("Snowie error rate", &|i| rate(both[i].snowie)),
        row("Plays that count", &|i| both[i].plays.to_string()),
        row("Lost by plays", &|i| format!("{:.3}", both[i].plays_lost)),
        row("Cube actions that count", &|i| both[i].cubes.to_string()),
        row("Lost by cube actions", &|i| format!("{:.3}", both[i].cubes_lost)),
        row("Doubtful, ?!", &|i| marked(i, 0)),
        row("Errors, ?", &|i| marked(i, 1)),
        row("Blunders, ??", &|i| marked(i, 2)),
        row("Luck", &|i| format!("{:+.3}", both[i].luck)),
    ];
    let names = ["", &both[0].name, &both[1].name];
    format!(
        "{}<p class=\"note\">Equities are in units of the cube at the moment: 1 is a single game won. A play counts if another \
         one was legal, a cube action if the cube was turned or answered, or if a double was within 0.16 of none. PR is 500 \
         times, the error rate 1000 times the equity lost for each decision that counts; Snowie&#39;s divides by all plays of \
         both sides. From a loss of {} on a decision is doubtful, from {} an error, from {} a blunder.</p>\n",
        table("Both players", &names, &rows),
        MARKS[0],
        MARKS[1],
        MARKS[2]
    )
}

fn games(document: &MatchAnalysisDocument) -> String {
    let course = &document.course;
    let lost = |number: usize, side: Colour| {
        let own = |line: &&DecisionLine| line.number == number && line.side == side && line.counts;
        let lost: f64 = course.decisions.iter().filter(own).map(|line| line.loss).sum();
        format!("{lost:.3}")
    };
    let row = |game: &GameLine| {
        let number = game.number;
        vec![
            match course.decisions.iter().any(|line| line.number == number && is_shown(line)) {
                true => format!("<a href=\"#g{number}\">{number}</a>"),
                false => number.to_string(),
            },
            words(game.score_before()),
            sentence(game.result()),
            lost(number, Colour::White),
            lost(number, Colour::Black),
        ]
    };
    let rows: Vec<_> = course.results.iter().map(row).collect();
    table("Games", &["game", "score before", "result", "White lost", "Black lost"], &rows)
}

fn errors_table(errors: &[&DecisionLine]) -> String {
    let row = |line: &&DecisionLine| {
        vec![
            link(line, &line.place()),
            words(line.side),
            format!("{:.4}", line.loss),
            words(line.mark()),
            sentence(&line.choice),
            sentence(&line.best),
        ]
    };
    let rows: Vec<_> = errors.iter().map(row).collect();
    match rows.is_empty() {
        true => "<p>Nobody lost so much by a decision.</p>\n".to_owned(),
        false => table("Errors by size", &["", "side", "loss", "mark", "decision", "best"], &rows),
    }
}
