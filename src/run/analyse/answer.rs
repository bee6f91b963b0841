//! The answer to one line of a batch.

use std::io::Write;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::{Analysis, BatchState, EngineOf};
use crate::bestmove::{AnswerKeys, Bestmove};
use crate::cubeful_play::{CubefulPlay, STRATEGY};
use crate::stops::StopSlot;
use sparring_engine::cubeful::Cubeful;
use sparring_engine::search::SearchStrategy;
use sparring_report::{AnalysisDocument, Header};
use sparring_sched::Worker;

pub(super) struct LineAnswer {
    pub keys: AnswerKeys,
    strategy: &'static str,
    depth: u32,
    /// The number of ranked moves asked for.
    lines: usize,
    nodes: u64,
    time: Duration,
}

impl<A: Analysis, W: Write + Send> BatchState<'_, A, W> {
    /// Searches a position. Returns `None` if Ctrl-C ended the search.
    pub(super) fn answer(
        &self,
        engine: &EngineOf<A>,
        worker: Worker<'_>,
        search: &A::Search<'_>,
        slot: &StopSlot,
    ) -> Option<LineAnswer> {
        let switch = engine.stop_switch();
        if self.ended() {
            return None;
        }
        let mut answer = self.stops.search(slot, &switch, || {
            let answer = engine.go_on(worker, search.evaluator(), search.question(), &switch, &mut |_| {});
            self.nodes.fetch_add(answer.counts.nodes, Relaxed);
            answer
        })?;
        if let Some(last) = answer.last.as_mut().filter(|_| self.repeatable) {
            last.pv.truncate(1);
            last.lines.iter_mut().for_each(|line| line.pv.truncate(1));
        }
        let mut keys = search.keys(&answer);
        search.complete(&mut keys, &answer, engine);
        Some(LineAnswer {
            keys,
            strategy: search.settings().strategy.name(),
            depth: answer.last.as_ref().map_or(0, |last| last.depth),
            lines: search.settings().lines,
            nodes: answer.counts.nodes,
            time: answer.time,
        })
    }

    /// Ranks plays with score and cube. Returns `None` if Ctrl-C ended the search.
    pub(super) fn answer_with_cube(
        &self,
        engine: &EngineOf<A>,
        worker: Worker<'_>,
        (cubeful, asked): &(Cubeful<'_>, CubefulPlay),
        slot: &StopSlot,
    ) -> Option<LineAnswer> {
        let (switch, stopwatch) = (engine.stop_switch(), engine.pool().stopwatch());
        let plays = self.stops.search(slot, &switch, || {
            worker.enter(switch.scope(), |task| asked.plays(task, cubeful)).ok()
        })??;
        let nodes = cubeful.evaluations();
        self.nodes.fetch_add(nodes, Relaxed);
        Some(LineAnswer {
            keys: asked.keys(cubeful, &plays),
            strategy: STRATEGY,
            depth: asked.ahead.depth,
            lines: asked.lines,
            nodes,
            time: stopwatch.elapsed(),
        })
    }

    pub(super) fn document(&self, id: serde_json::Value, answer: LineAnswer) -> AnalysisDocument {
        let AnswerKeys { position, best, value, pv, outcome, variant, lines } = answer.keys;
        AnalysisDocument {
            id,
            header: Header {
                game: <A::Search<'_>>::NAME,
                position,
                strategy: answer.strategy,
                depth: answer.depth,
                threads: self.threads,
                best,
            },
            value,
            pv,
            nodes: (!self.repeatable).then_some(answer.nodes),
            time_ns: (!self.repeatable).then_some(answer.time.as_nanos() as u64),
            tasks: (),
            workers: (),
            outcome,
            variant,
            lines: (answer.lines > 1).then_some(lines),
            flags: self.flags.clone(),
        }
    }
}
