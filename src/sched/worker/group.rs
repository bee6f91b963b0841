//! The tasks of a group (`group/mod.rs`), and how many of them are not over.
//!
//! # When all are over
//! `spawned` and `over` only rise, and the call that opened the group counts as its first task. A
//! task is spawned by one that is not over, and counted before it can be taken. So `over` equals
//! `spawned` once, at the end of the last task, and stays so. Ends release and acquire: whoever
//! sees the last end sees all writes of all tasks, and the number of tasks they spawned.
//!
//! # Who runs a part of the group
//! A worker that takes a task enters `runners` under the lock of the queue, and leaves before the
//! task counts as over. What is stolen from a worker that is in `runners` before and after the
//! theft, while no task has ended, is a part of the group.

use crate::handle::Handle;
use crate::handover::atomic_bitset::AtomicWorkerSet;
use crate::handover::oneshot::Oneshot;
use crate::sync::{
    Monitor, Mutex, Rule,
    atomic::{
        AtomicU64, AtomicUsize,
        Ordering::{AcqRel, Acquire, Relaxed},
    },
    omitted, thread,
};
use crate::task::pool_set::PoolSet;
use crate::worker::core::Shared;
use std::any::Any;
use std::collections::VecDeque;
use std::sync::Arc;

/// Number of newest tasks among which a worker looks for one of its own.
const NEAR_THE_NEWEST: usize = 32;

/// Calls the closure of a task, and keeps its panic.
pub(crate) type Body<'b> = Box<dyn FnOnce(Handle<'_>, &Arc<Group>) + Send + 'b>;

pub(crate) struct GroupTask {
    pub(crate) body: Body<'static>,
    /// The worker that spawned it, if it was one of the pool.
    pub(crate) creator: Option<usize>,
    pub(crate) inside: PoolSet,
}

/// A task that its worker must run ([`Handle::run_group_task`]).
#[must_use]
pub(crate) struct Taken {
    pub(crate) task: GroupTask,
    /// True if the worker leaves the runners afterwards.
    pub(crate) entered: bool,
}

/// The thread that opened the group, which is told of new tasks and of the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opener {
    /// A worker of the pool. It runs tasks of the group while it waits.
    Worker(usize),
    /// A stand-in of the pool. It does the same, but has no place to sleep of its own.
    StandIn,
    /// Another thread, which runs none.
    Outside,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// A worker takes its own newest task first, or else the oldest of all.
    NewestFirst,
    OldestFirst,
}

pub(crate) struct Group {
    pub(crate) shared: Arc<Shared>,
    pub(crate) opener: Opener,
    order: Order,
    queue: Mutex<VecDeque<GroupTask>>,
    /// Length of the queue. A worker about to sleep reads it after a fence (`sleep.rs`).
    queued: AtomicUsize,
    spawned: AtomicU64,
    over: AtomicU64,
    pub(crate) runners: AtomicWorkerSet,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    /// Changed for a stand-in by every new task and by the end.
    pub(crate) changed: Monitor<()>,
    /// Sent to an opener outside at the end.
    pub(crate) finished: Arc<Oneshot<()>>,
}

impl Group {
    pub(crate) fn new(shared: Arc<Shared>, opener: Opener, order: Order) -> Group {
        Group {
            finished: Oneshot::new(&shared.platform),
            shared,
            opener,
            order,
            queue: Mutex::new(VecDeque::new()),
            queued: AtomicUsize::new(0),
            spawned: AtomicU64::new(1),
            over: AtomicU64::new(0),
            runners: AtomicWorkerSet::new(),
            panic: Mutex::new(None),
            changed: Monitor::new(()),
        }
    }

    /// Counts a new task. Returns true if it is the first.
    pub(crate) fn begin(&self) -> bool {
        self.spawned.fetch_add(1, Relaxed) == 1
    }

    pub(crate) fn has_spawned(&self) -> bool {
        self.spawned.load(Relaxed) > 1
    }

