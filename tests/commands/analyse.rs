//! Claim: `analyse` answers every line once, with the value and move of a single `bestmove`, in
//! the order of the lines, however many positions are searched side by side; bad lines cost
//! nothing but themselves; a run that was killed goes on where it was.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::support::binary::{document, json, process};
use crate::support::folder::Folder;
use crate::support::full_disk::full_disk;
use crate::support::piped::piped;
use crate::support::running::Running;
use crate::support::sparring::sparring;
use serde_json::Value;

/// The answers to `input`, and the run itself.
fn analyse(args: &[&str], input: impl Into<Vec<u8>>) -> (Vec<Value>, Output) {
    let output = sparring(args).write_stdin(input).output();
    (answers(&output.stdout), output)
}

fn answers(text: &[u8]) -> Vec<Value> {
    let text = str::from_utf8(text).unwrap();
    text.lines().map(document).collect()
}

fn error_text(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What an answer says, apart from how much work it was and how the lines go on.
fn said(document: &Value) -> (Vec<Value>, Vec<Vec<Value>>) {
    let all = |value: &Value, keys: &[&str]| keys.iter().map(|key| value[key].clone()).collect();
    let lines = document["lines"].as_array().into_iter().flatten();
    (
        all(document, &["position", "depth", "best", "score", "mate", "outcome", "roll"]),
        lines.map(|line| all(line, &["rank", "move", "score", "mate"])).collect(),
    )
}

/// Checks that a batch says of each position what `bestmove` says, which `single` asks.
fn agrees(batch: &[&str], lines: &[String], single: impl Fn(&str) -> Value) {
    let singles: Vec<Value> = lines.iter().map(|line| single(line)).collect();
    for more in
        [&["--jobs", "1"][..], &["--jobs", "2"], &["--threads", "2"], &["--jobs", "3", "--threads", "2"]]
    {
        let (answers, output) = analyse(&[batch, more].concat(), lines.join("\n"));
        assert_eq!(output.status.code(), Some(0), "{more:?}: {}", error_text(&output));
        assert_eq!(answers.len(), lines.len(), "{more:?}");
        for (i, (answer, single)) in answers.iter().zip(&singles).enumerate() {
            assert_eq!(answer["id"], i + 1);
            assert_eq!(said(answer), said(single), "{more:?}: {}", lines[i]);
        }
        assert_adds_up(&error_text(&output));
    }
}

/// Checks the line of GHC's wording: all sparks together are those of every fate.
fn assert_adds_up(text: &str) {
    let line = text.lines().find(|line| line.starts_with("SPARKS: ")).unwrap_or_else(|| panic!("{text}"));
    let numbers = line.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    let numbers: Vec<u64> = numbers.map(|word| word.parse().unwrap()).collect();
    assert_eq!(numbers[0], numbers[1..].iter().sum::<u64>(), "{line}");
}

/// Chess positions of a test suite.
fn suite() -> Vec<String> {
    let text = include_str!("../data/bratko-kopec.epd");
    text.lines().map(|line| line.split(" bm ").next().unwrap().to_owned()).collect()
}

#[test]
fn batches_of_chess_say_what_single_searches_say() {
    let mut lines = suite();
    lines.push("8/8/8/8/8/4k3/4p3/4K3 w - -".to_owned());
    lines.push("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1".to_owned());
    for more in [&["--depth", "3"][..], &["--depth", "2", "--multipv", "3"]] {
        agrees(&[&["chess", "analyse", "--strategy", "ybw"], more].concat(), &lines, |fen| {
            json(&[&["chess", "bestmove", "--strategy", "ybw", "--fen", fen], more].concat())
        });
    }
}

#[test]
fn batches_of_backgammon_say_what_single_searches_say() {
    let rolls = ["11", "21", "31", "42", "53", "64", "65", "66"];
    let xgid = |roll| format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{roll}:0:0:0:0:10");
    let lines: Vec<String> = rolls.into_iter().map(xgid).collect();
    agrees(&["backgammon", "analyse", "--eval", "pubeval"], &lines, |xgid| {
        json(&["backgammon", "bestmove", "--eval", "pubeval", "--position", xgid])
    });
}

#[test]
fn batches_of_dots_say_what_single_searches_say() {
    let lines = ["0", "1f", "3", "abc", "ffffff", "fff00", "5a5a5"].map(str::to_owned);
    agrees(&["dots", "analyse", "--depth", "4"], &lines, |drawn| {
        json(&["dots", "bestmove", "--depth", "4", "--drawn", drawn])
    });
}

#[test]
fn lines_say_how_they_want_to_be_searched() {
    let fen = "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - -";
    let line = |keys: &str| format!("{{\"id\":\"{keys}\",\"fen\":\"{fen}\"{}}}\n", keys.replace('\'', "\""));
    let keys =
        ["", ",'depth':2", ",'nodes':20000", ",'movetime':20", ",'depth':1,'nodes':9000000,'mine':[1]"];
    let (answers, output) = analyse(&["chess", "analyse", "--depth", "3"], keys.map(line).concat());
    assert_eq!(output.status.code(), Some(0), "{}", error_text(&output));
    let depths: Vec<u64> = answers.iter().map(|answer| answer["depth"].as_u64().unwrap()).collect();
    assert_eq!((depths[0], depths[1], depths[4]), (3, 2, 1));
    assert!(depths[2] >= 2 && depths[3] >= 1, "{depths:?}");
    assert!(keys.iter().zip(&answers).all(|(keys, answer)| answer["id"] == *keys));

    let roll = r#"{"id":{"any":"JSON"},"position":"-b----E-C---eE---c-e----B-","roll":"6-4","depth":0}"#;
    let (answers, _) = analyse(&["backgammon", "analyse"], roll);
    assert_eq!((&answers[0]["roll"], &answers[0]["depth"]), (&"64".into(), &0.into()));
    assert_eq!(answers[0]["id"]["any"], "JSON");
}

#[test]
fn a_bad_line_costs_nothing_but_itself() {
    let fen = "8/8/8/8/8/4k3/4p3/4K3 w - -";
    let long = "x".repeat(1 << 20);
    let bad = [
        "broken",
        "{\"id\":\"a\",\"fen\":5}",
        "{\"id\":\"b\"}",
        "{\"id\":\"c\",\"fen\":\"x\",\"depth\":0}",
        "{\"id\":\"d\",",
        "{\"id\":\"e\",\"fen\":\"8/8/8/8/8/4k3/4p3/4K3 w - -\",\"depth\":1000}",
        "{\"id\":\"f\",\"fen\":\"8/8/8/8/8/4k3/4p3/4K3 w - -\",\"nodes\":-1}",
        "[1,2]",
        &long,
        "8/8/8/8/8/4k3/4p3/4K3 w - - \u{1b}[31m 3 4",
    ];
    let text = bad.map(|line| format!("{fen}\r\n\n# a remark\n{line}\r\n")).concat();
    let text = [text.as_bytes(), b"\xff\xfe\n", fen.as_bytes()].concat();
    let (answers, output) = analyse(&["chess", "analyse", "--jobs", "2"], text);
    let errors = answers.iter().filter(|answer| answer["error"].is_string()).count();
    let stalemates = answers.iter().filter(|answer| answer["outcome"] == "stalemate").count();
    // Beside the bad lines there is one that is not UTF-8.
    assert_eq!((errors, stalemates), (bad.len() + 1, bad.len() + 1));
    assert_eq!(output.status.code(), Some(1));
    let told = error_text(&output);
    assert!(
        told.contains(&format!("got {} of {} lines that could not be read", errors, answers.len())),
        "{told}"
    );
    for answer in answers.iter().filter(|answer| answer["error"].is_string()) {
        let why = answer["error"].as_str().unwrap();
        assert!(why.contains("expected") && why.contains("try ") && why.len() < 400, "{why}");
    }
    assert!(
        ["a", "b", "c", "d", "e", "f"].iter().filter(|id| answers.iter().any(|a| a["id"] == **id)).count()
            == 5
    );
}

#[test]
fn what_is_no_file_of_lines_is_refused() {
    let folder = Folder::new("analyse-refused");
    let missing = folder.path().join("missing");
    for (path, got) in [(folder.path(), "a directory"), (&*missing, "No such file")] {
        let (answers, output) = analyse(&["chess", "analyse", path.to_str().unwrap()], "");
        assert!(answers.is_empty());
        assert_eq!(output.status.code(), Some(2));
        let told = error_text(&output);
        assert!(told.contains(got) && told.lines().count() == 1, "{told}");
    }
    let (_, output) = analyse(&["chess", "analyse", "--jobs", "200", "--threads", "2"], "");
    assert_eq!(output.status.code(), Some(2), "{}", error_text(&output));
}

#[test]
fn answers_come_as_they_are_found_if_that_is_wanted() {
    let slow =
        "{\"id\":\"slow\",\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\",\"depth\":7}\n";
    let quick = "8/8/8/8/8/4k3/4p3/4K3 w - -\n".repeat(50);
    let args = ["chess", "analyse", "--strategy", "ybw", "--jobs", "2"];
    let (in_order, _) = analyse(&args, format!("{slow}{quick}"));
    let (as_found, _) = analyse(&[&args[..], &["--unordered"]].concat(), format!("{slow}{quick}"));
    assert_eq!(in_order[0]["id"], "slow");
    assert_ne!(as_found[0]["id"], "slow", "a stalemate takes less time than half a second of search");
    let ids = |answers: &[Value]| {
        let mut ids: Vec<String> = answers.iter().map(|answer| answer["id"].to_string()).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(&in_order), ids(&as_found));
}

#[test]
fn a_run_that_is_killed_again_and_again_leaves_the_same_file_in_the_end() {
    let folder = Folder::new("analyse-killed");
    let [input, output] = ["in.epd", "out.jsonl"].map(|name| folder.path().join(name));
    let lines: Vec<String> = (0..10).flat_map(|_| suite()).collect();
    fs::write(&input, lines.join("\n")).unwrap();
    let args = ["chess", "analyse", input.to_str().unwrap(), "--depth", "4", "--jobs", "2", "--repeatable"];
    let (whole, _) = analyse(&args, "");
    assert_eq!(whole.len(), lines.len());
    let args = [&args[..], &["--resume", output.to_str().unwrap()]].concat();
    for killed in 0..10 {
        let mut child = process(&args).stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(20 + 7 * killed));
        child.kill().unwrap();
        child.wait().unwrap();
        // As if it had been killed within a line. On a slow machine it had no file yet, or had not
        // cut off such a line.
        let Ok(mut file) = fs::OpenOptions::new().append(true).open(&output) else { continue };
        if fs::read(&output).unwrap().last().is_some_and(|&last| last != b'\n') {
            continue;
        }
        file.write_all(&br#"{"id":"torn","game":"che"#[..(killed as usize * 3) % 24]).unwrap();
    }
    let (nothing, last) = analyse(&args, "");
    assert!(nothing.is_empty(), "the answers go to the file");
    assert_eq!(last.status.code(), Some(0), "{}", error_text(&last));
    assert!(answers(&fs::read(&output).unwrap()) == whole, "the file is not that of a run in one go");
    assert_eq!(fs::read(&output).unwrap().iter().filter(|&&byte| byte == b'\n').count(), lines.len());

    let (_, again) = analyse(&args, "");
    assert!(
        error_text(&again).contains(&format!("{} answered before", lines.len())),
        "{}",
        error_text(&again)
    );
}

#[test]
fn a_file_of_something_else_is_not_appended_to() {
    let folder = Folder::new("analyse-foreign");
    let foreign = folder.path().join("notes.txt");
    let args = |input: &str, output: &Path| {
        ["chess", "analyse", input, "--resume", output.to_str().unwrap()].map(str::to_owned)
    };
    for text in ["first line\nsecond line\n", "one line\n", "no end", "{\"id\":1}\n{}\n", "{\"id\":1\n"] {
        fs::write(&foreign, text).unwrap();
        for input in ["-", foreign.to_str().unwrap()] {
            let args = args(input, &foreign);
            let (_, output) = analyse(&args.each_ref().map(String::as_str), "");
            assert_eq!(output.status.code(), Some(2), "{}", error_text(&output));
            assert_eq!(fs::read_to_string(&foreign).unwrap(), text);
        }
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_run_quietly() {
    let endless = "8/8/8/8/8/4k3/4p3/4K3 w - -\n".repeat(100_000);
    let mut child = piped(&["chess", "analyse", "--jobs", "2"]);
    let (mut to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let writer = std::thread::spawn(move || drop(to.write_all(endless.as_bytes())));
    let mut first = String::new();
    let mut from = BufReader::new(from);
    from.read_line(&mut first).unwrap();
    drop(from);
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{told}");
    writer.join().unwrap();
    assert!(first.starts_with("{\"id\":1,"), "{first}");
}

#[test]
fn a_full_disk_ends_the_run_with_one_line() {
    let Some(full) = full_disk("a_full_disk_ends_the_run_with_one_line") else { return };
    let mut child = process(&["chess", "analyse"])
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"8/8/8/8/8/4k3/4p3/4K3 w - -\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(error_text(&output).lines().count(), 1, "{}", error_text(&output));
}

#[test]
fn ctrl_c_keeps_what_is_finished() {
    let folder = Folder::new("analyse-interrupted");
    let output = folder.path().join("out.jsonl");
    let args = ["chess", "analyse", "--depth", "60", "--jobs", "2", "--resume", output.to_str().unwrap()];
    let mut child = process(&args).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let text = format!("8/8/8/8/8/4k3/4p3/4K3 w - -\n{}\n", suite().join("\n"));
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let mut running = Running::of(child, "chess analyse --resume".to_owned());
    running.until("its first answer", || fs::read_to_string(&output).is_ok_and(|text| text.contains('\n')));
    running.interrupt();
    let ended = running.end();
    assert_eq!(ended.status.code(), Some(130), "{}", error_text(&ended));
    let kept = answers(&fs::read(&output).unwrap());
    assert_eq!(
        (kept.len(), &kept[0]["outcome"]),
        (1, &"stalemate".into()),
        "half-searched positions are not answers"
    );
}

/// Its standard input stays open and says nothing more.
#[test]
fn ctrl_c_ends_a_run_that_waits_for_lines() {
    for name in ["-", "/dev/stdin"] {
        let mut child = piped(&["chess", "analyse", name, "--threads", "1"]);
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"8/8/8/8/8/4k3/4p3/4K3 w - -\n").unwrap();
        let mut answer = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut answer).unwrap();
        assert_eq!(document(&answer)["outcome"], "stalemate");
        let mut running = Running::of(child, format!("chess analyse {name}"));
        running.interrupt();
        assert_eq!(running.end().status.code(), Some(130), "{name}");
        drop(input);
    }
}

/// Each game by its line of input, and a flag that makes other answers.
#[test]
fn answers_are_not_gone_on_with_by_other_flags() {
    let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:0:10";
    for (game, line, [flag, before, after]) in [
        ("chess", "7k/8/5K2/6Q1/8/8/8/8 w - -", ["--depth", "2", "3"]),
        ("chess", "7k/8/5K2/6Q1/8/8/8/8 w - -", ["--strategy", "ybw", "play"]),
        ("dots", "1f", ["--size", "2x2", "3x3"]),
        ("dots", "1f", ["--multipv", "1", "2"]),
        ("backgammon", xgid, ["--eval", "pubeval", "balanced"]),
    ] {
        let folder = Folder::new("analyse-mixed");
        let file = folder.path().join("answers.jsonl");
        let analyse = |value: &str, line: &str| {
            let args = [game, "analyse", flag, value, "--resume", file.to_str().unwrap()];
            sparring(&args).write_stdin(line).output()
        };
        assert!(analyse(before, line).status.success());
        let answers = fs::read_to_string(&file).unwrap();
        let refused = analyse(after, line);
        let said = error_text(&refused);
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains("line 1 was made with") && said.contains(flag), "{said}");
        assert_eq!((said.lines().count(), fs::read_to_string(&file).unwrap()), (1, answers), "{said}");
        assert!(analyse(before, line).status.success());
    }
}
