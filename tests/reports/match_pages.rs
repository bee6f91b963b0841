//! Claim: the page of a match holds its document, shows every decision with the numbers and the
//! board that the document has, and names cannot break out of their text.

use std::fs;

use crate::support::binary::{document, stdout};
use crate::support::page::{assert_page, between, embedded, list, scratch, tags, text};
use serde_json::Value;
use sparring_engine::games::backgammon::{Position, parse_id};

/// Judges a match with `--report`: the document and the page, which is checked.
fn page(file: &str, name: &str) -> (Value, String) {
    let path = scratch("match_pages", name);
    let args = ["backgammon", "analyse", "--match", file, "--depth", "0", "--json", "--report"];
    let document = document(&stdout(&[&args[..], &[path.to_str().unwrap()]].concat()));
    let page = fs::read_to_string(&path).unwrap();
    assert_page(&page);
    assert_eq!(embedded(&page, "run"), document);
    (document, page)
}

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("no {key} in {value}"))
}

/// The part of a page on a decision, if it is shown.
fn shown<'p>(page: &'p str, line: &Value) -> Option<&'p str> {
    let id = format!("<div id=\"d{}-{}\"", line["number"], line["decision"]);
    page.split_once(&id).map(|(_, rest)| rest.split_once("</details>").unwrap().0)
}

#[test]
fn every_decision_is_shown_with_its_numbers() {
    for file in ["tests/data/gnubg-match.mat", "tests/data/gnubg-session.sgf"] {
        let (document, page) = page(file, "numbers.html");
        for line in list(&document, "decisions") {
            let Some(part) = shown(&page, line) else {
                assert!(line["counts"] == false && !line["cube"].is_null(), "{line}");
                continue;
            };
            let rows = between(part, "<tbody>", "</tbody>");
            for play in list(line, "plays") {
                let name = play["move"].as_str().unwrap();
                let made = if play["made"] == true { " (played)" } else { "" };
                let (equity, loss) = (number(play, "equity"), number(play, "loss"));
                let row = format!(
                    "{} {}{made} {equity:+.4} {loss:.4} {}",
                    play["rank"],
                    if name.is_empty() { "no play" } else { name },
                    play["depth"]
                );
                assert!(rows.split("</tr>").any(|shown| text(shown) == row), "{row}: {rows}");
            }
            if let Some(cube) = line["cube"].as_object() {
                let said: Vec<String> = ["No double", "Double, take", "Double, pass"]
                    .iter()
                    .zip(cube.values())
                    .map(|(name, equity)| format!("{name} {:+.4}", equity.as_f64().unwrap()))
                    .collect();
                assert_eq!(text(rows), said.join(" "));
            }
            assert!(part.contains(line["position"].as_str().unwrap()));
        }
    }
}

#[test]
fn boards_are_those_of_the_positions() {
    let (document, page) = page("tests/data/gnubg-match.sgf", "boards.html");
    let mut seen = 0;
    for line in list(&document, "decisions") {
        let Some(part) = shown(&page, line) else { continue };
        let position = parse_id(line["position"].as_str().unwrap()).unwrap().position;
        // An answer is seen by the side that gives it.
        let answers = ["take", "pass"].contains(&line["choice"].as_str().unwrap());
        let position = if answers { position.handed_over() } else { position };
        assert_eq!(between(part, "Backgammon board seen by ", ","), line["side"].as_str().unwrap());
        let (own, other) = between(part, ": ", "\">").split_once(". ").unwrap();
        let said = |position: &Position, sign: i8| {
            let points = position.points().iter().enumerate();
            let words = points.filter(|(_, n)| **n * sign > 0).map(|(point, n)| match point {
                0 | 25 => format!("{} on the bar", n.abs()),
                _ => format!("{} on {point}", n.abs()),
            });
            words.collect::<Vec<_>>().join(", ")
        };
        assert_eq!(own, format!("{}, {} off", said(&position, 1), position.off()), "{line}");
        let theirs = format!(": {}, {} off", said(&position, -1), position.opponent_off());
        assert!(other.contains(&theirs), "{other}: {theirs}");
        seen += 1;
    }
    assert!(seen > 100, "only {seen} boards");
    for part in ["points", "white", "black", "die-1", "die-6"] {
        // Browsers style copies by their own classes alone.
        assert!(page.contains(&format!("<g id=\"{part}\" class=\"board backgammon\">")), "{part}");
    }
}

#[test]
fn the_head_says_who_played_how_well() {
    let (document, page) = page("tests/data/gnubg-match.mat", "head.html");
    assert_eq!(between(&page, "<h1>", "</h1>"), "gnubg 3 - 2 Ben");
    let players = text(between(&page, "<section id=\"players\"", "</tbody>"));
    let both = |key: &str| [0, 1].map(|i| number(&document["players"][i], key));
    for (name, key) in [("PR", "pr"), ("Error rate", "error_rate"), ("Snowie error rate", "snowie")] {
        let [white, black] = both(key);
        assert!(players.contains(&format!(" {name} {white:.2} {black:.2} ")), "{name}: {players}");
    }
    let [white, black] = both("luck");
    assert!(players.ends_with(&format!(" Luck {white:+.3} {black:+.3}")), "{players}");
    let errors = between(&page, "<section id=\"errors\"", "</table>");
    let links: Vec<&str> =
        errors.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    let mut worst: Vec<&Value> =
        list(&document, "decisions").iter().filter(|line| line["counts"] == true).collect();
    worst.retain(|line| number(line, "loss") >= 0.02);
    worst.sort_by(|a, b| number(b, "loss").total_cmp(&number(a, "loss")));
    let expected: Vec<String> =
        worst.iter().map(|line| format!("d{}-{}", line["number"], line["decision"])).collect();
    assert_eq!(links, expected);
    let chart = between(&page, "<div class=\"large\">", "</div>");
    assert_eq!(chart.matches("<a href=\"#d").count(), expected.len(), "a dot for each error");
    let results = text(between(&page, "<section id=\"games\"", "</table>"));
    assert!(results.contains("3 0 - 2, Crawford White wins 1 point: single game"), "{results}");
}

#[test]
fn names_of_players_cannot_break_out_of_their_text() {
    let evil = "<script>alert(1)</script><!-- \"'&amp;";
    let file = scratch("match_pages", "evil.sgf");
    let escaped = evil.replace('\\', "\\\\").replace(']', "\\]");
    fs::write(&file, format!("(;GM[6]PW[{escaped}]PB[{escaped}];W[31hefe])")).unwrap();
    let (document, page) = page(file.to_str().unwrap(), "evil.html");
    assert_eq!(document["players"][0]["name"], evil);
    assert!(tags(&page).iter().all(|tag| !tag.attributes.contains("alert")));
    assert!(page.contains("<h1>&lt;script&gt;alert(1)&lt;/script&gt;&lt;!-- &quot;&#39;&amp;amp; 0 - 0 "));
}

#[test]
fn a_page_of_many_decisions_stays_small() {
    let (document, page) = page("tests/data/gnubg-match.mat", "size.html");
    let shown = page.matches("<details").count();
    let each = page.len() / shown;
    assert!(shown > 100 && each < 5_000, "{each} bytes for each of {shown} decisions");
    assert!(list(&document, "decisions").len() >= shown);
}
