//! Claim: `--strategy play` is one search behind every verb of chess: on one worker `bestmove`,
//! `analyse`, `suite` and `uci` find the same move with the same value after the same nodes. It
//! finds mates and free queens, and a person at the terminal meets it unless they choose another.

use std::fs;

use serde_json::Value;

use crate::support::binary::{assert_ledger, document, json, refusal, run, stdout};
use crate::support::conversation::conversation;
use crate::support::folder::Folder;
use crate::support::sparring::sparring;
use crate::support::uci::Uci;

/// A search that is the same every time.
const ALONE: [&str; 8] = ["--strategy", "play", "--threads", "1", "--hash", "1", "--pin", "none"];
/// What it has found, and what it took.
const KEYS: [&str; 6] = ["position", "best", "score", "mate", "depth", "nodes"];

/// The lines of every twentieth position of "Win at Chess" (Reinfeld).
fn lines() -> Vec<&'static str> {
    include_str!("../data/wac.epd").lines().step_by(20).collect()
}

fn fen(line: &str) -> String {
    line.split_whitespace().take(4).collect::<Vec<_>>().join(" ")
}

fn bestmove(more: &[&str]) -> Value {
    json(&[&["chess", "bestmove"], &ALONE[..], more].concat())
}

fn found(document: &Value) -> [Value; 6] {
    KEYS.map(|key| document[key].clone())
}

/// What is found in all positions, one at a time.
fn one_by_one(more: &[&str]) -> Vec<Value> {
    let search = |line| bestmove(&[&["--fen", &fen(line)][..], more].concat());
    lines().into_iter().map(search).collect()
}

/// A worker that searches alone makes no tasks, as in batches.
const WITHOUT_TASKS: [&str; 2] = ["--split-depth", "128"];

#[test]
fn answers_of_a_batch_are_those_of_single_searches() {
    let args = [&["chess", "analyse", "--depth", "6"], &ALONE[..]].concat();
    let output = sparring(&args).write_stdin(lines().join("\n")).output();
    let answers: Vec<Value> = str::from_utf8(&output.stdout).unwrap().lines().map(document).collect();
    let alone = one_by_one(&[&["--depth", "6"], &WITHOUT_TASKS[..]].concat());
    assert_eq!(answers.len(), alone.len());
    for (answer, alone) in answers.iter().zip(&alone) {
        assert_eq!((&answer["strategy"], found(answer)), (&"play".into(), found(alone)));
        assert_eq!(answer["pv"], alone["pv"]);
    }
    let args = [&args[..], &["--repeatable"]].concat();
    let again = sparring(&args).write_stdin(lines().join("\n")).output();
    assert!(again.status.success());
}

#[test]
fn a_suite_is_solved_as_single_searches_solve_it() {
    let folder = Folder::new("suite-by-play");
    let file = folder.path().join("some.epd");
    fs::write(&file, lines().join("\n")).unwrap();
    let suite = [&["chess", "suite", file.to_str().unwrap(), "--depth", "5"], &ALONE[..]].concat();
    let document = json(&suite);
    let mut solved = 0;
    for (position, alone) in
        document["positions"].as_array().unwrap().iter().zip(one_by_one(&["--depth", "5"]))
    {
        let result = &position["results"][0];
        for key in &KEYS[1..] {
            assert_eq!(result[key], alone[key], "{alone}: {key}");
        }
        let right = position["expected"].as_array().unwrap().contains(&alone["san"][0]);
        assert_eq!(result["solved"], right, "{alone}");
        solved += u64::from(right);
    }
    let counted = &document["runs"][0];
    assert_eq!((&counted["strategy"], counted["solved"].as_u64()), (&"play".into(), Some(solved)));
    assert!(solved > 0);
}

#[test]
fn depths_are_compared_only_between_strategies_of_one_kind() {
    let folder = Folder::new("suite-kinds");
    let file = folder.path().join("one.epd");
    fs::write(&file, lines()[0]).unwrap();
    let compare = |sides| ["chess", "suite", file.to_str().unwrap(), "--depth", "3", "--compare", sides];
    let document = json(&compare("pvs,play"));
    assert_eq!((&document["runs"][1]["strategy"], &document["compare"]), (&"play".into(), &Value::Null));
    assert!(!stdout(&compare("pvs,play")).contains("compare "));
    assert_eq!(json(&compare("play:1,lazy:2"))["compare"]["positions"], 1);
}

