//! What the threads of a session share: the output and the searches.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use parking_lot::{Condvar, Mutex};

use super::searches::{Running, Searches, Ticket};

/// The output, the searches that were asked for, and whether the session goes on.
///
/// A lock of `output` is taken before one of `searches`, and is kept until what became of the
/// searches has been written. So the lines come in the order in which things happened, and
/// nothing comes of a search after its `bestmove`.
pub(super) struct SessionState<W> {
    output: Mutex<W>,
    searches: Mutex<Searches>,
    /// Signalled when the searches have changed.
    changed: Condvar,
    debug: AtomicBool,
    /// Whether nobody reads the output any more, or the searcher has panicked: the session ends
    /// with the next command.
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

    /// Writes whole lines. If nobody can read them, the session ends with the next command.
    pub fn say(&self, text: &str) {
        self.write(&mut self.output.lock(), text);
    }

    fn write(&self, output: &mut W, text: &str) {
        let written = output.write_all(text.as_bytes()).and_then(|()| output.flush());
        if written.is_err() {
            self.closed.store(true, Relaxed);
        }
    }

    /// Writes a line for people.
    pub fn inform(&self, line: &str) {
        self.say(&format!("info string {}\n", line.replace('\n', " ")));
    }

    /// Whether a search that was asked for is not answered.
    pub fn any_search(&self) -> bool {
        self.searches.lock().any()
    }

    /// When the last search was answered. Its workers may leave it later.
    pub fn answered(&self) -> Option<Instant> {
        self.searches.lock().answered
    }

    /// Changes what is searched. If the search that runs is to end now, it is answered with what
    /// it has found: whether its workers have left it is not waited for.
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

    /// A search has found something: `text` is said of it, and what it would answer is changed.
    /// Nothing of that happens if it was answered before.
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

    /// A search is over. `text`, which ends with its `bestmove`, is said unless it was answered
    /// before. A `go` that is sent after its `bestmove` ends no search.
    pub fn finish(&self, ticket: Ticket, text: &str) {
        let mut output = self.output.lock();
        if self.searches.lock().finish(ticket) {
            self.write(&mut output, text);
        }
    }

    /// Begins a search. It is stopped at once if it was to end before it began.
    pub fn begin(&self, running: Running) {
        self.change(|searches| searches.begin(running));
    }

    /// Waits until a search is to end or, if it `ponders`, counts its time.
    pub fn wait(&self, ticket: Ticket, ponders: bool) {
        let goes_on =
            |searches: &mut Searches| !(searches.is_to_end(ticket) || ponders && searches.is_hit(ticket));
        self.changed.wait_while(&mut self.searches.lock(), goes_on);
    }

    /// Ends searches when their time is up, until the session is over. The engine watches the
    /// time too, but its workers look at the clock between nodes, and only while they have
    /// processors.
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

    /// What was written so far.
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

    /// Whether `debug` is on.
    pub fn debug(&self) -> bool {
        self.debug.load(Relaxed)
    }
}
