//! Workers that search the root beside the first one (*Lazy SMP*). In `lazy` they share only the
//! table. In `play` the first worker shares its nodes (`brothers`), but a selective tree is narrow.
//! So the others fill idle time with a search as in `lazy`, and leave it as soon as a split invites
//! them ([`Scoped::help`](sparring_sched::Scoped::help)).
//!
//! Every second helper begins one ply deeper, so that their work differs. Each depth is one split,
//! whose first index is the search that counts: its end cancels the others.

use parking_lot::Mutex;

use super::event::Watch;
use super::root_move::RootMove;
use super::search::{FrameOf, PlaySearch};
use crate::game::{IncrementalEvaluator, MAX_PLY, Tactical};
use crate::search::task::Task;
use sparring_sched::Cancelled;

/// Searches the root to a depth while `helpers` others search it too, without events. Shared nodes
/// come first.
pub(super) fn lazy_smp<G: Tactical, E: IncrementalEvaluator<G>>(
    search: &PlaySearch<'_, G, E>,
    task: &mut Task<'_, '_>,
    root: &FrameOf<'_, G, E>,
    moves: &mut [RootMove<G::Move>],
    (lines, depth): (usize, i32),
    (helpers, watch): (usize, Watch<'_, G::Move>),
) -> Result<(), Cancelled> {
    let copy = moves.to_vec();
    let moves = Mutex::new(moves);
    search.tasks.split(task, 1 + helpers, |task, index| {
        if index == 0 {
            search.lines(task, root, &mut moves.lock(), (lines, depth), watch)?;
            task.at.cancel();
            return Ok(());
        }
        let mut own = copy.clone();
        let mut depths = depth + index as i32 % 2..=MAX_PLY as i32;
        let _stopped = task.fill(|task| {
            depths.try_for_each(|depth| search.lines(task, root, &mut own, (lines, depth), Watch::default()))
        });
        Ok(()) // not aborted: what it has found is in the table
    })
}
