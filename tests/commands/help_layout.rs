//! Claim: help has one layout for all commands, a screen of it by `-h` and all of it by `--help`.

use super::help::verbs;
use crate::support::binary::stdout;

/// The headings of flags in their order, those of one kind of command beside each other.
const HEADINGS: [&[&str]; 8] = [
    &["Arguments"],
    &["Options"],
    &["Position"],
    &["Stakes"],
    &["Search", "Search of the game with --side", "Solving", "Counting", "Ranking", "Rollout", "Scaling"],
    &["Workers"],
    &["Output", "Output of a game with --as none"],
    &["Recording", "Recording of a game with --as none", "Recording of the game with --side"],
];
/// Lines of a screen.
const SCREEN: usize = 48;

/// What a command says by this flag, and its words.
fn helps(flag: &str) -> impl Iterator<Item = (String, String)> {
    verbs().into_iter().map(move |verb| {
        let args: Vec<&str> = verb.iter().map(String::as_str).chain([flag]).collect();
        (verb.join(" "), stdout(&args))
    })
}

/// Sections of flags: heading, and lines that begin a flag or an argument.
fn sections(help: &str) -> Vec<(&str, Vec<&str>)> {
    let mut sections: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in help.lines().take_while(|line| *line != "Examples:") {
        let heading = line.strip_suffix(':').filter(|name| HEADINGS.iter().any(|kin| kin.contains(name)));
        let begins =
            ["      --", "  -h, --", "  -V, --", "  <", "  ["].iter().any(|start| line.starts_with(start));
        match (heading, sections.last_mut()) {
            (Some(heading), _) => sections.push((heading, Vec::new())),
            (None, Some((_, lines))) if begins => lines.push(line),
            _ => {}
        }
    }
    sections
}

/// The name of the flag that a line begins.
fn name(line: &str) -> &str {
    line.split("  ").find(|part| !part.is_empty()).unwrap().trim_start()
}

#[test]
fn headings_and_what_is_under_them_are_alike_in_every_command() {
    for (verb, help) in helps("--help").chain(helps("-h")) {
        let place = |heading: &str| HEADINGS.iter().position(|kin| kin.contains(&heading)).unwrap();
        let sections = sections(&help);
        assert!(sections.iter().map(|(heading, _)| place(heading)).is_sorted(), "{verb}: {help}");
        assert!(help.contains("\n\nExamples:\n  sparring "), "{verb} has its examples last: {help}");
        for (heading, lines) in sections {
            for line in lines {
                let is_flag = line.trim_start().starts_with('-');
                assert_eq!(is_flag, heading != "Arguments", "{verb}, under {heading}: {line}");
                let said = line.trim_start().strip_prefix(name(line)).unwrap().trim();
                assert!(!said.is_empty(), "{verb} says nothing beside {line}");
            }
        }
    }
}

#[test]
fn the_short_help_is_a_screen_of_the_whole() {
    for ((verb, whole), (_, short)) in helps("--help").zip(helps("-h")) {
        let lines = short.lines().count();
        assert!(lines <= SCREEN && lines <= whole.lines().count(), "{verb}, {lines} lines: {short}");
        let names = |help: &str| -> Vec<String> {
            sections(help).iter().flat_map(|(_, lines)| lines).map(|line| name(line).to_owned()).collect()
        };
        let known = names(&whole);
        assert!(names(&short).iter().all(|name| known.contains(name)), "{verb}: {short}");
        let examples = |help: &str| help.split_once("Examples:\n").unwrap().1.to_owned();
        assert_eq!(examples(&short), examples(&whole), "{verb}");
    }
    let [whole, short] = ["--help", "-h"].map(|flag| stdout(&["chess", "bestmove", flag]));
    for only_whole in ["Twelve strategies prove the same value", "--stack"] {
        assert!(whole.contains(only_whole) && !short.contains(only_whole), "{only_whole}");
    }
    assert!(short.contains("--strategy"));
}

#[test]
fn no_command_speaks_of_what_another_one_does() {
    for (verb, help) in helps("--help") {
        let speaks = |words: &str| help.contains(words);
        assert!(verb.starts_with("reproduce") || !speaks("curves"), "{verb}: {help}");
        assert!(verb.contains("chess") || verb == "uci" || !speaks("lazy"), "{verb}: {help}");
    }
}
