//! Claim: `sparring backgammon ubgi` speaks the Universal Backgammon Interface 0.2, and what 0.1
//! had of its own (bungogood/bgci, docs): it plays what `bestmove` plays, and answers whatever
//! else comes with one line and goes on.

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
    let options = said.iter().filter(|line| line.starts_with("option name ")).count();
    let said = &said[2 + options..];
    assert_eq!(said[..3], ["proto 0.2", "ubgiok", "readyok"]);
    assert_eq!(said[3], "key game.variant enum backgammon backgammon");
    assert!(said[4].starts_with("key engine.ply int 1..6 3 ") && said[5].contains(" string * 8,0.16 "));
    assert!(said[6].starts_with("key engine.threads int 1..256 ") && said[6].contains(" ! "), "{said:?}");
    assert!(said[7].starts_with("key engine.evalmode enum cubeful|cubeless cubeful"));
    assert_eq!(said.len(), 8);
}

#[test]
fn options_without_effect_have_their_values_too() {
    for (option, refused) in [
        ("Seed value x", true),
        ("Seed value -1", true),
        ("seed value 4294967296", true),
        ("Seed value 4294967295", false),
        ("Deterministic value maybe", true),
        ("Deterministic value false", false),
    ] {
        let said = say(&[], &[&format!("setoption name {option}")]);
        let expected = if refused { "error bad_value got '" } else { "" };
        assert_eq!(said.len(), usize::from(refused), "{option}: {said:?}");
        assert!(said.concat().starts_with(expected), "{option}: {said:?}");
    }
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

/// What bgci sent in April 2026 (src/engine.rs at 8c8a7b0): it takes any line that begins with
/// "best" for the answer, and any error for the end.
#[test]
fn a_runner_of_version_0_1_gets_its_moves() {
    let said = say(
        &["--depth", "0"],
        &["ubgi", "isready", "newgame", "isready", START, "dice 3 1", "go role chequer", "stop", "quit"],
    );
    assert!(said.iter().all(|line| !line.starts_with("error")), "{said:?}");
    let best: Vec<&String> = said.iter().filter(|line| line.starts_with("best")).collect();
    assert_eq!(best, ["bestmove 8/5 6/5"]);
    for option in ["Variant type combo", "Threads type spin", "EvalMode type combo", "Seed type spin"] {
        assert!(said.iter().any(|line| line.starts_with(&format!("option name {option} "))), "{said:?}");
    }
    assert_eq!(
        say(&["--depth", "0"], &[START, "dice 3 1", "go role turn"])[1..],
        [
            // gnubg's position id after 8/5 6/5, with the other side on roll.
            "bestturn cube=nodouble moveid=sGfwATDgc/ABMA".to_owned()
        ]
    );
}

#[test]
fn a_session_of_version_0_1_plays_at_its_score() {
    // The same position, score and cube as XGIDs say them.
    let board = "-a-B--C-B---dE---b-db---B-";
    let bare = "sGfwAAjjDD4ABg";
    let sessions: [(&[&str], &str); 6] = [
        (&["newsession type match length 5", "setscore 4 4"], "0:0:1:DD:4:4:0:5:10"),
        (&["newsession type match length 5 crawford on", "setscore 4 2"], "0:0:1:DD:4:2:1:5:10"),
        (&["newsession type match length 5 crawford off", "setscore 4 2"], "0:0:1:DD:4:2:0:5:10"),
        (
            &["newsession type match length 5", "setscore 3 1", "setscore 4 1", "setscore 4 2"],
            "0:0:1:DD:4:2:0:5:10",
        ),
        (
            &["newsession type match length 5", "setscore 1 3", "setcube value 2 owner p1"],
            "1:-1:1:DD:1:3:0:5:10",
        ),
        (&["newsession type money jacoby on", "setcube value 4 owner p0"], "2:1:1:DD:0:0:1:0:10"),
    ];
    for (context, stakes) in sessions {
        for dice in ["21", "64"] {
            let id = format!("position xgid XGID={board}:{}", stakes.replace("DD", dice));
            let one = say(&["--depth", "0"], &[&id, "go", "go cube"]);
            let place = format!("position gnubgid {bare}");
            let thrown = format!("dice {} {}", &dice[..1], &dice[1..]);
            let lines = [context, &[&place, &thrown, "go role chequer", "go role cube"]].concat();
            assert_eq!(say(&["--depth", "0"], &lines), one, "{context:?} {dice}");
            // The context may follow the position, and a new game keeps the session.
            let lines =
                [&[context[0], "newgame", &place, &thrown], &context[1..], &["go role chequer", "go cube"]]
                    .concat();
            assert_eq!(say(&["--depth", "0"], &lines), one, "{context:?} {dice}");
        }
    }
}

#[test]
fn the_player_on_roll_is_the_one_that_setturn_names() {
    // Only the owner may turn the cube, and the last roll is a double.
    let id = gnubg_position("------A------------a------");
    let place = format!("position gnubgid {id}");
    for (turn, owner, best) in
        [("p0", "p0", "double"), ("p0", "p1", "nodouble"), ("p1", "p1", "double"), ("p1", "p0", "nodouble")]
    {
        let (turn, cube) = (format!("setturn {turn}"), format!("setcube value 2 owner {owner}"));
        for lines in [[&*turn, &*cube, &*place], [&*place, &*cube, &*turn]] {
            let said = say(&["--depth", "1"], &[&lines[..], &["go role cube"]].concat());
            assert_eq!(said, [format!("bestcube {best}")], "{lines:?}");
        }
    }
}

/// The identifier that the converter of positions gives.
fn gnubg_position(board: &str) -> String {
    let text = crate::support::conversation::conversation(
        &["backgammon", "play", "--depth", "0", "--position", board, "--roll", "21"],
        &["id"],
    );
    let line = text.lines().rfind(|line| !line.starts_with("XGID=")).unwrap().to_owned();
    line.split(':').next().unwrap().to_owned()
}

#[test]
fn limits_of_go_hold_for_one_search() {
    let said = say(
        &["--depth", "0"],
        &[
            START,
            "dice 3 1",
            "go role chequer depth 2",
            "go role chequer nodes 1",
            "go movetime 1",
            "go",
            "get engine.ply",
        ],
    );
    let infos: Vec<&String> = said.iter().filter(|line| line.starts_with("info ")).collect();
    assert!(infos[0].starts_with("info depth 2 ") && infos[3].starts_with("info depth 1 "), "{said:?}");
    assert_eq!(said.last().unwrap(), "value engine.ply 1");
}

#[test]
fn what_version_0_1_cannot_say_is_one_line_and_changes_nothing() {
    for (line, answer) in [
        ("newsession", "bad_command"),
        ("newsession type league", "bad_value got 'league'"),
        ("newsession type match", "bad_value got a match without length"),
        ("newsession type money length 3", "bad_value got a length"),
        ("newsession type match length 0", "bad_value got '0', expected 1 to 32767"),
        ("setscore 1", "bad_command"),
        ("setscore 5 0", "bad_value got '5', expected 0 to 4"),
        ("setcube value 3 owner p0", "bad_value got '3'"),
        ("setcube value 1 owner p0", "bad_value got an owner"),
        ("setcube value 2 owner p2", "bad_value got 'p2'"),
        ("setcube 2", "bad_command"),
        ("setturn white", "bad_value got 'white', expected p0 or p1"),
        ("go role", "bad_command"),
        ("go role dice", "bad_command"),
        ("go role chequer depth", "bad_command"),
        ("go role chequer depth 7", "bad_value got '7', expected 1 to 6"),
        ("go role chequer trials 100", "unsupported got trials"),
        ("setoption name Skill value 3", "unsupported got option 'Skill'"),
        ("setoption name EvalMode value best", "bad_value got 'best'"),
        ("setoption Threads 2", "bad_command"),
    ] {
        let session = ["newsession type match length 5", START, "dice 3 1"];
        let said = say(&["--depth", "0"], &[&session[..], &[line, "go"]].concat());
        assert!(said[0].starts_with(&format!("error {answer}")), "{line}: {said:?}");
        assert_eq!((said.len(), said[2].as_str()), (3, "bestmove 8/5 6/5"), "{line}: {said:?}");
    }
    let said =
        say(&[], &["setoption name Seed value 7", "setoption name threads value 2", "get engine.threads"]);
    assert_eq!(said, ["value engine.threads 2"]);
}

#[test]
fn it_plays_no_position_that_waits_for_another_decision() {
    let xgid = "position xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10";
    for go in ["go", "go cube", "go turn"] {
        let said = say(&[], &[xgid, "dice 3 1", go]);
        assert!(said[0].starts_with("error bad_state got a double that is not answered"), "{said:?}");
    }
    let xgid = "position xgid XGID=cBBBBBB------------bbbbbbC:0:0:1:31:0:0:0:0:10";
    let said = say(&[], &[xgid, "go"]);
    assert!(said[0].starts_with("error bad_state got a position in which no roll moves"), "{said:?}");
}

#[test]
fn the_crawford_game_begins_with_the_cube_at_1() {
    let play = |cube: &str| {
        let lines = ["newsession type match length 5", cube, "setscore 4 0", START, "dice 3 1", "go"];
        say(&["--depth", "0"], &lines)
    };
    assert_eq!(play("setcube value 4 owner p1"), play("setcube value 1 owner center"));
}
