//! The documents of a search, of a count and of a list of plays. Fields are the keys of the JSON, in their order.

use serde::{Serialize, Serializer};

use super::{
    Ledger, Speedup, Stats, counted, grouped, latency_table, span, task_table, thousands_per_second,
    work_table,
};

/// What a search says of the value: exactly one of them is there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// From the mover's side, in the evaluator's unit.
    Score(i32),
    /// The same as an expectation over dice.
    #[serde(rename = "score")]
    Expected(f64),
    /// A forced mate in so many full moves; negative if the mover is mated, 0 if it is mated already.
    Mate(i32),
}

impl Ending {
    /// In words, a score being counted in `unit`s.
    pub fn text(&self, unit: &str) -> String {
        match self {
            Ending::Score(score) => format!("{score} {unit}"),
            Ending::Expected(score) => format!("{score:+.4} {unit}"),
            Ending::Mate(n) if *n > 0 => format!("mate in {n}"),
            Ending::Mate(n) => format!("mated in {}", -n),
        }
    }
}

/// What a search with dice says besides.
#[derive(Clone, Debug, Serialize)]
pub struct DiceKeys {
    /// The roll; null if the game is over and none was given.
    pub roll: Option<String>,
    /// What the score counts: the evaluator's unit.
    pub unit: &'static str,
    /// Plays kept of every roll; null for all.
    pub keep: Option<usize>,
    /// The position after the best play, seen by the mover; null if the game is over.
    pub result: Option<String>,
    /// Static evaluations, those for ordering included.
    pub evaluations: u64,
}

/// What a search of dots and boxes says besides.
#[derive(Clone, Debug, Serialize)]
pub struct DotsKeys {
    /// The bit of the best move in sets of edges; null if the game is over.
    pub edge: Option<usize>,
    /// The size of the grid in boxes, or the file of the board.
    pub board: String,
    /// By which rules.
    pub rules: &'static str,
}

/// The answer of one search.
#[derive(Clone, Debug, Serialize)]
pub struct SearchDocument {
    /// The game.
    pub game: &'static str,
    /// The position searched.
    pub position: String,
    /// The strategy.
    pub strategy: &'static str,
    /// The last finished depth; 0 if the game is over.
    pub depth: u32,
    /// Workers.
    pub threads: usize,
    /// The best move; null only if the game is over.
    pub best: Option<String>,
    /// Its value.
    #[serde(flatten)]
    pub value: Ending,
    /// A best line.
    pub pv: Vec<String>,
    /// Nodes, the wasted ones and those of an unfinished depth included.
    pub nodes: u64,
    /// Wall time.
    pub time_ns: u64,
    /// Tasks and workers.
    #[serde(flatten)]
    pub ledger: Ledger,
    /// How the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// In games with dice.
    #[serde(flatten)]
    pub dice: Option<DiceKeys>,
    /// In dots and boxes.
    #[serde(flatten)]
    pub dots: Option<DotsKeys>,
    /// What `--stats` asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Stats>,
    /// What `--compare` asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<Speedup>,
}

impl SearchDocument {
    /// The lines of the text form that are the same for all games: depth, nodes, time, and what was asked for besides.
    pub fn tail(&self) -> String {
        let mut text = format!("depth    {} ({})\n", self.depth, self.strategy);
        text += &format!("nodes    {}\n", grouped(self.nodes));
        let speed = grouped(thousands_per_second(self.nodes, self.time_ns));
        text += &format!(
            "time     {} on {}, {speed} knodes/s\n",
            span(self.time_ns),
            counted(self.threads, "thread")
        );
        text + &close(self.stats.as_ref(), self.compare.as_ref(), &self.ledger)
    }
}

/// The end of a text form: what was asked for besides, and the ledger.
pub(super) fn close(stats: Option<&Stats>, compare: Option<&Speedup>, ledger: &Ledger) -> String {
    let mut text = String::new();
    if let Some(stats) = stats {
        text += &stats.search.map_or(String::new(), |search| search.lines());
        let tables = [task_table(ledger), work_table(ledger), latency_table(&stats.latencies)];
        text += &format!("\n{}\n", tables.join("\n"));
        text += &stats.lanes.as_ref().map_or(String::new(), |lanes| format!("{lanes}\n"));
    }
    text += &compare.map_or(String::new(), Speedup::to_string);
    text + &ledger.lines()
}

/// Leaves by first move, in the generator's order.
#[derive(Clone, Debug, Default)]
pub struct Divide(pub Vec<(String, u64)>);

impl Serialize for Divide {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(m, count)| (m, count)))
    }
}

/// A perft. It shares its keys with a search, which leaves nothing in some of them.
#[derive(Clone, Debug, Serialize)]
pub struct CountDocument {
    /// The game.
    pub game: &'static str,
    /// The position counted from.
    pub position: String,
    /// Always `perft`.
    pub strategy: &'static str,
    /// Plies.
    pub depth: u32,
    /// Workers.
    pub threads: usize,
    /// Nothing is searched for.
    pub best: Option<String>,
    /// Nothing is valued.
    pub score: Option<i32>,
    /// Nothing is preferred.
    pub pv: Vec<String>,
    /// Leaves; null if the count was interrupted.
    pub nodes: Option<u64>,
    /// Wall time.
    pub time_ns: u64,
    /// Leaves by first move.
    pub divide: Divide,
    /// Tasks and workers.
    #[serde(flatten)]
    pub ledger: Ledger,
    /// What `--stats` asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Stats>,
}

/// The legal plays of one roll.
#[derive(Clone, Debug, Serialize)]
pub struct PlaysDocument {
    /// The position, seen by the mover.
    pub position: String,
    /// The dice; null if the game is over and none were given.
    pub roll: Option<String>,
    /// One for each distinct result.
    pub plays: Vec<PlayLine>,
}

/// One play.
#[derive(Clone, Debug, Serialize)]
pub struct PlayLine {
    /// Its name; empty if nothing can be played.
    #[serde(rename = "move")]
    pub name: String,
    /// The position after it, still seen by the mover.
    pub result: String,
}