    /// Counts the end of a task, or of the call that opened the group. Returns true if it was the
    /// last one.
    pub(crate) fn end(&self) -> bool {
        // Pairs with itself and with the acquire in `ended`.
        self.over.fetch_add(1, AcqRel) + 1 == self.spawned.load(Relaxed)
    }

    /// The number of tasks that are over.
    pub(crate) fn ended(&self) -> u64 {
        self.over.load(Acquire) // pairs with the release in `end`
    }

    /// True if all tasks are over.
    pub(crate) fn is_over(&self) -> bool {
        self.ended() == self.spawned.load(Relaxed)
    }

    pub(crate) fn push(&self, task: GroupTask) {
        let mut queue = self.queue.lock();
        queue.push_back(task);
        self.queued.store(queue.len(), Relaxed);
    }

    pub(crate) fn queued(&self) -> usize {
        self.queued.load(Relaxed)
    }

    /// Takes a task for this worker, which enters the runners if `enters`.
    pub(crate) fn take(&self, me: usize, enters: bool) -> Option<Taken> {
        if self.queued() == 0 {
            return None;
        }
        let mut queue = self.queue.lock();
        let mine = |task: &GroupTask| task.creator == Some(me);
        let place = match self.order {
            Order::OldestFirst => None,
            Order::NewestFirst => queue.iter().rev().take(NEAR_THE_NEWEST).position(mine),
        };
        let task = match place {
            Some(from_the_end) => {
                let newest = queue.len() - 1;
                queue.remove(newest - from_the_end)
            }
            None => queue.pop_front(),
        }?;
        self.queued.store(queue.len(), Relaxed);
        Some(Taken { task, entered: enters && self.runners.insert(me) })
    }

    /// Keeps a task's panic, if it is the first.
    pub(crate) fn panicked(&self, panic: Box<dyn Any + Send>) {
        let mut first = self.panic.lock();
        match *first {
            None => *first = Some(panic),
            Some(_) => std::mem::forget(panic), // its destructor might panic in turn
        }
    }

    /// The first panic of a task, once.
    pub(crate) fn result(&self) -> thread::Result<()> {
        self.panic.lock().take().map_or(Ok(()), Err)
    }
}

impl Handle<'_> {
    /// Runs a task of the queue.
    pub(crate) fn run_taken(self, group: &Arc<Group>, taken: Taken) {
        self.run_group_task(group, taken.task, &|| {
            if taken.entered {
                group.runners.remove(self.index());
            }
        });
    }

    /// Runs a task, calls `ended` when its closure has returned, and then tells the opener.
    pub(crate) fn run_group_task(self, group: &Arc<Group>, task: GroupTask, ended: &dyn Fn()) {
        let GroupTask { body, creator, inside } = task;
        let start = self.events().begin_spawned_task(creator);
        self.within(inside, || body(self, group));
        self.events().end_spawned_task(start, creator);
        ended();
        if group.end() && !omitted(Rule::EndOfGroup) {
            match group.opener {
                Opener::Worker(opener) => {
                    if group.shared.sleep.wake(opener) {
                        self.events().woke(opener);
                    }
                }
                Opener::StandIn => group.changed.change(|()| ()),
                Opener::Outside => group.finished.clone().send(()),
            }
        }
    }

    pub(crate) fn has_mail(self) -> bool {
        !omitted(Rule::ServeMail)
            && !self.own().is_stand_in()
            && !self.shared().mailboxes[self.index()].is_empty()
    }

    /// Runs the tasks that are meant for this worker alone, on top of what waits here.
    pub(crate) fn serve_mail(self) {
        while self.has_mail()
            && let Some((group, task)) = self.shared().mailboxes[self.index()].take()
        {
            self.own().run_on_top(task.inside, |handle| handle.run_group_task(&group, task, &|| ()));
        }
    }
}
