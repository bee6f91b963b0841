//! Claim: `sparring backgammon play` follows the conversation documented for it. The terminal is a
//! pair of pipes.

use crate::support::conversation::conversation;

/// What is said in a game against a shallow engine.
fn said(args: &[&str], lines: &[&str]) -> String {
    conversation(&[&["backgammon", "play", "--depth", "0", "--threads", "2"], args].concat(), lines)
}

const LAST_CHECKER: [&str; 4] = ["--position", "-A--------eee-------------", "--roll", "21"];

#[test]
fn the_opening_is_thrown_and_the_engine_answers() {
    let text = said(&["--seed", "1"], &["24/22 22/21", "quit"]);
    assert!(
        text.starts_with("you play White; help lists the commands\nWhite throws 2, Black 1: White begins\n")
    );
    assert!(text.contains("you: 2-1, 24/22 22/21\nengine: "), "{text}");
    assert_eq!(text, said(&["--seed", "1"], &["24/22 22/21"]), "the end of the input is as good as quit");
    let black = said(&["--as", "black", "--board", "bear-off", "--side", "white", "--seed", "1"], &[]);
    assert!(black.starts_with("you play Black") && black.contains("\nengine: "), "{black}");
    assert!(black.contains("13-14-15-16-17-18------19-20-21-22-23-24") && black.contains("Black to play"));
}

#[test]
fn an_illegal_play_is_refused_with_the_reason() {
    let lines = ["9/8", "24/18", "6/5", "8/4/3", "8/5 6/5 6/5", "8/5 6_5", "bar/22", "hello", ""];
    let text = said(&["--roll", "31"], &lines);
    for reason in [
        "not played: there is no checker of yours on 9",
        "no die plays 24/18",
        "no die is left for 4/3",
        "got '_' at character 6",
        "got 'hello' at character 1",
    ] {
        assert!(text.contains(reason), "{reason} is not in {text}");
    }
    assert_eq!(text.matches("not played: ").count(), 8, "{text}");
    assert!(!text.contains("you: "), "{text}");
}

#[test]
fn plays_are_taken_back_with_their_answers() {
    let text = said(&["--roll", "31"], &["undo", "8/5 6/5", "undo", "id"]);
    assert!(text.contains("you have made no move to take back"), "{text}");
    assert!(text.contains("\ntaken back\n"), "{text}");
    let ids = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n4HPwATDgc/ABMA:cIkFAAAAAAAE\n";
    assert!(text.ends_with(ids), "{text}");
}

#[test]
fn hints_are_what_the_engine_would_play() {
    let text =
        said(&["--roll", "31", "--eval", "pubeval"], &["hint", "roll 5-6", "hint", "roll 66", "moves"]);
    assert!(
        text.contains("hint: 8/5 6/5 (pubeval +") && text.contains("hint: 24/18 18/13 (pubeval +"),
        "{text}"
    );
    assert!(text.contains("11 plays of 6-6\n  "), "{text}");
    let refused = said(&["--roll", "31"], &["roll 71", "roll"]);
    assert!(refused.contains("not thrown: got '71', expected two dice from 1 to 6"), "{refused}");
    assert!(refused.contains("not thrown: the dice lie there already, "), "{refused}");
}

#[test]
fn a_game_ends_with_its_points() {
    let text = said(&LAST_CHECKER, &["1/off", "1/off", "undo", "hint", "new", "board"]);
    assert!(text.contains(
        "game over: White wins a gammon, 2 points\nthe game is over: White wins a gammon, 2 points; new, undo or quit\ntaken back"
    ));
    assert!(text.contains("hint: 1/off"), "{text}");
    let resigned = said(&["--roll", "31"], &["resign", "roll 66", "undo", "id"]);
    assert!(resigned.contains("the game is over: White resigns, Black wins; new, undo"), "{resigned}");
    assert!(resigned.contains(":31:0:0:0:0:10\n"), "{resigned}");
    let over = said(&["--position", "-A------------------------"], &["board", "moves", "undo"]);
    assert!(over.contains("game over: Black wins a single game, 1 point\n"), "{over}");
    assert!(over.contains("\n  the game is over\n"), "{over}");
}

