//! Models of whole pools on random schedules (`tools/shuttle`): the real scheduler on shuttle's
//! locks, atomics and threads (`sync/modelled.rs`).
//!
//! Half of a model's runs use random schedules, half use few changes of thread at unlikely places
//! (PCT: Burckhardt and others 2010). A mutant leaves out one [`Rule`] and must fail.
//! `tools/shuttle --replay FILE MODEL` repeats a failing schedule.

mod background;
mod between_pools;
mod groups;
mod programs;

use super::{Pool, PoolBuilder};
use crate::sync::{Rule, omit};
use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::sync::{Condvar, Mutex};
use shuttle::{Config, FailurePersistence, MaxSteps, Runner};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Number of chosen changes of thread that trigger the bugs PCT looks for.
const DEPTH: usize = 4;

fn config() -> Config {
    let mut config = Config::new();
    config.stack_size = 1 << 18;
    config.max_steps = MaxSteps::FailAfter(200_000); // hundreds of times what a model takes
    config.silence_warnings = true;
    config.failure_persistence = FailurePersistence::Print;
    config
}

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

fn on_schedules(
    seed: u64,
    executions: usize,
    config: &Config,
    body: impl Fn() + Send + Sync + Copy + 'static,
) {
    let half = executions.div_ceil(2);
    Runner::new(RandomScheduler::new_from_seed(seed, half), config.clone()).run(body);
    Runner::new(PctScheduler::new_from_seed(seed, DEPTH, half), config.clone()).run(body);
}

fn model(body: impl Fn() + Send + Sync + Copy + 'static) {
    omit(None);
    match std::env::var("SPARRING_REPLAY") {
        Ok(file) => shuttle::replay_from_file(body, file),
        Err(_) => {
            let executions = setting("SPARRING_EXECUTIONS", 1_000) as usize;
            on_schedules(setting("SPARRING_SEED", 0), executions, &config(), body);
        }
    }
}

fn mutant(rule: Rule, executions: usize, body: impl Fn() + Send + Sync + Copy + 'static) -> String {
    omit(Some(rule));
    let mut config = config();
    config.failure_persistence = FailurePersistence::None;
    config.max_steps = MaxSteps::FailAfter(20_000);
    let failed = catch_unwind(AssertUnwindSafe(|| on_schedules(0, executions, &config, body)));
    omit(None);
    let panic = failed.expect_err(&format!("nothing failed without {rule:?}"));
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string())).expect("a message")
}

fn pool(threads: usize) -> Pool {
    PoolBuilder::new().threads(threads).pin(crate::Pin::None).build().unwrap()
}

struct Event(Mutex<bool>, Condvar);

impl Event {
    fn new() -> Event {
        Event(Mutex::new(false), Condvar::new())
    }

    fn happen(&self) {
        *self.0.lock().unwrap() = true;
        self.1.notify_all();
    }

    fn wait(&self) {
        let happened = self.1.wait_while(self.0.lock().unwrap(), |happened| !*happened);
        drop(happened);
    }
}
