//! Claim: `sparring reproduce granularity` shows what the size of tasks decides: coarse tasks
//! leave workers idle, fine ones cost time on one.

use std::sync::LazyLock;

use serde_json::Value;

use super::reproduce::finished;
use crate::support::binary::{assert_ledger, count, json};
use crate::support::folder::Folder;

const ARGS: [&str; 6] = ["reproduce", "granularity", "--threads", "1", "--workers", "1,64"];

/// The document of the first rows: all levels of chess and of dots and boxes. `schema` asks for
/// it, too.
pub static FIRST: LazyLock<Value> = LazyLock::new(|| finished(&ARGS, 20));

fn number(row: &Value, key: &str) -> f64 {
    row[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {row}"))
}

/// The rows of a search on this many workers, in their order.
fn rows<'d>(document: &'d Value, setting: &str, flag: &str, workers: u64) -> Vec<&'d Value> {
    let is = |row: &&Value| {
        row["setting"] == setting
            && row["flag"].as_str().unwrap().starts_with(flag)
            && count(row, "workers") == workers
    };
    document["rows"].as_array().unwrap().iter().filter(is).collect()
}

/// One task for each node of the parallel levels, as the sizes of the trees say: 20 moves of
/// chess each side, 12 edges of 2x2 boxes.
fn assert_levels(document: &Value) {
    for workers in [1, 64] {
        let tasks = |setting| {
            let rows = rows(document, setting, "--par-depth", workers);
            rows.iter().map(|row| count(&row["tasks"], "created")).collect::<Vec<_>>()
        };
        assert_eq!(tasks("chess, start"), [20, 420, 9_322, 206_603]);
        assert_eq!(tasks("dots 2x2"), [12, 144, 1_464, 13_344, 108_384, 773_664]);
    }
}

/// Where everything is searched: too coarse is idle, too fine is slow.
fn assert_both_ends(document: &Value, setting: &str) {
    let [one, many] = [1, 64].map(|workers| rows(document, setting, "--par-depth", workers));
    let (coarsest, finest) = (many[0], many[many.len() - 1]);
    assert!(number(coarsest, "busy") < 0.4, "a worker has a task only if there are as many: {coarsest}");
    if setting.starts_with("dots") {
        // A task for each leaf costs nine times the search itself: seen on a busy machine too.
        assert!(number(finest, "overhead") > 1.5 + number(coarsest, "overhead"), "{coarsest} {finest}");
    }
    let best = many.iter().map(|row| number(row, "scaling")).fold(0.0, f64::max);
    assert!(best > 1.3 * number(coarsest, "scaling"), "{setting}: the best is not the coarsest");
    for pair in many.windows(2) {
        assert!(number(pair[0], "task_nodes") > number(pair[1], "task_nodes"), "{pair:?}");
        assert!(number(pair[0], "conversion") > number(pair[1], "conversion"), "{pair:?}");
    }
    for row in one.into_iter().chain(many) {
        assert_eq!(number(row, "extra_nodes"), 0.0, "{row}");
        assert_eq!(count(&row["tasks"], "discarded"), 0, "{row}");
        let (scaling, workers) = (number(row, "scaling"), number(row, "workers"));
        assert!(scaling <= 1.01 * workers, "no worker is faster than the one thread: {row}");
        if row["clock"] == "virtual" {
            assert!(scaling <= 1.1 * workers * number(row, "busy"), "only work makes progress: {row}");
        }
    }
}

/// No claim about times here: `tools/experiments` makes those.
#[test]
fn too_coarse_is_idle() {
    assert_levels(&FIRST);
    for setting in ["chess, start", "dots 2x2"] {
        let many = rows(&FIRST, setting, "--par-depth", 64);
        assert!(number(many[0], "busy") < 0.4, "a worker has a task only if there are as many: {}", many[0]);
        many.iter().for_each(|row| assert_ledger(row));
        assert!(many.windows(2).all(|pair| number(pair[0], "task_nodes") > number(pair[1], "task_nodes")));
    }
}

#[test]
#[ignore = "a minute, and needs a quiet machine; tools/experiments runs it"]
fn too_coarse_is_idle_and_too_fine_is_slow() {
    let folder = Folder::new("granularity");
    let file = folder.path().join("sizes.html");
    let document = &json(&[&ARGS[..], &["--report", file.to_str().unwrap()]].concat());
    let page = std::fs::read_to_string(&file).unwrap();
    assert_levels(document);
    ["chess, start", "dots 2x2"].into_iter().for_each(|setting| assert_both_ends(document, setting));
    for row in document["rows"].as_array().unwrap() {
        assert_ledger(row);
        assert_eq!(row["clock"], if count(row, "workers") == 1 { "real" } else { "virtual" });
        assert!(
            (number(row, "speedup") / number(row, "scaling") * (1.0 + number(row, "overhead")) - 1.0).abs()
                < 1e-6,
            "{row}"
        );
    }
    // Where the search cuts, tasks are made in vain: the fewer, the larger they are.
    let ybw = rows(document, "chess, four boards", "--split-depth", 64);
    assert_eq!(ybw.len(), 6);
    assert!(ybw.iter().any(|row| number(row, "discarded") > 0.05));
    let speedups: Vec<f64> = ybw.iter().map(|row| number(row, "scaling")).collect();
    let best = speedups.iter().copied().fold(0.0, f64::max);
    // What the finest costs is a matter of nanoseconds, which a busy machine does not measure.
    assert!(best > 2.0 * speedups[0], "the coarsest is not the best: {speedups:?}");
    assert_eq!(page.matches("<svg class=\"chart\" viewBox=\"0 0 480 290\"").count(), 5);
    assert!(page.contains("The speed-up of par --par-depth: dots 2x2, depth 6 over nodes of a task."));
}
