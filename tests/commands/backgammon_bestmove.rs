//! Claim: `sparring backgammon bestmove` prints the documented document; best play and value are
//! those computed by hand or published, for every strategy and thread count.

use crate::support::binary::{assert_ledger, count, json, stdout};
use crate::support::keys::assert_keys;
use crate::support::sparring::sparring;
use serde_json::{Value, json as value};

const START: &str = "-b----E-C---eE---c-e----B-";

const STRATEGIES: [&str; 7] =
    ["expectimax", "star1", "star2", "par-expectimax", "par-star1", "par-star2", "root-split"];

/// Black has closed his home, White waits on the bar.
const SHUT: &str = "-------------------bbbbbbA";

fn bestmove(args: &[&str]) -> Value {
    let document = json(&[&["backgammon", "bestmove"], args].concat());
    assert_ledger(&document);
    document
}

#[test]
fn the_document_has_its_keys_and_no_others() {
    let document = bestmove(&["--roll", "31", "--threads", "2"]);
    let dice = ["roll", "unit", "keep", "filter", "bearoff", "result", "chances", "evaluations", "lines"];
    assert_keys(&document, &dice);
    assert_eq!((&document["game"], &document["position"]), (&value!("backgammon"), &value!(START)));
    assert_eq!((&document["strategy"], &document["unit"]), (&value!("par-star2"), &value!("points")));
    assert_eq!((count(&document, "depth"), count(&document, "threads")), (2, 2));
    assert_eq!((&document["roll"], &document["keep"]), (&value!("31"), &value!(1)));
    assert_eq!(document["pv"][0], document["best"]);
    let nodes: u64 =
        document["workers"].as_array().unwrap().iter().map(|worker| count(worker, "nodes")).sum();
    assert_eq!(nodes, count(&document, "nodes"));

    let more = bestmove(&["--roll", "31", "--threads", "2", "--stats", "--compare"]);
    assert_keys(&more, &dice);
    assert_eq!(more["compare"]["twin"], "star2");
    assert!(more["stats"]["latencies"]["steal"]["count"].is_u64());
}

/// Claim: without a depth the network plays two plies deep, filtered; a depth that is asked for
/// by its number is searched whole, and so is all with an evaluator that counts no points.
#[test]
fn how_to_play_is_what_no_depth_means() {
    let searched = |args: &[&str]| {
        let document = bestmove(&[&["--roll", "42"], args].concat());
        (count(&document, "depth"), document["filter"].clone(), document["keep"].clone())
    };
    let (filter, whole) = (value!({"most": 8, "within": 0.16}), (Value::Null, Value::Null));
    assert_eq!(searched(&[]), (2, filter.clone(), value!(1)));
    assert_eq!(searched(&["--depth", "2", "--filter", "8,0.16"]), (2, filter.clone(), value!(1)));
    assert_eq!(searched(&["--nodes", "100000000", "--depth", "1"]), (1, whole.0.clone(), whole.1.clone()));
    assert_eq!(searched(&["--nodes", "10"]).1, filter);
    assert_eq!(searched(&["--filter", "all"]), (2, whole.0.clone(), whole.1.clone()));
    assert_eq!(searched(&["--keep", "2"]), (2, Value::Null, value!(2)));
    assert_eq!(searched(&["--eval", "balanced"]), (1, whole.0.clone(), whole.1.clone()));
    let line = |more: &str| {
        let line = format!("{{\"position\":\"{START}\",\"roll\":\"42\"{more}}}");
        let output = sparring(&["backgammon", "analyse"]).write_stdin(line).output();
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        (count(&answer, "depth"), answer["filter"].clone())
    };
    assert_eq!(line(""), (2, filter));
    assert_eq!(line(",\"depth\":1"), (1, Value::Null));
}

