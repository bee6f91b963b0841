//! Claim: `sparring help json` is a JSON Schema that describes every key of every document, and
//! nothing but documents. (Every test that reads a document checks that it is described:
//! `tests/support/binary.rs`.)

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use crate::support::binary::{document, json, stdout};
use crate::support::folder::Folder;
use crate::support::schema::{SCHEMA, assert_described, described};
use crate::support::sparring::sparring;

/// Documents of every kind, with every key that a flag fills. Together they have every form of
/// every value, as far as a flag asks for it.
static DOCUMENTS: LazyLock<Vec<Value>> = LazyLock::new(documents);

/// A position that the bear-off databases know.
const BEAR_OFF: &str = "-AAB-A----------------bbb-";

fn documents() -> Vec<Value> {
    let folder = Folder::new("schema");
    let checkpoint = folder.path().join("solve");
    let (solved, counted) = (suite("bratko-kopec.epd"), suite("perft-chess960.epd"));
    let eventlog = folder.path().join("run.eventlog");
    let commands: [&[&str]; 43] = [
        &["chess", "bestmove", "--depth", "2", "--stats", "--compare"],
        &["dots", "bestmove", "--size", "1x2", "--stats", "--eventlog", eventlog.to_str().unwrap()],
        &["chess", "bestmove", "--fen", "7k/8/5K2/6Q1/8/8/8/8 w - -", "--depth", "2"],
        &["chess", "bestmove", "--fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"],
        &["chess", "bestmove", "--fen", "7k/8/5K2/6Q1/8/8/8/8 w - -", "--depth", "2", "--multipv", "3"],
        &["chess", "suite", &solved, "--depth", "2"],
        &["chess", "suite", &solved, "--depth", "2", "--compare", "1,2"],
        &["chess", "suite", &counted, "--depth", "2"],
        &["dots", "bestmove", "--size", "1x2", "--multipv", "2"],
        &["backgammon", "bestmove", "--roll", "31", "--depth", "0", "--top", "2"],
        &["backgammon", "moves", "--roll", "31", "--rank"],
        &["backgammon", "moves", "--position", BEAR_OFF, "--roll", "31", "--rank", "--bearoff"],
        &["chess", "perft", "--depth", "2"],
        &["dots", "bestmove", "--size", "1x2", "--stats"],
        &["dots", "solve", "--size", "2x2", "--compare", "--stats"],
        &["dots", "solve", "--size", "2x2", "--checkpoint", checkpoint.to_str().unwrap()],
        &["backgammon", "bestmove", "--roll", "31", "--depth", "0", "--keep", "2"],
        &["backgammon", "bestmove", "--roll", "31", "--depth", "0", "--length", "3", "--top", "2"],
        &["backgammon", "perft", "--depth", "1"],
        &["backgammon", "moves", "--roll", "31"],
        &["chess", "match", "sparring", "sparring", "--games", "2", "--depth", "1", "--sprt", "0,5"],
        &["chess", "match", "sparring", "sparring", "sparring", "--games", "2", "--depth", "1"],
        &["backgammon", "match", "race", "random", "--games", "2"],
        &["backgammon", "match", "net", "net", "--cube", "--games", "4"],
        &["backgammon", "match", "net", "net", "--length", "1", "--games", "2"],
        &["backgammon", "match", "--side", "white", "--depth", "0", "--stats"],
        &["backgammon", "play", "--as", "none", "--depth", "0"],
        &["chess", "play", "--as", "none", "--depth", "2", "--stats"],
        &["dots", "play", "--as", "none", "--size", "1x2"],
        &["backgammon", "bearoff", "--position", "------A------------a------"],
        &["backgammon", "bearoff", "--stats"],
        &["backgammon", "rollout", "--roll", "42", "--trials", "2", "--truncate", "0", "--stats"],
        &["backgammon", "rollout", "--trials", "1", "--truncate", "0"],
        &["backgammon", "cube", "--depth", "1", "--stats"],
        &["backgammon", "cube", "--length", "5", "--crawford", "--score", "4,0", "--depth", "0"],
        &["backgammon", "analyse", "--match", "tests/data/gnubg-match.mat", "--depth", "0"],
        &["sched", "fib", "--n", "10", "--reps", "1", "--stats"],
        &["sched", "latency", "--threads", "2", "--reps", "1"],
        &["simulate", "chess", "--depth", "2", "--workers", "1,2"],
        &["simulate", "chess", "--depth", "2", "--topology", "2x1"],
        &["simulate", "sched", "fib", "--n", "12", "--workers", "1,2"],
        &["simulate", "sched", "fib", "--n", "12", "--topology", "2x1"],
        &["reproduce", "scaling", "--threads", "1", "--workers", "2", "--nodes", "300"],
    ];
    let quick = |args: &&[&str]| !(cfg!(debug_assertions) && args[0] == "reproduce");
    let printed = |args: &[&str]| {
        println!("{args:?}");
        json(args)
    };
    commands.into_iter().filter(quick).map(printed).chain(judged()).chain(experiments()).collect()
}

