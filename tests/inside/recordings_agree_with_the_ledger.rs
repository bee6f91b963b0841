//! Claim: a recording agrees with the ledger: every task that was counted has exactly one event, on
//! the worker that ran it. The spans of a worker form a forest, even after old events were dropped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use crate::inside::support::eventlog_reader::{capabilities, read};
use crate::inside::support::hash::hash;
use crate::inside::support::panics::panic_text;
use crate::inside::support::spin::spin;
use crate::inside::support::threads::THREADS;
use sparring_report::{Ledger, RecordedRun, eventlog};
use sparring_sched::{
    Cancelled, InstantEvent, Pool, PoolBuilder, Recording, Scoped, Snapshot, Span, SpanKind, Tasks, Track,
};

/// A pool that keeps `events` events of each worker.
fn recording_pool(threads: usize, events: usize) -> Pool {
    PoolBuilder::new().threads(threads).stack(4 << 20).record(threads * events).build().unwrap()
}

/// A random program of joins, splits, cuts, panics and help from within: some microseconds for each
/// of its leaves.
fn program(mut s: Scoped<'_>, seed: u64, depth: u32) -> Result<u64, Cancelled> {
    s.poll()?;
    let random = hash(seed);
    if random.is_multiple_of(3) {
        s.lend().help()?;
    }
    if depth == 0 {
        spin(random % 10);
        return Ok(random);
    }
    let below = |i: u64| hash(random ^ i);
    match random % 4 {
        0 | 1 => {
            let (a, b) = s.join(|s| program(s, below(0), depth - 1), |s| program(s, below(1), depth - 1))?;
            Ok(a ^ b)
        }
        kind => {
            let cut = if kind == 2 { random / 8 % 12 } else { u64::MAX };
            s.lend().split(8, |s, index| {
                let mut s = s;
                program(s.lend(), below(index as u64), depth - 1)?;
                if index as u64 == cut {
                    s.cancel();
                }
                Ok(())
            })?;
            Ok(random)
        }
    }
}

/// Runs it, and gives both accounts.
fn run(pool: &Pool, seed: u64, depth: u32) -> (Snapshot, Recording) {
    pool.reset();
    let scope = pool.cancel_scope();
    let _value = pool.install_in(&scope, |s| program(s, seed, depth));
    let snapshot = pool.snapshot();
    (snapshot, pool.recording().unwrap())
}

fn number(track: &Track, wanted: impl Fn(SpanKind) -> bool) -> u64 {
    track.spans.iter().filter(|span| wanted(span.kind)).count() as u64
}

fn assert_forest(track: &Track, end_ns: u64) {
    let mut around: Vec<Span> = Vec::new();
    let mut began = 0;
    for &span in &track.spans {
        assert!(began <= span.start_ns && span.start_ns <= span.end_ns && span.end_ns <= end_ns, "{span:?}");
        began = span.start_ns;
        if let Some(before) = around.get(span.depth) {
            assert!(before.end_ns <= span.start_ns, "{span:?} and {before:?} cross");
        }
        around.truncate(span.depth);
        assert_eq!(around.len(), span.depth, "{span:?} lies deeper than anything around it");
        if let Some(outer) = around.last() {
            assert!(
                outer.start_ns <= span.start_ns && span.end_ns <= outer.end_ns,
                "{span:?} leaves {outer:?}"
            );
        }
        let fits = match (around.last().map(|outer| outer.kind), span.kind) {
            (None, SpanKind::Install | SpanKind::Job { .. } | SpanKind::Help { .. } | SpanKind::Sleep) => {
                true
            }
            (Some(SpanKind::Wait), SpanKind::Job { .. } | SpanKind::Help { .. } | SpanKind::Sleep) => true,
            (Some(SpanKind::Help { creator }), SpanKind::Index { creator: of, .. }) => creator == of,
            (
                Some(
                    SpanKind::Install
                    | SpanKind::Job { .. }
                    | SpanKind::Index { .. }
                    | SpanKind::SharedJob { .. }
                    | SpanKind::SharedSplit { .. },
                ),
                SpanKind::SharedJob { .. } | SpanKind::SharedSplit { .. } | SpanKind::Wait,
            ) => true,
            _ => false,
        };
        assert!(fits, "{span:?} inside {:?}", around.last());
        around.push(span);
    }
    assert!(track.instants.is_sorted_by_key(|(at_ns, _)| *at_ns));
    for pair in track.busy().windows(2) {
        assert!(pair[0].1 < pair[1].0, "{pair:?}");
    }
}