#[test]
fn a_whole_game_can_be_played_by_hints() {
    // For any dice the hint is legal and the game ends. Each turn asks for a hint and plays it.
    let mut lines: Vec<String> = Vec::new();
    loop {
        let typed: Vec<&str> = lines.iter().map(String::as_str).chain(["hint"]).collect();
        let text = said(&["--board", "bear-off", "--roll", "31", "--seed", "5"], &typed);
        assert!(!text.contains("not played"), "{text}");
        if text.contains("game over: ") {
            assert!(lines.len() > 2, "{text}");
            return;
        }
        let hint = text.rsplit_once("hint: ").unwrap().1;
        lines.push(hint.rsplit_once(" (").unwrap().0.to_owned());
    }
}

#[test]
fn without_a_seed_the_dice_are_new_and_the_seed_repeats_them() {
    let seed = |text: &str| {
        let (line, rest) = text.split_once('\n').unwrap();
        (line.strip_prefix("the dice are those of --seed ").unwrap().to_owned(), rest.to_owned())
    };
    let games = [(); 3].map(|()| seed(&said(&[], &[])));
    assert!(games.iter().any(|game| *game != games[0]), "{games:?}");
    for (seed, rest) in games {
        assert_eq!(said(&["--seed", &seed], &[]), rest);
    }
}

#[test]
fn the_numbers_of_the_points_turn_with_the_board() {
    let text = said(&["--roll", "31"], &["flip"]);
    let (before, after) = text.split_at(text.rfind("  +12-11-10-").unwrap());
    assert!(before.contains("+13-14-15-16-17-18------19-20-21-22-23-24-+\n  | X "), "{text}");
    // White's man point is White's 13 from either side.
    assert!(after.starts_with("  +12-11-10--9--8--7-------6--5--4--3--2--1-+\n  | O "), "{text}");
    assert!(after.contains("+13-14-15-16-17-18------19-20-21-22-23-24-+\n"), "{text}");
}

#[test]
fn garbage_is_survived() {
    let text = said(&["--roll", "31"], &["\u{0}\u{fffd}", "8/5 6/5 \u{1F3B2}", "8/5,6/5"]);
    assert!(text.contains("not played: got '"), "{text}");
    assert!(text.contains("you: 3-1, 8/5 6/5\nengine: "), "{text}");
}

#[test]
fn a_play_may_be_written_with_dashes() {
    let [dashes, slashes] =
        ["8-5 6-5", "8/5 6/5"].map(|play| said(&["--roll", "31", "--seed", "1"], &[play, "undo", "quit"]));
    assert_eq!(dashes, slashes);
    assert!(slashes.contains("8/5 6/5"), "{slashes}");
}

/// A position with the cube at 2 on White's side, at 2 to 3 of 7.
const AT_STAKES: &str = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:3:0:7:10";

#[test]
fn the_stakes_of_an_identifier_are_played_for() {
    let text = said(&["--position", AT_STAKES], &["id", "double"]);
    assert!(text.contains(":1:1:1:00:2:3:0:7:10\n") && text.contains("you: double\n"), "{text}");
    let text = said(&["--position", AT_STAKES, "--length", "7"], &["id"]);
    assert!(text.contains(":1:1:1:00:2:3:0:7:10\n"), "{text}");
    let text = said(&["--position", AT_STAKES, "--length", "5"], &["id"]);
    assert!(text.contains(":1:1:1:00:0:0:0:5:10\n"), "{text}");
    let doubled = "XGID=-b----E-C---eE---c-eA---A-:0:0:1:D:2:3:0:7:10";
    let text = said(&["--as", "black", "--position", doubled], &["take", "id"]);
    assert!(text.contains("White doubles to 2: take or drop?\n") && text.contains("you: take\n"), "{text}");
    assert!(text.contains(":1:-1:"), "Black owns a cube of 2: {text}");
}

#[test]
fn a_command_with_a_word_too_many_is_told_so() {
    let text = said(&["--roll", "31"], &["undo 5", "quit now", "take it", "9/8"]);
    for line in ["got 'undo 5', expected undo alone; try help undo\n", "got 'quit now', expected quit alone"]
    {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    assert!(text.contains("not played: there is no checker of yours on 9"), "{text}");
}
