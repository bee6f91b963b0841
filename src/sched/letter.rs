//! A value that one thread sends to another, which waits for it: the result of an install, the
//! news that a thread of a pool has begun or ended.
//!
//! # Who waits may be waited for
//! The thread that waits may be a worker, and what it waits for may be inside an install into
//! its own pool. So a worker that waits serves its pool: it runs what is installed there, on top
//! of its task, under two rules. It leaves all of it to idle workers, if there are any. And of
//! roots that no thread of a pool waits for it runs at most [`MOST_GUESTS`] on top of each other.
//! Their number is that of the program's threads, and says nothing of how deep the program nests:
//! two hundred clients would overflow its stack. (To ask how much of the stack is left was tried.
//! It is not known on a coroutine's stack. And a task deep down served none, though what it waited
//! for may wait for such a root by way of a thread.)
//!
//! These roots run as ordinary code. Their handle stands above the ring, where every fork
//! overflows and nothing is promoted: what lies in the ring belongs to the task below, and
//! nobody knows how much of it (the depth travels in that task's handle).

use super::abort::AbortOnUnwind;
use super::level::Level;
use super::memory::{Own, Shared};
use super::platform::Platform;
use super::signal::CANCEL;
use super::sleep::Why;
use super::sync::{Mend, Monitor, left_out};
use super::{here, queue::Root};
use std::sync::Arc;

/// The most roots of threads outside that one worker runs on top of each other.
const MOST_GUESTS: usize = if cfg!(sparring_shuttle) { 2 } else { 16 };

/// See the module documentation.
pub(super) struct Letter<T> {
    state: Monitor<State<T>>,
    /// That of the sender.
    platform: Platform,
}

struct State<T> {
    arrived: Option<T>,
    /// The worker that waits, if one does: its pool and number.
    addressee: Option<(Arc<Shared>, usize)>,
}

impl<T> Letter<T> {
    /// A letter to be sent by a thread of this platform.
    pub(super) fn new(platform: &Platform) -> Arc<Letter<T>> {
        let state = Monitor::new(State { arrived: None, addressee: None });
        Arc::new(Letter { state, platform: platform.clone() })
    }

    /// Sends the letter. The sender keeps nothing of it: once the receiver has the value, no `T`
    /// is left to drop.
    pub(super) fn send(self: Arc<Self>, value: T) {
        let mut addressee = None;
        self.platform.change(&self.state, |state| {
            state.arrived = Some(value);
            addressee = state.addressee.take();
        });
        if let Some((shared, worker)) = addressee {
            shared.sleep.wake(worker);
        }
    }

    /// Waits for the value; a worker serves its pool meanwhile.
    pub(super) fn wait(&self) -> T {
        here::with_worker(|own| match own {
            // The workers of a simulated pool run only while somebody waits for them and does
            // nothing else.
            Some(own) if !self.platform.is_simulated() && !left_out(Mend::Serve) => {
                let addressee = Some((own.shared.clone(), own.index));
                self.state.look(|state| state.addressee = addressee);
                own.serve_until(|| self.state.look(|state| state.arrived.is_some()));
            }
            _ => self.platform.wait_until(&self.state, |state| state.arrived.is_some()),
        });
        self.state.look(|state| state.arrived.take()).expect("it has arrived")
    }
}

impl Own {
    /// Serves the pool of this worker until `ready`, which becomes true before somebody wakes it.
    fn serve_until(&self, ready: impl Fn() -> bool) {
        // Others hold pointers into the frames below.
        let waiting = AbortOnUnwind::new("waited for another thread");
        let shared = &*self.shared;
        while !ready() {
            let guests = self.guests.get();
            let room = guests < MOST_GUESTS;
            if let Some(root) = self.take_root_to_serve(room) {
                shared.hand_on_roots();
                let inside = self.inside.get().and(root.inside);
                self.guests.set(guests + usize::from(!root.for_pool_thread));
                self.run_on_top(inside, |level| level.filling(false, || root.run_at(level, || ())));
                self.guests.set(guests);
            } else {
                let may_serve = || shared.queue.has_open(room) && !self.leaves_roots_to_others();
                shared.sleep.sleep(self.index, Why::Waiting { room }, || ready() || may_serve());
            }
        }
        // This worker may have been woken for a root. What it does next may wait for a worker
        // that still waits here, so it must not take that along.
        if !left_out(Mend::HandOnWaited) {
            shared.hand_on_roots();
        }
        waiting.disarm();
    }

    fn take_root_to_serve(&self, room: bool) -> Option<Root> {
        if self.leaves_roots_to_others() {
            return None;
        }
        let queue = &self.shared.queue;
        queue.take(|root| root.for_pool_thread).or_else(|| queue.take(|_| room))
    }

    fn leaves_roots_to_others(&self) -> bool {
        self.shared.sleep.is_anybody_idle() && !left_out(Mend::IdleFirst)
    }

    /// Runs `f` on top of whatever this worker is at, with a handle whose forks overflow.
    pub(super) fn run_on_top<R>(&self, inside: here::PoolSet, f: impl FnOnce(Level<'_>) -> R) -> R {
        struct Signal<'o>(&'o Own);
        impl Drop for Signal<'_> {
            fn drop(&mut self) {
                // Lets the task below poll for itself: what ran on top has other scopes, and may
                // have cleared a signal meant for that task (invariant 3 of cancel.rs).
                self.0.shared.cores[self.0.index].signal.raise(CANCEL);
            }
        }
        let _signal = Signal(self);
        self.within(inside, || f(Level::on_top(&self.shared.cores[self.index])))
    }
}