#[test]
fn pubeval_opens_as_it_is_known_to() {
    for (roll, best) in
        [("31", "8/5 6/5"), ("16", "13/7 8/7"), ("42", "8/4 6/4"), ("35", "8/3 6/3"), ("65", "24/18 18/13")]
    {
        let document = bestmove(&["--roll", roll, "--depth", "0", "--eval", "pubeval"]);
        assert_eq!(document["best"], best, "{roll}");
        assert_eq!(count(&document, "depth"), 0);
        // Black's view of his own opening is the same.
        let black = bestmove(&["--roll", roll, "--depth", "0", "--eval", "pubeval", "--side", "black"]);
        assert_eq!((&black["best"], &black["score"]), (&document["best"], &document["score"]));
    }
}

#[test]
fn the_network_counts_points_and_every_strategy_finds_its_value() {
    let net = |args: &[&str]| bestmove(&[args, &["--eval", "net"]].concat());
    // The last two checkers go off: White wins a gammon, since Black has all of his left.
    let over = net(&["--position", "-B----------------------o-", "--roll", "21", "--depth", "0"]);
    assert_eq!((&over["unit"], over["score"].as_f64()), (&value!("points"), Some(2.0)));
    let expected = net(&["--roll", "42", "--strategy", "expectimax"]);
    assert!(expected["score"].as_f64().unwrap().abs() < 3.0);
    for (strategy, threads) in STRATEGIES.iter().flat_map(|strategy| [(strategy, "1"), (strategy, "8")]) {
        if threads == "8" && !(strategy.starts_with("par-") || *strategy == "root-split") {
            continue;
        }
        let found = net(&["--roll", "42", "--strategy", strategy, "--threads", threads]);
        assert_eq!((&found["best"], &found["score"]), (&expected["best"], &expected["score"]), "{strategy}");
    }
}

#[test]
fn values_are_those_of_the_formulas_by_hand() {
    let value = |args: &[&str]| {
        let document = bestmove(&[args, &["--depth", "0"]].concat());
        (document["best"].as_str().unwrap().to_owned(), document["score"].as_f64().unwrap())
    };
    let bearoff = ["--board", "bear-off"];
    // Before: 11 at home with 39 points to go, 4 off, 8 of Black's in his home. Two checkers go off
    // by 3 points.
    let race = value(&[&bearoff[..], &["--eval", "race", "--roll", "12"]].concat());
    assert_eq!(race, ("2/off 1/off".to_owned(), f64::from(9 + 10 * 6 - 36 - 8)));
    // Three go off from 6, then one from 4, now the highest.
    let race = value(&[&bearoff[..], &["--eval", "race", "--roll", "66"]].concat());
    assert_eq!(race, ("6/off 6/off 6/off 4/off".to_owned(), f64::from(7 + 10 * 8 - 17 - 8)));
    // White: 8 off, points 1 and 4, the blot on 2. Black: 7 off, three points.
    let blots = value(&[&bearoff[..], &["--eval", "blots", "--roll", "66"]].concat());
    assert_eq!(blots, ("6/off 6/off 6/off 4/off".to_owned(), f64::from((16 + 2 - 2) - (14 + 3))));
    // The one play that leaves no blot makes a fifth point.
    assert_eq!(value(&["--eval", "blots", "--roll", "31"]), ("8/5 6/5".to_owned(), 1.0));
}

#[test]
fn every_strategy_at_every_number_of_threads_says_the_same() {
    for (board, roll, depth) in
        [("midgame", "64", "1"), ("critical-hit", "55", "1"), ("white-endgame", "21", "2")]
    {
        for eval in ["pubeval", "race"] {
            let place = ["--board", board, "--roll", roll, "--depth", depth, "--eval", eval];
            let answer = |strategy, threads| {
                let document =
                    bestmove(&[&place[..], &["--strategy", strategy, "--threads", threads]].concat());
                if ["expectimax", "star1", "star2"].contains(&strategy) {
                    assert_eq!(count(&document["tasks"], "created"), 0, "{strategy}");
                }
                (document["best"].clone(), document["score"].clone(), document["result"].clone())
            };
            let expected = answer("expectimax", "1");
            for strategy in STRATEGIES {
                for threads in ["1", "2", "3"] {
                    assert_eq!(answer(strategy, threads), expected, "{board} {eval} {strategy} {threads}");
                }
            }
        }
    }
}

