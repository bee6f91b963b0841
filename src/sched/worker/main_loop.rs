use crate::handle::Handle;
use crate::handover::sleep::Why;
use crate::platform::Patience;
use crate::sync::abort::AbortOnUnwind;
use crate::sync::deque::Worker as Deque;
use crate::sync::{Rule, omitted};
use crate::task::entry::Entry;
use crate::worker::core::{Own, Shared};
use crate::worker::current::set_worker;
use crate::worker::group::{Group, GroupTask, Taken};
use crate::worker::injector::InjectedJob;
use crate::worker::thief::Thief;
use std::cell::Cell;
use std::ptr::NonNull;
use std::sync::Arc;

enum Work {
    Injected(InjectedJob),
    Entry(Entry),
    Task(Arc<Group>, Taken),
    Mail(Arc<Group>, GroupTask),
}

pub(crate) fn run_worker(shared: Arc<Shared>, index: usize, deque: Deque<Entry>, seed: u64) {
    let core = &shared.cores[index];
    let own = Own::new(shared.clone(), core, deque, seed);
    core.own.set(Some(NonNull::from(&own)));
    core.stretch.begin(core.platform.now_ns(), false);
    set_worker(Some(&own));
    // Others wait for this worker, and some hold pointers into `own`.
    let running = AbortOnUnwind::new("ran a worker");
    MainLoop::new(Handle::bottom(core)).run();
    running.disarm();
    set_worker(None);
    core.own.set(None);
}

struct MainLoop<'w> {
    handle: Handle<'w>,
    patience: Patience,
    acknowledged: u64,
    looking_since: u64,
}

impl<'w> MainLoop<'w> {
    fn new(handle: Handle<'w>) -> MainLoop<'w> {
        MainLoop { handle, patience: Patience::new(), acknowledged: 0, looking_since: handle.now_ns() }
    }

    #[inline(never)]
    fn run(mut self) {
        let (handle, shared) = (self.handle, self.handle.shared());
        loop {
            if let Some(work) = self.find_work() {
                if let Some(worker) = shared.sleep.stop_searching(handle.index()) {
                    handle.events().woke(worker);
                }
                if !omitted(Rule::HandOnFound) {
                    handle.own().shared.hand_on_injected();
                }
                self.run_found(work);
                self.look_afresh();
            } else if shared.is_over() {
                return shared.end_worker();
            } else {
                self.acknowledge();
                self.wait();
            }
        }
    }

    fn look_afresh(&mut self) {
        self.patience.reset();
        self.looking_since = self.handle.now_ns();
    }

    #[inline(never)]
    fn find_work(&self) -> Option<Work> {
        let (own, thief) = (self.handle.own(), Thief(self.handle));
        let me = self.handle.index();
        let mail = || own.shared.mailboxes[me].take().map(|(group, task)| Work::Mail(group, task));
        let task = || own.shared.groups.take(me, true).map(|(group, task)| Work::Task(group, task));
        own.deque
            .pop()
            .or_else(|| own.shared.deferred.take_any())
            .map(Work::Entry)
            .or_else(mail)
            .or_else(|| own.shared.injector.take().map(Work::Injected))
            .or_else(task)
            .or_else(|| thief.steal_from_anybody().or_else(|| thief.force_anybody()).map(Work::Entry))
    }

    fn wait(&mut self) {
        let (handle, shared, thief) = (self.handle, self.handle.shared(), Thief(self.handle));
        let asked_all = thief.ask_everybody();
        // Then more looks only take time from others.
        let in_the_way = asked_all && shared.is_crowded();
        if in_the_way || !self.patience.wait(handle.platform(), || false) && asked_all {
            let slept = handle.sleep(Why::Idle, || {
                // A request made now cannot be lost (`sleep.rs`).
                thief.ask_each(thief.others());
                shared.must_stay_awake(handle.index(), self.acknowledged) || thief.sees_private_work()
            });
            if in_the_way && !slept {
                handle.platform().give_way(); // it waits for something that it may take soon
            }
            self.look_afresh();
        }
    }

    /// Runs what was found, then counts this worker as searching. After an injected job it does so
    /// before the installer knows of the end, or the next install could go to a worker that waits.
    fn run_found(&self, work: Work) {
        let handle = self.handle;
        handle.events().begin_work();
        let found = handle.now_ns();
        handle.core().backoff.restart_silence(found);
        handle.own().background.set(false); // a coroutine may have left it set
        match work {
            Work::Injected(job) => {
                let search = || handle.shared().sleep.start_searching();
                let early = !omitted(Rule::IdleBeforeReply);
                let ended = Cell::new(found);
                let before_reply = || {
                    ended.set(handle.now_ns());
                    _ = early.then(search);
                };
                handle.within(job.inside, || job.run_at(handle, before_reply));
                if !early {
                    search();
                }
                handle.events().end_install(found, ended.get());
            }
            Work::Entry(entry) => {
                if handle.run(entry) {
                    handle.core().latencies.lock().steal.record(found - self.looking_since);
                }
                handle.shared().sleep.start_searching();
            }
            Work::Task(group, taken) => {
                handle.run_taken(&group, taken);
                handle.shared().sleep.start_searching();
            }
            Work::Mail(group, task) => {
                handle.run_group_task(&group, task, &|| ());
                handle.shared().sleep.start_searching();
            }
        }
        handle.events().begin_wait();
    }

    fn acknowledge(&mut self) {
        let handle = self.handle;
        handle.shared().safepoint.acknowledge(&mut self.acknowledged, || {
            handle.events().still_waiting();
            handle.core().log.rest();
        });
    }
}

impl Handle<'_> {
    /// Runs an entry. Returns false if it was a stale ticket.
    #[inline(never)]
    pub(crate) fn run(self, entry: Entry) -> bool {
        debug_assert_eq!(self.core().ring.boundary(), self.depth(), "invariant 4");
        match entry {
            Entry::Job(job) => {
                let start = self.events().begin_job(job.owner());
                let ran = self.within(job.inside(), || job.run(self, start));
                self.events().end_job(ran);
            }
            Entry::Ticket(ticket) => {
                if !self.help(ticket) {
                    self.core().found_nothing();
                    return false;
                }
            }
        }
        true
    }

    /// Sleeps, unless `ready`. Returns true if it did. The time asleep counts as waiting.
    #[inline(never)]
    pub(crate) fn sleep(self, why: Why, ready: impl Fn() -> bool) -> bool {
        let asleep_ns = Cell::new(0);
        let ready = || {
            let ready = ready();
            // Whatever `ready` noted lies before the sleep.
            asleep_ns.set(self.events().clock());
            ready
        };
        let slept = self.shared().sleep.sleep(self.index(), why, ready);
        if let Some(wake_ns) = slept {
            self.events().end_sleep(why, asleep_ns.get(), wake_ns);
        }
        slept.is_some()
    }
}

impl Shared {
    /// True if more workers are awake than there are processors.
    pub(crate) fn is_crowded(&self) -> bool {
        self.cores.len().saturating_sub(self.sleep.asleep()) > self.processors
    }

    fn must_stay_awake(&self, me: usize, acknowledged: u64) -> bool {
        self.is_over()
            || self.safepoint.is_wanted(acknowledged)
            || self.injector.has_open()
            || !self.mailboxes[me].is_empty()
            || self.groups.queued() > 0
            || !self.deferred.are_none()
            || self.stealers.iter().any(|stealer| !stealer.is_empty())
    }
}
