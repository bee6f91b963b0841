//! The groups of a pool that have spawned tasks, where idle workers find these, and the tasks that
//! are meant for one worker each.

use crate::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering::Relaxed},
};
use crate::worker::group::{Group, GroupTask, Taken};
use std::collections::VecDeque;
use std::sync::Arc;

/// Groups are listed from their first task until they are over.
#[derive(Default)]
pub(crate) struct Groups {
    listed: Mutex<Vec<Arc<Group>>>,
    number: AtomicUsize,
}

impl Groups {
    pub(crate) fn list(&self, group: &Arc<Group>) {
        let mut listed = self.listed.lock();
        listed.push(group.clone());
        self.number.store(listed.len(), Relaxed);
    }

    pub(crate) fn unlist(&self, group: &Arc<Group>) {
        let mut listed = self.listed.lock();
        let place = listed.iter().rposition(|other| Arc::ptr_eq(other, group));
        let unlisted = place.map(|place| listed.remove(place));
        self.number.store(listed.len(), Relaxed);
        drop(listed);
        drop(unlisted);
    }

    /// The number of tasks that nobody has begun. A worker about to sleep asks after a fence
    /// (`sleep.rs`).
    pub(crate) fn queued(&self) -> usize {
        if self.number.load(Relaxed) == 0 {
            return 0;
        }
        self.listed.lock().iter().map(|group| group.queued()).sum()
    }

    /// Takes a task of the oldest group that has one.
    pub(crate) fn take(&self, me: usize, enters: bool) -> Option<(Arc<Group>, Taken)> {
        if self.number.load(Relaxed) == 0 {
            return None;
        }
        let listed = self.listed.lock();
        listed.iter().find_map(|group| Some((group.clone(), group.take(me, enters)?)))
    }
}

/// Tasks that only one worker may run.
#[derive(Default)]
pub(crate) struct Mailbox {
    tasks: Mutex<VecDeque<(Arc<Group>, GroupTask)>>,
    /// A worker about to sleep reads it after a fence (`sleep.rs`).
    number: AtomicUsize,
}

impl Mailbox {
    pub(crate) fn is_empty(&self) -> bool {
        self.number.load(Relaxed) == 0
    }

    pub(crate) fn put(&self, group: &Arc<Group>, task: GroupTask) {
        let mut tasks = self.tasks.lock();
        tasks.push_back((group.clone(), task));
        self.number.store(tasks.len(), Relaxed);
    }

    pub(crate) fn take(&self) -> Option<(Arc<Group>, GroupTask)> {
        if self.is_empty() {
            return None;
        }
        let mut tasks = self.tasks.lock();
        let first = tasks.pop_front();
        self.number.store(tasks.len(), Relaxed);
        first
    }
}
