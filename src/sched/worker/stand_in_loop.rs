//! The loop of a stand-in, and when one is called. See `stand_ins.rs`.

use crate::handle::Handle;
use crate::handover::signal::CANCEL;
use crate::platform::Platform;
use crate::record::counters::Tally;
use crate::sync::abort::AbortOnUnwind;
use crate::sync::deque::Worker as Deque;
use crate::sync::{Rule, full_fence, omitted};
use crate::task::pool_set::PoolSet;
use crate::worker::core::{Core, Own, Shared};
use crate::worker::current::set_worker;
use crate::worker::stand_ins::{ForStandIn, Settings, Waiting};
use crate::worker::thread::Thread;
use std::io;
use std::ptr::NonNull;
use std::sync::{Arc, OnceLock};

impl Shared {
    pub(crate) fn begin_waiting(self: &Arc<Self>) -> Waiting<'_> {
        let waiting = self.stand_ins.begin_waiting();
        if !omitted(Rule::HandOnWaiting) {
            self.hand_on_injected();
        }
        waiting
    }

    /// Makes sure that a worker comes for a new task of a group.
    pub(crate) fn wake_for_group(self: &Arc<Self>, creator: Option<usize>) {
        let woken = self.sleep.wake_for_group_task(creator.unwrap_or(0));
        if woken.is_none() && self.stand_ins.are_wanted() {
            self.hand_on_injected();
        }
    }

    /// Makes sure that a thread comes for the open injected jobs and the tasks of groups. Called
    /// after some were opened, and when a worker woken for them may do something else or wait.
    pub(crate) fn hand_on_injected(self: &Arc<Self>) {
        full_fence(); // pairs with the fence in `Sleep::sleep`
        if self.is_closing() {
            self.wake_everybody(); // the last job may have been a snapshot
        }
        let open = self.injector.has_open() || self.groups.queued() > 0;
        if open && !self.sleep.wake_for_injected() {
            self.stand_ins
                .call(self.injector.open_inside(), |number, settings| start(self, number, settings));
        }
    }

    pub(crate) fn signal_stand_ins(&self) {
        self.stand_in_cores.iter().filter_map(OnceLock::get).for_each(|core| core.signal.raise(CANCEL));
    }

    /// All that was counted under this worker's number, without the time of stand-ins,
    /// which counts as the waiting worker's.
    pub(crate) fn tally(&self, worker: usize) -> Tally {
        let mut tally = self.cores[worker].tally();
        let stand_ins = self.stand_in_cores.iter().skip(worker).step_by(self.cores.len());
        for core in stand_ins.filter_map(OnceLock::get) {
            tally += Tally { busy_ns: 0, idle_ns: 0, filling_ns: 0, ..core.tally() };
        }
        tally
    }
}

fn start(pool: &Arc<Shared>, number: usize, settings: &Settings) -> io::Result<Thread> {
    let (pool, processors) = (pool.clone(), settings.processors.clone());
    let body = move || {
        processors.widen();
        run(pool, number);
    };
    Thread::spawn(format!("stand-in-{number:02}"), settings.stack, body)
}

fn run(pool: Arc<Shared>, number: usize) {
    let index = number % pool.cores.len();
    let core = Core::of_thread(index, pool.cores.len() + number, 0, &Platform::default(), false);
    let core = &**pool.stand_in_cores[number].get_or_init(|| core);
    full_fence(); // pairs with a canceller's fence: it signals this core, or its flag is seen here
    let own = Own::new(pool.clone(), core, Deque::new_lifo(), 0);
    core.own.set(Some(NonNull::from(&own)));
    set_worker(Some(&own));
    // Installers wait for this thread.
    let running = AbortOnUnwind::new("ran a stand-in");
    while pool.stand_ins.rest().is_some() {
        while let Some(work) = pool.stand_ins.next(&pool.sleep, &pool.injector, &pool.groups) {
            pool.hand_on_injected();
            core.stretch.begin(core.platform.now_ns(), true);
            match work {
                ForStandIn::Job(job) => own.run_on_top(job.inside, |handle| job.run_at(handle, || ())),
                ForStandIn::Task(group, task) => {
                    own.run_on_top(task.task.inside, |handle| handle.run_taken(&group, task));
                }
            }
        }
    }
    running.disarm();
    set_worker(None);
    core.own.set(None);
}

impl Own {
    pub(crate) fn is_of(&self, pool: &Arc<Shared>) -> bool {
        Arc::ptr_eq(&self.shared, pool)
    }

    pub(crate) fn is_stand_in(&self) -> bool {
        self.thread >= self.shared.cores.len()
    }

    pub(crate) fn core(&self) -> &Core {
        let (cores, stand_ins) = (&self.shared.cores, &self.shared.stand_in_cores);
        match self.thread.checked_sub(cores.len()) {
            Some(stand_in) => stand_ins[stand_in].get().expect("it was started"),
            None => &cores[self.index],
        }
    }

    /// Runs one injected job or task of a group on top of this thread's task.
    pub(crate) fn run_any(&self) -> bool {
        if let Some(job) = self.shared.injector.take() {
            self.run_on_top(job.inside, |handle| job.run_at(handle, || ()));
            return true;
        }
        let Some((group, taken)) = self.shared.groups.take(self.index, false) else { return false };
        self.run_on_top(taken.task.inside, |handle| handle.run_taken(&group, taken));
        true
    }

    /// Runs `f` on top of this thread's task, with a handle whose forks overflow.
    pub(crate) fn run_on_top<R>(&self, inside: PoolSet, f: impl FnOnce(Handle<'_>) -> R) -> R {
        struct Signal<'c>(&'c Core);
        impl Drop for Signal<'_> {
            fn drop(&mut self) {
                // The task below must poll for itself: code on top has other scopes, and may have
                // cleared a signal meant for that task (invariant 3 of cancel.rs).
                self.0.signal.raise(CANCEL);
            }
        }
        let signal = Signal(self.core());
        self.within(inside, || f(Handle::on_top(signal.0)))
    }
}
