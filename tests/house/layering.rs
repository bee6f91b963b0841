//! Claim: every room of `src/` uses only the rooms it may use.
//!
//! The paths `crate::room` and `sparring::room` are arrows from the room of the file to the room
//! they name, and so is `super::room` as far up as the crate itself. Every arrow has to be in
//! [`ROOMS`]. Items behind `#[cfg(test)]` may use what they test with.

use super::code::code;
use super::files::files;

/// A room and the rooms it may use.
const ROOMS: [(&str, &[&str]); 14] = [
    ("sched", &[]),
    ("game", &[]),
    ("games", &["game"]),
    ("search", &["game", "sched"]),
    ("solve", &["game", "games", "search", "sched"]),
    ("engine", &["search", "sched", "game"]),
    ("protocol", &["engine", "run", "solve", "games", "report"]),
    ("run", &["engine", "solve", "games", "report", "sched"]),
    ("matches", &["engine", "solve", "games", "report"]),
    ("experiments", &["engine", "matches", "solve", "games", "report", "run", "sched"]),
    ("microbench", &["sched", "report"]),
    ("report", &["sched", "search"]),
    (
        "cli",
        &[
            "run",
            "protocol",
            "matches",
            "experiments",
            "microbench",
            "report",
            "solve",
            "engine",
            "search",
            "games",
            "game",
            "sched",
        ],
    ),
    ("main", &["cli"]),
];

/// `report` may name these and nothing else of the rooms it describes: plain data, nothing alive.
const PLAIN: [&str; 16] = [
    "Snapshot",
    "WorkerReport",
    "Glance",
    "WorkerGlance",
    "Doing",
    "Tally",
    "Latencies",
    "Durations",
    "Counts",
    "Waste",
    "Recording",
    "Track",
    "Span",
    "What",
    "News",
    "Sample",
];

/// Files of `src/` that belong to no room: the crate's own page.
const NO_ROOM: [&str; 1] = ["lib"];

/// Everything named by paths that begin at the crate: a room, and the items after it as far as they
/// can be read. The file is a module `depth` levels below the crate.
fn arrows(text: &str, depth: usize) -> Vec<(String, Vec<String>)> {
    let code = code(text).replace(&"super::".repeat(depth), "crate::");
    let mut arrows = Vec::new();
    for root in ["crate::", "sparring::"] {
        for (at, _) in code.match_indices(root) {
            let inside_a_word = code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if !inside_a_word {
                arrows.extend(targets(&code[at + root.len()..]));
            }
        }
    }
    arrows
}

/// The text of a brace group without its outer braces, or up to the end of a path.
fn tail(path: &str) -> &str {
    if !path.starts_with('{') {
        let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(path.len());
        return &path[..end];
    }
    let mut depth = 0;
    for (i, c) in path.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return &path[1..i],
            '}' => depth -= 1,
            _ => {}
        }
    }
    path
}

/// Splits at commas outside of braces.
fn members(group: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0, 0, Vec::new());
    for (i, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(group[from..i].trim());
                from = i + 1;
            }
            _ => {}
        }
    }
    parts.push(group[from..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

fn targets(path: &str) -> Vec<(String, Vec<String>)> {
    if path.starts_with('{') {
        return members(tail(path)).into_iter().flat_map(targets).collect();
    }
    let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(path.len());
    let (room, rest) = path.split_at(end);
    let rest = rest.strip_prefix("::").unwrap_or_default();
    let items = if rest.starts_with('{') { members(tail(rest)) } else { vec![tail(rest)] };
    let first = |item: &str| item.split([':', ' ']).next().unwrap_or_default().to_owned();
    vec![(room.to_owned(), items.into_iter().map(first).collect())]
}

/// What a file of `room`, `depth` levels below the crate, says that it may not.
fn faults(room: &str, text: &str, depth: usize) -> Vec<String> {
    let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == room) else {
        return vec![format!("{room} is no room of the house")];
    };
    let mut faults = Vec::new();
    for (target, items) in arrows(text, depth) {
        if target == room || !ROOMS.iter().any(|(name, _)| *name == target) && room == "main" {
            continue;
        }
        if !allowed.contains(&target.as_str()) {
            faults.push(format!("{room} uses {target}"));
        } else if room == "report" {
            let alive = items.iter().filter(|item| !PLAIN.contains(&item.as_str()));
            faults.extend(alive.map(|item| format!("report uses {target}::{item}, which is not plain data")));
        }
    }
    faults
}

#[test]
fn no_room_knows_a_room_it_should_not() {
    let (mut found, mut seen) = (Vec::new(), 0);
    for (name, text) in files(&["src"]) {
        // room/file.rs, room/mod.rs or room.rs
        let Some(module) = name.strip_prefix("src/").and_then(|name| name.strip_suffix(".rs")) else {
            continue;
        };
        let modules: Vec<&str> = module.split('/').collect();
        let depth = modules.len() - usize::from(modules.ends_with(&["mod"]));
        if !NO_ROOM.contains(&modules[0]) {
            seen += 1;
            let faults = faults(modules[0], &text, depth).into_iter();
            found.extend(faults.map(|fault| format!("{name}: {fault}")));
        }
    }
    assert!(seen > 50, "only {seen} files were read");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn planted_arrows_are_caught() {
    let caught = |room, text| !faults(room, text, 2).is_empty();
    assert!(caught("sched", "use crate::game::Score;"));
    assert!(caught("games", "use crate::sched::Pool;"));
    assert!(caught("games", "use crate::{game::Score, search::Limits};"));
    assert!(caught("games", "use crate::{\n    game::Score,\n    sched::{Pool, Worker},\n};"));
    assert!(caught("search", "fn f() { crate::games::chess::perft(); }"));
    assert!(caught("protocol", "use crate::sched::Pool;"));
    assert!(caught("protocol", "    pub(crate) use crate::search::Limits;"));
    assert!(caught("microbench", "use sparring::games::chess::Chess;"));
    assert!(caught("report", "use crate::sched::Pool;"));
    assert!(caught("report", "use crate::sched::{Snapshot, Pool};"));
    assert!(caught("engine", "use crate::report::Ledger;"));
    assert!(caught("main", "use sparring::sched::Pool;"));
    assert!(caught("cellar", "use std::fs;"));
    assert!(caught("sched", "#[cfg(test)]\nmod tests {}\n\nuse crate::game::Score;"));
    assert!(caught("sched", "const BRACE: char = '{';\nuse crate::game::Score;"));
    assert!(caught("sched", "use super::super::game::Score;"));
    assert!(!faults("game", "use super::sched::Pool;", 1).is_empty());
}

#[test]
fn arrows_of_the_house_are_not() {
    let free = |room, text| faults(room, text, 2).is_empty();
    assert!(free(
        "search",
        "use crate::game::Game;\nuse crate::sched::{Pool, Scoped};\nuse crate::search::Table;"
    ));
    assert!(free("report", "use crate::sched::{Snapshot, Tally};\nuse crate::search::Counts;"));
    assert!(free("sched", "//! use sparring::games::chess;\n// crate::game\nuse std::sync::Arc;"));
    assert!(free(
        "games",
        "use crate::game::Side;\n\n#[cfg(test)]\nmod tests {\n use crate::sched::Pool;\n}"
    ));
    assert!(free("main", "fn main() { sparring::cli::main(std::env::args_os()) }"));
    assert!(free("sched", "mycrate::games::chess();"));
    assert!(free("sched", "use super::game::Score;\nconst WORD: &str = \"crate::game\";"));
}
