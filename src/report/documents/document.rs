//! The parts that documents share. A document is a struct whose fields are the keys of its JSON, in
//! order; shared parts are flattened into it.

use schemars::JsonSchema;
use serde::Serialize;

use super::diagram::{Diagram, Headline};
use super::value::Value;
use super::variant::Variant;
use crate::statistics::{Ledger, Speedup, Stats, latency_table, task_table, work_table};
use crate::text::{NumberedMove, Width, counted, grouped, span, thousands_per_second};

/// The document of a run: its JSON line, text form, and head of the page.
pub trait Document: Serialize {
    /// Returns the text form.
    fn text(&self, width: Width) -> String;

    fn summary(&self) -> Summary;

    fn ledger(&self) -> &Ledger;

    fn extras(&self) -> &Extras;
}

/// The head of a page.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Command: `chess bestmove`.
    pub title: String,
    pub headline: Headline,
    pub diagram: Option<Diagram>,
    /// Names and values of everything else.
    pub facts: Vec<(&'static str, String)>,
    /// A best line.
    pub pv: Vec<NumberedMove>,
    /// All moves of a game.
    pub moves: Vec<NumberedMove>,
    /// Values and lines of the best moves, the best first.
    pub ranking: Vec<(String, String)>,
}

impl Summary {
    pub(crate) fn is_game(&self) -> bool {
        !self.moves.is_empty()
    }
}

/// The question and the move found, at the beginning of a document.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Header {
    /// Game: `chess`, `backgammon` or `dots`.
    pub game: &'static str,
    /// Position: FEN, 26 characters, or the mask of the edges drawn.
    pub position: String,
    /// Strategy, as the command line calls it. `play` and `lazy` prove no value but mates.
    pub strategy: &'static str,
    /// Last finished depth in the strategy's unit; 0 if the game is over or a solve proved no
    /// value. Nominal in `play` and `lazy`, which search some lines deeper and most less deep. If
    /// stopped they answer with the depth that they had begun.
    pub depth: u32,
    /// Number of workers.
    pub threads: usize,
    /// Best move; null if the game is over, none was asked for, or a solve proved none.
    pub best: Option<String>,
}

/// The result.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Findings {
    /// Question and the best move.
    #[serde(flatten)]
    pub header: Header,
    /// Value of the best move.
    #[serde(flatten)]
    pub value: Value,
    /// A best line. It begins with `best` and may end early.
    pub pv: Vec<String>,
    /// Nodes, time and tasks.
    #[serde(flatten)]
    pub cost: Cost,
    /// End of the game; null if it goes on.
    pub outcome: Option<String>,
    /// Keys of the game.
    #[serde(flatten)]
    pub variant: Variant,
    /// Result in the words of the game, for the page.
    #[serde(skip)]
    pub headline: Headline,
    /// Board, for the page.
    #[serde(skip)]
    pub diagram: Option<Diagram>,
}

#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Cost {
    /// Nodes, including cancelled tasks and an unfinished depth.
    pub nodes: u64,
    /// Wall time in nanoseconds.
    pub time_ns: u64,
    #[serde(flatten)]
    pub ledger: Ledger,
}

impl Cost {
    pub fn knodes_per_second(&self) -> u64 {
        thousands_per_second(self.nodes, self.time_ns)
    }
}

/// Keys added by `--stats` and `--compare`.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct Extras {
    /// Counters and latencies; null without `--stats`.
    pub stats: Option<Stats>,
    /// Comparison with one worker; null without `--compare`, if interrupted, or if the game is
    /// over.
    pub compare: Option<Speedup>,
}

impl Extras {
    /// Returns the end of every text form.
    pub fn lines(&self, ledger: &Ledger, width: Width) -> String {
        let mut text = String::new();
        if let Some(stats) = &self.stats {
            text += &stats.search.map_or(String::new(), |search| search.lines());
            text += &stats.resources.map_or(String::new(), |resources| resources.lines());
            let tables = [task_table(ledger, width), work_table(ledger, width), latency_table(stats, width)];
            text += &format!("\n{}\n", tables.join("\n"));
            text += &stats.lanes.as_ref().map_or(String::new(), |lanes| format!("{lanes}\n"));
        }
        text += &self.compare.as_ref().map_or(String::new(), Speedup::to_string);
        text + &ledger.lines()
    }
}

/// Ledger and additional keys.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Accounts {
    #[serde(flatten)]
    pub ledger: Ledger,
    /// Additional keys.
    #[serde(flatten)]
    pub extras: Extras,
}

impl Accounts {
    pub fn lines(&self, width: Width) -> String {
        self.extras.lines(&self.ledger, width)
    }
}

/// The cost of a run whose nodes are evaluations by the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
pub struct RunKeys {
    /// Number of workers.
    pub threads: usize,
    /// Wall time in nanoseconds.
    pub time_ns: u64,
    /// Evaluations by the network.
    pub nodes: u64,
}

impl RunKeys {
    pub(crate) fn line(&self) -> String {
        time_line(self.nodes, self.time_ns, self.threads)
    }
}

/// Returns a line on time and speed.
pub(super) fn time_line(nodes: u64, time_ns: u64, threads: usize) -> String {
    let speed = grouped(thousands_per_second(nodes, time_ns));
    format!("time     {} on {}, {speed} knodes/s\n", span(time_ns), counted(threads, "thread"))
}
