//! The parts that all documents share. A document is one struct whose fields are the keys of its
//! JSON, in their order; shared parts are flattened into it.

use schemars::JsonSchema;
use serde::Serialize;

use super::diagram::{Diagram, Headline};
use super::value::Value;
use super::variant::Variant;
use crate::statistics::{Ledger, Speedup, Stats, latency_table, task_table, work_table};
use crate::text::{NumberedMove, Width, counted, grouped, span, thousands_per_second};

/// The document of a run on a pool. It is the one JSON line; from it come the text form and the
/// head of the page.
pub trait Document: Serialize {
    /// The text form for a terminal of this width.
    fn text(&self, width: Width) -> String;

    /// The head of the page.
    fn summary(&self) -> Summary;

    /// What became of the tasks.
    fn ledger(&self) -> &Ledger;

    /// Further parts that were asked for.
    fn extras(&self) -> &Extras;
}

/// The head of a page.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The command: `chess bestmove`.
    pub title: String,
    /// What was found, in the words of the game.
    pub headline: Headline,
    /// The board.
    pub diagram: Option<Diagram>,
    /// Names and values of everything else, in the order of the page.
    pub facts: Vec<(&'static str, String)>,
    /// A best line.
    pub pv: Vec<NumberedMove>,
    /// All moves of a game.
    pub moves: Vec<NumberedMove>,
    /// The best moves if several were asked for, the best first: what each is worth, and its line.
    pub ranking: Vec<(String, String)>,
}

impl Summary {
    /// Whether it is of a whole game, and not of one search.
    pub(crate) fn is_game(&self) -> bool {
        !self.moves.is_empty()
    }
}

/// What was asked, and the move found. Every document of a search, a solve or a perft begins with
/// it.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Header {
    /// The game: `chess`, `backgammon` or `dots`.
    pub game: &'static str,
    /// The position in the game's notation: FEN, 26 characters, or the mask of the edges drawn.
    pub position: String,
    /// The strategy, by its name on the command line. `play` and `lazy` prove no value but mates.
    pub strategy: &'static str,
    /// The last finished depth, in the strategy's unit (nominal in `play` and `lazy`, which
    /// search some lines deeper and most less deep); 0 if the game is over, or if a solve proved
    /// no value.
    pub depth: u32,
    /// Number of workers.
    pub threads: usize,
    /// The best move; null if the game is over, none was asked for, or a solve proved none.
    pub best: Option<String>,
}

/// What was found.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Findings {
    /// What was asked, and the best move.
    #[serde(flatten)]
    pub header: Header,
    /// The value of the best move.
    #[serde(flatten)]
    pub value: Value,
    /// A best line. It begins with `best` and may end early.
    pub pv: Vec<String>,
    /// What it took.
    #[serde(flatten)]
    pub cost: Cost,
    /// How the game is over; null if it goes on.
    pub outcome: Option<String>,
    /// The game's own keys.
    #[serde(flatten)]
    pub variant: Variant,
    /// The same in the words of the game, for the page.
    #[serde(skip)]
    pub headline: Headline,
    /// The board, for the page.
    #[serde(skip)]
    pub diagram: Option<Diagram>,
}

/// What a run took.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Cost {
    /// Nodes, those of cancelled tasks and of an unfinished depth included.
    pub nodes: u64,
    /// Wall time in nanoseconds.
    pub time_ns: u64,
    /// Tasks and workers.
    #[serde(flatten)]
    pub ledger: Ledger,
}

impl Cost {
    /// Nodes per second, in thousands.
    pub fn knodes_per_second(&self) -> u64 {
        thousands_per_second(self.nodes, self.time_ns)
    }
}

/// What `--stats` and `--compare` add. Every document of a run ends with it.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct Extras {
    /// Counters and latencies; null without `--stats`.
    pub stats: Option<Stats>,
    /// The run beside the same search on one worker; null without `--compare`, and if there is
    /// nothing to compare because the run was interrupted or the game is over.
    pub compare: Option<Speedup>,
}

impl Extras {
    /// The end of every text form: what was asked for besides, and the two lines of the ledger.
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

/// Accounts of a run on a pool: its ledger, and what was asked for besides.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Accounts {
    /// Tasks and workers.
    #[serde(flatten)]
    pub ledger: Ledger,
    /// Further parts that were asked for.
    #[serde(flatten)]
    pub extras: Extras,
}

impl Accounts {
    /// The end of the text form.
    pub fn lines(&self, width: Width) -> String {
        self.extras.lines(&self.ledger, width)
    }
}

/// What a run took whose nodes are evaluations by the network.
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
    /// The same as a line of a text form.
    pub(crate) fn line(&self) -> String {
        time_line(self.nodes, self.time_ns, self.threads)
    }
}

/// The line of a text form on what a run took.
pub(super) fn time_line(nodes: u64, time_ns: u64, threads: usize) -> String {
    let speed = grouped(thousands_per_second(nodes, time_ns));
    format!("time     {} on {}, {speed} knodes/s\n", span(time_ns), counted(threads, "thread"))
}
