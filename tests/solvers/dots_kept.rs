//! Claim: what a solve has proved is kept whatever ends it, under the name that was asked for.

use std::fs;
use std::os::unix::fs::symlink;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use crate::support::dots::grid;
use crate::support::folder::Folder;
use sparring_engine::games::dots::Rules;
use sparring_engine::search::Limits;
use sparring_engine::solve::dots::{Checkpoint, Progress, Request, Solver};
use sparring_sched::Pool;

/// Solves 3x4 boxes with this checkpoint, until `listener` has had enough.
fn solve(file: &Path, request: Request, listener: &mut (dyn FnMut(Progress) + Send)) -> (u64, u64) {
    let (solver, pool) = (Solver::new(&grid(3, 4, Rules::Standard), 16), Pool::new(2).unwrap());
    let checkpoint = Checkpoint::open(file, None, &solver, 0).unwrap();
    let before = checkpoint.spent().0;
    let remark = |line: &str| panic!("{line}");
    let scope = pool.cancel_scope();
    let (outcome, _) = solver.solve_kept(request, (&pool, &scope), listener, &checkpoint, &remark);
    (before, outcome.map_or_else(|unfinished| unfinished.nodes, |answer| answer.nodes))
}

#[test]
fn a_panic_loses_nothing() {
    let folder = Folder::new("panic");
    let file = folder.path().join("solve");
    let nothing = Limits { nodes: Some(1), ..Limits::default() };
    let request = Request::value(0);
    let ended = catch_unwind(AssertUnwindSafe(|| {
        solve(&file, request, &mut |progress| assert!(progress.nodes < 20_000, "enough"))
    }));
    assert!(ended.is_err(), "the listener's panic was lost");
    let (before, _) = solve(&file, request.within(nothing), &mut |_| {});
    assert!(before >= 20_000, "kept: {before} nodes");
}

#[test]
fn a_link_is_followed() {
    let [folder, other] = ["link", "linked"].map(Folder::new);
    let (link, file) = (folder.path().join("solve"), other.path().join("large"));
    solve(&file, Request::value(0), &mut |_| {});
    symlink(&file, &link).unwrap();
    let some = Limits { nodes: Some(1), ..Limits::default() };
    assert!(solve(&link, Request::optimal(0).within(some), &mut |_| {}).0 > 0);
    assert_eq!(fs::read_link(&link).unwrap(), file);
    assert_eq!(other.names(), ["large", "large.previous"]);
    assert_eq!(folder.names(), ["solve"]);
}

#[test]
#[should_panic = "another position"]
fn a_checkpoint_of_another_position_is_refused() {
    let folder = Folder::new("position");
    solve(&folder.path().join("solve"), Request::value(1), &mut |_| {});
}