/// Documents that other tests ask for, too, since each takes many seconds.
#[cfg(not(debug_assertions))]
fn experiments() -> Vec<Value> {
    vec![super::reproduce::BOARDS.clone(), super::granularity::FIRST.clone()]
}

/// Without optimisation they would take minutes.
#[cfg(debug_assertions)]
fn experiments() -> Vec<Value> {
    Vec::new()
}

/// Documents of judged games and matches.
fn judged() -> Vec<Value> {
    matches().into_iter().chain([games()]).collect()
}

/// Documents of several matches, of which one cannot be read, and that of all.
fn matches() -> Vec<Value> {
    let files = ["tests/data/gnubg-match.mat", "README.md", "tests/data/gnubg-session.mat"];
    let args = ["backgammon", "analyse", "--depth", "0", "--json", "--match"];
    let printed = sparring(&[&args[..], &files].concat()).output().stdout;
    String::from_utf8(printed).unwrap().lines().map(document).collect()
}

/// The document of two games, of which one cannot be read.
fn games() -> Value {
    let text = "[WhiteElo \"1650\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Event \"x\"]\n\n1. e5 *\n";
    let args = ["chess", "analyse", "--pgn", "-", "--json", "--depth", "3", "--multipv", "2"];
    document(str::from_utf8(&sparring(&args).write_stdin(text).output().stdout).unwrap())
}

/// A test suite of the project.
fn suite(name: &str) -> String {
    format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Everything that a document becomes if one object in it loses a key, gets a key more, or has
/// another kind of value under a key. `at`: where the object is.
fn broken(document: &Value, at: &str) -> Vec<(String, Value)> {
    let keys: Map<String, Value> = document.pointer(at).unwrap().as_object().unwrap().clone();
    let with = |what: String, object: Map<String, Value>| {
        let mut document = document.clone();
        *document.pointer_mut(at).unwrap() = object.into();
        (what, document)
    };
    let mut all = Vec::new();
    let mut more = keys.clone();
    more.insert("mistake".to_owned(), json!(1));
    all.push(with(format!("{at} with a mistake"), more));
    for key in keys.keys() {
        let mut less = keys.clone();
        less.shift_remove(key);
        all.push(with(format!("{at} without {key}"), less));
        let mut wrong = keys.clone();
        wrong.insert(key.clone(), json!({"mistake": [true]}));
        all.push(with(format!("{at} with a wrong {key}"), wrong));
    }
    all
}

/// Where the objects of a value are. In a `divide` keys are moves, so any will do.
fn objects(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Object(keys) => {
            for (key, value) in keys.iter().filter(|(key, _)| *key != "divide") {
                objects(value, format!("{at}/{key}"), found);
            }
            found.push(at);
        }
        // All items are of one kind.
        Value::Array(items) => {
            items.first().into_iter().for_each(|item| objects(item, format!("{at}/0"), found))
        }
        _ => {}
    }
}

#[test]
fn no_broken_document_is_described() {
    let mut seen = 0;
    for document in &*DOCUMENTS {
        assert_described(document);
        let mut places = Vec::new();
        objects(document, String::new(), &mut places);
        for (what, broken) in places.iter().flat_map(|at| broken(document, at)) {
            assert!(!described(&broken), "{what}: {broken}");
            seen += 1;
        }
    }
    assert!(seen > 1_000, "only {seen} broken documents");
}

#[test]
fn every_document_names_its_subject_and_the_program() {
    for document in &*DOCUMENTS {
        assert!(document["game"].is_string() != document["bench"].is_string(), "{document}");
        assert_eq!(document["version"], env!("CARGO_PKG_VERSION"), "{document}");
        let commit = document["commit"].as_str();
        assert_eq!(commit, sparring_run::PROGRAM.commit, "{document}");
    }
}

/// Calls `visit` with the name and the schema of every key.
fn visit_keys(schema: &Value, visit: &mut dyn FnMut(&str, &Value)) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::Object(keys)) = map.get("properties") {
                keys.iter().for_each(|(key, schema)| visit(key, schema));
            }
            map.values().for_each(|value| visit_keys(value, visit));
        }
        Value::Array(values) => values.iter().for_each(|value| visit_keys(value, visit)),
        _ => {}
    }
}

#[test]
fn every_key_has_a_description() {
    let mut seen = 0;
    visit_keys(&SCHEMA, &mut |key, schema| {
        let description = schema["description"].as_str().unwrap_or_default();
        assert!(description.ends_with('.') && !description.contains('\n'), "{key}: {schema}");
        seen += 1;
    });
    assert!(seen > 150, "only {seen} keys were found");
}

#[test]
fn it_is_a_schema_of_its_draft() {
    assert_eq!(SCHEMA["$schema"], "https://json-schema.org/draft/2020-12/schema");
    jsonschema::draft202012::meta::validate(&SCHEMA).unwrap();
    assert!(stdout(&["help", "json"]).ends_with("}\n"));
}