#[test]
fn bestmove_is_what_uci_says_of_the_position_and_the_game_before_it() {
    let mut uci = Uci::start();
    uci.ask("setoption name Hash value 1");
    let shuffled = "e2e4 e7e5 g1f3 b8c6 f3g1 c6b8 g1f3 b8c6 f3g1";
    let places = lines().into_iter().take(4).map(|line| (fen(line), ""));
    let start = ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -".to_owned(), shuffled);
    for (fen, moves) in places.chain([start]) {
        let args = ["--fen", &fen, "--moves", moves, "--depth", "7"];
        let document = bestmove(&args);
        assert_eq!(found(&document), found(&bestmove(&args)), "{fen}");
        let said = uci.go(&format!("ucinewgame\nposition fen {fen} moves {moves}\ngo depth 7"));
        let last = said.iter().rfind(|line| line.contains(" pv ")).unwrap();
        let value = match document["mate"].as_i64() {
            Some(mate) => format!(" score mate {mate} "),
            None => format!(" score cp {} ", document["score"]),
        };
        let nodes = format!(" nodes {} ", document["nodes"]);
        let best = format!(" pv {}", document["best"].as_str().unwrap());
        for part in [" depth 7 ", &value, &nodes, &best] {
            assert!(last.contains(part), "{fen}: {part} is not in {last}");
        }
    }
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn mates_are_told_as_mates_by_the_winner_and_the_loser() {
    // Win at Chess 4: 1. Qxh7+ Kxh7 2. hxg6#.
    let fen = "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - -";
    for strategy in ["play", "lazy"] {
        let mate = |moves: &str| {
            let args = ["chess", "bestmove", "--depth", "10", "--threads", "2", "--strategy", strategy];
            let document = json(&[&args[..], &["--fen", fen, "--moves", moves]].concat());
            assert_ledger(&document);
            (document["mate"].as_i64(), document["best"].clone(), document["score"].clone())
        };
        assert_eq!(mate(""), (Some(2), "h6h7".into(), Value::Null), "{strategy}");
        assert_eq!(mate("Qxh7+"), (Some(-1), "h8h7".into(), Value::Null), "{strategy}");
        assert_eq!(mate("Qxh7+ Kxh7 hxg6").0, Some(0), "{strategy}");
    }
}

#[test]
fn several_lines_are_ranked_and_limits_are_kept() {
    let document = bestmove(&["--depth", "6", "--multipv", "4"]);
    let lines = document["lines"].as_array().unwrap();
    let scores: Vec<i64> = lines.iter().map(|line| line["score"].as_i64().unwrap()).collect();
    assert!(scores.len() == 4 && scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert_eq!((&lines[0]["move"], &lines[0]["score"]), (&document["best"], &document["score"]));
    let nodes = bestmove(&["--nodes", "5000"])["nodes"].as_u64().unwrap();
    assert!((4_000..7_000).contains(&nodes), "{nodes}");
    // Without its limit it would go on to depth 127.
    assert!(bestmove(&["--movetime", "100"])["best"].is_string());
}

#[test]
fn a_run_is_recorded_and_told_as_others_are() {
    let folder = Folder::new("play-recorded");
    let names = ["run.eventlog", "run.json", "run.html"];
    let files = names.map(|name| folder.path().join(name).display().to_string());
    let [eventlog, trace, page] = files.each_ref().map(String::as_str);
    let args = ["chess", "bestmove", "--strategy", "play", "--depth", "8", "--threads", "2", "--stats"];
    let to = ["--eventlog", eventlog, "--trace", trace, "--report", page, "--live", "--compare"];
    let document = json(&[&args[..], &to].concat());
    assert!(document["stats"]["search"]["cuts"].as_u64().unwrap() > 0, "{document}");
    assert_eq!(document["compare"]["twin"], "play");
    assert!(files.iter().all(|file| fs::metadata(file).unwrap().len() > 1000));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let line = refusal(&["chess", "bestmove", "--strategy", "lazy", "--par-depth", "2"]);
    assert!(line.contains("--par-depth: got 2 with --strategy lazy"), "{line}");
    let line = refusal(&["chess", "analyse", "--strategy", "play", "--threads", "2", "--repeatable"]);
    assert!(line.contains("--repeatable: got 2 workers"), "{line}");
    for dice_or_dots in ["dots", "backgammon"] {
        assert!(refusal(&[dice_or_dots, "bestmove", "--strategy", "play"]).contains("'play'"));
    }
}

#[test]
fn games_are_annotated_by_it() {
    let args = [&["chess", "analyse", "--pgn", "-", "--depth", "6"], &ALONE[..]].concat();
    let output = sparring(&args).write_stdin("1. e4 e5 2. Qh5 Nc6 3. a3 Nf6 4. Qxe5+ *").output();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(", play, depth 6\"]"), "{text}");
    // The last move gives a queen for a pawn. Lines end where they are full.
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.windows(3).any(|words| words == ["4.", "Qxe5+", "$4"]), "{text}");
}

/// What is said in a game on one worker.
fn said(more: &[&str], lines: &[&str]) -> String {
    conversation(&[&["chess", "play", "--threads", "1"], more].concat(), lines)
}