#[test]
fn every_count_has_its_event() {
    let (mut tasks, mut cuts) = (0, 0);
    for threads in THREADS.into_iter().filter(|threads| *threads <= 8) {
        let pool = recording_pool(threads, 1 << 14);
        for seed in 0..6 {
            let (snapshot, recording) = run(&pool, seed, 6);
            snapshot.total().check().unwrap();
            assert_eq!(recording.tracks.len(), threads);
            for (worker, track) in snapshot.workers.iter().zip(&recording.tracks) {
                let tally = worker.tally;
                assert_eq!((track.dropped, track.complete_from_ns), (0, 0));
                assert_forest(track, recording.end_ns);
                assert_eq!(number(track, SpanKind::is_task), tally.stolen);
                let stolen_jobs = |what| matches!(what, SpanKind::Job { .. } | SpanKind::Help { .. });
                assert_eq!(number(track, stolen_jobs), tally.steals);
                let shared = |what| matches!(what, SpanKind::SharedJob { .. } | SpanKind::SharedSplit { .. });
                assert_eq!(number(track, shared), tally.promoted);
                let taken = |span: &Span| match span.kind {
                    SpanKind::SharedJob { taken } => u64::from(taken),
                    SpanKind::SharedSplit { taken, .. } => taken as u64,
                    _ => 0,
                };
                assert_eq!(track.spans.iter().map(taken).sum::<u64>(), tally.lost);
                let aborted = |what| matches!(what, SpanKind::Job { aborted, .. } | SpanKind::Index { aborted, .. } if aborted);
                assert!(number(track, aborted) <= tally.aborted);
                let woke = track.instants.iter().filter(|(_, news)| matches!(news, InstantEvent::Woke(_)));
                assert_eq!(woke.count() as u64, tally.wakes);
                cuts += track
                    .instants
                    .iter()
                    .filter(|(_, news)| matches!(news, InstantEvent::Cut { .. }))
                    .count();
                tasks += tally.stolen;
            }
            let installs =
                recording.tracks.iter().map(|track| number(track, |what| what == SpanKind::Install));
            assert_eq!(installs.sum::<u64>(), 1);
        }
    }
    assert!(tasks > 100 && cuts > 0, "nothing passed between workers: {tasks} tasks, {cuts} cuts");
}

#[test]
fn samples_grow_from_nothing_to_the_ledger() {
    let pool = recording_pool(3, 1 << 14);
    let mut between = 0;
    for seed in 0..6 {
        let (snapshot, recording) = run(&pool, seed, 6);
        for (worker, track) in snapshot.workers.iter().zip(&recording.tracks) {
            let (first, last) = (track.samples[0], *track.samples.last().unwrap());
            assert_eq!((first.at_ns, first.tally, first.remaining), (0, Default::default(), 0));
            assert_eq!((last.at_ns, last.remaining), (recording.end_ns, 0));
            let tasks = |tally: &sparring_sched::Tally| {
                [
                    tally.created,
                    tally.stolen,
                    tally.lost,
                    tally.discarded,
                    tally.overflowed,
                    tally.dud,
                    tally.nodes,
                ]
            };
            assert_eq!(tasks(&last.tally), tasks(&worker.tally));
            for pair in track.samples.windows(2) {
                assert!(pair[0].at_ns <= pair[1].at_ns && pair[0].inlined() <= pair[1].inlined(), "{pair:?}");
                let grew = tasks(&pair[0].tally).into_iter().zip(tasks(&pair[1].tally));
                assert!(grew.into_iter().all(|(before, after)| before <= after), "{pair:?}");
            }
            for sample in &track.samples {
                let settled = sample.inlined() + sample.tally.lost + sample.tally.discarded;
                assert_eq!(sample.tally.created, settled + sample.remaining);
            }
            between += track.samples.len() - 2;
        }
    }
    assert!(between > 10, "only {between} samples");
}

/// Asserts that a track of a pool that keeps 10 events has at least those, and that it is said
/// to be complete from the first of them that ended.
fn assert_complete(track: &Track) {
    assert_eq!(track.dropped == 0, track.complete_from_ns == 0);
    if track.dropped > 0 {
        let kept = track.spans.len() + track.instants.len();
        assert!(kept >= 10, "only {kept} of {} were kept", kept as u64 + track.dropped);
        let spans = track.spans.iter().map(|span| span.end_ns);
        let ended = spans.chain(track.instants.iter().map(|&(at_ns, _)| at_ns)).min();
        assert_eq!(ended, Some(track.complete_from_ns));
    }
}

/// Asserts that the eventlog of what was kept is valid and ends with the ledger's counts.
fn assert_whole_eventlog(snapshot: Snapshot, recording: Recording) {
    let ledger = Ledger::of(&snapshot);
    let run = RecordedRun { recording, ledger, marks: Vec::new(), args: Vec::new(), pid: 1 };
    let capabilities = capabilities(&read(&eventlog(&run)));
    for (capability, worker) in capabilities.iter().zip(&run.ledger.workers) {
        let tasks = &worker.tasks;
        let last =
            [tasks.created, tasks.dud, tasks.overflowed, tasks.stolen, tasks.discarded, tasks.inlined, 0];
        assert_eq!(capability.counters.first(), Some(&[0; 7]));
        assert_eq!(capability.counters.last(), Some(&last));
        assert!(capability.steals.values().sum::<u64>() <= tasks.stolen);
    }
}

