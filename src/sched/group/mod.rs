//! Task groups: tasks that any of them may add to, on any thread. All are over when their call
//! returns.
//!
//! * `waiting.rs`: how the call waits. `worker/group.rs`: the tasks. `worker/groups.rs`: where
//!   idle workers find them.

pub mod current;
mod waiting;

use crate::handle::Handle;
use crate::pool::Pool;
use crate::sync::abort::AbortOnUnwind;
use crate::worker::core::{Own, Shared};
use crate::worker::current as thread;
use crate::worker::group::{Body, Group, GroupTask, Opener, Order};
use crate::worker::injector::{InjectedJob, Passes};
use std::fmt;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// A group of tasks, to which all of them may add: see [`Pool::task_group`].
#[repr(transparent)]
pub struct TaskGroup<'env> {
    group: Arc<Group>,
    /// Makes the type invariant in `'env`.
    env: PhantomData<fn(&'env ()) -> &'env ()>,
}

impl Pool {
    /// Calls `f` on this thread, and returns when all tasks that were spawned in the group are
    /// over. A task may spawn others, on any thread. They may borrow what outlives this call.
    ///
    /// ```
    /// use sparring_sched::{Pool, TaskGroup};
    /// use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    ///
    /// fn walk<'env>(group: &TaskGroup<'env>, n: u64, leaves: &'env AtomicU64) {
    ///     match n {
    ///         0 => _ = leaves.fetch_add(1, Relaxed),
    ///         _ => (0..2).for_each(|_| group.spawn(move |group| walk(group, n - 1, leaves))),
    ///     }
    /// }
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let leaves = AtomicU64::new(0);
    /// pool.task_group(|group| walk(group, 5, &leaves));
    /// assert_eq!(leaves.into_inner(), 32);
    /// let total = pool.snapshot().total();
    /// assert_eq!(total.created, 62);
    /// total.check().unwrap();
    /// ```
    ///
    /// A worker of this pool that waits here runs tasks of the group, and parts of those that
    /// others run, and nothing else. It takes the newest task that it has spawned itself, or else
    /// the oldest of all. Any other thread sleeps; the workers of the pool run the tasks.
    ///
    /// A task finds its worker by the thread: see [`current`](crate::current).
    ///
    /// Compared with [`Scoped::tasks`](crate::Scoped::tasks) a task costs an allocation, a lock
    /// and two locked instructions, some tens of nanoseconds, and cannot be cancelled.
    ///
    /// # Panics
    /// If `f` panics, with its panic; otherwise with that of the task that panicked first. All
    /// other tasks are run before that. In a forked process, which has no workers.
    pub fn task_group<'env, R>(&self, f: impl FnOnce(&TaskGroup<'env>) -> R) -> R {
        self.process.check_is_this("task_group");
        open(&self.shared, Order::NewestFirst, f)
    }

    /// Does the same as [`Pool::task_group`], but the oldest task is always taken first.
    ///
    /// # Panics
    /// Same as [`Pool::task_group`].
    pub fn task_group_fifo<'env, R>(&self, f: impl FnOnce(&TaskGroup<'env>) -> R) -> R {
        self.process.check_is_this("task_group_fifo");
        open(&self.shared, Order::OldestFirst, f)
    }
}

pub(crate) fn open<'env, R>(shared: &Arc<Shared>, order: Order, f: impl FnOnce(&TaskGroup<'env>) -> R) -> R {
    let group = TaskGroup::new(Arc::new(Group::new(shared.clone(), opener(shared), order)));
    let value = catch_unwind(AssertUnwindSafe(|| f(&group)));
    // Tasks borrow from the frames around.
    let unsettled = AbortOnUnwind::new("waited for a task group");
    group.finish();
    unsettled.disarm();
    let tasks = group.group.result();
    match value {
        Ok(value) => tasks.map_or_else(|panic| resume_unwind(panic), |()| value),
        Err(panic) => {
            std::mem::forget(tasks); // one panic wins; the other's destructor might panic
            resume_unwind(panic)
        }
    }
}

fn opener(shared: &Arc<Shared>) -> Opener {
    thread::with_worker(|own| match own {
        Some(own) if !own.is_of(shared) => Opener::Outside,
        Some(own) if own.is_stand_in() => Opener::StandIn,
        Some(own) => Opener::Worker(own.index),
        None => Opener::Outside,
    })
}

fn is_this_worker(shared: &Arc<Shared>, worker: usize) -> bool {
    let is_it = |own: &Own| own.is_of(shared) && !own.is_stand_in() && own.index == worker;
    thread::with_worker(|own| own.is_some_and(is_it))
}

