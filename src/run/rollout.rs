use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::diagram::backgammon_diagram;
use super::lifecycle::{Run, RunOutcome};
use super::observation::{Detail, Finished};
use super::progress::Progress;
use super::rollout_cube::RolloutCube;
use sparring_engine::games::backgammon::cube::Hold;
use sparring_engine::games::backgammon::network::{Network, ONE};
use sparring_engine::games::backgammon::{Position, Roll};
use sparring_engine::rollout::{Checkpoint, Estimate, Level, Plan, Rollout, Start, Sums, WithCube};
use sparring_engine::solve::bearoff::Bearoff;
use sparring_report::{RolloutDocument, RolloutLine};

const EVERY: Duration = Duration::from_secs(10);

pub struct RolledPlays {
    pub roll: Roll,
    pub results: Vec<Position>,
}

pub struct RolloutCheckpoint {
    pub file: Checkpoint,
    pub known: Sums,
}

pub struct RolloutOutcome {
    pub finished: Finished<RolloutDocument>,
    pub checkpoint_failure: Option<String>,
}

pub struct RolloutRun {
    /// Seen by the side on roll.
    pub position: Position,
    /// Plays to compare; `None` for the position itself.
    pub plays: Option<RolledPlays>,
    pub plan: Plan,
    pub bearoff: Option<Arc<Bearoff>>,
    pub cube: Option<RolloutCube>,
}

impl RolloutRun {
    pub fn starts(&self) -> Vec<Start> {
        match &self.plays {
            Some(RolledPlays { results, .. }) => results.iter().copied().map(Start::Played).collect(),
            None => vec![Start::ToRoll(self.position); self.begins().len().max(1)],
        }
    }

    /// The cube at each start; empty without one.
    pub fn begins(&self) -> Vec<Hold> {
        let plays = self.plays.as_ref().map(|plays| plays.results.len());
        self.cube.as_ref().map_or(Vec::new(), |cube| cube.begins(&self.position, plays))
    }

