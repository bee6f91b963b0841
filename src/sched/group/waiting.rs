//! The wait of the call that opened a group, for its tasks.
//!
//! A worker runs tasks of the group. Everything below it on its own stack waits for the group, so
//! what it runs here is part of that, too.
//!
//! If it has nothing else to share, it also steals parts of tasks that others run, from their
//! deques or by force from their rings (`worker/group.rs` says how it knows them). With older
//! entries of its own it must not: the owner of a stolen part takes what lies on its thief for
//! parts of that part (invariant 4 of worker.rs).

use crate::group::TaskGroup;
use crate::handle::Handle;
use crate::handover::signal::CANCEL;
use crate::handover::sleep::Why;
use crate::platform::Patience;
use crate::worker::current;
use crate::worker::group::{Group, Opener};
use crate::worker::thief::Thief;
use std::sync::Arc;

impl TaskGroup<'_> {
    /// Waits until all tasks are over.
    pub(super) fn wait(&self) {
        current::with_worker(|own| match (self.group.opener, own) {
            (Opener::Worker(_), Some(own)) => own.with_handle(|handle| handle.wait_for_group(&self.group)),
            (Opener::StandIn, Some(own)) => own.with_handle(|handle| {
                loop {
                    while handle.run_next_of(&self.group) {}
                    let _waiting = own.shared.begin_waiting();
                    let ready = || self.group.is_over() || self.group.queued() > 0;
                    self.group.changed.wait_until(|()| ready());
                    if self.group.is_over() {
                        return;
                    }
                }
            }),
            _ => current::wait_for(&self.group.finished),
        });
    }
}

impl Handle<'_> {
    fn wait_for_group(self, group: &Arc<Group>) {
        if self.run_all_of(group) {
            return;
        }
        let start = self.events().begin_wait();
        let mut patience = Patience::new();
        while !group.is_over() {
            if self.has_mail() || group.queued() > 0 {
                self.events().resume_work();
                self.serve_mail();
                self.run_all_of(group);
                self.events().begin_wait();
                patience.reset();
            } else if self.help_runners(group) {
                patience.reset();
            } else if !patience.wait(self.platform(), || group.is_over() || group.queued() > 0) {
                self.sleep_for_group(group);
                patience.reset();
            }
        }
        self.events().end_wait(start);
    }

    /// Runs tasks of the group while there are any. Returns true if all are over.
    fn run_all_of(self, group: &Arc<Group>) -> bool {
        while self.run_next_of(group) {}
        group.is_over()
    }

    fn run_next_of(self, group: &Arc<Group>) -> bool {
        let taken = group.take(self.index(), !self.is_on_top());
        taken.map(|taken| self.run_taken(group, taken)).is_some()
    }

    fn other_runners(self, group: &Group) -> impl Iterator<Item = usize> {
        let me = self.index();
        group.runners.load().filter(move |&runner| runner != me)
    }

    /// True if it may be the thief of others here.
    fn may_help(self) -> bool {
        self.core().ring.boundary() >= self.depth() && self.own().deque.is_empty()
    }

    /// Runs a part of a task that another worker runs. Returns false if there is none.
    fn help_runners(self, group: &Group) -> bool {
        if !self.may_help() {
            return false;
        }
        self.settle_at();
        for runner in self.other_runners(group) {
            let core = &*self.shared().cores[runner];
            let ended = group.ended();
            let thief = Thief(self);
            let Some(entry) = thief.steal_from(runner).or_else(|| thief.force_from(core)) else {
                if core.backoff.paid() {
                    thief.ask(core);
                }
                continue;
            };
            let runs = group.runners.load().any(|worker| worker == runner);
            if !runs || group.ended() != ended {
                self.defer_steal(entry);
                continue;
            }
            self.events().resume_work();
            self.run(entry);
            self.events().begin_wait();
            // It may have cleared a signal meant for a scope around (invariant 3 of cancel.rs).
            self.core().signal.raise(CANCEL);
            return true;
        }
        false
    }

    fn sleep_for_group(self, group: &Group) {
        let helps = self.may_help();
        let runners = || self.other_runners(group).filter(|_| helps);
        let follows = runners().next();
        let thief = Thief(self);
        self.sleep(follows.map_or(Why::ByName, Why::Thief), || {
            let cores = || runners().map(|runner| &*self.shared().cores[runner]);
            thief.ask_each(cores());
            group.is_over()
                || group.queued() > 0
                || self.has_mail()
                || runners().next() != follows
                || cores().any(|core| !self.shared().stealers[core.index].is_empty())
                || (follows.is_some() && thief.sees_private_work_of_any(cores()))
        });
    }
}