#[test]
fn a_person_meets_the_playing_search() {
    let hung = "rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/8/PPP2PPP/RNBQKBNR w KQkq -";
    let text = said(&["--fen", hung], &["level", "hint", "hint 2", "score", "swap"]);
    assert!(text.contains("the engine looks 10 plies ahead\n"), "{text}");
    let value = |word: &str| {
        let line = text.lines().find(|line| line.starts_with(word)).unwrap_or_else(|| panic!("{text}"));
        let pawns = line.split_once('+').unwrap().1.split_whitespace().next().unwrap();
        (line.contains("Bxg5"), pawns.parse::<f64>().unwrap())
    };
    for word in ["hint: ", "  1. ", "score: ", "engine: "] {
        let (takes, pawns) = value(word);
        assert!(takes && pawns > 4.0, "{word}: {text}");
    }
    // The value is the network's, not that of the exact strategies.
    let exact = said(&["--fen", hung, "--strategy", "ybw"], &["level", "hint"]);
    assert!(exact.contains("the engine looks 5 plies ahead\n"), "{exact}");
    let hint = |text: &str| text.lines().find(|line| line.starts_with("hint: ")).unwrap().to_owned();
    assert_ne!(hint(&text), hint(&exact));
}

#[test]
fn the_person_is_told_of_mates_and_the_engine_heeds_repetitions() {
    let text = said(&["--moves", "f3 e5"], &["g4"]);
    assert!(text.contains("engine: Qh4# (Black mates in 1)"), "{text}");
    // Against a queen only a position that was on the board twice before saves the engine.
    let moves = "Kf1 Kf8 Kg1 Ke7 Kf1 Kf8 Kg1 Kg8";
    let queen = ["--fen", "6k1/8/8/8/8/8/8/Q5K1 w - -", "--moves", moves];
    let text = said(&queen, &["Kf1"]);
    assert!(text.contains("engine: Kf8 (+0.00 for Black)"), "{text}");
}

#[test]
fn help_names_the_strategy_of_play() {
    let text = stdout(&["chess", "play", "--help"]);
    assert!(text.contains("[default: play]") && !text.contains("[default: ybw]"), "{text}");
    assert!(run(&["chess", "play", "--strategy", "nonsense"]).status.code() == Some(2));
}

#[test]
fn a_move_to_play_is_looked_for_by_play_unless_another_is_named() {
    let default = json(&["chess", "bestmove", "--threads", "1"]);
    assert_eq!(default["strategy"], "play");
    let ms = default["time_ns"].as_u64().unwrap() / 1_000_000;
    // How deep it comes is for the machine to say: this may be one of sixty tests on a processor.
    assert!((900..5000).contains(&ms) && default["depth"].as_u64().unwrap() > 5, "{ms} ms: {default}");
    let deep = json(&["chess", "bestmove", "--depth", "6"]);
    assert_eq!((&deep["strategy"], &deep["depth"]), (&"play".into(), &6.into()));
    let exact = json(&["chess", "bestmove", "--strategy", "pvs"]);
    assert_eq!((&exact["strategy"], &exact["depth"]), (&"pvs".into(), &5.into()));
    let compared = json(&["chess", "bestmove", "--compare", "--threads", "2"]);
    assert_eq!((&compared["strategy"], &compared["depth"]), (&"play".into(), &12.into()));
}

#[test]
fn suites_games_and_positions_are_searched_by_play() {
    let mate = "7k/8/5K2/6Q1/8/8/8/8 w - -";
    let line = format!("{mate} bm Qg7#;");
    let suite = sparring(&["chess", "suite", "--json"]).write_stdin(line).output();
    assert_eq!(document(str::from_utf8(&suite.stdout).unwrap())["runs"][0]["strategy"], "play");
    let games = sparring(&["chess", "analyse", "--pgn", "-"]).write_stdin("1. e4 *").output();
    let text = String::from_utf8(games.stdout).unwrap();
    assert!(text.contains(", play, depth 12\"]"), "{text}");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let output = sparring(&["chess", "analyse"]).write_stdin(start).output();
    let answer = document(str::from_utf8(&output.stdout).unwrap());
    let one = ["chess", "bestmove", "--depth", "12", "--hash", "16", "--threads", "1"];
    let alone = json(&[&one[..], &WITHOUT_TASKS].concat());
    assert_eq!((&answer["strategy"], found(&answer)), (&"play".into(), found(&alone)));
    assert_eq!(answer["flags"], "--strategy play --depth 12 --hash 16");
    let exact = sparring(&["chess", "analyse", "--strategy", "ybw"]).write_stdin(start).output();
    let answer = document(str::from_utf8(&exact.stdout).unwrap());
    assert_eq!((&answer["depth"], &answer["flags"]), (&5.into(), &"--strategy ybw --depth 5".into()));
}

#[test]
fn a_slip_of_the_fingers_is_told_from_a_move() {
    let text = said(&[], &["hnit", "undp", "Nf6", "quit"]);
    assert!(text.contains("got 'hnit', expected a move or a command; try hint"), "{text}");
    assert!(text.contains("try undo") && text.contains("not played: "), "{text}");
}
