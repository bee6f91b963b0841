//! Claim: `sparring backgammon ubgi` speaks the Universal Backgammon Interface 0.2: it plays what
//! `bestmove` plays, and answers whatever else comes with one line and goes on.

use crate::support::binary::json;
use crate::support::sparring::sparring;

const START: &str = "position gnubgid 4HPwATDgc/ABMA";

/// What it answers to these lines.
fn say(args: &[&str], lines: &[&str]) -> Vec<String> {
    say_bytes(args, (lines.join("\n") + "\n").as_bytes())
}

fn say_bytes(args: &[&str], bytes: &[u8]) -> Vec<String> {
    let mut command = sparring(&[&["backgammon", "ubgi"], args].concat());
    let output = command.write_stdin(bytes).output();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn it_greets_and_lists_its_keys() {
    let said = say(&[], &["ubgi", "isready", "keys", "quit", "isready"]);
    assert!(said[0].starts_with("id name sparring ") && said[1].starts_with("id author "), "{said:?}");
    assert_eq!(said[2..5], ["proto 0.2", "ubgiok", "readyok"]);
    assert_eq!(said[5], "key game.variant enum backgammon backgammon");
    assert!(said[6].starts_with("key engine.ply int 1..6 3 ") && said[7].contains(" string * 8,0.16 "));
    assert!(said[8].starts_with("key engine.threads int 1..256 ") && said[8].contains(" ! "), "{said:?}");
    assert_eq!(said.len(), 9);
}

#[test]
fn it_plays_what_bestmove_plays() {
    let positions = ["4HPwATDgc/ABMA", "Nww44GAMzoGDIQ", "HBt44EB3DgAAAA"];
    for (ply, depth) in [("1", "0"), ("2", "1")] {
        for position in positions {
            for dice in ["31", "62", "44"] {
                let at = format!("position gnubgid {position}");
                let thrown = format!("dice {} {}", &dice[1..], &dice[..1]);
                let set = format!("set engine.ply {ply}");
                let said = say(&[], &[&set, "set engine.filter all", &at, &thrown, "go"]);
                let best = json(&[
                    "backgammon",
                    "bestmove",
                    "--position",
                    position,
                    "--roll",
                    dice,
                    "--depth",
                    depth,
                ]);
                let play = best["best"].as_str().unwrap().replace('*', "");
                let play = if play.is_empty() { "pass".to_owned() } else { play };
                assert_eq!(said.last().unwrap(), &format!("bestmove {play}"), "{position} {dice} {depth}");
                if play != "pass" {
                    assert!(said[0].starts_with(&format!("info depth {ply} score ")), "{said:?}");
                }
            }
        }
    }
}

/// At double match point a gammon is worth nothing, and behind by one point it wins at once.
#[test]
fn it_plays_what_bestmove_plays_at_a_score() {
    let mut differ = 0;
    for board in ["-a-B--C-B---dE---b-db---B-", "-b----E-C---eE---c-e----B-", "-B--BBD--aA---a-AB-bbabdb-"] {
        for dice in ["21", "41", "64", "55"] {
            let id = |stakes: &str| format!("XGID={board}:0:0:1:{dice}:{stakes}");
            let best = |stakes: &str| {
                let args = ["backgammon", "bestmove", "--position", &id(stakes), "--depth", "0"];
                json(&args)["best"].as_str().unwrap().replace('*', "")
            };
            let [money, last, gammon] = ["0:0:0:0:10", "4:4:0:5:10", "1:3:0:5:10"].map(|stakes| {
                let said = say(&["--depth", "0"], &[&format!("position xgid {}", id(stakes)), "go"]);
                let play = best(stakes);
                assert_eq!(said.last().unwrap(), &format!("bestmove {play}"), "{board} {dice} {stakes}");
                play
            });
            differ += usize::from(money != last || money != gammon);
        }
    }
    assert!(differ > 0, "the score decides no play of these");
}

#[test]
fn the_depth_it_says_is_the_one_it_has_looked() {
    let place = |stakes: &str| format!("position xgid XGID=-A-A------------------bb--:0:0:1:21:{stakes}");
    for (flags, stakes, ply) in [
        (&["--depth", "5"][..], "0:0:0:0:10", "6"),
        (&["--depth", "5"], "1:3:0:5:10", "4"),
        (&["--depth", "2"], "1:3:0:5:10", "3"),
        (&["--movetime", "20"], "1:3:0:5:10", "2"),
        (&["--depth", "2", "--eval", "pubeval"], "1:3:0:5:10", "3"),
    ] {
        let said = say(flags, &[&place(stakes), "go"]);
        assert!(said[0].starts_with(&format!("info depth {ply} ")), "{flags:?} {stakes}: {said:?}");
    }
}

#[test]
fn it_doubles_as_cube_says() {
    for (id, best) in [
        ("XGID=------A------------a------:0:0:1:00:0:0:0:0:10", "double"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "nodouble"),
        // The other side owns the cube.
        ("XGID=------A------------a------:1:-1:1:00:0:0:0:0:10", "nodouble"),
    ] {
        let said = json(&["backgammon", "cube", "--position", id, "--depth", "1"]);
        let place = format!("position xgid {id}");
        let words = say(&["--depth", "1"], &["go cube", &place, "go cube", "dice 6 5", "go turn"]);
        assert!(words[0].starts_with("error bad_state missing position"), "{words:?}");
        assert_eq!(said["best"].as_str().unwrap().starts_with("Double"), best == "double", "{said}");
        assert_eq!(words[1], format!("bestcube {best}"));
        assert!(words.last().unwrap().starts_with(&format!("bestturn cube={best} move=")), "{words:?}");
    }
}

#[test]
fn keys_are_set_and_read() {
    let said = say(
        &["--depth", "1", "--threads", "1"],
        &[
            "get engine.ply",
            "get engine.filter",
            "set engine.ply 1",
            "get engine.ply",
            "set engine.filter 4,0.08",
            "get engine.filter",
            "set engine.threads 2",
            "get engine.threads",
            "get engine.ply",
            "get game.variant",
        ],
    );
    let values = ["ply 2", "filter all", "ply 1", "filter 4,0.08", "threads 2", "ply 1"];
    let values: Vec<String> = values.iter().map(|value| format!("value engine.{value}")).collect();
    assert_eq!(said, [&values[..], &["value game.variant backgammon".to_owned()]].concat());
}

#[test]
fn dice_come_from_a_match_id_or_an_xgid_too() {
    for id in
        ["gnubgid 4HPwATDgc/ABMA:cIkFAAAAAAAA", "xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"]
    {
        let said = say(&["--depth", "0"], &[&format!("position {id}"), "go chequer"]);
        assert_eq!(said[1], "bestmove 8/5 6/5", "{said:?}");
    }
    // The bar is closed.
    let said = say(&["--depth", "0"], &["position xgid -------------------bbbbbbA", "dice 6 6", "go"]);
    assert_eq!(said, ["bestmove pass"]);
}

#[test]
fn what_it_cannot_do_is_one_line_and_changes_nothing() {
    for (line, answer) in [
        ("go", "bad_state missing position"),
        ("uci", "bad_command got 'uci'"),
        ("position gnubgid", "bad_command"),
        ("position fen x", "unsupported got position fen"),
        ("position gnubgid x", "bad_value got"),
        ("dice 3", "bad_command"),
        ("dice 3 7", "bad_value got"),
        ("set engine.ply 0", "bad_value got '0', expected 1 to 6"),
        ("set engine.ply", "bad_command"),
        ("set engine.filter 0,1", "bad_value got '0,1'"),
        ("set engine.threads 0", "bad_value got '0'"),
        ("set game.variant nackgammon", "bad_value got 'nackgammon'"),
        ("set engine.level 3", "unsupported got key 'engine.level'"),
        ("get x", "unsupported got key 'x'"),
        ("go fast", "bad_command"),
    ] {
        let said = say(&["--depth", "0"], &[line, START, line, "dice 3 1", "go"]);
        assert!(said[0].starts_with(&format!("error {answer}")), "{line}: {said:?}");
        assert_eq!(said.last().unwrap(), "bestmove 8/5 6/5", "{line}");
    }
    let said = say(&[], &[START, "go", "position xgid -A------------------------", "dice 3 1", "go"]);
    assert!(said[0].starts_with("error bad_state missing dice"), "{said:?}");
    assert!(said[1].starts_with("error bad_state got a game that is over"), "{said:?}");
    // newgame forgets the position.
    assert!(say(&[], &[START, "dice 3 1", "newgame", "go"])[0].contains("missing position"));
}

#[test]
fn garbage_costs_an_answer_each() {
    let long = [b"x".repeat(100_000), b"\nisready\n\xff\xfe\0\n\n  \nset \xff 1\nisready".to_vec()].concat();
    let said = say_bytes(&[], &long);
    assert!(said[0].starts_with("error bad_command got more than 4096 bytes"), "{said:?}");
    assert_eq!((said[1].as_str(), said[4].as_str(), said.len()), ("readyok", "readyok", 5), "{said:?}");
    assert!(said[2].starts_with("error bad_command") && said[3].starts_with("error unsupported"));
}
