//! The page of judged games.

use super::course::{COURSE, chart};
use super::mistakes::{marked, mistakes};
use super::moves::moves;
use crate::documents::{JudgedGame, JudgedGamesDocument, JudgedPlayer};
use crate::page::board::shared_chess_parts;
use crate::page::frame::{Page, Section};
use crate::page::html::{Text, table, words};
use crate::page::provenance::Provenance;
use crate::text::{counted, grouped, span};

/// The page of one game or several.
pub fn game_page(document: &JudgedGamesDocument, provenance: &Provenance) -> String {
    let sections: Vec<Section> = match &document.games[..] {
        [game] => {
            let [players, course, moves, mistakes] = parts(game);
            let explained =
                [(players, PLAYERS, ""), (course, "", COURSE), (moves, "", ""), (mistakes, "", "")];
            explained.map(only_section).into()
        }
        several => {
            let all =
                [Section::new("games", "Games", overview(several)).titled(counted(several.len(), "game"))];
            all.into_iter().chain(several.iter().map(section)).collect()
        }
    };
    let (title, note) = heading(document);
    Page {
        title: &format!("chess analyse: {title}"),
        heading: format!(
            "<p class=\"kind\">sparring chess analyse</p>\n<h1>{}</h1>\n<p class=\"note\">{}</p>{}",
            Text(&title),
            Text(note),
            shared_chess_parts()
        ),
        sections,
        more_provenance: vec![
            ("File", document.file.clone()),
            ("Search", document.search()),
            ("Time", format!("{} on {}", span(document.time_ns), counted(document.threads, "worker"))),
            ("Nodes", grouped(document.nodes)),
        ],
        ..Page::of(document, provenance)
    }
    .html()
}

/// Returns title and note.
fn heading(document: &JudgedGamesDocument) -> (String, String) {
    let [game] = &document.games[..] else {
        return (document.file.clone(), counted(document.games.len(), "game"));
    };
    let [white, black] = game.players.each_ref().map(JudgedPlayer::accuracy);
    let occasion = game.occasion();
    let before = if occasion.is_empty() { String::new() } else { format!("{occasion}; ") };
    (game.title(), format!("{before}accuracy {white} and {black}"))
}

/// Identifier, name, title and contents.
type Part = (&'static str, &'static str, String, String);

fn parts(game: &JudgedGame) -> [Part; 4] {
    let wrong = match marked(game).count() {
        0 => "Mistakes".to_owned(),
        1 => "One move lost half a pawn or more".to_owned(),
        n => format!("{n} moves lost half a pawn or more"),
    };
    [
        ("players", "Players", "Players".to_owned(), players(game)),
        ("course", "Course", "Course of the game".to_owned(), chart(game)),
        ("moves", "Moves", "Moves".to_owned(), moves(game)),
        ("mistakes", "Mistakes", wrong, mistakes(game)),
    ]
}

fn only_section(((id, name, title, html), behind, before): (Part, &str, &str)) -> Section {
    let html = if html.is_empty() { html } else { format!("{before}{html}{behind}") };
    Section::new(id, name, html).titled(title)
}

fn section(game: &JudgedGame) -> Section {
    let part = |(_, _, title, html): Part| match html.is_empty() {
        true => String::new(),
        false => format!("<h3>{title}</h3>\n{html}"),
    };
    let occasion = match game.occasion() {
        none if none.is_empty() => none,
        occasion => format!("<p class=\"note\">{}</p>\n", Text(occasion)),
    };
    let html = parts(game).map(part).concat();
    let (id, name) = (format!("g{}", game.number), format!("Game {}", game.number));
    Section::new(&id, &name, occasion + &html).titled(format!("{name}: {}", game.title()))
}

fn overview(games: &[JudgedGame]) -> String {
    let row = |game: &JudgedGame| {
        let [white, black] = &game.players;
        vec![
            format!("<a href=\"#g{0}\">{0}</a>", game.number),
            words(&white.name),
            words(&black.name),
            words(&game.result),
            white.accuracy(),
            black.accuracy(),
            white.mean_loss(),
            black.mean_loss(),
        ]
    };
    let rows: Vec<_> = games.iter().map(row).collect();
    let head = [
        "game",
        "White",
        "Black",
        "result",
        "accuracy of White",
        "of Black",
        "mean loss of White",
        "of Black",
    ];
    table("Games", &head, &rows) + PLAYERS + COURSE
}

fn players(game: &JudgedGame) -> String {
    let both = &game.players;
    let row =
        |name: &str, of: &dyn Fn(&JudgedPlayer) -> String| vec![words(name), of(&both[0]), of(&both[1])];
    let marked = |mark: usize| move |player: &JudgedPlayer| player.errors[mark].to_string();
    let text = |text: Option<&String>| text.map_or(String::new(), |text| Text(text).to_string());
    let mut rows = vec![
        row("Accuracy", &|player| format!("<b>{}</b>", player.accuracy())),
        row("Mean loss, centipawns", &JudgedPlayer::mean_loss),
        row("Moves", &|player| player.moves.to_string()),
        row("Inaccuracies, ?!", &marked(0)),
        row("Mistakes, ?", &marked(1)),
        row("Blunders, ??", &marked(2)),
    ];
    if both.iter().any(|player| player.rating.is_some()) {
        rows.insert(0, row("Rating", &|player| text(player.rating.as_ref())));
    }
    let names = ["White", "Black"].map(str::to_owned);
    let names: Vec<String> =
        names.iter().zip(both).map(|(side, player)| format!("{}, {side}", player.name)).collect();
    table("Both players", &["", &names[0], &names[1]], &rows)
}

/// Explains the columns of players.
const PLAYERS: &str = "<p class=\"note\">A move&#39;s loss is the value of the best move less its own; values count as at \
    most ten pawns, so does a mate. Accuracy is that of lichess.org/page/accuracy: of a value of c centipawns the chances \
    to win are 100 / (1 + exp(-0.00368208 c)) %, a move that lowers them by d % has an accuracy of 103.17 exp(-0.04354 d) \
    - 2.17 %, and a game the mean of two means of its moves, the harmonic one and one weighted by how much the chances \
    vary around the move. Its constants were fitted to another engine&#39;s values. From a loss of half a pawn on a \
    move is inaccurate, from one pawn on a mistake, from three on a blunder, where values count as at most five \
    pawns.</p>\n";
