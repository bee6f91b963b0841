//! Claim: within a crate every room uses only the rooms it may use. (Between crates the compiler
//! sees to that.)
//!
//! An arrow is a path `crate::room` in the code of a file, up to its `#[cfg(test)]`.

use super::files::files;

/// A crate, its rooms (files, folders, folders inside those), and for each the others that it may
/// use.
const CRATES: [(&str, &[(&str, &str)]); 5] = [
    (
        "src/engine/",
        &[
            ("chances", "engine games search solve"),
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
            ("error", "platform"),
            ("handle", "handover platform sync"),
            ("task", "handle handover sync"),
            ("loops", "handle handover sync"),
            ("sort", "handle handover sync"),
            ("worker", "handle handover platform record sync task topology"),
            ("join", "handle handover platform sync task worker"),
            ("split", "handle handover platform sync task worker"),
            ("pool", "error handle handover platform record sync task topology worker"),
            ("scope", "handle handover pool sync worker"),
            ("group", "handle handover join platform pool sync worker"),
        ],
    ),
    (
        "src/report/",
        &[
            ("text", ""),
            ("statistics", "text"),
            ("recording", "statistics text"),
            ("documents", "recording statistics text"),
            ("schema", "documents"),
            ("page/html", ""),
            ("page/svg", "page/html"),
            ("page/provenance", "documents text"),
            ("page/frame", "documents page/html page/provenance"),
            ("page/chart", "page/html statistics text"),
            ("page/board", "documents page/html"),
            ("page/games", "documents page/board page/chart page/frame page/html page/provenance text"),
            ("page/matches", "documents page/board page/chart page/frame page/html page/provenance text"),
            (
                "page/run",
                "documents page/board page/chart page/frame page/html page/provenance page/svg recording \
                 statistics text",
            ),
            (
                "page",
                "page/chart page/frame page/games page/html page/matches page/provenance page/run page/svg",
            ),
        ],
    ),
    ("src/", &[("matches", ""), ("protocol", ""), ("cli", "matches protocol"), ("main", "cli")]),
];

/// Folders of the scheduler and the engine that use any room: tests and models.
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

/// The room that a module is or lies in, the innermost one, and the rooms that it may use.
fn room_of<'r>(rooms: &[(&'r str, &'r str)], module: &str) -> Option<(&'r str, &'r str)> {
    let is_in = |(room, _): &&(&str, &str)| format!("{module}/").starts_with(&format!("{room}/"));
    rooms.iter().filter(is_in).max_by_key(|(room, _)| room.len()).copied()
}

/// The faults of the file of a module, a path in its crate.
fn faults(rooms: &[(&str, &str)], module: &str, text: &str) -> Vec<String> {
    let Some((room, allowed)) = room_of(rooms, module) else {
        return vec![format!("{module} is in no room of the house")];
    };
    let path: Vec<&str> = module.split('/').collect();
    let code = (1..=path.len()).rev().fold(code(text), |code, up| {
        let above = [&["crate"], &path[..path.len() - up], &[""]].concat().join("::");
        code.replace(&"super::".repeat(up), &above)
    });
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let arrows = code.split("crate::").skip(1);
    let names = arrows.map(|arrow| arrow.split(|c| !is_name(c)).next().unwrap().replace("::", "/"));
    let used = names.filter_map(|name| match name.as_str() {
        "" => Some("a group of rooms"),
        // A name of the crate's face hides from which room it comes.
        name if name.starts_with(char::is_uppercase) => Some("the crate's face"),
        name => room_of(rooms, name).map(|(other, _)| other),
    });
    used.filter(|other| *other != room && !allowed.split(' ').any(|name| name == *other))
        .map(|other| format!("{room} uses {other}"))
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
        let module = module.strip_suffix("/mod").unwrap_or(module);
        let mut faults = match (*top, module.split('/').next().unwrap()) {
            ("src/", "microbench" | "rayon-core" | "run") => Vec::new(),
            ("src/sched/" | "src/engine/", folder) if CHECKS.contains(&folder) => Vec::new(),
            _ => faults(rooms, module, &text),
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
    let caught = |room, text| !faults(CRATES[0].1, &format!("{room}/file"), text).is_empty();
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
        !faults(rooms, &format!("{room}/file"), text).is_empty()
    };
    assert!(caught_in_sched("task", "use crate::worker::core::Core;"));
    assert!(caught_in_sched("handover", "use super::super::record::counters::Tally;"));
    assert!(!caught_in_sched("pool", "use crate::worker::core::Core;"));
    assert!(!caught("search", "// crate::games\nuse crate::search::Table;"));
    let tested = "use crate::game::Side;\n\n#[cfg(test)]\nmod tests { use crate::search; }";
    assert!(!caught("games", tested));
}

#[test]
fn planted_arrows_inside_a_room_of_the_report_are_caught() {
    let (_, rooms) = CRATES.iter().find(|(top, _)| *top == "src/report/").unwrap();
    let faults = |module, text| faults(rooms, module, text);
    assert_eq!(faults("documents/chess/suite", "use crate::page::RunPage;"), ["documents uses page"]);
    assert_eq!(faults("page/chart/axis", "use super::super::frame::Page;"), ["page/chart uses page/frame"]);
    assert_eq!(faults("page/html", "use super::chart::{Curve, plot};"), ["page/html uses page/chart"]);
    assert_eq!(faults("page/board", "use super::frame::Page;"), ["page/board uses page/frame"]);
    assert!(faults("page/chart/plot", "use super::axis::Size;\nuse crate::page::html::Text;").is_empty());
}
