//! The course of a game, kept while it is played on the workers of a pool.

use super::live::Screen;
use sparring_report::{Action, Decision, Tasks};
use sparring_sched::{Pool, Tally};

/// Keeps every action of a game, and of each decision when its search began and what it took.
pub struct GameLog<'g> {
    pool: &'g Pool,
    screen: &'g Screen<'g>,
    actions: Vec<Action>,
    /// What the pool has counted in all decisions so far.
    counted: Tally,
}

impl<'g> GameLog<'g> {
    /// A game whose searches run on `pool`, which counts and records since a moment ago. Each
    /// decision is shown on `screen`.
    pub fn new(pool: &'g Pool, screen: &'g Screen<'g>) -> GameLog<'g> {
        GameLog { pool, screen, actions: Vec::new(), counted: Tally::default() }
    }

    /// Runs a search for a move, and tells what it took.
    ///
    /// Its tasks are counted without waiting for the workers to rest, which would show as a gap in
    /// the recording: 4 ms after each search where other programs kept the processors busy. The
    /// counts are exact all the same. A worker counts a task before it tells the creator that the
    /// task has ended, and the search does not return before that.
    pub fn decide<R>(&mut self, search: impl FnOnce() -> R) -> (R, Option<Decision>) {
        let at_ns = self.pool.metrics().at_ns;
        let found = search();
        let metrics = self.pool.metrics();
        let total = metrics.workers.iter().fold(Tally::default(), |mut sum, worker| {
            sum += worker.tally;
            sum
        });
        let taken = total - self.counted;
        self.counted = total;
        let (time_ns, tasks) = (metrics.at_ns.saturating_sub(at_ns), Tasks::from(&taken));
        (found, Some(Decision { at_ns, time_ns, nodes: taken.nodes, tasks }))
    }

    /// Adds an action, and shows it.
    pub fn add(&mut self, action: Action) {
        self.screen.show(format!("{}  {} {}", self.actions.len() + 1, action.side, action.name));
        self.actions.push(action);
    }

    /// The actions of the game.
    pub fn finish(self) -> Vec<Action> {
        self.actions
    }
}
