//! The ways to put items up that are not joins, of the libraries that have them.

use rayon::prelude::*;
use sparring_sched::{Cancelled, Scoped, Worker};

use crate::items::{Item, Verb};

/// Panics. Stands in for the other ways, in a library that only joins.
pub fn none<H>(_: H, verb: Verb, _: usize, _: &Item<'_>) {
    unreachable!("{verb:?} was asked of a library that only joins");
}

/// Runs the items with this crate, in any way but [`Verb::Join`].
pub fn ours(w: Worker<'_>, verb: Verb, count: usize, item: &Item<'_>) {
    match verb {
        Verb::ForEach => w.for_each(0..count, |_, i| item(i)),
        Verb::Split => w.split(count, |_, i| {
            item(i);
            Ok(())
        }),
        Verb::FindFirst => {
            let hit = w.find_first(0..count, |_, i| {
                item(i);
                Ok(None::<()>)
            });
            assert_eq!(hit, None);
        }
        Verb::TaskTree => w.scope(|s| task_tree(s, 0, count, item)).expect(NOBODY_CANCELS),
        tasks => w.scope(|s| our_tasks(s, tasks, count, item)).expect(NOBODY_CANCELS),
    }
}

const NOBODY_CANCELS: &str = "nobody cancels";

fn our_tasks(s: Scoped<'_>, verb: Verb, count: usize, item: &Item<'_>) -> Result<(), Cancelled> {
    s.tasks(|tasks| {
        let spawned = (0..count).map(|i| {
            tasks.spawn(move |_| {
                item(i);
                Ok(())
            })
        });
        if verb == Verb::TasksNotJoined {
            spawned.for_each(drop);
            return Ok(());
        }
        let mut handles: Vec<_> = spawned.collect();
        if verb == Verb::TasksNewestFirst {
            handles.reverse();
        }
        handles.into_iter().try_for_each(|handle| tasks.join(handle))
    })
}

fn task_tree(s: Scoped<'_>, i: usize, count: usize, item: &Item<'_>) -> Result<(), Cancelled> {
    item(i);
    if 2 * i + 1 >= count {
        return Ok(());
    }
    s.tasks(|tasks| {
        for child in children(i, count) {
            drop(tasks.spawn(move |s| task_tree(s, child, count, item)));
        }
        Ok(())
    })
}

/// The items that item `i` spawns in a tree of tasks.
fn children(i: usize, count: usize) -> impl Iterator<Item = usize> {
    (2 * i + 1..2 * i + 3).filter(move |&child| child < count)
}

/// Runs the items with rayon, in one of the ways but [`Verb::Join`] that it has.
pub fn rayons(_: (), verb: Verb, count: usize, item: &Item<'_>) {
    match verb {
        Verb::ForEach => (0..count).into_par_iter().for_each(item),
        Verb::TasksNotJoined => rayon::scope(|s| (0..count).for_each(|i| s.spawn(move |_| item(i)))),
        Verb::TaskTree => rayon::scope(|s| rayon_tree(s, 0, count, item)),
        Verb::FindFirst => {
            let hit = (0..count).into_par_iter().find_first(|&i| {
                item(i);
                false
            });
            assert_eq!(hit, None);
        }
        other => unreachable!("{other:?} was asked of rayon"),
    }
}

fn rayon_tree<'scope>(s: &rayon::Scope<'scope>, i: usize, count: usize, item: &'scope Item<'scope>) {
    item(i);
    for child in children(i, count) {
        s.spawn(move |s| rayon_tree(s, child, count, item));
    }
}

/// Runs the items with forte, in one of the ways but [`Verb::Join`] that it has.
#[cfg(forte)]
pub fn fortes(w: &forte::Worker, verb: Verb, count: usize, item: &Item<'_>) {
    match verb {
        Verb::TasksNotJoined => {
            w.scope(|s| (0..count).for_each(|i| s.spawn(move |_: &forte::Worker| item(i))));
        }
        Verb::TaskTree => w.scope(|s| forte_tree(s, 0, count, item)),
        other => unreachable!("{other:?} was asked of forte"),
    }
}

#[cfg(forte)]
fn forte_tree<'scope>(
    s: &'scope forte::Scope<'scope, '_>,
    i: usize,
    count: usize,
    item: &'scope Item<'scope>,
) {
    item(i);
    for child in children(i, count) {
        s.spawn(move |_: &forte::Worker| forte_tree(s, child, count, item));
    }
}