#[test]
fn a_board_of_2020_by_name_is_the_position_that_it_names() {
    let boards = [
        ("short-bear-off", "-B---------------------c--"),
        ("bar", "b---------------------Cc--"),
        ("test", "-BaEB-E--------------bAeb-"),
        ("end", "-b----E-C---eE---c-e----A-"),
    ];
    for (name, text) in boards {
        for side in ["white", "black"] {
            let search = ["--side", side, "--roll", "21", "--depth", "1", "--threads", "1"];
            let [named, given] = [["--board", name], ["--position", text]]
                .map(|place| bestmove(&[&place[..], &search[..]].concat()));
            for key in ["position", "best", "result", "score", "nodes"] {
                assert_eq!(named[key], given[key], "{name} {side} {key}");
            }
        }
    }
}

#[test]
fn each_play_at_the_root_is_one_task_of_root_split() {
    let place = ["--board", "midgame", "--roll", "64"];
    let plays = json(&[&["backgammon", "moves"][..], &place].concat())["plays"].as_array().unwrap().len();
    for threads in ["1", "2"] {
        let run = ["--depth", "1", "--strategy", "root-split", "--compare", "--threads", threads];
        let document = bestmove(&[&place[..], &run].concat());
        assert_eq!(count(&document["tasks"], "created"), plays as u64);
        let twin = bestmove(&[&place[..], &["--depth", "1", "--strategy", "expectimax"]].concat());
        assert_eq!(
            (&document["nodes"], document["compare"]["twin"].as_str()),
            (&twin["nodes"], Some("expectimax"))
        );
    }
}

#[test]
fn how_many_tasks_there_are_can_be_chosen() {
    let search = |args: &[&str]| {
        let place = ["--roll", "64", "--depth", "2", "--keep", "4", "--threads", "1"];
        let document = bestmove(&[&place[..], args].concat());
        let tasks = count(&document["tasks"], "created");
        (document["best"].clone(), document["score"].clone(), tasks)
    };
    let (best, score, none) = search(&["--strategy", "expectimax"]);
    assert_eq!(none, 0);
    for strategy in ["par-expectimax", "par-star1", "par-star2"] {
        for flag in ["--par-depth", "--split-depth"] {
            let tasks = ["1", "2", "3"].map(|n| {
                let found = search(&["--strategy", strategy, flag, n]);
                assert_eq!((&found.0, &found.1), (&best, &score), "{strategy} {flag} {n}");
                found.2
            });
            let grows = tasks[0] < tasks[2];
            assert_eq!(grows, flag == "--par-depth", "{strategy} {flag}: {tasks:?}");
        }
    }
    // Depth 1 and 2: four plays each; then the 21 rolls of four chance nodes each.
    let tasks =
        |levels| search(&["--strategy", "par-expectimax", "--split-depth", "1", "--par-depth", levels]).2;
    assert_eq!([tasks("1"), tasks("2")], [2 * 4, 2 * (4 + 4 * 21)]);
    assert_eq!(tasks("1"), search(&["--strategy", "root-split"]).2);
}

#[test]
fn dice_given_beside_a_position_win_over_its_own() {
    let id = "4HPwATDgc/ABMA:cIkFAAAAAAAA";
    assert_eq!(bestmove(&["--position", id])["roll"], "31");
    let other = bestmove(&["--position", id, "--roll", "56", "--depth", "0", "--eval", "pubeval"]);
    assert_eq!((&other["roll"], &other["best"]), (&value!("65"), &value!("24/18 18/13")));
}

#[test]
fn one_play_kept_is_the_best_by_its_static_value() {
    for board in ["start", "midgame", "critical-hit", "bear-off"] {
        let place = ["--board", board, "--roll", "41"];
        let kept = bestmove(&[&place[..], &["--keep", "1", "--depth", "2"]].concat());
        let best = bestmove(&[&place[..], &["--depth", "0"]].concat());
        assert_eq!((&kept["best"], &kept["keep"]), (&best["best"], &value!(1)), "{board}");
    }
}

