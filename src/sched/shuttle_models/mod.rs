//! Whole pools on random schedules: the real code of the scheduler, with shuttle's locks, atomics
//! and threads in it (`sync/modelled.rs`), and mutants that the models must catch.
//!
//! `tools/shuttle` runs them. A model is a program of a few threads and pools. It is run many
//! times, half of them on schedules chosen at random, half on schedules with few changes of thread
//! at unlikely places (PCT: Burckhardt and others 2010). shuttle itself finds what hangs; the
//! programs say what else is wrong. A mutant is the same model with one [`Rule`] left out.
//!
//! A schedule that fails is printed; `tools/shuttle --replay FILE MODEL` runs one from a file
//! again.

mod background;
mod between_pools;
mod programs;

use super::{Pool, PoolBuilder};
use crate::sync::{Rule, omit};
use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::sync::{Condvar, Mutex};
use shuttle::{Config, FailurePersistence, MaxSteps, Runner};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Depth of the bugs that PCT looks for: changes of thread at chosen places.
const DEPTH: usize = 4;

fn config() -> Config {
    let mut config = Config::new();
    config.stack_size = 1 << 18;
    config.max_steps = MaxSteps::FailAfter(200_000); // hundreds of times what a model takes
    config.silence_warnings = true;
    config.failure_persistence = FailurePersistence::Print;
    config
}

/// A number from the environment.
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

/// Runs `body` on as many schedules as `SPARRING_EXECUTIONS` says, or on that of a file.
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

/// The mutant of a model: without `rule` it must fail within this number of schedules, always the
/// same ones. Says how.
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

/// Something that happens once, and that threads wait for without taking steps.
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
