//! The document of an exact solution. Fields are the keys of the JSON, in their order.

use serde::Serialize;

use super::document::close;
use super::{DotsKeys, Ledger, Speedup, Stats, grouped, span, thousands_per_second};

/// The table of a solver.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TableLine {
    /// Its size in MiB, rounded up.
    pub mib: usize,
    /// The share of it in use, 0 to 1.
    pub fill: f64,
}

/// What became of `--checkpoint`.
#[derive(Clone, Debug, Serialize)]
pub struct CheckpointLine {
    /// The file.
    pub file: String,
    /// The file that the solve went on from; null if it began anew.
    pub resumed_from: Option<String>,
    /// Nodes searched before that.
    pub earlier_nodes: u64,
    /// Wall time spent before that.
    pub earlier_time_ns: u64,
    /// Times it was written.
    pub written: u64,
    /// Its size when it was last written, or 0.
    pub bytes: u64,
    /// Why the last attempt to write it failed.
    pub failed: Option<String>,
}

/// What is proved of a position. Its keys are those of a search, and more.
#[derive(Clone, Debug, Serialize)]
pub struct SolveDocument {
    /// The game.
    pub game: &'static str,
    /// The position.
    pub position: String,
    /// The strategy.
    pub strategy: &'static str,
    /// Edges to the end of the game; 0 if the value is not proved.
    pub depth: u32,
    /// Workers.
    pub threads: usize,
    /// The lowest optimal move; null if the game is over, or if none was asked for or proved.
    pub best: Option<String>,
    /// The value; null if it is not proved.
    pub score: Option<i32>,
    /// An optimal line as far as it was cheap, beginning with the best move.
    pub pv: Vec<String>,
    /// Nodes, the wasted ones included.
    pub nodes: u64,
    /// Wall time.
    pub time_ns: u64,
    /// Tasks and workers.
    #[serde(flatten)]
    pub ledger: Ledger,
    /// How the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Best edge, board and rules.
    #[serde(flatten)]
    pub dots: DotsKeys,
    /// The same as the score.
    pub value: Option<i32>,
    /// The set of all optimal moves; null if they were not asked for or not all proved.
    pub optimal: Option<String>,
    /// Until the value was proved; null if it is not.
    pub value_ns: Option<u64>,
    /// The value is at least the first, at most the second.
    pub bounds: [i32; 2],
    /// The table.
    pub table: TableLine,
    /// What became of `--checkpoint`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<CheckpointLine>,
    /// What `--stats` asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Stats>,
    /// What `--compare` asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<Speedup>,
}

impl SolveDocument {
    /// The last lines of the text form: what it took.
    pub fn tail(&self) -> String {
        let mut text = format!("nodes    {} ({})\n", grouped(self.nodes), self.strategy);
        let speed = grouped(thousands_per_second(self.nodes, self.time_ns));
        text += &format!("time     {} on {} threads, {speed} knodes/s", span(self.time_ns), self.threads);
        text += &self.value_ns.map_or("\n".to_owned(), |ns| format!("; the value in {}\n", span(ns)));
        text += &format!("table    {} MiB, {:.1} % full\n", self.table.mib, 100.0 * self.table.fill);
        if let Some(it) = &self.checkpoint {
            text += &match &it.resumed_from {
                Some(from) => {
                    let (nodes, time) = (grouped(it.earlier_nodes), span(it.earlier_time_ns));
                    format!("resumed  from {from}, after {nodes} nodes in {time}\n")
                }
                None => String::new(),
            };
            text += &match &it.failed {
                Some(why) => format!("kept     not: {why}\n"),
                None if it.written == 0 => format!("kept     {}, as it was\n", it.file),
                None => format!(
                    "kept     {}, {} bytes, written {} times\n",
                    it.file,
                    grouped(it.bytes),
                    it.written
                ),
            };
        }
        text + &close(self.stats.as_ref(), self.compare.as_ref(), &self.ledger)
    }
}
