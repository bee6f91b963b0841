//! The state that the threads of a session share: output and searches.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use parking_lot::{Condvar, Mutex};

use super::searches::{Running, Searches, Ticket};

/// Output and searches.
///
/// Lock order: `output` before `searches`. The output lock is held until a change's effect is
/// written, so lines come in the order of events and none about a search follows its `bestmove`.
pub(super) struct SessionState<W> {
    output: Mutex<W>,
    searches: Mutex<Searches>,
    changed: Condvar,
    debug: AtomicBool,
    /// True if the output is broken or the searcher panicked. The next command ends the session.
    pub closed: AtomicBool,
}

impl<W: Write> SessionState<W> {
    pub fn new(output: W) -> SessionState<W> {
        SessionState {
            output: Mutex::new(output),
            searches: Mutex::default(),
            changed: Condvar::new(),
            debug: AtomicBool::new(false),
            closed: AtomicBool::new(false),
        }
    }

    /// Writes whole lines. A failure ends the session.
    pub fn say(&self, text: &str) {
        self.write(&mut self.output.lock(), text);
    }

    fn write(&self, output: &mut W, text: &str) {
        let written = output.write_all(text.as_bytes()).and_then(|()| output.flush());
        if written.is_err() {
            self.closed.store(true, Relaxed);
        }
    }

    pub fn inform(&self, line: &str) {
        self.say(&format!("info string {}\n", line.replace('\n', " ")));
    }

    pub fn any_search(&self) -> bool {
        self.searches.lock().any()
    }

    /// The time of the last answer. Workers may leave that search later.
    pub fn answered(&self) -> Option<Instant> {
        self.searches.lock().answered
    }

    /// Changes the searches. Answers the running one, if it must end, without waiting for its
    /// workers.
    pub fn change<T>(&self, change: impl FnOnce(&mut Searches) -> T) -> T {
        let mut output = self.output.lock();
        let mut searches = self.searches.lock();
        let changed = change(&mut searches);
        let due = searches.due();
        drop(searches);
        self.changed.notify_all();
        if let Some(answer) = due {
            self.write(&mut output, &answer);
        }
        changed
    }

    /// Writes `text` about a search and changes its answer, unless it was answered.
    pub fn found(&self, ticket: Ticket, text: &str, change: impl FnOnce(&mut Running)) {
        let mut output = self.output.lock();
        let mut searches = self.searches.lock();
        let Some(running) = searches.running(ticket) else { return };
        change(running);
        drop(searches);
        if !text.is_empty() {
            self.write(&mut output, text);
        }
    }

    /// Finishes a search, and writes `text` with its `bestmove` unless it was answered. A `go` sent
    /// after that `bestmove` ends no search.
    pub fn finish(&self, ticket: Ticket, text: &str) {
        let mut output = self.output.lock();
        if self.searches.lock().finish(ticket) {
            self.write(&mut output, text);
        }
    }

    /// Begins a search, which stops at once if it must already end.
    pub fn begin(&self, running: Running) {
        self.change(|searches| searches.begin(running));
    }

    /// Waits until a search must end or, if it `ponders`, for `ponderhit`.
    pub fn wait(&self, ticket: Ticket, ponders: bool) {
        let goes_on =
            |searches: &mut Searches| !(searches.is_to_end(ticket) || ponders && searches.is_hit(ticket));
        self.changed.wait_while(&mut self.searches.lock(), goes_on);
    }

    /// Ends searches at their deadlines. The workers also check the time, but only between nodes
    /// and while they have processors.
    pub fn keep_time(&self) {
        let mut searches = self.searches.lock();
        while !searches.is_closed() {
            let timed_out = match searches.deadline() {
                Some(deadline) => self.changed.wait_until(&mut searches, deadline).timed_out(),
                None => {
                    self.changed.wait(&mut searches);
                    false
                }
            };
            if timed_out {
                drop(searches);
                self.change(|_| ());
                searches = self.searches.lock();
            }
        }
    }

    #[cfg(test)]
    pub fn taken(&self) -> W
    where
        W: Default,
    {
        std::mem::take(&mut self.output.lock())
    }

    pub fn set_debug(&self, debug: bool) {
        self.debug.store(debug, Relaxed);
    }

    pub fn debug(&self) -> bool {
        self.debug.load(Relaxed)
    }
}
