//! Claim: everything public can be printed, also inside a running task.

use crate::support::pools::{checked, pool};
use sparring_sched::{Pin, Pool, PoolBuilder, Scoped};

#[test]
fn handles_say_on_which_worker_and_how_deep_they_are() {
    let pool = pool(1);
    let (outer, inner) = pool.install(|mut w| {
        let outer = format!("{w:?}");
        let (inner, _) = w.lend().join(|w| format!("{w:?}"), |_| ());
        (outer, inner)
    });
    assert_eq!(outer, "Worker { index: 0, depth: 0 }");
    assert_eq!(inner, "Worker { index: 0, depth: 1 }");
    let scope = pool.cancel_scope();
    assert_eq!(format!("{scope:?}"), "CancelScope { cancelled: false, .. }");
    let both = |s: Scoped<'_>| {
        let before = format!("{s:?}");
        s.cancel();
        Ok([before, format!("{s:?}")])
    };
    let [before, after] = pool.install_in(&scope, both).unwrap();
    assert_eq!(before, "Scoped { index: 0, depth: 0, cancelled: false }");
    assert_eq!(after, "Scoped { index: 0, depth: 0, cancelled: true }");
    assert_eq!(format!("{scope:?}"), "CancelScope { cancelled: true, .. }");
}

#[test]
fn tasks_and_their_handles_are_printed_while_others_run_them() {
    let pool = pool(3);
    for _ in 0..20 {
        let printed = pool.install(|w| {
            w.scope(|s| {
                s.tasks(|tasks| {
                    let spawned: Vec<_> = (0..10_usize).map(|i| tasks.spawn(move |_| Ok(i))).collect();
                    let printed = format!("{tasks:?} {:?}", spawned[3]);
                    for (i, task) in spawned.into_iter().enumerate() {
                        assert_eq!(tasks.join(task), Ok(i));
                    }
                    Ok(printed)
                })
            })
        });
        let printed = printed.unwrap();
        assert!(printed.starts_with("Tasks { index: ") && printed.ends_with("TaskHandle { .. }"));
    }
    checked(&pool);
}

#[test]
fn a_pool_is_printed_inside_its_own_tasks() {
    let pool: Pool = PoolBuilder::new().threads(2).pin(Pin::None).build().unwrap();
    let expected = "Pool { threads: 2, simulated: false, pinned_to: [None, None] }";
    assert_eq!(format!("{pool:?}"), expected);
    pool.install(|w| w.for_each(0..20, |_, _| assert_eq!(format!("{pool:?}"), expected)));
    let stopwatch = format!("{:?}", pool.stopwatch());
    assert!(stopwatch.starts_with("Stopwatch { start_ns: "), "{stopwatch}");
}
