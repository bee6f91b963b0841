//! Claim: the head of a page says the answer in the words of its game, and its board shows the
//! position and the best move that the document has.

use std::fs;

use crate::support::binary::{document, stdout};
use crate::support::page::{assert_page, scratch};
use serde_json::Value;

/// Runs it with `--report`: the document and the page, which is checked.
fn page(args: &[&str], name: &str) -> (Value, String) {
    let path = scratch("pages_show_the_game", name);
    let out = stdout(&[args, &["--json", "--report", path.to_str().unwrap()]].concat());
    let page = fs::read_to_string(&path).unwrap();
    assert_page(&page);
    (document(&out), page)
}

/// The text between two others.
fn between<'p>(page: &'p str, before: &str, after: &str) -> &'p str {
    let rest = page.split_once(before).unwrap_or_else(|| panic!("no {before} in the page")).1;
    rest.split_once(after).unwrap().0
}

fn headline(page: &str) -> &str {
    between(page, "<h1>", "</h1>")
}

/// What the board says to those who cannot see it.
fn board(page: &str) -> &str {
    let figure = between(page, "<figure class=\"board", "</figure>");
    between(figure, "aria-label=\"", "\"")
}

#[test]
fn a_chess_page_shows_men_and_move() {
    let fen = "k7/8/8/3p4/4P3/8/8/K7 w - - 0 1";
    let (document, page) =
        page(&["chess", "bestmove", "--fen", fen, "--depth", "1", "--threads", "1"], "chess.html");
    let pawns = document["score"].as_i64().unwrap() as f64 / 100.0;
    assert_eq!(headline(&page), format!("exd5, {pawns:+.2}"));
    assert!(page.contains("<p class=\"note\">pawns for White, to move</p>"));
    let said = "Chess board. White: Ka1 e4. Black: d5 Ka8. White to move; the best move goes from e4 to d5";
    assert_eq!(board(&page), said);
    assert_eq!(page.matches("<g class=\"white\"").count(), 2);
    assert_eq!(page.matches("<rect class=\"marked\"").count(), 2);
}

#[test]
fn a_chess_page_says_mate_and_the_end() {
    let mate = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let (_, mating) = page(&["chess", "bestmove", "--fen", mate, "--depth", "2"], "mate.html");
    assert_eq!(headline(&mating), "Ra8#, mate in 1");
    let over = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let (_, ended) = page(&["chess", "bestmove", "--fen", over], "over.html");
    assert_eq!(headline(&ended), "game over: checkmate");
    assert!(board(&ended).ends_with("Black to move"), "{}", board(&ended));
}

#[test]
fn castling_goes_where_the_king_goes() {
    let fen = "4k3/8/8/8/8/8/PPPPPPPP/RNBQK2R w K - 0 1";
    let moves = (1..=3).map(|depth| {
        let depth = depth.to_string();
        page(&["chess", "bestmove", "--fen", fen, "--depth", &depth, "--threads", "1"], "castle.html")
    });
    for (document, page) in moves {
        let best = document["best"].as_str().unwrap();
        let arrow = format!("the best move goes from {} to {}", &best[..2], &best[2..4]);
        assert!(board(&page).ends_with(&arrow), "{best}: {}", board(&page));
    }
}

#[test]
fn a_backgammon_page_shows_checkers_and_play() {
    let (document, page) =
        page(&["backgammon", "bestmove", "--roll", "31", "--depth", "0", "--threads", "1"], "dice.html");
    let equity = document["score"].as_f64().unwrap();
    assert_eq!(headline(&page), format!("8/5 6/5, value {equity:+.3}"));
    assert_eq!(
        board(&page),
        "Backgammon board seen by White, to move: 5 on 6, 3 on 8, 5 on 13, 2 on 24, 0 off. Black: 2 on 1, \
         5 on 12, 3 on 17, 5 on 19, 0 off; the best play goes from 8 to 5, 6 to 5"
    );
    let figure = between(&page, "<figure class=\"board", "</figure>");
    assert_eq!(figure.matches("<circle class=\"white\"").count(), 15);
    assert_eq!(figure.matches("<circle class=\"ghost\"").count(), 2);
    assert_eq!(figure.matches("class=\"arrow\"").count(), 2);
}

#[test]
fn a_solved_board_says_who_wins() {
    let (document, page) = page(&["dots", "solve", "--size", "1x2", "--threads", "1"], "solve.html");
    let value = document["score"].as_i64().unwrap();
    let verdict = match value {
        0 => "a draw".to_owned(),
        1.. => format!("A wins by {value}"),
        _ => format!("B wins by {}", -value),
    };
    assert_eq!(headline(&page), verdict);
    let optimal = u64::from_str_radix(document["optimal"].as_str().unwrap(), 16).unwrap();
    let figure = between(&page, "<figure class=\"board", "</figure>");
    assert_eq!(figure.matches("<path class=\"best\"").count() as u32, optimal.count_ones());
    assert!(!between(&page, "<section id=\"result\"", "</section>").contains(&format!(">{optimal:x}<")));
}

