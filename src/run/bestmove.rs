//! Searches for the best move in any game.

use std::sync::Arc;

use super::lifecycle::{Run, RunOutcome};
use super::observation::{Detail, Finished, Observation};
use super::progress::Progress;
use super::repetitions::Baseline;
use sparring_engine::search::{Answer, Iteration, Question, ScoredLine, SearchStrategy, Settings, Waste};
use sparring_engine::{AnswerTo, Engine};
use sparring_report::{
    Cost, Diagram, Extras, Findings, Header, Headline, Ledger, Mark, Measured, RankedLine, SearchDocument,
    SearchStats, Value, Variant, grouped,
};
use sparring_sched::Pool;

pub trait Bestmove: Sync {
    type Game: Sync;
    type Evaluator: Sync;
    type Question: Question<Self::Game, Self::Evaluator>;

    const NAME: &'static str;

    /// Default virtual nanoseconds per node, as measured on a real worker.
    const NODE_NS: u64;

    fn game(&self) -> Self::Game;

    fn evaluator(&self) -> &Self::Evaluator;

    fn question(&self) -> &Self::Question;

    fn settings(&self) -> &SettingsOf<Self>;

    fn with(&self, settings: SettingsOf<Self>) -> Self;

    /// The transposition table's MiB; 0 for none.
    fn hash(&self) -> usize;

    fn line(&self, pv: &[MoveOf<Self>]) -> String;

    /// The position for documents.
    fn position(&self) -> String;

    /// The dice for documents.
    fn roll(&self) -> Option<String> {
        None
    }

    fn keys(&self, answer: &AnswerOf<Self>) -> AnswerKeys;

    /// Adds the keys that take searches of their own.
    fn complete(&self, _keys: &mut AnswerKeys, _answer: &AnswerOf<Self>, _engine: &Engine<Self::Game>) {}

    /// The answer for people.
    fn headline(&self, answer: &AnswerOf<Self>) -> Headline;

    fn diagram(&self, answer: &AnswerOf<Self>) -> Diagram;
}

pub type SettingsOf<B> = Settings<
    <<B as Bestmove>::Question as Question<<B as Bestmove>::Game, <B as Bestmove>::Evaluator>>::Strategy,
>;

pub type MoveOf<B> =
    <<B as Bestmove>::Question as Question<<B as Bestmove>::Game, <B as Bestmove>::Evaluator>>::Move;

pub type ValueOf<B> =
    <<B as Bestmove>::Question as Question<<B as Bestmove>::Game, <B as Bestmove>::Evaluator>>::Value;

pub type AnswerOf<B> = AnswerTo<<B as Bestmove>::Question, <B as Bestmove>::Game, <B as Bestmove>::Evaluator>;

#[derive(Clone, Debug)]
pub struct AnswerKeys {
    pub position: String,
    /// `None` if the game is over.
    pub best: Option<String>,
    pub value: Value,
    pub pv: Vec<String>,
    pub outcome: Option<String>,
    pub variant: Variant,
    pub lines: Vec<RankedLine>,
}

pub(super) fn ranked<M, V, O>(
    answer: &Answer<M, V, O>,
    line: impl Fn(usize, &ScoredLine<M, V>) -> RankedLine,
) -> Vec<RankedLine> {
    let lines = answer.last.iter().flat_map(|last| &last.lines);
    lines.enumerate().map(|(place, found)| line(place + 1, found)).collect()
}

pub struct SearchOutcome<B: Bestmove> {
    answer: AnswerOf<B>,
    observed: Observation,
    pool: Arc<Pool>,
    wasted: [u64; Waste::ALL.len()],
}

pub fn search<B: Bestmove>(what: &B, run: &Run) -> SearchOutcome<B> {
    let engine = Engine::new(what.game(), run.pool.clone(), what.hash());
    let stop = engine.stop_switch();
    let switch = stop.clone();
    let mut marks = Vec::new();
    let fill = || (what.hash() > 0).then(|| f64::from(engine.table_permille()) / 1000.0);
    let outcome = run.shown_with_table(Progress::steps(), &fill, |screen| {
        let mut listener = |iteration: &Iteration<MoveOf<B>, ValueOf<B>>| {
            let (line, nodes) = (what.line(&iteration.pv), grouped(iteration.counts.nodes));
            let (depth, found) = (format!("depth {}", iteration.depth), format!("{line}  {nodes} nodes"));
            let mark = Mark::new(iteration.time, depth, found, iteration.counts.nodes);
            screen.show(mark.text());
            marks.push(if what.hash() == 0 { mark } else { mark.with_table(engine.table_permille()) });
        };
        run.stopped_by(
            move || switch.stop(),
            || engine.go(what.evaluator(), what.question(), &stop, &mut listener),
        )
    });
    let RunOutcome { value: answer, observed, .. } = outcome;
    let observed = Observation { marks, search: Some(SearchStats::from(&answer.counts)), ..observed };
    SearchOutcome { answer, observed, pool: run.pool.clone(), wasted: engine.wasted() }
}

impl<B: Bestmove> SearchOutcome<B> {
    /// The last finished depth; 0 for none.
    pub fn depth(&self) -> u32 {
        self.answer.last.as_ref().map_or(0, |last| last.depth)
    }

    pub fn measured(&self) -> Measured {
        Measured {
            time_ns: self.answer.time.as_nanos() as u64,
            nodes: self.answer.counts.nodes,
            busy_ns: self.observed.snapshot.total().busy_ns,
        }
    }

    pub fn wasted_nodes(&self) -> u64 {
        self.answer.counts.wasted_nodes
    }

    /// Returns these by cause, in the order of [`Waste::ALL`].
    pub fn wasted(&self) -> [u64; Waste::ALL.len()] {
        self.wasted
    }

    fn keys(&self, what: &B) -> AnswerKeys {
        let mut keys = what.keys(&self.answer);
        let engine = Engine::new(what.game(), self.pool.clone(), 0);
        what.complete(&mut keys, &self.answer, &engine);
        keys
    }

    /// Describes the search and its baseline, if any.
    pub fn finish(self, what: &B, baseline: Option<Baseline>, detail: Detail) -> Finished<SearchDocument> {
        let strategy = what.settings().strategy;
        let (run, threads) = (self.measured(), self.pool.threads());
        let compare = baseline
            .filter(|_| self.answer.last.is_some())
            .map(|one| one.speedup(strategy.baseline().name(), threads, run, self.wasted_nodes()));
        let AnswerKeys { position, best, value, pv, outcome, variant, lines } = self.keys(what);
        let findings = Findings {
            header: Header {
                game: B::NAME,
                position,
                strategy: strategy.name(),
                depth: self.depth(),
                threads,
                best,
            },
            value,
            pv,
            cost: Cost {
                nodes: run.nodes,
                time_ns: run.time_ns,
                ledger: Ledger::of(&self.observed.snapshot),
            },
            outcome,
            variant,
            headline: what.headline(&self.answer),
            diagram: Some(what.diagram(&self.answer)),
        };
        let extras = Extras { stats: self.observed.stats(detail), compare };
        let lines = (what.settings().lines > 1).then_some(lines);
        let document = SearchDocument { findings, lines, extras };
        Finished { document, observed: self.observed }
    }
}