#[test]
fn what_is_dropped_is_the_oldest_and_leaves_a_forest() {
    let pool = recording_pool(3, 10);
    let mut dropped = 0;
    // How much the helpers do, and so how much they note, depends on what else the machine does.
    for seed in 0..100_000 {
        if dropped > 100 {
            break;
        }
        let (snapshot, recording) = run(&pool, seed, 6);
        for (worker, track) in snapshot.workers.iter().zip(&recording.tracks) {
            assert_forest(track, recording.end_ns);
            assert_complete(track);
            let shorter = |count: u64, noted: u64| assert!(noted <= count && count <= noted + track.dropped);
            shorter(worker.tally.stolen, number(track, SpanKind::is_task));
            shorter(
                worker.tally.wakes,
                track.instants.iter().filter(|(_, news)| matches!(news, InstantEvent::Woke(_))).count()
                    as u64,
            );
            dropped += track.dropped;
        }
        assert_whole_eventlog(snapshot, recording);
    }
    assert!(dropped > 0, "nothing was dropped");
}

/// A thief notes both the job and that it woke the owner, in the order in which they ended:
/// each may be the oldest that is kept.
#[test]
fn jobs_whose_owners_sleep_are_dropped_in_order() {
    let pool = recording_pool(2, 10);
    let mut woke = 0;
    for _ in 0..40 {
        pool.reset();
        pool.install(|w| w.scope(|mut s| (0..40).try_for_each(|_| wait_for_a_thief(s.lend()))).unwrap());
        for track in pool.recording().unwrap().tracks {
            assert_complete(&track);
            woke += track.instants.iter().filter(|(_, news)| matches!(news, InstantEvent::Woke(_))).count();
        }
    }
    assert!(woke > 40, "only {woke} wakes were kept");
}

/// A join whose second half is stolen, and runs for so long that its owner goes to sleep.
fn wait_for_a_thief(s: Scoped<'_>) -> Result<(), Cancelled> {
    let stolen = AtomicBool::new(false);
    let first = |s: Scoped<'_>| {
        while !stolen.load(Relaxed) {
            s.poll()?;
        }
        Ok(())
    };
    let second = |_: Scoped<'_>| {
        stolen.store(true, Relaxed);
        spin(200);
        Ok(())
    };
    s.join(first, second).map(|_| ())
}

#[test]
fn tasks_that_are_joined_in_the_order_of_spawning_do_not_cross() {
    let pool = recording_pool(3, 1 << 14);
    for _ in 0..10 {
        pool.reset();
        pool.install(|w| w.scope(|s| s.tasks(join_in_order))).unwrap();
        let (snapshot, recording) = (pool.snapshot(), pool.recording().unwrap());
        let taken = |what| matches!(what, SpanKind::SharedJob { taken: true });
        let tracks = &recording.tracks;
        assert_eq!(tracks.iter().map(|track| number(track, taken)).sum::<u64>(), snapshot.total().lost);
        tracks.iter().for_each(|track| assert_forest(track, recording.end_ns));
    }
}

/// Two tasks that begin before the first of them is joined.
fn join_in_order<'env>(tasks: &mut Tasks<'_, 'env>) -> Result<(), Cancelled> {
    let begun = Arc::new(AtomicUsize::new(0));
    let handles = [1, 2].map(|length| {
        let begun = begun.clone();
        tasks.spawn(move |_| {
            begun.fetch_add(1, Relaxed);
            spin(200 * length);
            Ok(())
        })
    });
    while begun.load(Relaxed) < 2 {
        tasks.lend().poll()?;
    }
    handles.into_iter().try_for_each(|handle| tasks.join(handle))
}

#[test]
fn panics_leave_whole_spans() {
    let pool = recording_pool(4, 1 << 14);
    pool.reset();
    for round in 0..30 {
        let threw = panic_text(|| {
            pool.install(|w| {
                w.split(40, |mut s, index| {
                    spin(30);
                    if index == 20 + round % 20 {
                        panic!("no further");
                    }
                    let half = |_: Scoped<'_>| {
                        spin(5);
                        Ok(())
                    };
                    s.lend().join(half, half).map(|_| ())
                })
            })
        });
        assert_eq!(threw.as_deref(), Some("no further"));
    }
    let (snapshot, recording) = (pool.snapshot(), pool.recording().unwrap());
    let sums = snapshot.workers.iter().zip(&recording.tracks).map(|(worker, track)| {
        assert_forest(track, recording.end_ns);
        (worker.tally.stolen, number(track, SpanKind::is_task))
    });
    sums.for_each(|(counted, noted)| assert_eq!(counted, noted));
}

#[test]
fn nothing_is_recorded_unless_asked_for() {
    assert!(Pool::new(2).unwrap().recording().is_none());
}