#[test]
fn a_dots_page_shows_the_best_edge() {
    let args = ["dots", "bestmove", "--size", "2x2", "--depth", "3", "--threads", "1"];
    let (document, page) = page(&args, "dots.html");
    let best = document["best"].as_str().unwrap();
    assert!(headline(&page).starts_with(&format!("{best}, ")), "{}", headline(&page));
    assert!(board(&page).ends_with(&format!("no edge drawn; best: {best}")), "{}", board(&page));
    let figure = between(&page, "<figure class=\"board", "</figure>");
    assert_eq!(figure.matches("<path class=\"open\"").count(), 11);
}

#[test]
fn a_perft_has_its_board_too() {
    let (_, page) = page(&["chess", "perft", "--depth", "2", "--threads", "1"], "perft.html");
    assert_eq!(headline(&page), "400");
    assert!(board(&page).starts_with("Chess board. White: Ra1 Nb1"), "{}", board(&page));
}

#[test]
fn counters_that_a_search_has_not_are_not_shown() {
    let star2 = ["backgammon", "bestmove", "--roll", "31", "--strategy", "star2", "--threads", "1"];
    let (_, dice) = page(&star2, "star2.html");
    assert!(!dice.contains("<dt>Cuts</dt>") && !dice.contains("<dt>Split points</dt>"));
    let (_, chess) = page(&["chess", "bestmove", "--depth", "4", "--threads", "2"], "cuts.html");
    assert!(chess.contains("<dt>Cuts</dt>") && chess.contains("<dt>Split points</dt>"));
}

#[test]
fn a_page_ranks_the_moves_that_were_asked_for() {
    let args = ["chess", "bestmove", "--depth", "2", "--multipv", "3"];
    let (document, page) = page(&args, "ranked.html");
    let list = between(&page, "<ol class=\"ranking\">", "</ol>");
    let rows: Vec<&str> = list.trim().lines().collect();
    assert_eq!(rows.len(), 3);
    for (row, line) in rows.iter().zip(document["lines"].as_array().unwrap()) {
        let score = line["score"].as_i64().unwrap();
        let score = if score == 0 { "0".to_owned() } else { format!("{score:+}") };
        let san: Vec<&str> = line["san"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        assert_eq!(*row, format!("<li><strong>{score}</strong> {}</li>", san.join(" ")));
    }
    assert!(!page.contains("<h3>Best line</h3>"));
}

/// The moves of the best line with their numbers.
fn best_line(page: &str) -> String {
    between(page, "<ol class=\"line\"><li>", "</li></ol>")
        .replace("</li><li>", " ")
        .replace("<span>", "")
        .replace("</span>", "")
}

#[test]
fn moves_are_numbered_as_chess_players_do() {
    let args = ["chess", "bestmove", "--strategy", "pvs", "--depth", "4", "--board"];
    let san = |document: &Value| {
        let moves = document["san"].as_array().unwrap();
        moves.iter().map(|m| m.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (document, black) = page(&[&args[..], &["ruy-lopez"]].concat(), "black.html");
    let [a, b, c, d] = &san(&document)[..] else { panic!("{document}") };
    assert_eq!(best_line(&black), format!("1... {a} 2. {b} {c} 3. {d}"));
    let (document, white) = page(&[&args[..], &["start"]].concat(), "white.html");
    let [a, b, c, d] = &san(&document)[..] else { panic!("{document}") };
    assert_eq!(best_line(&white), format!("1. {a} {b} 2. {c} {d}"));
}

#[test]
fn headings_say_what_was_found() {
    let (document, page) = page(&["chess", "bestmove", "--depth", "5", "--threads", "2"], "found.html");
    let tasks = &document["tasks"];
    let heading = between(&page, "<h2 id=\"tasks-h\">", "</h2>").replace(',', "");
    let stolen = match tasks["stolen"].as_u64().unwrap() {
        0 => "None".to_owned(),
        n => n.to_string(),
    };
    assert_eq!(heading, format!("{stolen} of {} tasks stolen", tasks["created"]));
    let total = between(&page, "aria-label=\"Time of the workers, table\"", "</table>");
    let share = between(between(total, "<th scope=\"row\">total</th>", "</tr>"), "</div></td><td>", " %");
    let heading = between(&page, "<h2 id=\"time-h\">", "</h2>");
    let whole = share.parse::<f64>().unwrap();
    let said = between(heading, "2 workers were at work ", " % of the time").parse::<f64>().unwrap();
    assert!((said - whole).abs() <= 0.6, "{heading}: {share}");
}

#[test]
fn a_simulation_says_its_speed_up() {
    let path = scratch("pages_show_the_game", "simulated.html");
    let report = ["--json", "--report", path.to_str().unwrap()];
    let runs: [&[&str]; 2] = [
        &["simulate", "chess", "--depth", "4", "--workers", "1,12"],
        &["simulate", "sched", "fib", "--n", "20", "--workers", "1,12"],
    ];
    for args in runs {
        let document = document(&stdout(&[args, &report].concat()));
        let row = &document["rows"][1];
        let [speedup, busy] = ["speedup", "busy"].map(|key| row[key].as_f64().unwrap());
        let places = if speedup < 9.995 { 2 } else { 1 };
        let said =
            format!("speed-up {speedup:.places$} on 12 simulated workers, {:.0} % at work", 100.0 * busy);
        let page = fs::read_to_string(&path).unwrap();
        assert_page(&page);
        assert_eq!(headline(&page), said);
        assert!(between(&page, "<title>", "</title>").ends_with(&format!(": {said}")));
    }
}
