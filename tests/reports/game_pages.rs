//! Claim: the page of judged chess games holds its document, shows every move with the position
//! after it, and the marked ones with values and better lines; names cannot break out of their
//! text.

use std::fs;
use std::path::Path;

use crate::support::binary::{document, process, refusal, stdout};
use crate::support::page::{assert_page, between, embedded, list, scratch, tags, text};
use serde_json::Value;
use sparring_engine::games::chess::Position;

/// A short game with blunders of both sides and a mate, and one without moves to mark.
pub(super) const GAMES: &str = r#"[Event "Casual"]
[Date "2024.05.01"]
[White "Anna"]
[Black "Bert"]
[WhiteElo "1650"]
[Result "1-0"]

1. e4 e5 2. Nf3 f6 3. Nxe5 fxe5 4. Qh5+ Ke7 5. Qxe5+ Kf7 6. Bc4+ d5 7. Bxd5+ Kg6 8. h4 h5 9. Bxb7 Bxb7
10. Qf5+ Kh6 11. d4+ g5 12. Qf7 Qe7 13. hxg5+ Qxg5 14. Rxh5# 1-0

[Event "Short"]
[White "Cleo"]
[Black "Dora"]
[Result "1/2-1/2"]

1. e4 e5 1/2-1/2
"#;

const FIRST: usize = 1;

/// Judges games with `--report`: the document and the page, which is checked.
fn page(games: &str, name: &str) -> (Value, String) {
    let [file, path] =
        [format!("{name}.pgn"), format!("{name}.html")].map(|name| scratch("game_pages", &name));
    fs::write(&file, games).unwrap();
    let [file, report] = [&file, &path].map(|path| path.to_str().unwrap());
    let args =
        ["chess", "analyse", "--pgn", file, "--depth", "8", "--multipv", "2", "--json", "--report", report];
    let document = document(&stdout(&args));
    let page = fs::read_to_string(&path).unwrap();
    assert_page(&page);
    assert_eq!(embedded(&page, "run"), document);
    (document, page)
}

fn first_game() -> &'static str {
    GAMES.split("[Event \"Short\"]").next().unwrap()
}

#[test]
fn every_move_leads_to_the_position_after_it() {
    let (document, page) = page(first_game(), "moves");
    let moves = list(&document["games"][0], "moves");
    assert_eq!(moves.len(), 27);
    let after =
        moves.iter().skip(1).map(|one| &one["position"]).chain([&document["games"][0]["end_position"]]);
    for (nth, (one, after)) in moves.iter().zip(after).enumerate() {
        let link = between(&page, &format!("id=\"m{FIRST}-{}\"", nth + 1), "</a>");
        let men = between(link, "data-men=\"", "\"");
        assert_eq!(men, after.as_str().unwrap().split(' ').next().unwrap());
        let position: Position = one["position"].as_str().unwrap().parse().unwrap();
        let uci = one["move"].as_str().unwrap();
        let played = position.legal_moves().into_iter().find(|&m| position.uci(m) == uci).unwrap();
        assert_eq!(position.play(played).to_string(), after.as_str().unwrap(), "{one}");
        let square = |name: &str| (name.as_bytes()[0] - b'a') + 8 * (name.as_bytes()[1] - b'1');
        let made = format!("{} {}", square(&uci[..2]), square(&uci[2..4]));
        assert_eq!(between(link, "data-made=\"", "\""), made, "{uci}");
        assert!(
            text(link).ends_with(&format!(
                "{}{}",
                one["san"].as_str().unwrap(),
                one["mark"].as_str().map_or(String::new(), |mark| format!(" {mark}"))
            )),
            "{link}"
        );
    }
    let start = between(&page, &format!("id=\"m{FIRST}-0\""), "</a>");
    assert!(start.contains("data-men=\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\""), "{start}");
}

