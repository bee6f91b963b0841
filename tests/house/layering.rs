//! Who may know whom: the architecture as a test.
//!
//! The paths `crate::room` and `sparring::room` in `src/` are arrows from the room of the file to the room named. Every
//! arrow has to be in [`ROOMS`]. Comments and what follows `#[cfg(test)]` to the end of a file are left out: a test
//! may stand anywhere it sees something.

use std::fs;
use std::path::Path;

/// A room and the rooms it may use.
const ROOMS: [(&str, &[&str]); 14] = [
    ("sched", &[]),
    ("game", &[]),
    ("games", &["game"]),
    ("search", &["game", "sched"]),
    ("solve", &["game", "games", "search", "sched"]),
    ("engine", &["search", "sched", "game"]),
    ("protocol", &["engine", "solve", "games", "report"]),
    ("run", &["engine", "solve", "games", "report", "search", "sched"]),
    ("matches", &["engine", "solve", "games", "report"]),
    ("experiments", &["engine", "matches", "solve", "games", "report"]),
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
const PLAIN: [&str; 12] = [
    "Snapshot",
    "WorkerReport",
    "Tally",
    "Latencies",
    "Durations",
    "Counts",
    "Recording",
    "Track",
    "Span",
    "What",
    "News",
    "Sample",
];

/// Files of `src/` that belong to no room: the crate's own page.
const NO_ROOM: [&str; 1] = ["lib"];

/// The code of a file: without comments, and only up to its tests.
fn code(text: &str) -> String {
    let before_tests = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = before_tests.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| line.split(" // ").next().unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// Everything named by paths that begin at the crate: a room, and the items after it as far as they can be read.
fn arrows(text: &str) -> Vec<(String, Vec<String>)> {
    let code = code(text);
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

/// What a file of `room` says that it may not.
fn faults(room: &str, text: &str) -> Vec<String> {
    let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == room) else {
        return vec![format!("{room} is no room of the house")];
    };
    let mut faults = Vec::new();
    for (target, items) in arrows(text) {
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

fn check(path: &Path, room: Option<&str>, found: &mut Vec<String>, seen: &mut usize) {
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let room = room.unwrap_or(&name);
        if path.is_dir() {
            check(&path, Some(room), found, seen);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !NO_ROOM.contains(&room) {
            *seen += 1;
            let text = fs::read_to_string(&path).unwrap();
            found.extend(faults(room, &text).into_iter().map(|fault| format!("{}: {fault}", path.display())));
        }
    }
}

#[test]
fn no_room_knows_a_room_it_should_not() {
    let (mut found, mut seen) = (Vec::new(), 0);
    check(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").as_path(), None, &mut found, &mut seen);
    assert!(seen > 50, "only {seen} files were read");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn planted_arrows_are_caught() {
    let caught = |room, text| !faults(room, text).is_empty();
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
}

#[test]
fn arrows_of_the_house_are_not() {
    let free = |room, text| faults(room, text).is_empty();
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
}
