//! Rollouts of backgammon: which plays, on which workers, told how.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::diagram::backgammon_diagram;
use super::interrupt::Interrupt;
use super::live::{ProgressView, Screen};
use super::observed::{Detail, Finished, Observed};
use super::progress::Progress;
use super::usage::CpuClock;
use sparring_engine::games::backgammon::network::{self, Network, ONE};
use sparring_engine::games::backgammon::{Position, Roll};
use sparring_engine::rollout::{Checkpoint, Level, Plan, Rollout, Start, Sums};
use sparring_engine::solve::bearoff::Bearoff;
use sparring_report::{Chances, Extras, Ledger, RolloutDocument, RolloutLine};
use sparring_sched::Pool;

/// The time between two writes of the checkpoint.
const EVERY: Duration = Duration::from_secs(10);

/// What is rolled out.
pub struct RolloutRun {
    /// Seen by the side on roll.
    pub position: Position,
    /// The dice, and the results of the plays that are compared; `None` for the position itself.
    pub plays: Option<(Roll, Vec<Position>)>,
    /// How.
    pub plan: Plan,
    /// The databases, if they are asked for.
    pub bearoff: Option<Arc<Bearoff>>,
}

impl RolloutRun {
    /// Where trials begin.
    pub fn starts(&self) -> Vec<Start> {
        match &self.plays {
            Some((_, results)) => results.iter().copied().map(Start::Played).collect(),
            None => vec![Start::ToRoll(self.position)],
        }
    }

    /// The rollout from these starts.
    pub fn rollout<'r>(&'r self, starts: &'r [Start]) -> Rollout<'r> {
        let network = Network::built_in();
        Rollout { starts, plan: self.plan, network, bearoff: self.bearoff.as_deref() }
    }

    /// Rolls out from what is known, and keeps a checkpoint, if there is one. Also returns why
    /// the last one could not be kept, if it could not.
    pub fn run(
        &self,
        (known, checkpoint): (Sums, Option<&Checkpoint>),
        pool: &Pool,
        (interrupt, view, detail): (&Interrupt, ProgressView, Detail),
    ) -> (Finished<RolloutDocument>, Option<String>) {
        let scope = Arc::new(pool.cancel_scope());
        let switch = scope.clone();
        interrupt.guard(move || switch.cancel());
        let (starts, earlier) = (self.starts(), known.trials());
        let rollout = self.rollout(&starts);
        let keeper = checkpoint.map(Keeper::new);
        pool.reset();
        let clock = CpuClock::start();
        let start = Instant::now();
        let line = Progress::trials(self.plan.trials);
        let sums = Screen::during(view, line, (pool, &|| None), |screen| {
            let listener = |sums: &Sums| {
                screen.reach(sums.trials(), self.plan.trials, &state(sums));
                keeper.iter().for_each(|keeper| keeper.keep_sometimes(sums));
            };
            rollout.run((pool, &scope), known, &listener)
        });
        let time_ns = start.elapsed().as_nanos() as u64;
        let lost = keeper.and_then(|keeper| keeper.keep(&sums));
        let observed = Observed::timed(pool, Vec::new(), clock);
        let document = self.document(&sums, earlier, (pool.threads(), time_ns), &observed, detail);
        (Finished { document, observed }, lost)
    }

    fn document(
        &self,
        sums: &Sums,
        earlier_trials: u64,
        (threads, time_ns): (usize, u64),
        observed: &Observed,
        detail: Detail,
    ) -> RolloutDocument {
        let lines = self.lines(sums);
        let best = lines.first().filter(|_| sums.trials() > 0).and_then(|line| line.name.clone());
        let roll = self.plays.as_ref().map(|&(roll, _)| roll);
        let Plan { trials, seed, truncate, level, until: _ } = self.plan;
        RolloutDocument {
            game: "backgammon",
            position: self.position.to_string(),
            roll: roll.map(|roll| roll.to_string()),
            seed,
            trials_wanted: trials,
            trials: sums.trials(),
            depth: u32::from(level == Level::Ahead),
            truncated: truncate,
            bearoff: self.bearoff.is_some(),
            threads,
            time_ns,
            nodes: observed.snapshot.total().nodes,
            best,
            lines,
            earlier_trials,
            ledger: Ledger::of(&observed.snapshot),
            diagram: Some(backgammon_diagram(&self.position, roll, None)),
            extras: Extras { stats: observed.stats(detail), compare: None },
        }
    }

    /// The starts, the best first.
    fn lines(&self, sums: &Sums) -> Vec<RolloutLine> {
        let best = sums.best();
        let mut order: Vec<usize> = (0..sums.starts()).collect();
        order.sort_by(|&a, &b| sums.equity(b).mean.total_cmp(&sums.equity(a).mean));
        let line = |(place, start): (usize, usize)| {
            let (equity, loss) = (sums.equity(start), sums.difference(best, start));
            let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = sums.chances(start);
            let result = self.plays.as_ref().map_or(&self.position, |(_, results)| &results[start]);
            let play = |(roll, _): &(Roll, _)| self.position.play_to(*roll, result).unwrap_or_default();
            RolloutLine {
                rank: place + 1,
                name: self.plays.as_ref().map(|plays| play(plays).to_string()),
                result: result.to_string(),
                equity: equity.mean,
                standard_error: equity.error,
                loss: loss.mean,
                loss_error: loss.error,
                chances: Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon },
                network: f64::from(self.said(result).equity()) / f64::from(ONE),
            }
        };
        order.into_iter().enumerate().map(line).collect()
    }

    /// What the network says of a start, for the side on roll.
    fn said(&self, result: &Position) -> network::Chances {
        let network = Network::built_in();
        match self.plays {
            Some(_) => network.chances(result),
            None => network.chances(&result.handed_over()).of_other(),
        }
    }
}

/// The progress line: what the best start is worth so far.
fn state(sums: &Sums) -> String {
    let best = sums.equity(sums.best());
    let error = best.error.map_or(String::new(), |error| format!(" +- {error:.4}"));
    format!("{:+.4}{error}", best.mean)
}

/// Keeps a checkpoint while a rollout goes on.
struct Keeper<'c> {
    checkpoint: &'c Checkpoint,
    /// When it was last kept.
    last: Mutex<Instant>,
}

impl Keeper<'_> {
    fn new(checkpoint: &Checkpoint) -> Keeper<'_> {
        Keeper { checkpoint, last: Mutex::new(Instant::now()) }
    }

    /// Keeps it if that is due. What goes wrong shows at the end.
    fn keep_sometimes(&self, sums: &Sums) {
        let mut last = self.last.lock();
        if last.elapsed() >= EVERY {
            let _shown_later = self.keep(sums);
            *last = Instant::now();
        }
    }

    /// Keeps it; what goes wrong if something does.
    fn keep(&self, sums: &Sums) -> Option<String> {
        self.checkpoint.write(sums).err().map(|error| error.to_string())
    }
}

/// Opens the checkpoint of a rollout and reads what it knows.
///
/// # Errors
/// In a line, what is wrong with the file.
pub fn open_rollout(path: &Path, run: &RolloutRun) -> Result<(Checkpoint, Sums), String> {
    let starts = run.starts();
    let (checkpoint, known) =
        Checkpoint::open(path, &run.rollout(&starts)).map_err(|why| format!("{why}; try another file"))?;
    if known.trials() > run.plan.trials {
        let (got, path) = (known.trials(), path.display());
        return Err(format!(
            "got {got} trials in {path}, expected {} at most; try --trials {got}",
            run.plan.trials
        ));
    }
    Ok((checkpoint, known))
}