#[test]
fn marked_moves_have_their_values_and_better_lines() {
    let (document, page) = page(first_game(), "mistakes");
    let moves = list(&document["games"][0], "moves");
    let marked: Vec<(usize, &Value)> =
        moves.iter().enumerate().filter(|(_, one)| one["mark"].is_string()).collect();
    assert!(marked.len() >= 2, "{}", marked.len());
    assert_eq!(page.matches("<article id=").count(), marked.len());
    let chart = between(&page, "<div class=\"large\">", "</div>");
    assert_eq!(chart.matches("<a href=\"#e").count(), marked.len(), "a dot for each");
    for (nth, one) in marked {
        let part = text(between(&page, &format!("<article id=\"e{FIRST}-{}\"", nth + 1), "</article>"));
        let sign = if one["side"] == "White" { 1.0 } else { -1.0 };
        let pawns =
            |value: &Value| value["score"].as_f64().map(|score| format!("{:+.2}", sign * score / 100.0));
        for value in [&one["best_value"], &one["value"]] {
            let said =
                pawns(value).unwrap_or("#".to_owned()).replace("+0.00", "0.00").replace("-0.00", "0.00");
            assert!(part.contains(&said), "{said}: {part}");
        }
        for line in list(one, "lines") {
            for san in list(line, "san") {
                assert!(part.contains(san.as_str().unwrap()), "{san}: {part}");
            }
        }
        let board = between(
            between(&page, &format!("<article id=\"e{FIRST}-{}\"", nth + 1), "</article>"),
            "aria-label=\"",
            "\"",
        );
        let best = one["best"].as_str().unwrap();
        assert!(
            board.contains(&format!("the best move goes from {} to {}", &best[..2], &best[2..4])),
            "{board}"
        );
    }
}

#[test]
fn the_head_says_who_played_how_well() {
    let (document, page) = page(first_game(), "head");
    assert_eq!(between(&page, "<h1>", "</h1>"), "Anna 1-0 Bert");
    let players = text(between(&page, "<section id=\"players\"", "</tbody>"));
    let both = list(&document["games"][0], "players");
    let accuracy = |player: &Value| format!("{:.1} %", player["accuracy"].as_f64().unwrap());
    let [white, black] = [&both[0], &both[1]].map(accuracy);
    assert!(players.contains(&format!("Accuracy {white} {black} ")), "{players}");
    assert!(players.contains("Rating 1650"), "{players}");
    let loss = |player: &Value| format!("{:.0}", player["mean_loss"].as_f64().unwrap());
    let [white, black] = [&both[0], &both[1]].map(loss);
    assert!(players.contains(&format!("centipawns {white} {black} ")), "{players}");
}

#[test]
fn several_games_have_a_section_each() {
    let (document, page) = page(GAMES, "several");
    assert_eq!(list(&document, "games").len(), 2);
    let overview = text(between(&page, "<section id=\"games\"", "</table>"));
    assert!(overview.contains("Anna Bert 1-0") && overview.contains("Cleo Dora 1/2-1/2"), "{overview}");
    for (id, title) in [("g1", "Game 1: Anna 1-0 Bert"), ("g2", "Game 2: Cleo 1/2-1/2 Dora")] {
        let section = between(&page, &format!("<section id=\"{id}\""), "</section>");
        assert!(text(section).contains(title), "{title}");
        assert_eq!(section.matches("class=\"follow\"").count(), 1);
    }
    assert!(page.contains("<p>No move lost half a pawn.</p>"));
}

#[test]
fn names_of_players_cannot_break_out_of_their_text() {
    let evil = "<script>alert(1)</script>'&amp;";
    let (document, page) = page(&first_game().replace("Anna", evil), "evil");
    assert_eq!(document["games"][0]["players"][0]["name"], evil);
    assert!(tags(&page).iter().all(|tag| !tag.attributes.contains("alert")));
    assert!(page.contains("<h1>&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;amp; 1-0 Bert</h1>"));
}

#[test]
fn what_makes_no_page_is_refused() {
    let file = scratch("game_pages", "many.pgn");
    fs::write(&file, "[White \"x\"]\n\n1. e4 *\n\n".repeat(65)).unwrap();
    let report = scratch("game_pages", "refused.html");
    let [file, report] = [&file, &report].map(|path| path.to_str().unwrap());
    let line = refusal(&["chess", "analyse", "--pgn", file, "--report", report]);
    assert!(line.contains("got 65 games") && !Path::new(report).exists(), "{line}");
    assert!(refusal(&["chess", "analyse", "--report", report]).contains("--pgn"));
    assert!(refusal(&["chess", "analyse", "--json"]).contains("--pgn"));
    let same = process(&["chess", "analyse", "--pgn", file, "--report", file]).output().unwrap();
    assert_eq!(same.status.code(), Some(2));
    assert!(fs::read_to_string(file).unwrap().contains("1. e4"));
}
