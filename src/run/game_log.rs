use super::live::Screen;
use sparring_report::{Action, Decision, Tasks};
use sparring_sched::{Pool, Tally};

pub struct GameLog<'g> {
    pool: &'g Pool,
    screen: &'g Screen<'g>,
    actions: Vec<Action>,
    counted: Tally,
}

impl<'g> GameLog<'g> {
    pub fn new(pool: &'g Pool, screen: &'g Screen<'g>) -> GameLog<'g> {
        GameLog { pool, screen, actions: Vec::new(), counted: Tally::default() }
    }

    /// Runs a search and returns its cost.
    ///
    /// It does not wait for the workers to rest. The counts are exact all the same: a worker
    /// counts a task before it reports its end, and the search returns after that.
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

    pub fn add(&mut self, action: Action) {
        self.screen.show(format!("{}  {} {}", self.actions.len() + 1, action.side, action.name));
        self.actions.push(action);
    }

    pub fn finish(self) -> Vec<Action> {
        self.actions
    }
}