    pub fn rollout<'r>(&'r self, starts: &'r [Start], begins: &'r [Hold]) -> Rollout<'r> {
        let cube = self.cube.as_ref().map(|cube| WithCube { holds: cube.holds(), begins });
        let unit = self.cube.as_ref().map_or(1.0, |cube| cube.unit(&self.position));
        let plan = Plan { until: self.plan.until.map(|until| until / unit), ..self.plan };
        Rollout { starts, plan, network: Network::built_in(), bearoff: self.bearoff.as_deref(), cube }
    }

    pub fn run(&self, checkpoint: Option<RolloutCheckpoint>, run: &Run) -> RolloutOutcome {
        let (file, known) = match checkpoint {
            Some(RolloutCheckpoint { file, known }) => (Some(file), known),
            None => (None, Sums::new(self.starts().len())),
        };
        let (starts, begins, earlier) = (self.starts(), self.begins(), known.trials());
        let rollout = self.rollout(&starts, &begins);
        let keeper = file.as_ref().map(Keeper::new);
        let outcome = run.scoped(Progress::trials(self.plan.trials), |running| {
            let listener = |sums: &Sums| {
                running.screen.reach(sums.trials(), self.plan.trials, &self.state(sums));
                keeper.iter().for_each(|keeper| keeper.keep_sometimes(sums));
            };
            rollout.run((running.pool, running.scope), known, &listener)
        });
        let checkpoint_failure = keeper.and_then(|keeper| keeper.keep(&outcome.value));
        let document = self.document(&outcome, earlier, run.detail);
        let finished = Finished { document, observed: outcome.observed };
        RolloutOutcome { finished, checkpoint_failure }
    }

    fn document(&self, outcome: &RunOutcome<Sums>, earlier_trials: u64, detail: Detail) -> RolloutDocument {
        let RunOutcome { value: sums, observed, .. } = outcome;
        let lines = self.lines(sums);
        let roll = self.plays.as_ref().map(|plays| plays.roll);
        let played = lines.first().filter(|_| sums.trials() > 0 && roll.is_some());
        let best = played.and_then(|line| line.name.clone());
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
            run: outcome.keys(),
            best,
            lines,
            cube: self.cube.as_ref().map(|cube| cube.document(&self.position, sums, roll.is_some())),
            earlier_trials,
            diagram: Some(backgammon_diagram(&self.position, roll, None)),
            accounts: observed.accounts(detail),
        }
    }

    /// Returns plays, the best first, or cube actions in the order of holds.
    fn lines(&self, sums: &Sums) -> Vec<RolloutLine> {
        let begins = self.begins();
        let mut order: Vec<usize> = (0..sums.starts()).collect();
        if self.plays.is_some() {
            order.sort_by(|&a, &b| sums.equity(b).mean.total_cmp(&sums.equity(a).mean));
        }
        let line = |(place, start): (usize, usize)| {
            let (equity, value) = self.worth(sums, start);
            let loss = self.loss(sums, start);
            let result = self.plays.as_ref().map_or(&self.position, |plays| &plays.results[start]);
            RolloutLine {
                rank: place + 1,
                name: self.name(result, start),
                result: result.to_string(),
                equity: equity.mean,
                standard_error: equity.error,
                value,
                loss: loss.mean,
                loss_error: loss.error,
                chances: sums.probabilities(start).into(),
                network: self.said(result, begins.get(start)),
            }
        };
        order.into_iter().enumerate().map(line).collect()
    }

    fn name(&self, result: &Position, start: usize) -> Option<String> {
        let play =
            |plays: &RolledPlays| self.position.play_to(plays.roll, result).unwrap_or_default().to_string();
        let action = || self.cube.as_ref()?.action(&self.position, start).map(str::to_owned);
        self.plays.as_ref().map(play).or_else(action)
    }

    /// Returns equity in units of the cube; with a cube, also points or the chance to win the
    /// match.
    fn worth(&self, sums: &Sums, start: usize) -> (Estimate, Option<f64>) {
        let equity = sums.equity(start);
        let Some(cube) = &self.cube else { return (equity, None) };
        let (equity, value) = cube.worth(&self.position, equity);
        (equity, Some(value))
    }

    /// The loss against the best, in units of the cube.
    fn loss(&self, sums: &Sums, start: usize) -> Estimate {
        let actions = self.cube.as_ref().filter(|_| self.plays.is_none());
        if let Some(loss) = actions.and_then(|cube| cube.loss(&self.position, sums, start)) {
            return loss;
        }
        let unit = self.cube.as_ref().map_or(1.0, |cube| cube.unit(&self.position));
        let Estimate { mean, error } = sums.difference(sums.best(), start);
        Estimate { mean: mean * unit, error: error.map(|error| error * unit) }
    }

    fn said(&self, result: &Position, hold: Option<&Hold>) -> f64 {
        let (network, played) = (Network::built_in(), self.plays.is_some());
        if let (Some(cube), Some(&hold)) = (&self.cube, hold) {
            return cube.said(&self.position, (result, hold), played);
        }
        let chances =
            if played { network.chances(result) } else { network.chances(&result.handed_over()).of_other() };
        f64::from(chances.equity()) / f64::from(ONE)
    }

    fn state(&self, sums: &Sums) -> String {
        let actions = self.cube.as_ref().filter(|_| self.plays.is_none());
        if let Some(decision) = actions.and_then(|cube| cube.decision(&self.position, sums)) {
            return format!("{decision}  {:+.4}", decision.best().equity);
        }
        let (best, _) = self.worth(sums, sums.best());
        let error = best.error.map_or(String::new(), |error| format!(" +- {error:.4}"));
        format!("{:+.4}{error}", best.mean)
    }
}

struct Keeper<'c> {
    checkpoint: &'c Checkpoint,
    last: Mutex<Instant>,
}

impl Keeper<'_> {
    fn new(checkpoint: &Checkpoint) -> Keeper<'_> {
        Keeper { checkpoint, last: Mutex::new(Instant::now()) }
    }

    /// Writes a due checkpoint. Only the last one reports errors.
    fn keep_sometimes(&self, sums: &Sums) {
        let mut last = self.last.lock();
        if last.elapsed() >= EVERY {
            let _shown_later = self.keep(sums);
            *last = Instant::now();
        }
    }

    fn keep(&self, sums: &Sums) -> Option<String> {
        self.checkpoint.write(sums).err().map(|error| error.to_string())
    }
}

pub fn open_rollout(path: &Path, run: &RolloutRun) -> Result<RolloutCheckpoint, String> {
    let (starts, begins) = (run.starts(), run.begins());
    let (file, known) = Checkpoint::open(path, &run.rollout(&starts, &begins))
        .map_err(|why| format!("{why}; try another file"))?;
    if known.trials() > run.plan.trials {
        let (got, path) = (known.trials(), path.display());
        return Err(format!(
            "got {got} trials in {path}, expected {} at most; try --trials {got}",
            run.plan.trials
        ));
    }
    Ok(RolloutCheckpoint { file, known })
}
