//! Claim: the commands in the README files run, they print what is shown there, and links between
//! files lead somewhere.

use std::fs;
use std::path::Path;

use crate::support::binary::run;
use crate::support::folder::Folder;
use crate::support::sparring::sparring;
use crate::support::uci::Uci;

/// The files with commands for users.
const FILES: [&str; 2] = ["README.md", "tools/README.md"];

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The fenced blocks of a file in order: language and contents.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let fenced = text.split("```").skip(1).step_by(2);
    fenced.map(|block| block.split_once('\n').expect("a block begins on a line of its own")).collect()
}

/// The commands of a block, without comments.
fn commands(block: &str) -> Vec<&str> {
    let without_comment = |line| str::split(line, " #").next().unwrap_or_default().trim();
    block.lines().map(without_comment).filter(|line| !line.is_empty()).collect()
}

/// The words of a command as a shell splits them.
fn words(command: &str) -> Vec<String> {
    let quoted = |(i, part): (usize, &str)| match i % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    };
    command.split('"').enumerate().flat_map(quoted).collect()
}

/// The arguments of the program in a command that runs it.
fn arguments(command: &str) -> Option<Vec<String>> {
    let runs = ["sparring ", "cargo run --release -- "];
    runs.iter().find_map(|run| command.strip_prefix(run)).map(words)
}

/// Runs the program with nothing to read, in a folder of its own: what it prints.
fn printed(args: &[String], folder: &Folder) -> String {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let output = sparring(&args).current_dir(folder.path()).output();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// The first words of all lines.
fn names(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.split_whitespace().next()).collect()
}

/// Lines whose numbers do not depend on the machine, and the words of those whose numbers do.
fn shape(text: &str) -> Vec<String> {
    let fixed = |line: &str| match line.split_whitespace().next() {
        Some("best" | "score" | "pv" | "depth" | "rank" | "1" | "2" | "3") => line.to_owned(),
        Some("nodes" | "TASKS:" | "SPARKS:") => line.replace(|c: char| c.is_ascii_digit() || c == ',', ""),
        name => name.unwrap_or_default().to_owned(),
    };
    text.lines().map(fixed).collect()
}

#[test]
fn every_command_runs_and_prints_what_is_shown() {
    let folder = Folder::new("readme");
    for file in FILES {
        let mut compared = 0;
        let text = read(file);
        let mut shown_by = None;
        for (language, block) in blocks(&text) {
            if language == "sh" {
                let runs = commands(block).into_iter().filter_map(arguments);
                let outputs: Vec<String> = runs.map(|args| printed(&args, &folder)).collect();
                shown_by = outputs.into_iter().next();
            } else if let (Some(output), "text") = (&shown_by, language) {
                compared += 1;
                let mut printed = names(output).into_iter();
                let missing = names(block).into_iter().find(|name| !printed.any(|printed| printed == *name));
                assert_eq!(missing, None, "{file} shows a line that is not printed:\n{block}\n{output}");
                if file == "README.md" {
                    let (shown, whole) = (shape(block), shape(output));
                    // Of a ranking the README shows the table alone, of anything else all lines.
                    let is_table = block.starts_with(" rank");
                    let is_part = whole.windows(shown.len()).any(|part| part == shown);
                    assert!(
                        if is_table { is_part } else { shown == whole },
                        "{file} shows\n{shown:#?}\nof\n{whole:#?}"
                    );
                }
            }
        }
        assert!(compared > 0, "{file} shows nothing that is printed");
    }
}

/// A line without its times, which depend on the machine.
fn without_times(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let is_time = |at: usize| at > 0 && ["nps", "time"].contains(&words[at - 1]);
    (0..words.len()).filter(|&at| !is_time(at)).map(|at| words[at]).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_session_with_an_interface_is_as_shown() {
    let text = read("tools/README.md");
    let (_, session) = *blocks(&text).iter().find(|(language, _)| *language == "uci").unwrap();
    let mut uci = Uci::start();
    let mut said = Vec::new();
    for line in session.lines() {
        match line.strip_prefix("> ") {
            Some(command) => uci.send(command),
            None => {
                if said.is_empty() {
                    said = uci.until("bestmove");
                    said.drain(..said.len() - 3);
                }
                assert_eq!(without_times(line), without_times(&said.remove(0)));
            }
        }
    }
    assert_eq!((uci.end(), said), (Vec::new(), Vec::new()));
}

/// The other commands of the front page: each is a step of `.ci/run`.
#[test]
fn what_this_test_cannot_run_is_run_by_ci() {
    let (readme, ci) = (read("README.md"), read(".ci/run"));
    let steps: Vec<Vec<&str>> = ci.lines().map(|line| line.split_whitespace().collect()).collect();
    let mut others = Vec::new();
    for (_, block) in blocks(&readme).iter().filter(|(language, _)| *language == "sh") {
        for command in commands(block).into_iter().filter(|command| arguments(command).is_none()) {
            let has = |step: &Vec<&str>| command.split_whitespace().all(|word| step.contains(&word));
            assert!(steps.iter().any(has), "no step of .ci/run is '{command}'");
            others.push(command);
        }
    }
    assert!(others.contains(&"cargo test --release"), "{others:?}");
}

#[test]
fn commands_named_in_sentences_exist() {
    let text = read("README.md");
    let prose: String = text.split("```").step_by(2).collect();
    let mut seen = 0;
    for command in prose.split('`').skip(1).step_by(2).filter_map(|code| code.strip_prefix("sparring ")) {
        let mut args: Vec<&str> = command.split_whitespace().collect();
        if !["help", "completions", "man"].contains(&args[0]) {
            args.push("--help");
        }
        assert!(run(&args).status.success(), "sparring {command}");
        seen += 1;
    }
    assert!(seen >= 6, "only {seen} commands were found");
}

/// The anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
    words.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
}

/// The README files and the results of the benches.
fn linking() -> Vec<String> {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/results");
    let names = fs::read_dir(results).unwrap().map(|entry| entry.unwrap().file_name());
    let results = names.map(|name| format!("benches/results/{}", name.display()));
    let readmes = ["README.md", "tools/README.md", "benches/README.md", "tests/README.md"];
    let files = readmes.into_iter().map(str::to_owned).chain(results);
    files.filter(|name| name.ends_with(".md")).collect()
}

#[test]
fn links_lead_to_files_and_headings() {
    for file in linking() {
        let text = read(&file);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("https://") {
                continue;
            }
            let (target, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match target {
                "" => file.clone(),
                _ => Path::new(&file).with_file_name(target).display().to_string(),
            };
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&target);
            assert!(path.exists(), "{file} links {link}");
            let has = |line: &str| line.starts_with('#') && anchor(line) == heading;
            assert!(heading.is_empty() || read(&target).lines().any(has), "{file} links {link}");
        }
    }
}
