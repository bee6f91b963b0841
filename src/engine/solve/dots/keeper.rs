use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::checkpoint::{Checkpoint, Spent};
use super::run::{Listener, Progress, lock};
use super::solver::{Answer, Request, Solver, Unfinished};
use sparring_sched::{CancelScope, Pool};

const EVERY: Duration = Duration::from_secs(60);
/// The least default interval, as a multiple of the last write's duration: writing takes at most 1
/// % of the time.
const REST: u32 = 100;

/// Statistics of the checkpoint of a solve.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// The number of writes.
    pub times: u64,
    /// The size of the last one in bytes, or 0.
    pub bytes: u64,
    /// The error of the last attempt to write it, if it failed.
    pub failed: Option<String>,
}

impl Solver {
    /// Solves as [`Solver::solve`] does, and writes a checkpoint at intervals and at the end, even
    /// after a panic. If writing fails the solve goes on, and `remark` gets one line, once until a
    /// write succeeds.
    ///
    /// # Errors
    /// The partial results when a limit was met or `scope` was cancelled.
    ///
    /// # Panics
    /// If the checkpoint is that of another position.
    pub fn solve_kept(
        &self,
        request: Request,
        (pool, scope): (&Pool, &CancelScope),
        listener: &mut Listener<'_>,
        checkpoint: &Checkpoint,
        remark: &(dyn Fn(&str) + Sync),
    ) -> (Result<Answer, Unfinished>, Saved) {
        assert_eq!(checkpoint.drawn, request.drawn, "got the checkpoint of another position");
        self.recall(request.drawn);
        let (start, nodes, saved) = (Instant::now(), AtomicU64::new(0), Mutex::default());
        let keeper = &Keeper { solver: self, checkpoint, remark, start, nodes, saved };
        let outcome = thread::scope(|threads| {
            // Any end of the solve drops `quiet`; what is proved then is true and is written.
            let (quiet, ended) = channel();
            threads.spawn(move || keeper.write_until(&ended));
            let outcome = self.solve(request, pool, scope, &mut |progress: Progress| {
                keeper.nodes.store(progress.nodes, Relaxed);
                listener(progress);
            });
            let nodes = outcome.as_ref().map_or_else(|unfinished| unfinished.nodes, |answer| answer.nodes);
            keeper.nodes.store(nodes, Relaxed);
            if nodes == 0 && checkpoint.from() == Some(checkpoint.path()) {
                let _ = quiet.send(()); // the file says all of it
            }
            outcome
        });
        (outcome, lock(&keeper.saved).clone())
    }
}

struct Keeper<'k> {
    solver: &'k Solver,
    checkpoint: &'k Checkpoint,
    remark: &'k (dyn Fn(&str) + Sync),
    start: Instant,
    nodes: AtomicU64,
    saved: Mutex<Saved>,
}

impl Keeper<'_> {
    /// Writes at intervals until the solve has ended, and then once more unless it gets a message.
    fn write_until(&self, ended: &Receiver<()>) {
        let every = self.checkpoint.every;
        let mut pause = every.unwrap_or(EVERY);
        while let Err(why) = ended.recv_timeout(pause) {
            let start = Instant::now();
            self.write();
            if why == RecvTimeoutError::Disconnected {
                return;
            }
            pause = every.unwrap_or(EVERY.max(REST * start.elapsed()));
        }
    }

    fn write(&self) {
        let before = self.checkpoint.before;
        let spent = Spent {
            nodes: before.nodes + self.nodes.load(Relaxed),
            nanoseconds: before.nanoseconds + self.start.elapsed().as_nanos() as u64,
        };
        let written = self.checkpoint.write(self.solver, spent);
        let mut saved = lock(&self.saved);
        match written {
            Ok(bytes) => *saved = Saved { times: saved.times + 1, bytes, failed: None },
            Err(error) => {
                let path = self.checkpoint.path().display();
                let line = format!(
                    "got '{error}' while writing {path}, expected it to be kept; the solve goes on, try to make room"
                );
                if saved.failed.is_none() {
                    (self.remark)(&line);
                }
                saved.failed = Some(error.to_string());
            }
        }
    }
}
