//! Claim: `sparring backgammon bearoff` generates the databases once and keeps them; damaged files
//! are generated again.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::binary::{assert_ledger, count, document, process, refusal};
use crate::support::folder::Folder;
use serde_json::Value;

/// Runs it with this folder for cached files.
fn bearoff(caches: &Path, args: &[&str]) -> Output {
    let mut command = process(&[&["backgammon", "bearoff", "--threads", "2"], args].concat());
    command.env("XDG_CACHE_HOME", caches).output().unwrap()
}

/// Its document and its standard error.
fn json(caches: &Path, args: &[&str]) -> (Value, String) {
    let output = bearoff(caches, &[args, &["--json"]].concat());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    let document = document(&String::from_utf8(output.stdout).unwrap());
    assert_ledger(&document);
    (document, stderr)
}

fn column<'d>(document: &'d Value, key: &str) -> Vec<&'d Value> {
    document["databases"].as_array().unwrap().iter().map(|database| &database[key]).collect()
}

#[test]
fn databases_are_generated_once_and_replaced_when_damaged() {
    let folder = Folder::new("cli");
    let (first, said) = json(folder.path(), &[]);
    assert_eq!(column(&first, "origin"), ["generated", "generated"]);
    assert_eq!(said, "");
    assert_eq!(column(&first, "positions"), [54_264, 924 * 924]);
    assert!(count(&first["tasks"], "created") > 1_000 && first["position"].is_null());

    let (second, said) = json(folder.path(), &[]);
    assert_eq!(column(&second, "origin"), ["loaded", "loaded"]);
    assert_eq!(said, "");
    assert_eq!(count(&second["tasks"], "created"), 0);
    for key in ["name", "positions", "path", "bytes", "checksum"] {
        assert_eq!(column(&first, key), column(&second, key), "{key}");
    }

    let path = second["databases"][1]["path"].as_str().unwrap();
    let whole = fs::read(path).unwrap();
    assert_eq!(whole.len() as u64, count(&second["databases"][1], "bytes"));
    fs::write(path, &whole[..whole.len() - 1]).unwrap();
    let (third, said) = json(folder.path(), &[]);
    assert_eq!(column(&third, "origin"), ["loaded", "generated"]);
    assert!(said.lines().count() == 1 && said.starts_with("sparring: got ") && said.contains(path), "{said}");
    assert_eq!(fs::read(path).unwrap(), whole);
}

#[test]
fn without_a_place_they_are_used_from_memory() {
    let folder = Folder::new("cli-memory");
    let file = folder.path().join("a-file");
    fs::write(&file, "").unwrap();
    let (document, said) = json(&file, &["--position", "-A---------------------o--"]);
    assert_eq!(column(&document, "path"), [&Value::Null, &Value::Null]);
    assert_eq!(said.lines().filter(|line| line.contains("from memory")).count(), 2, "{said}");
    assert_eq!(document["equity"], 2.0);
}

#[test]
fn positions_are_answered() {
    let folder = Folder::new("cli-positions");
    // One checker on the six point each: the side to roll bears off with 27 throws of 36; if it
    // fails, its opponent does with 27; if that fails, the first side does next.
    let (exact, _) = json(folder.path(), &["--position", "------A------------a------"]);
    let win = 0.75 + 0.25 * 0.25;
    assert!((exact["win"].as_f64().unwrap() - win).abs() < 1e-9, "{exact}");
    assert!((exact["equity"].as_f64().unwrap() - (2.0 * win - 1.0)).abs() < 1e-9);
    assert_eq!((&exact["source"], &exact["win_gammon"]), (&"exact".into(), &0.0.into()));
    assert_eq!(
        (&exact["rolls"]["mean"], &exact["rolls"]["chances"]),
        (&1.25.into(), &vec![0.0, 0.75, 0.25].into())
    );

    let place = ["--position", "-CA-D-C------------cc---b-"];
    let (race, _) = json(folder.path(), &place);
    assert_eq!((&race["source"], &race["position"]), (&"one-sided".into(), &place[1].into()));
    let (mean, opponent) = (&race["rolls"]["mean"], &race["opponent_rolls"]["mean"]);
    assert!(mean.as_f64() > opponent.as_f64() && race["equity"].as_f64() < Some(0.0), "{race}");
    let text = String::from_utf8(bearoff(folder.path(), &place).stdout).unwrap();
    for word in
        ["54,264 positions", "853,776 positions", "CRC-32", "equity", "(one-sided)", "mean", "SPARKS: 0"]
    {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn other_positions_are_refused() {
    for (id, words) in [
        ("-b----E-C---eE---c-e----B-", "outside"),
        ("-A-----------------------", "25 characters"),
        ("------A------------x------", "'x' as character 20"),
        ("------A-------------------", "over"),
        ("------a------------A------", "outside"),
    ] {
        let line = refusal(&["backgammon", "bearoff", "--position", id]);
        assert!(line.contains("--position") && line.contains(words), "{id}: {line}");
    }
    assert!(refusal(&["backgammon", "bearoff", "--threads", "0"]).contains("--threads"));
}
