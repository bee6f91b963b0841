//! The spread of a comparison that was repeated.

use serde_json::Value;

use super::binary::count;

/// Asserts that the runs compared are those of median time.
pub fn assert_spread(compare: &Value, document: &Value, reps: u64) {
    let spread = &compare["spread"];
    assert_eq!(count(spread, "reps"), reps);
    for times in [&spread["twin"], &spread["run"]] {
        let [best, median, longest] = ["best_ns", "median_ns", "longest_ns"].map(|key| count(times, key));
        assert!(best <= median && median <= longest, "{spread}");
    }
    assert_eq!(spread["run"]["median_ns"], document["time_ns"]);
    assert_eq!(spread["twin"]["median_ns"], compare["twin_time_ns"]);
    let n = |value: &Value| value.as_f64().unwrap();
    let range = n(&spread["least_speedup"])..=n(&spread["greatest_speedup"]);
    assert!(range.contains(&n(&compare["speedup"])), "{compare}");
}
