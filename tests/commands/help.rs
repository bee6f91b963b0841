//! What the program says about itself is true: examples run as they are printed, topics name the
//! keys that documents have, completions and manual pages know every command.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::support::binary::{json, process, refusal, stdout};
use crate::support::running::Running;

/// All commands that have no commands of their own, as words.
pub fn verbs() -> Vec<Vec<String>> {
    let commands = |words: &[String]| -> Vec<String> {
        let args: Vec<&str> = words.iter().map(String::as_str).chain(["--help"]).collect();
        let help = stdout(&args);
        let list = help.split_once("\nCommands:\n").map_or("", |(_, rest)| rest);
        let list = list.split("\n\n").next().unwrap_or_default();
        let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
    };
    let mut verbs = Vec::new();
    for command in commands(&[]) {
        let below = commands(std::slice::from_ref(&command));
        if below.is_empty() {
            verbs.push(vec![command]);
        } else {
            let verb = |name| vec![command.clone(), name];
            verbs.extend(below.into_iter().filter(|name| name != "help").map(verb));
        }
    }
    verbs
}

/// The lines of a help text that begin with the program's name, each as it would be pasted: with
/// the next line if it ends with a backslash.
fn examples(help: &str) -> Vec<String> {
    let mut lines = help.lines();
    let mut examples = Vec::new();
    while let Some(line) = lines.next() {
        if line.starts_with("  sparring ") {
            let mut example = line.to_owned();
            while example.ends_with('\\') {
                example = example + "\n" + lines.next().unwrap();
            }
            assert!(example.lines().all(|line| line.len() <= 80), "a terminal would wrap: {example}");
            examples.push(example);
        }
    }
    examples
}

/// Types a few lines to an example that plays.
fn run(mut bash: Command, plays: bool) -> Output {
    let mut child = bash.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = if plays { "help\nboard\nhint\nquit\n" } else { "" };
    // Others may have ended before they read nothing.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

/// Starts an experiment and ends it by Ctrl-C as soon as that is heard: its flags were understood.
fn begin(example: &str, folder: &Path) {
    let args: Vec<&str> = example.split_whitespace().skip(1).collect();
    let mut running = Running::start(process(&args).current_dir(folder));
    running.listens();
    running.interrupt();
    let output = running.end();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{example}: {said}");
}

/// Runs the examples of all verbs of these commands, in the order in which they are listed:
/// some read what others have written. Returns how many there are.
fn run_examples(commands: &[&str]) -> usize {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("examples").join(commands[0]);
    fs::create_dir_all(&folder).unwrap();
    // Examples of recorded matches name them so.
    fs::copy("tests/data/gnubg-match.mat", folder.join("monday.mat")).unwrap();
    fs::copy("tests/data/gnubg-session.sgf", folder.join("tuesday.sgf")).unwrap();
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_sparring"));
    let path = format!("{}:{}", binary.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut seen = 0;
    for verb in verbs().into_iter().filter(|verb| commands.contains(&verb[0].as_str())) {
        let args: Vec<&str> = verb.iter().map(String::as_str).chain(["--help"]).collect();
        let examples = examples(&stdout(&args));
        assert!(examples.len() >= 2, "{verb:?} has {} examples", examples.len());
        for example in examples {
            // gnubg has to come before that one ends.
            if verb == ["backgammon", "external"] {
                continue;
            }
            seen += 1;
            // An experiment takes long: `tools/experiments` has whole ones.
            if verb == ["reproduce"] {
                begin(&example, &folder);
                continue;
            }
            let mut bash = Command::new("bash");
            bash.args(["-c", &example])
                .current_dir(&folder)
                .env("PATH", &path)
                .env("XDG_CACHE_HOME", &folder);
            let plays = verb.ends_with(&["play".to_owned()]) && !example.contains("--as none");
            let output = run(bash, plays);
            assert!(!plays || String::from_utf8_lossy(&output.stdout).contains("undo"), "{example}");
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{example}: {said}");
        }
    }
    seen
}

const GAMES: [&str; 3] = ["chess", "backgammon", "dots"];

#[test]
fn every_example_of_chess_runs_as_it_is_printed() {
    assert!(run_examples(&GAMES[..1]) >= 20);
}

#[test]
fn every_example_of_backgammon_runs_as_it_is_printed() {
    assert!(run_examples(&GAMES[1..2]) >= 10);
}

#[test]
fn every_example_of_dots_runs_as_it_is_printed() {
    assert!(run_examples(&GAMES[2..]) >= 6);
}

#[test]
fn every_example_of_the_other_commands_runs_as_it_is_printed() {
    let others: BTreeSet<String> = verbs().into_iter().map(|verb| verb[0].clone()).collect();
    let others: Vec<&str> = others.iter().map(String::as_str).filter(|name| !GAMES.contains(name)).collect();
    assert!(run_examples(&others) >= 10);
}

/// Adds the keys of a document and of everything in it.
fn add_keys(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            keys.insert(key.clone());
            // Of these the keys are moves.
            if key != "divide" {
                add_keys(value, keys);
            }
        }),
        Value::Array(values) => values.iter().for_each(|value| add_keys(value, keys)),
        _ => {}
    }
}

