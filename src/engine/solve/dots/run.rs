use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::search::WHOLE;
use super::table::Table;
use crate::games::dots::Edge;
use crate::search::Limits;
use sparring_sched::{CancelScope, Stopwatch};

/// The progress of a solve.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The present question.
    pub question: Goal,
    /// The estimated answered part of this question, 0 to 1, often wrong by a factor of two.
    pub share: f64,
    /// Nodes searched by all workers.
    pub nodes: u64,
    /// Time since the beginning.
    pub time: Duration,
    /// The share of the table in use, 0 to 1.
    pub fill: f64,
    /// A lower bound of the value.
    pub low: i32,
    /// An upper bound of the value.
    pub high: i32,
}

/// A question of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Is the value at least this?
    AtLeast(i32),
    /// Does this edge keep the value?
    Keeps(Edge),
}

/// A callback for progress, called on a worker's thread at most a hundred times a second.
pub type Listener<'l> = dyn FnMut(Progress) + Send + 'l;

const REPORT_EVERY: Duration = Duration::from_millis(10);

/// Proved facts about one position. Every field is true by itself, at any moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Proved {
    pub drawn: u64,
    pub low: i32,
    pub high: i32,
    pub keep: u64,
    pub lose: u64,
}

impl Proved {
    /// The next question about the value: a goal, and true if it is expected to be reached; `None`
    /// once the value is known. The first goal is 0 (or 1) and expected to be reached; after a yes
    /// the next is not, after a no it is. Both follow from the bounds, so a resumed solve asks as
    /// the stopped one would.
    pub fn question(&self) -> Option<(i32, bool)> {
        // Values have the parity of the value left, so goals are two apart, and 0 may mean 1.
        let goal = (self.low < self.high).then(|| 0.clamp(self.low + 2, self.high))?;
        // A yes has made the lower bound 0 or more.
        Some((goal, self.low < 0))
    }
}

pub(super) struct Run<'r, 'l> {
    scope: &'r CancelScope,
    limits: Limits,
    pub state: Mutex<State<'r, 'l>>,
    /// The part of the present question that is answered, of [`WHOLE`].
    pub done: AtomicU64,
    stopwatch: Stopwatch,
}

pub(super) struct State<'r, 'l> {
    listener: &'r mut Listener<'l>,
    pub proved: Proved,
    pub value_time: Option<Duration>,
    question: Goal,
    last: Duration,
}

impl<'r, 'l> Run<'r, 'l> {
    pub fn new(
        proved: Proved,
        listener: &'r mut Listener<'l>,
        (scope, limits): (&'r CancelScope, Limits),
        stopwatch: Stopwatch,
    ) -> Run<'r, 'l> {
        let question = Goal::AtLeast(0);
        let state = State { listener, proved, value_time: None, question, last: Duration::ZERO };
        Run { scope, limits, state: Mutex::new(state), done: AtomicU64::new(0), stopwatch }
    }

    pub fn ask(&self, question: Goal) {
        lock(&self.state).question = question;
        self.done.store(0, Relaxed);
    }

    /// Cancels the search if a limit is met. Calls the listener, if no other worker is doing so and
    /// some time has passed.
    pub fn report(&self, nodes: u64, table: &Table) {
        if self.limits.cause(nodes, || self.stopwatch.elapsed()).is_some() {
            self.scope.cancel();
        }
        let Ok(mut state) = self.state.try_lock() else { return };
        let time = self.stopwatch.elapsed();
        if time.saturating_sub(state.last) < REPORT_EVERY {
            return;
        }
        state.last = time;
        let share = (self.done.load(Relaxed) as f64 / WHOLE as f64).min(1.0);
        let State { question, proved: Proved { low, high, .. }, .. } = *state;
        (state.listener)(Progress { question, share, nodes, time, fill: table.fill(), low, high });
    }
}

/// Locks a mutex. A listener that panicked may have poisoned it; what it protects is sound.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_lead_to_every_value() {
        for left in 0..20 {
            for value in (-left..=left).step_by(2) {
                let mut proved = Proved { low: -left, high: left, ..Proved::default() };
                let mut answers = Vec::new();
                while let Some((goal, expected)) = proved.question() {
                    let yes = value >= goal;
                    assert_eq!(expected, answers.last().is_none_or(|yes: &bool| !yes), "{value} of {left}");
                    // The least that an answer proves of a value of this parity.
                    let least = goal + ((goal - left) & 1);
                    *if yes { &mut proved.low } else { &mut proved.high } =
                        if yes { least } else { least - 2 };
                    answers.push(yes);
                }
                assert_eq!((proved.low, proved.high), (value, value), "of {left}");
            }
        }
    }
}
