//! Claim: the chances beside a value are those of the same depth. Without the cube they add up to
//! it, and where only a win counts the chance to win is the value. Exact ones are computed by
//! hand, others compared with gnubg.

use serde_json::Value;

use crate::support::binary::{json, stdout};
use crate::support::conversation::conversation;

const KEYS: [&str; 5] = ["win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"];

/// A position with contact, in which both sides can lose gammons.
const CONTACT: &str = "-a-B--C-B---dE---b-db---B-";

/// One checker each on the six point. After 41 White's stands on its ace point: it wins unless
/// Black bears off at once, which 27 of 36 rolls do.
const LAST: [&str; 4] = ["--position", "------A------------a------", "--roll", "41"];

fn bestmove(args: &[&str]) -> Value {
    json(&[&["backgammon", "bestmove"], args].concat())
}

fn chances(of: &Value) -> [f64; 5] {
    KEYS.map(|key| of["chances"][key].as_f64().unwrap_or_else(|| panic!("no {key} in {of}")))
}

fn points([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f64; 5]) -> f64 {
    2.0 * win - 1.0 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
}

fn assert_near(got: f64, expected: f64, most: f64, what: &str) {
    assert!((got - expected).abs() <= most, "{got}, not {expected}: {what}");
}

#[test]
fn chances_of_plays_add_up_to_their_values() {
    let searches: [&[&str]; 6] = [
        &["--depth", "0"],
        &["--depth", "1"],
        &["--depth", "2", "--filter", "4,0.1"],
        &["--depth", "2", "--keep", "2"],
        &["--depth", "1", "--strategy", "star1", "--threads", "1"],
        &[],
    ];
    for search in searches {
        for roll in ["31", "66"] {
            let found = bestmove(&[&["--position", CONTACT, "--roll", roll, "--top", "3"], search].concat());
            let lines = found["lines"].as_array().unwrap();
            assert_eq!(lines[0]["chances"], found["chances"]);
            for line in lines {
                let value = line["equity"].as_f64().unwrap();
                assert_near(points(chances(line)), value, 1e-9, &format!("{search:?} {line}"));
            }
        }
    }
}

#[test]
fn chances_of_the_last_rolls_are_exact() {
    for more in [&["--depth", "1"][..], &["--depth", "2"], &["--depth", "1", "--length", "1"]] {
        let found = bestmove(&[&LAST[..], more].concat());
        assert_eq!(chances(&found), [0.25, 0.0, 0.0, 0.0, 0.0], "{more:?}");
    }
    // White bears off with 27 of 36 rolls, and Black with every roll.
    let before = ["backgammon", "cube", "--position", "------A-----------------a-"];
    for depth in ["2", "3"] {
        let found = json(&[&before[..], &["--depth", depth]].concat());
        assert_eq!(chances(&found), [0.75, 0.0, 0.0, 0.0, 0.0], "{depth}");
    }
}

#[test]
fn where_only_a_win_counts_it_is_the_value() {
    let one_point = ["--position", CONTACT, "--length", "1", "--depth"];
    for depth in ["0", "1", "2"] {
        let found = json(&[&["backgammon", "cube"], &one_point[..], &[depth]].concat());
        let value = found["no_double"]["value"].as_f64().unwrap();
        assert_near(chances(&found)[0], value, 1e-9, depth);
        let found = bestmove(&[&one_point[..], &[depth, "--roll", "42", "--top", "2"]].concat());
        for line in found["lines"].as_array().unwrap() {
            // An equity of 1 is the match won, -1 the match lost.
            assert_near(2.0 * chances(line)[0] - 1.0, line["equity"].as_f64().unwrap(), 1e-9, depth);
        }
    }
}

/// gnubg 1.07.001, cubeless, one ply: `0.536 0.170 0.007 - 0.464 0.122 0.006` after 8/4 6/4 and
/// `0.507 0.132 0.006 - 0.493 0.138 0.006` after 24/18 13/11.
#[test]
fn chances_are_about_those_of_gnubg() {
    for (roll, theirs) in
        [("42", [0.536, 0.170, 0.007, 0.122, 0.006]), ("62", [0.507, 0.132, 0.006, 0.138, 0.006])]
    {
        let found = bestmove(&["--roll", roll, "--depth", "1"]);
        for (ours, theirs) in chances(&found).into_iter().zip(theirs) {
            assert_near(ours, theirs, 0.02, roll);
        }
    }
}

#[test]
fn text_has_them_and_evaluators_without_them_have_none() {
    let said = stdout(&["backgammon", "bestmove", "--roll", "31", "--depth", "0"]);
    let found = bestmove(&["--roll", "31", "--depth", "0"]);
    let win = format!("\nchances  wins {:.1} %, gammons ", 100.0 * chances(&found)[0]);
    assert!(said.contains(&win), "{win} is not in {said}");
    let pubeval = bestmove(&["--roll", "31", "--eval", "pubeval"]);
    assert_eq!(pubeval["chances"], Value::Null);
    let over = bestmove(&["--position", "-A------------------------"]);
    assert_eq!(over["chances"], Value::Null);
}

/// `wins 55.3 %, g 16.7, bg 0.8; loses 44.7 %, g 11.4, bg 0.5`
fn said_chances(line: &str) -> [f64; 6] {
    let words = line.split([' ', ',', ';']).filter_map(|word| word.parse::<f64>().ok());
    let numbers: Vec<f64> = words.map(|percent| percent / 100.0).collect();
    numbers.try_into().unwrap_or_else(|_| panic!("not six numbers: {line}"))
}

#[test]
fn hints_and_scores_have_chances() {
    let modes = [(["--roll", "31"], "points"), (["--length", "1"], "equity")];
    for (mode, unit) in modes {
        let args = [&["backgammon", "play", "--depth", "1", "--seed", "1"], &mode[..]].concat();
        let text = conversation(&args, &["hint 2", "hint", "score", "quit"]);
        let lines: Vec<&str> = text.lines().collect();
        let values = lines.iter().zip(&lines[1..]).filter(|(line, _)| line.contains(&format!("{unit} ")));
        let mut count = 0;
        for (line, next) in values.filter(|(_, next)| next.trim_start().starts_with("wins ")) {
            let number = line.split(&format!("{unit} ")).nth(1).unwrap();
            let value: f64 = number.split_whitespace().next().unwrap().parse().unwrap();
            let [win, gammon, backgammon, loss, lose_gammon, lose_backgammon] = said_chances(next);
            let gammons = gammon + backgammon - lose_gammon - lose_backgammon;
            let sum = win - loss + if unit == "points" { gammons } else { 0.0 };
            assert_near(sum, value, 0.0035, text.as_str());
            count += 1;
        }
        assert_eq!(count, 4, "{text}");
    }
    let text = conversation(&["backgammon", "play", "--eval", "pubeval", "--roll", "31"], &["hint", "score"]);
    assert!(!text.contains("wins "), "{text}");
}