#[test]
fn the_topic_on_documents_names_the_keys_of_every_run() {
    let topic = stdout(&["help", "documents"]);
    let words: BTreeSet<&str> = topic.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    for args in [
        &["chess", "bestmove", "--depth", "3", "--compare"][..],
        &["chess", "bestmove", "--fen", "7k/8/5K2/6Q1/8/8/8/8 w - -", "--depth", "2"],
        &["chess", "perft", "--depth", "2"],
        &["chess", "bestmove", "--depth", "2", "--multipv", "2"],
        &["backgammon", "bestmove", "--roll", "31", "--top", "2"],
        &["backgammon", "moves", "--roll", "31", "--rank"],
        &["backgammon", "cube", "--depth", "0"],
        &["backgammon", "match", "net", "net", "--cube", "--games", "2"],
        &["backgammon", "analyse", "--match", "tests/data/gnubg-match.mat", "--depth", "0"],
        &["backgammon", "rollout", "--roll", "31", "--trials", "1", "--truncate", "0"],
        &["dots", "bestmove", "--size", "2x2", "--multipv", "2"],
        &["dots", "solve", "--size", "2x2"],
    ] {
        let mut keys = BTreeSet::new();
        add_keys(&json(args), &mut keys);
        // The contents of these are told in a line, not key by key.
        let told = |key: &String| words.contains(key.as_str()) || ["mib", "fill"].contains(&key.as_str());
        let untold: Vec<_> = keys.iter().filter(|key| !told(key)).collect();
        assert!(untold.is_empty(), "{args:?}: {untold:?}");
    }
}

#[test]
fn topics_and_commands_are_explained() {
    for topic in ["documents", "formats", "timeline", "cube"] {
        let text = stdout(&["help", topic]);
        assert!(text.lines().count() > 20 && text.lines().all(|line| line.len() <= 90), "{topic}");
    }
    assert_eq!(stdout(&["help", "chess", "perft"]), stdout(&["chess", "perft", "--help"]));
    assert_eq!(stdout(&["chess", "help", "perft"]), stdout(&["chess", "perft", "--help"]));
    assert!(refusal(&["help", "chess", "castle"]).contains("'castle'"));
    assert!(refusal(&["man", "chess", "castle"]).contains("'castle'"));
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    let verbs = verbs();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell]);
        assert!(verbs.iter().flatten().all(|word| script.contains(word)), "{shell}");
    }
    for verb in &verbs {
        let words: Vec<&str> = ["man"].into_iter().chain(verb.iter().map(String::as_str)).collect();
        let page = stdout(&words);
        assert!(page.contains(&format!(".TH sparring-{} 1", verb.join("-"))), "{verb:?}: {page}");
    }
}
