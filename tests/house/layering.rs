//! Claim: within a crate every room uses only the rooms it may use. (Between crates the compiler
//! sees to that.)
//!
//! An arrow is a path `crate::room` in the code of a file, up to its `#[cfg(test)]`.

use super::files::files;

/// A crate, its rooms, and for each the others that it may use.
const CRATES: [(&str, &[(&str, &str)]); 4] = [
    (
        "src/engine/",
        &[
            ("compiled", "game games search solve"),
            ("game", ""),
            ("huge_pages", ""),
            ("games", "game huge_pages"),
            ("search", "game huge_pages"),
            ("engine", "game search"),
            ("solve", "game games search huge_pages"),
            ("rollout", "game games solve huge_pages"),
            ("cubeful", "game games rollout search solve"),
        ],
    ),
    (
        "src/lab/",
        &[
            ("documents", ""),
            ("pages", "documents"),
            ("simulate", "documents"),
            ("measure", "documents simulate"),
            ("ancestors", "documents measure pages"),
            ("granularity", "ancestors documents measure pages"),
            ("scaling", "documents simulate"),
        ],
    ),
    (
        "src/sched/",
        &[
            ("sync", ""),
            ("platform", "sync"),
            ("handover", "platform sync"),
            ("topology", "error platform"),
            ("record", "error sync"),
            ("error", ""),
            ("handle", "handover platform sync"),
            ("task", "handle handover sync"),
            ("loops", "handle handover sync"),
            ("sort", "handle handover sync"),
            ("worker", "handle handover platform record sync task topology"),
            ("join", "handle handover platform sync task worker"),
            ("split", "handle handover platform sync task worker"),
            ("pool", "error handle handover platform record sync task topology worker"),
            ("scope", "handle handover pool sync worker"),
        ],
    ),
    ("src/", &[("matches", ""), ("protocol", ""), ("cli", "matches protocol"), ("main", "cli")]),
];

/// Folders of `src/sched` that use any room: its tests and models.
const CHECKS: [&str; 4] = ["tests", "benches", "loom_models", "shuttle_models"];

/// Rooms that describe plain data.
const PLAIN: [&str; 3] = ["src/report/", "src/lab/documents/", "src/lab/pages/"];

/// Words of living things, which those rooms may not say.
const ALIVE: [&str; 6] = ["Pool", "PoolBuilder", "Worker", "Scoped", "CancelScope", "Engine"];

/// The code of a file without its unit tests and whole-line comments.
fn code(text: &str) -> String {
    let (before, rest) = text.split_once("\nmod tests {").unwrap_or((text, ""));
    let after = rest.split_once("\n}\n").map_or("", |(_, after)| after);
    let lines = before.lines().chain(after.lines());
    lines.filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect()
}

/// What a file of `room`, `depth` levels below the crate, says that it may not.
fn faults(rooms: &[(&str, &str)], room: &str, depth: usize, text: &str) -> Vec<String> {
    let Some((_, allowed)) = rooms.iter().find(|(name, _)| *name == room) else {
        return vec![format!("{room} is no room of the house")];
    };
    let code = code(text).replace(&"super::".repeat(depth), "crate::");
    let names = code
        .split("crate::")
        .skip(1)
        .map(|path| path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap());
    names
        .filter(|name| *name != room && !allowed.split(' ').any(|other| other == *name))
        .filter(|name| {
            // A name of the crate's face hides from which room it comes.
            let is_of_the_face = name.starts_with(char::is_uppercase);
            name.is_empty() || is_of_the_face || rooms.iter().any(|(other, _)| other == name)
        })
        .map(|name| format!("{room} uses {}", if name.is_empty() { "a group of rooms" } else { name }))
        .collect()
}

/// The living things that a file names.
fn living(text: &str) -> Vec<String> {
    let code = code(text);
    let words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| ALIVE.contains(word)).map(|word| format!("{word} is not plain data")).collect()
}

#[test]
fn no_room_knows_a_room_it_should_not() {
    let (mut found, mut seen) = (Vec::new(), 0);
    for (name, text) in files(&["src"]) {
        let (top, rooms) = CRATES.iter().find(|(top, _)| name.starts_with(top)).unwrap();
        let module = name.strip_prefix(top).and_then(|name| name.strip_suffix(".rs"));
        let Some(module) = module.filter(|module| *module != "lib") else { continue };
        seen += 1;
        let modules: Vec<&str> = module.split('/').collect();
        let depth = modules.len() - usize::from(modules.ends_with(&["mod"]));
        let mut faults = match (*top, modules[0]) {
            ("src/", "microbench" | "run" | "report") => Vec::new(),
            ("src/sched/", folder) if CHECKS.contains(&folder) => Vec::new(),
            (_, room) => faults(rooms, room, depth, &text),
        };
        if PLAIN.iter().any(|room| name.starts_with(room)) {
            faults.extend(living(&text));
        }
        found.extend(faults.iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(seen > 50, "only {seen} files were read");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn planted_arrows_are_caught() {
    let caught = |room, text| !faults(CRATES[0].1, room, 2, text).is_empty();
    assert_eq!(living("use sparring_sched::{Snapshot, Pool};"), ["Pool is not plain data"]);
    assert!(living("// A Pool.\nuse sparring_sched::Snapshot;").is_empty());
    assert!(caught("game", "use super::super::search::Limits;"));
    assert!(caught("game", "\n#[cfg(test)]\nmod tests {\n    fn f() {}\n}\n\nuse crate::search::Limits;"));
    assert!(caught("game", "use crate::search::Limits;"));
    assert!(caught("search", "fn f() { crate::games::chess::perft(); }"));
    assert!(caught("games", "use crate::{game::Score, search::Limits};"));
    assert!(caught("search", "use crate::Table;"));
    assert!(caught("cellar", "use std::fs;"));
    let caught_in_sched = |room, text| {
        let (_, rooms) = CRATES.iter().find(|(top, _)| *top == "src/sched/").unwrap();
        !faults(rooms, room, 2, text).is_empty()
    };
    assert!(caught_in_sched("task", "use crate::worker::core::Core;"));
    assert!(caught_in_sched("handover", "use super::super::record::counters::Tally;"));
    assert!(!caught_in_sched("pool", "use crate::worker::core::Core;"));
    assert!(!caught("search", "// crate::games\nuse crate::search::Table;"));
    let tested = "use crate::game::Side;\n\n#[cfg(test)]\nmod tests { use crate::search; }";
    assert!(!caught("games", tested));
}
