//! Claim: the figures of documents are those that were counted, and numbers are written as people
//! read them.

use std::time::SystemTime;

use sparring_report::{
    Ledger, Measured, Speedup, grouped, lanes, span, task_table, thousands_per_second, work_table,
};
use sparring_sched::{Pool, Recording, Span, SpanKind, Track};

#[test]
fn the_difference_of_two_snapshots_is_one_run() {
    let pool = Pool::new(2).unwrap();
    let run = || pool.install(|w| w.join(|w| w.join(|_| 1, |_| 2), |_| 3));
    run();
    let before = pool.snapshot();
    run();
    let ledger = Ledger::between(&before, &pool.snapshot());
    assert_eq!(ledger.tasks.created, 2);
    assert_eq!(ledger.tasks.run, 2);
    assert_eq!(ledger.workers.len(), 2);
    assert!(ledger.lines().starts_with("TASKS: 2 created ("));
}

#[test]
fn digits_are_grouped_from_the_right() {
    let written = [(0, "0"), (999, "999"), (1_000, "1,000"), (12_345_678, "12,345,678")];
    assert!(written.iter().all(|&(n, text)| grouped(n) == text));
}

#[test]
fn spans_choose_their_unit() {
    assert_eq!(span(17), "17 ns");
    assert_eq!(span(1_500), "1.50 us");
    assert_eq!(span(12_340_000), "12.3 ms");
    assert_eq!(span(2_500_000_000), "2.50 s");
    assert_eq!(thousands_per_second(2_000, 1_000_000), 2_000);
}

#[test]
fn the_factors_multiply_to_the_speedup() {
    let one = Measured { time_ns: 1_000_000, nodes: 10_000, busy_ns: 990_000 };
    let run = Measured { time_ns: 600_000, nodes: 11_500, busy_ns: 1_100_000 };
    let s = Speedup::new("pvs", one, 2, run, 700);
    let product = s.workers as f64 * s.busy * s.rate / (1.0 + s.search_overhead);
    assert!((product - s.speedup).abs() < 1e-9, "{product} is not {}", s.speedup);
    assert!((s.search_overhead - 0.15).abs() < 1e-9);
    assert!((s.wasted_overhead - 0.07).abs() < 1e-9);
}

#[test]
fn tables_have_a_row_for_each_worker_and_one_for_all() {
    let pool = Pool::new(2).unwrap();
    pool.install(|w| w.join(|_| (), |_| ()));
    let ledger = Ledger::of(&pool.snapshot());
    assert_eq!(task_table(&ledger, None).lines().count(), 4);
    assert_eq!(work_table(&ledger, None).lines().count(), 4);
    assert!(task_table(&ledger, None).lines().last().unwrap().trim_start().starts_with("total"));
}

#[test]
fn lanes_show_what_is_known() {
    let span = |(start_ns, end_ns): (u64, u64)| Span::new(start_ns, end_ns, 0, SpanKind::Install);
    let spans = [(0, 1_600), (3_200, 3_210), (4_800, 6_400)].map(span).to_vec();
    let track = Track::new(spans);
    let mut recording = Recording::new(vec![track], SystemTime::UNIX_EPOCH, 6_400);
    let blocks = lanes(&recording, true);
    let lane =
        format!("     0 |{}{}▁{}{}|  50 %", "█".repeat(16), " ".repeat(16), " ".repeat(15), "█".repeat(16));
    assert_eq!(blocks.lines().nth(1).unwrap(), lane);
    assert!(lanes(&recording, false).is_ascii());
    recording.tracks[0].complete_from_ns = 4_800;
    let lane = format!("     0 |{}{}| 100 %", "?".repeat(48), "#".repeat(16));
    assert_eq!(lanes(&recording, false).lines().nth(1).unwrap(), lane);
}
