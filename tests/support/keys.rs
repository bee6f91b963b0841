//! The keys of documents, in their order.

use serde_json::Value;

/// Every document of a search, a solve or a perft begins with these.
const DOCUMENT: [&str; 12] = [
    "game", "position", "strategy", "depth", "threads", "best", "score", "pv", "nodes", "time_ns", "tasks",
    "workers",
];

const TASKS: [&str; 8] = ["created", "dud", "overflowed", "inlined", "stolen", "run", "discarded", "aborted"];

#[rustfmt::skip]
const WORKER: [&str; 12] = [
    "promoted", "steals", "failed_steals", "parks", "wakes", "polls", "nodes", "busy_ns", "idle_ns", "fills", "filling_ns", "pinned_to",
];

/// Every document of a search or a solve ends with these.
const END: [&str; 4] = ["stats", "compare", "version", "commit"];

/// The keys of an object.
pub fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

/// Asserts that the document of a search or a solve has the common keys around its `own`, and that
/// its ledger has all of its keys.
pub fn assert_keys(document: &Value, own: &[&str]) {
    assert_eq!(keys(document), [&DOCUMENT[..], &["outcome"], own, &END].concat());
    assert_eq!(keys(&document["tasks"]), TASKS);
    let workers = document["workers"].as_array().unwrap();
    assert_eq!(Some(workers.len() as u64), document["threads"].as_u64());
    for worker in workers {
        assert_eq!(keys(worker), [&TASKS[..], &WORKER].concat());
    }
}
