use std::time::{Duration, Instant};

use super::forecast::{Forecast, Left};
use super::lifecycle::{Run, RunScope};
use super::live::Screen;
use super::observation::Observation;
use super::progress::Progress;
use sparring_engine::games::dots::{Dots, Edge, Position, edges_of};
use sparring_engine::search::Limits;
use sparring_engine::solve::dots::{self, Answer, Checkpoint, Goal, Request, Saved, Solver, Unfinished};
use sparring_report::{Mark, Measured, grouped, thousands_per_second};

/// The best line may cost a tenth of the solve's nodes, or [`LINE_NODES`] if that is more.
const LINE_SHARE: u64 = 10;
const LINE_NODES: u64 = 200_000;

#[derive(Clone, Debug)]
pub struct Solve {
    pub game: Dots,
    pub position: Position,
    pub board: String,
    /// True to skip the optimal moves.
    pub value_only: bool,
    pub limits: Limits,
}

pub struct SolveOutcome {
    pub(super) outcome: Result<Answer, Unfinished>,
    pub(super) observed: Observation,
    pub(super) line: Vec<Edge>,
    pub(super) table_bytes: usize,
    pub(super) checkpoint: Option<(Checkpoint, Saved)>,
}

struct Proof {
    outcome: Result<Answer, Unfinished>,
    checkpoint: Option<(Checkpoint, Saved)>,
}

impl Solve {
    /// Solves and updates the checkpoint. `remark` gets errors of its file.
    pub fn solve(
        &self,
        solver: &Solver,
        checkpoint: Option<Checkpoint>,
        run: &Run,
        remark: &(dyn Fn(&str) + Sync),
    ) -> SolveOutcome {
        let fill = || Some(solver.table_fill());
        run.shown_with_table(Progress::steps(), &fill, |screen| {
            let remark = |line: &str| screen.aside(|| remark(line));
            let mut marks = Vec::new();
            let proof =
                run.scoped_on(screen, |running| self.prove(solver, checkpoint, running, &mut marks, &remark));
            let observed = Observation { marks, ..proof.observed };
            let Proof { outcome, checkpoint } = proof.value;
            let line = match &outcome {
                Ok(answer) if !self.value_only => self.line(solver, answer, run, screen),
                _ => Vec::new(),
            };
            SolveOutcome { outcome, observed, line, table_bytes: solver.table_bytes(), checkpoint }
        })
    }

    fn prove(
        &self,
        solver: &Solver,
        checkpoint: Option<Checkpoint>,
        running: &RunScope<'_>,
        marks: &mut Vec<Mark>,
        remark: &(dyn Fn(&str) + Sync),
    ) -> Proof {
        let mut asked = None;
        // Real time, even with simulated workers.
        let start = Instant::now();
        let (mut forecast, mut begun) = (Forecast::default(), start);
        let mut listener = |progress: dots::Progress| {
            if asked.replace(progress.question) != Some(progress.question) {
                let mark =
                    Mark::new(progress.time, self.question(progress.question), String::new(), progress.nodes);
                marks.push(mark.with_table((1000.0 * progress.fill) as u32));
                (forecast, begun) = (Forecast::default(), Instant::now());
            }
            let time = begun.elapsed();
            forecast.note(time, progress.share);
            running.screen.show(self.state(&progress, start.elapsed(), forecast.left(time)));
        };
        let (drawn, value_only, limits) = (self.position.drawn(), self.value_only, self.limits);
        let request = Request { drawn, value_only, limits };
        let RunScope { pool, scope, .. } = *running;
        match checkpoint {
            Some(file) => {
                let (outcome, saved) =
                    solver.solve_kept(request, (pool, scope), &mut listener, &file, remark);
                Proof { outcome, checkpoint: Some((file, saved)) }
            }
            None => Proof { outcome: solver.solve(request, pool, scope, &mut listener), checkpoint: None },
        }
    }

    /// Returns best moves as far as they are cheap. Their cost is not counted.
    fn line(&self, solver: &Solver, answer: &Answer, run: &Run, screen: &Screen<'_>) -> Vec<Edge> {
        let most = LINE_NODES.max(answer.nodes / LINE_SHARE);
        let limits = Limits { nodes: Some(most), ..Limits::default() };
        let uncounted = run.scoped_on(screen, |&RunScope { pool, scope, .. }| {
            solver.line(self.position.drawn(), answer.value, limits, pool, scope)
        });
        let best = answer.optimal.and_then(|optimal| edges_of(optimal).next());
        if uncounted.value.is_empty() { best.into_iter().collect() } else { uncounted.value }
    }

    fn question(&self, question: Goal) -> String {
        match question {
            Goal::AtLeast(value) => format!("value >= {value}?"),
            Goal::Keeps(edge) => format!("is {} optimal?", self.game.board().name(edge)),
        }
    }

    fn state(&self, progress: &dots::Progress, time: Duration, left: Option<Left>) -> String {
        let question = self.question(progress.question);
        let bounds = match (progress.low, progress.high) {
            (low, high) if low == high => format!("value {low:+}"),
            (low, high) => format!("value {low:+} to {high:+}"),
        };
        let nodes = thousands_per_second(progress.nodes, time.as_nanos() as u64);
        let left = left.map_or_else(String::new, |left| format!(", {left}"));
        // An open question is never 100 % done.
        let done = (100.0 * progress.share).min(99.9);
        format!(
            "{bounds}; {question} about {done:.1} % done{left}; {} knodes/s, table {:.0} % full",
            grouped(nodes),
            100.0 * progress.fill
        )
    }
}

impl SolveOutcome {
    pub fn is_whole(&self) -> bool {
        self.outcome.is_ok()
    }

    pub fn checkpoint_failure(&self) -> Option<&str> {
        self.checkpoint.as_ref()?.1.failed.as_deref()
    }

    pub fn wasted_nodes(&self) -> u64 {
        match &self.outcome {
            Ok(answer) => answer.wasted_nodes,
            Err(unfinished) => unfinished.wasted_nodes,
        }
    }

    pub fn measured(&self) -> Measured {
        let (nodes, time) = match &self.outcome {
            Ok(answer) => (answer.nodes, answer.time),
            Err(unfinished) => (unfinished.nodes, unfinished.time),
        };
        let busy_ns = self.observed.snapshot.total().busy_ns;
        Measured { time_ns: time.as_nanos() as u64, nodes, busy_ns }
    }
}