impl<'env> TaskGroup<'env> {
    fn new(group: Arc<Group>) -> TaskGroup<'env> {
        TaskGroup { group, env: PhantomData }
    }

    fn of<'g>(group: &'g Arc<Group>) -> &'g TaskGroup<'env> {
        // SAFETY: the type is transparent, and promises nothing else about the group. Only tasks
        // of a group with this `'env` call this.
        unsafe { &*std::ptr::from_ref(group).cast::<TaskGroup<'env>>() }
    }

    /// Adds a task, which some worker of the pool runs.
    pub fn spawn(&self, f: impl FnOnce(&TaskGroup<'env>) + Send + 'env) {
        self.add(Self::body(f), |task| Group::offer(&self.group, task));
    }

    /// Adds a task for each worker of the pool, which each runs once when it has nothing else to
    /// run, or while it waits.
    pub fn spawn_broadcast(&self, f: impl Fn(&TaskGroup<'env>) + Send + Sync + 'env) {
        if self.group.opener == Opener::Outside {
            // A snapshot waits for what is installed, and mail is not.
            return self.spawn(move |group| {
                open(&group.group.shared, Order::OldestFirst, |all| all.send_to_each(|_| f(group)));
            });
        }
        self.send_to_each(f);
    }

    fn send_to_each(&self, f: impl Fn(&TaskGroup<'env>) + Send + Sync + 'env) {
        let f = Arc::new(f);
        for worker in 0..self.threads() {
            let f = f.clone();
            self.add(Self::body(move |group| f(group)), |task| Group::send(&self.group, task, worker));
        }
    }

    fn body<'b>(f: impl FnOnce(&TaskGroup<'env>) + Send + 'b) -> Body<'b> {
        Box::new(move |handle: Handle<'_>, group: &Arc<Group>| {
            let group = TaskGroup::of(group);
            let run = || handle.as_current(|| f(group));
            catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| group.group.panicked(panic));
        })
    }

    fn add(&self, body: Body<'env>, give: impl FnOnce(GroupTask)) {
        // SAFETY: only the lifetime changes. The call that opened the group waits until all tasks
        // are over, and cannot unwind before; what they borrow outlives that call. The task is
        // used up before it counts as over.
        let body: Body<'static> = unsafe { std::mem::transmute(body) };
        let (creator, inside) = thread::with_worker(|own| {
            let own = own.filter(|own| own.is_of(&self.group.shared));
            own.inspect(|own| Handle::bottom(own.core()).slot().created(1));
            (own.map(|own| own.index), thread::inside())
        });
        if self.group.begin() && self.group.opener != Opener::Outside {
            self.group.shared.groups.list(&self.group);
        }
        give(GroupTask { body, creator, inside });
    }

    fn finish(&self) {
        let group = &self.group;
        if !group.end() {
            self.wait();
        }
        if group.has_spawned() && group.opener != Opener::Outside {
            group.shared.groups.unlist(group);
        }
    }

    /// The number of workers of the pool.
    pub fn threads(&self) -> usize {
        self.group.shared.cores.len()
    }
}

impl fmt::Debug for TaskGroup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (queued, over) = (self.group.queued(), self.group.ended());
        f.debug_struct("TaskGroup").field("queued", &queued).field("over", &over).finish_non_exhaustive()
    }
}

impl Group {
    /// Gives a new task to whoever comes first.
    fn offer(group: &Arc<Group>, task: GroupTask) {
        let shared = &group.shared;
        match group.opener {
            Opener::Worker(opener) => {
                let creator = task.creator;
                group.push(task);
                // A stand-in has a worker's number, and the opener may sleep for something else.
                // So neither of the two wake-ups makes up for the other.
                if !is_this_worker(shared, opener) {
                    shared.sleep.wake(opener);
                }
                shared.wake_for_group(creator);
            }
            Opener::StandIn => {
                let creator = task.creator;
                group.push(task);
                group.changed.change(|()| ());
                shared.wake_for_group(creator);
            }
            Opener::Outside => Group::inject(group, task),
        }
    }

    /// Gives a new task to this worker.
    fn send(group: &Arc<Group>, task: GroupTask, worker: usize) {
        group.shared.mailboxes[worker].put(group, task);
        group.shared.sleep.wake(worker);
    }

    /// Puts a task into the pool's queue: a snapshot must wait for it, because nothing that is
    /// installed may be around it.
    fn inject(group: &Arc<Group>, task: GroupTask) {
        let (shared, around) = (&group.shared, task.inside);
        let passes = if around.contains(shared.pool) { Passes::Ahead } else { Passes::InTurn };
        let inside = around.and(shared.pool);
        let (group_of_job, task) = (group.clone(), GroupTask { inside, ..task });
        let run = move |handle: Handle<'_>, ended: &dyn Fn()| {
            handle.run_group_task(&group_of_job, task, ended);
        };
        let job = InjectedJob { run: Box::new(run), passes, inside, detached: false };
        shared.injector.push(job).unwrap_or_else(|ended| {
            group.end();
            ended.refuse()
        });
        shared.hand_on_injected();
    }
}
