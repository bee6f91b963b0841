//! The searches that were asked for and have not ended: what the reader and the searcher share.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use parking_lot::{Condvar, Mutex};

use crate::engine::Stop;

/// Searches by number, counted from 1 in the order in which they were asked for. Counts of move
/// sequences are among them: `stop` ends them as well.
#[derive(Default)]
pub(super) struct Searches {
    state: Mutex<State>,
    /// Signalled when a search may have become one that is to end.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The number of the last search that was asked for.
    asked: u64,
    /// All searches up to this number are over.
    over: u64,
    /// All searches up to this number are to end.
    to_end: u64,
    /// The opponent has played the move that all searches up to this number pondered on.
    hit: u64,
    running: Option<Running>,
}

/// A search that runs.
pub(super) struct Running {
    pub ticket: Ticket,
    pub stop: Stop,
    /// Set when the opponent has played the expected move.
    pub hit: Arc<OnceLock<Instant>>,
    /// Whether the search has no clock of its own, so that it ends then.
    pub ends_at_hit: bool,
}

/// The right to search in turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticket {
    number: u64,
    /// Whether the search has no limit. It ends for the next one then.
    endless: bool,
}

impl State {
    fn is_to_end(&self, ticket: Ticket) -> bool {
        ticket.number <= self.to_end || ticket.endless && ticket.number < self.asked
    }

    /// Tells the search that runs what has happened.
    fn tell(&self) {
        let Some(Running { ticket, stop, hit, ends_at_hit }) = &self.running else { return };
        let is_hit = self.hit >= ticket.number;
        if is_hit {
            hit.get_or_init(Instant::now);
        }
        if self.is_to_end(*ticket) || is_hit && *ends_at_hit {
            stop.stop();
        }
    }
}

impl Searches {
    /// Asks for a search. `endless`: it has no limit.
    pub fn ask(&self, endless: bool) -> Ticket {
        self.change(|state| {
            state.asked += 1;
            Ticket { number: state.asked, endless }
        })
    }

    /// Ends all searches that were asked for.
    pub fn end(&self) {
        self.change(|state| state.to_end = state.asked);
    }

    /// The opponent has played the expected move: what was asked for now counts its time.
    pub fn hit(&self) {
        self.change(|state| state.hit = state.asked);
    }

    /// Ends all searches, those that will be asked for too.
    pub fn close(&self) {
        self.change(|state| state.to_end = u64::MAX);
    }

    /// Whether a search that was asked for is not over.
    pub fn any(&self) -> bool {
        let state = self.state.lock();
        state.over < state.asked
    }

    /// A search begins. It is stopped at once if it was to end before it began.
    pub fn begin(&self, running: Running) {
        self.change(|state| state.running = Some(running));
    }

    /// Waits until a search is to end or, if it `ponders`, counts its time.
    pub fn wait(&self, ticket: Ticket, ponders: bool) {
        let ends = |state: &State| state.is_to_end(ticket) || ponders && state.hit >= ticket.number;
        self.changed.wait_while(&mut self.state.lock(), |state| !ends(state));
    }

    /// A search is over: what comes next is said after this.
    pub fn finish(&self, ticket: Ticket) {
        self.change(|state| {
            state.running = None;
            state.over = ticket.number;
        });
    }

    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.state.lock();
        let changed = change(&mut state);
        state.tell();
        self.changed.notify_all();
        changed
    }
}
