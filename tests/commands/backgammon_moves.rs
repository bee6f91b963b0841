//! Claim: `sparring backgammon moves` and `perft` answer correctly, in the documented form.

use crate::support::binary::{assert_ledger, count, json, run, stdout};
use serde_json::{Value, json as value};

const START: &str = "-b----E-C---eE---c-e----B-";

fn moves(args: &[&str]) -> Value {
    json(&[&["backgammon", "moves"], args].concat())
}

fn pairs(document: &Value) -> Vec<(&str, &str)> {
    let plays = document["plays"].as_array().unwrap();
    plays.iter().map(|play| (play["move"].as_str().unwrap(), play["result"].as_str().unwrap())).collect()
}

#[test]
fn moves_are_one_for_each_result_ascending() {
    for args in [
        &["--roll", "13"][..],
        &["--roll", "31", "--board", "start"],
        &["--roll", "3-1", "--position", START],
    ] {
        let document = moves(args);
        assert_eq!((&document["position"], &document["roll"]), (&value!(START), &value!("31")));
        let plays = pairs(&document);
        assert_eq!(plays.len(), 16);
        assert!(plays.is_sorted_by(|a, b| a.1 < b.1));
        assert!(plays.contains(&("8/5 6/5", "-b---BD-B---eE---c-e----B-")));
    }
    let document = moves(&["--roll", "11", "--position", "---AAA-AAAA-A-----AAAABoA-"]);
    assert_eq!(pairs(&document).len(), 1173);
}

#[test]
fn bar_hits_and_bearing_off_are_named() {
    let entering = moves(&["--roll", "51", "--position", "--------------------a----A"]);
    assert_eq!(
        pairs(&entering),
        [("bar/24 24/19", "-------------------Aa-----"), ("bar/20* 20/19", "a------------------A------")]
    );
    let off = moves(&["--roll", "65", "--position", "-A---AA-----------------b-"]);
    assert_eq!(pairs(&off)[0], ("6/off 5/off", "-A----------------------b-"));
}

#[test]
fn where_nothing_can_be_played_the_position_stays() {
    let shut = "-------------------bbbbbbA";
    let document = moves(&["--roll", "52", "--position", shut]);
    assert_eq!(document["plays"], value!([{"move": "", "result": shut}]));
    let text = stdout(&["backgammon", "moves", "--roll", "52", "--position", shut]);
    assert_eq!(text, format!("no play  {shut}\n"));
}

#[test]
fn a_finished_game_has_no_plays() {
    let over = "-A------------------------";
    assert_eq!(moves(&["--roll", "52", "--position", over])["plays"], value!([]));
    let no_dice = moves(&["--position", over]);
    assert_eq!((&no_dice["roll"], &no_dice["plays"]), (&Value::Null, &value!([])));
    assert_eq!(count(&json(&["backgammon", "perft", "--depth", "1", "--position", over]), "nodes"), 0);
}

#[test]
fn the_text_is_a_line_a_play() {
    let text = stdout(&["backgammon", "moves", "--roll", "31"]);
    assert_eq!(text.lines().count(), 16);
    assert!(text.contains("8/5 6/5      -b---BD-B---eE---c-e----B-\n"), "{text}");
}

#[test]
fn the_side_on_roll_can_be_turned_round() {
    let position = "-A-------------------bb--B";
    let turned = moves(&["--roll", "31", "--position", position, "--side", "black"]);
    assert_eq!(turned["position"], "b--BB-------------------a-");
    assert_eq!(moves(&["--roll", "31", "--position", position, "--side", "white"])["position"], position);
}

#[test]
fn perft_counts_sequences_of_turns() {
    for threads in ["1", "2", "3"] {
        let document = json(&["backgammon", "perft", "--depth", "2", "--threads", threads]);
        assert_eq!(count(&document, "nodes"), 202_782);
        assert_eq!((&document["game"], &document["position"]), (&value!("backgammon"), &value!(START)));
        let divide = document["divide"].as_object().unwrap();
        assert_eq!(divide.len(), 21);
        assert_eq!(divide.values().map(|n| n.as_u64().unwrap()).sum::<u64>(), 202_782);
        assert_ledger(&document);
    }
    let shallow = json(&["backgammon", "perft", "--depth", "1"]);
    assert_eq!((count(&shallow, "nodes"), &shallow["divide"]["31"]), (447, &value!(16)));
    assert_eq!(count(&json(&["backgammon", "perft", "--depth", "0"]), "nodes"), 1);
    // Three turns of a bear-off, the second of which always ends the game.
    let last = ["backgammon", "perft", "--position", "-----A------------------b-", "--depth"];
    let nodes = ["1", "2", "3"].map(|depth| count(&json(&[&last[..], &[depth]].concat()), "nodes"));
    assert_eq!(nodes, [21, 63, 0]);
}

#[cfg(not(debug_assertions))]
#[test]
fn perft_of_three_turns() {
    assert_eq!(count(&json(&["backgammon", "perft", "--depth", "3"]), "nodes"), 116_154_993);
}

#[test]
fn divide_is_a_line_a_roll() {
    let text = stdout(&["backgammon", "perft", "--depth", "1", "--divide"]);
    assert!(text.contains("\n31: 16\n") && text.contains("\nnodes    447\n"), "{text}");
}

#[test]
fn stakes_that_are_not_looked_at_are_named() {
    let id = |stakes: &str| format!("XGID=-b----E-C---eE---c-e----B-:{stakes}:10");
    let (scored, money) = (id("1:1:1:31:2:3:0:7"), id("0:0:1:31:0:0:0:0"));
    for (verb, instead) in [
        (&["moves", "--rank"][..], "try bestmove --top 5\n"),
        (&["rollout", "--trials", "1", "--top", "1"], "try --cubeful\n"),
    ] {
        let said = |id: &str| {
            let output = run(&[&["backgammon"], verb, &["--position", id]].concat());
            assert_eq!(output.status.code(), Some(0));
            String::from_utf8(output.stderr).unwrap()
        };
        let line = said(&scored);
        assert!(line.contains("the score and the cube of the position are not looked at; "), "{line}");
        assert!(line.ends_with(instead), "{line}");
        assert_eq!(said(&money), "");
    }
}
