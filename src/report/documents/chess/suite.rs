//! The document of a test suite: what was found in every position, and how soon.

use schemars::JsonSchema;
use serde::Serialize;

use crate::documents::value::Value;
use crate::statistics::Ledger;

/// A test suite that was run: positions whose best moves are known, and positions whose numbers of
/// leaves are.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SuiteDocument {
    /// The game: `chess`.
    pub game: &'static str,
    /// The file.
    pub suite: String,
    /// Positions searched side by side.
    pub jobs: usize,
    /// The runs of all positions: one, with --compare two; none if there is nothing to search.
    pub runs: Vec<SuiteRun>,
    /// The positions that were searched in every run, in the order of their lines.
    pub positions: Vec<SuitePosition>,
    /// The first run beside the second; null without --compare, or if one run is exact and the
    /// other is not, because their depths differ in meaning.
    pub compare: Option<SuiteComparison>,
    /// The positions whose leaves were counted, in the order of their lines.
    pub counts: Vec<SuiteCount>,
    /// Lines that could not be read.
    pub errors: Vec<SuiteError>,
}

/// All positions, searched in one way.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SuiteRun {
    /// The strategy, by its name on the command line.
    pub strategy: &'static str,
    /// Workers for each position searched at a time.
    pub threads: usize,
    /// The depth asked for; null if only a limit is given.
    pub depth: Option<u32>,
    /// The limit on the time of a position in milliseconds, if there is one.
    pub movetime_ms: Option<u64>,
    /// The limit on the nodes of a position, if there is one.
    pub node_limit: Option<u64>,
    /// Positions searched.
    pub positions: usize,
    /// Of those, positions solved: the move found is one of the best ones, and none of those to
    /// avoid.
    pub solved: usize,
    /// How many positions were solved at a depth and at all deeper ones.
    pub by_depth: Vec<SolvedByDepth>,
    /// How many positions were solved after a time and until the end.
    pub by_time: Vec<SolvedByTime>,
    /// Nodes of the searches, those of unfinished depths included.
    pub nodes: u64,
    /// Wall time of the whole run in nanoseconds. Between two positions the table is cleared.
    pub time_ns: u64,
    /// The time of all searches together in nanoseconds, divided by the positions searched side by
    /// side.
    pub search_ns: u64,
    /// Tasks and workers.
    #[serde(flatten)]
    pub ledger: Ledger,
}

/// How many positions were solved by a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SolvedByDepth {
    /// The depth.
    pub depth: u32,
    /// Positions solved there or before.
    pub solved: usize,
}

/// How many positions were solved by a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SolvedByTime {
    /// Time since the search of a position began, in nanoseconds.
    pub time_ns: u64,
    /// Positions solved until then.
    pub solved: usize,
}

/// A position and what was found in it.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SuitePosition {
    /// Its name: the operation `id`, or else its line.
    pub id: String,
    /// Its line in the file, from 1.
    pub line: usize,
    /// The position as a FEN.
    pub position: String,
    /// The best moves (`bm`) in standard algebraic notation.
    pub expected: Vec<String>,
    /// The moves to avoid (`am`).
    pub avoided: Vec<String>,
    /// The comment (`c0`); null if there is none.
    pub comment: Option<String>,
    /// What was found, in the order of the runs.
    pub results: Vec<SuiteResult>,
}

/// What was found in a position.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SuiteResult {
    /// The move found; null if the game is over.
    pub best: Option<String>,
    /// The same in standard algebraic notation.
    pub san: Option<String>,
    /// Its value.
    #[serde(flatten)]
    pub value: Value,
    /// Whether that solves the position.
    pub solved: bool,
    /// The depth since which the move was right at every depth; null if it is not solved.
    pub solved_depth: Option<u32>,
    /// The time at which that depth was finished, in nanoseconds since the search began; null if
    /// it is not solved.
    pub solved_time_ns: Option<u64>,
    /// The last finished depth.
    pub depth: u32,
    /// Nodes, those of an unfinished depth included.
    pub nodes: u64,
    /// Wall time in nanoseconds.
    pub time_ns: u64,
}

impl SuiteResult {
    /// The depth and the time since which the move was right.
    pub fn solved_at(&self) -> Option<(u32, u64)> {
        self.solved_depth.zip(self.solved_time_ns)
    }
}