/// Plays are ranked as far as they pass the filter, or are wanted.
#[test]
fn a_filter_leaves_the_plays_that_are_near_the_best() {
    let ranked = |depth: &str, filter: &str, top: &str| {
        let search = ["--roll", "42", "--depth", depth, "--filter", filter, "--top", top];
        let document = bestmove(&search);
        let lines = document["lines"].as_array().unwrap().clone();
        (lines.iter().map(|line| line["move"].as_str().unwrap().to_owned()).collect::<Vec<_>>(), document)
    };
    let (by_static_value, _) = ranked("0", "256,500", "256");
    assert!(by_static_value.len() > 10);
    let (mut three, document) = ranked("1", "3,500", "3");
    let mut first = by_static_value[..3].to_vec();
    three.sort();
    first.sort();
    assert_eq!(three, first);
    assert_eq!((&document["filter"], &document["keep"]), (&value!({"most": 3, "within": 500.0}), &value!(1)));
    let text = stdout(&["backgammon", "bestmove", "--roll", "42", "--filter", "8,0"]);
    assert!(text.contains("of its plays 8 at most, within 0 of the best"), "{text}");
}

#[test]
fn limits_end_a_search_with_its_last_finished_depth() {
    let short = bestmove(&["--roll", "31", "--nodes", "1"]);
    assert_eq!((count(&short, "depth"), &short["best"]), (0, &value!("8/5 6/5")));
    let timed = bestmove(&["--roll", "31", "--movetime", "100", "--depth", "5"]);
    assert!(timed["best"].is_string() && count(&timed, "depth") < 5);
    assert!(count(&timed, "time_ns") >= 100_000_000);
    let clamped = bestmove(&["--roll", "31", "--clamp", "2.5"]);
    assert!(clamped["score"].as_f64().unwrap().abs() <= 2.5);
}

#[test]
fn where_nothing_can_be_played_the_best_play_has_no_name() {
    let document = bestmove(&["--roll", "52", "--position", SHUT]);
    assert_eq!((&document["best"], &document["result"]), (&value!(""), &value!(SHUT)));
    assert!(document["outcome"].is_null());
    let text = stdout(&["backgammon", "bestmove", "--roll", "52", "--position", SHUT]);
    assert!(text.starts_with("best     none: no play is legal\nscore    "), "{text}");
}

#[test]
fn a_finished_game_has_no_best_play_but_an_outcome() {
    for (position, outcome, sign) in [
        ("-a------------------------", "White wins a single game", 1.0),
        ("-A------------------------", "Black wins a single game", -1.0),
        ("------------eee-----------", "White wins a gammon", 1.0),
        ("---------------EEE--------", "Black wins a gammon", -1.0),
        ("-a-------ee-d-------------", "White wins a backgammon", 1.0),
    ] {
        let document = bestmove(&["--position", position]);
        assert_eq!((&document["best"], &document["outcome"]), (&Value::Null, &value!(outcome)), "{position}");
        assert_eq!(
            (&document["pv"], &document["roll"], count(&document, "nodes")),
            (&value!([]), &Value::Null, 0)
        );
        assert!(document["score"].as_f64().unwrap() * sign > 0.0, "{document}");
        let text = stdout(&["backgammon", "bestmove", "--position", position]);
        assert!(text.starts_with(&format!("best     none, the game is over: {outcome}\n")), "{text}");
    }
    // The ancestors' formulas value a finished game like any other position.
    let race = bestmove(&["--position", "-a------------------------", "--eval", "race"]);
    assert_eq!(race["score"], 150.0);
    let blots = bestmove(&["--position", "-a------------------------", "--eval", "blots"]);
    assert_eq!(blots["score"], f64::from(2 * 15 - 2 * 14 + 2));
}
