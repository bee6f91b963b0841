//! The searches that were asked for and have not ended: what the reader and the searcher share.

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
    /// All searches up to this number have found what they will find.
    done: u64,
    running: Option<Running>,
}

/// A search that runs.
struct Running {
    ticket: Ticket,
    stop: Stop,
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

    /// Stops the search that runs, if it is to end.
    fn stop(&self) {
        if let Some(Running { ticket, stop }) = &self.running
            && self.is_to_end(*ticket)
        {
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

    /// A search begins. It ends by `stop`, at once if it was to end before it began.
    pub fn begin(&self, ticket: Ticket, stop: &Stop) {
        self.change(|state| state.running = Some(Running { ticket, stop: stop.clone() }));
    }

    /// Whether a search counts its time, given whether it ponders.
    pub fn counts(&self, ticket: Ticket, ponders: bool) -> bool {
        !ponders || self.state.lock().hit >= ticket.number
    }

    /// A search has found what it will find.
    pub fn done(&self, ticket: Ticket) {
        self.change(|state| state.done = ticket.number);
    }

    /// Waits until a search that ponders counts its time, and then ends it at `end`. Returns early
    /// if it is done.
    pub fn end_after_hit(&self, ticket: Ticket, end: Option<Instant>, stop: &Stop) {
        let number = ticket.number;
        let mut state = self.state.lock();
        self.changed.wait_while(&mut state, |state| state.hit < number && state.done < number);
        let pending = |state: &mut State| state.done < number;
        match end {
            Some(end) => _ = self.changed.wait_while_until(&mut state, pending, end),
            None if state.hit >= number => {}
            None => return,
        }
        stop.stop();
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
        state.stop();
        self.changed.notify_all();
        changed
    }
}