/// Two runs side by side, at the deepest depth of each position that both have finished.
#[derive(Clone, Copy, Debug, PartialEq, JsonSchema, Serialize)]
pub struct SuiteComparison {
    /// Positions compared.
    pub positions: usize,
    /// The time of the first run divided by that of the second: the geometric mean.
    pub time_to_depth: f64,
    /// The nodes of the first run divided by those of the second: the geometric mean.
    pub nodes_to_depth: f64,
}

/// A position and the leaves counted below it.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SuiteCount {
    /// Its name: the operation `id`, or else its line.
    pub id: String,
    /// Its line in the file, from 1.
    pub line: usize,
    /// The position as a FEN.
    pub position: String,
    /// The counts, in the order of the line.
    pub depths: Vec<SuiteLeaves>,
    /// How many counts of the line were left out because they are deeper than --depth.
    pub deeper: usize,
    /// Wall time in nanoseconds.
    pub time_ns: u64,
}

/// The leaves at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SuiteLeaves {
    /// The depth.
    pub depth: u32,
    /// Leaves as the file has it.
    pub expected: u64,
    /// Leaves counted.
    pub nodes: u64,
}

/// A line that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SuiteError {
    /// The line, from 1.
    pub line: usize,
    /// What was got, what was expected, what to try.
    pub error: String,
}

impl SuiteDocument {
    /// Counts that differ from the file's, each as one line: where, got, expected.
    pub fn differences(&self) -> Vec<String> {
        let wrong = |count: &SuiteCount| {
            let (line, id) = (count.line, count.id.escape_debug().to_string());
            let wrong = count.depths.iter().filter(|leaves| leaves.nodes != leaves.expected);
            let told = wrong.map(|&SuiteLeaves { depth, expected, nodes }| {
                format!("line {line}, {id}: D{depth}: got {nodes} leaves, expected {expected}")
            });
            told.collect::<Vec<_>>()
        };
        self.counts.iter().flat_map(wrong).collect()
    }
}

/// The number of positions solved by every depth, given for each position the depth and the time
/// since which it was solved.
pub fn solved_by_depth(solved_at: &[(u32, u64)]) -> Vec<SolvedByDepth> {
    let deepest = solved_at.iter().map(|(depth, _)| *depth).max().unwrap_or(0);
    let by = |depth| SolvedByDepth {
        depth,
        solved: solved_at.iter().filter(|(since, _)| *since <= depth).count(),
    };
    (1..=deepest).map(by).collect()
}

/// The same by times: 1, 2, 5, 10, ... milliseconds, from the last at which nothing was solved to
/// the first at which all was.
pub fn solved_by_time(solved_at: &[(u32, u64)]) -> Vec<SolvedByTime> {
    const MS: u64 = 1_000_000;
    let steps = (0..8).flat_map(|power| [1, 2, 5].map(|first| first * 10u64.pow(power) * MS));
    let by = |time_ns| SolvedByTime {
        time_ns,
        solved: solved_at.iter().filter(|(_, since)| *since <= time_ns).count(),
    };
    let all: Vec<SolvedByTime> = steps.map(by).collect();
    let first = all.iter().position(|by| by.solved > 0).map_or(all.len(), |first| first.saturating_sub(1));
    let last = all.iter().position(|by| by.solved == solved_at.len()).unwrap_or(all.len() - 1);
    all.get(first..=last).unwrap_or_default().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solved_positions_add_up_by_depth_and_time() {
        let kept = [(1, 300_000), (3, 7_000_000), (3, 90_000_000)];
        let depths: Vec<_> = solved_by_depth(&kept).iter().map(|by| (by.depth, by.solved)).collect();
        assert_eq!(depths, [(1, 1), (2, 1), (3, 3)]);
        let times: Vec<_> =
            solved_by_time(&kept).iter().map(|by| (by.time_ns / 1_000_000, by.solved)).collect();
        assert_eq!(times, [(1, 1), (2, 1), (5, 1), (10, 2), (20, 2), (50, 2), (100, 3)]);
        assert_eq!((solved_by_depth(&[]), solved_by_time(&[])), (Vec::new(), Vec::new()));
        assert_eq!(solved_by_time(&[(1, 30_000_000)]).len(), 2);
    }
}
