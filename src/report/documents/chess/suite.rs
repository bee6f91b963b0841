use schemars::JsonSchema;
use serde::Serialize;

use crate::documents::value::Value;
use crate::statistics::Ledger;

/// A suite of positions with known best moves or known numbers of leaves.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SuiteDocument {
    /// Always `chess`.
    pub game: &'static str,
    /// File.
    pub suite: String,
    /// Positions searched side by side.
    pub jobs: usize,
    /// Runs of all positions: one, two with --compare, or none without positions to search.
    pub runs: Vec<SuiteRun>,
    /// Positions searched in every run, in file order.
    pub positions: Vec<SuitePosition>,
    /// Runs compared; null without --compare, or if only one is exact, since depths then differ in
    /// meaning.
    pub compare: Option<SuiteComparison>,
    /// Positions whose leaves were counted, in file order.
    pub counts: Vec<SuiteCount>,
    /// Lines that could not be read.
    pub errors: Vec<SuiteError>,
}

/// All positions, searched in one way.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SuiteRun {
    /// Strategy, as the command line calls it.
    pub strategy: &'static str,
    /// Workers for each position.
    pub threads: usize,
    /// Depth asked for; null if only a limit is given.
    pub depth: Option<u32>,
    /// Time limit of a position in milliseconds; null if none.
    pub movetime_ms: Option<u64>,
    /// Node limit of a position; null if none.
    pub node_limit: Option<u64>,
    /// Positions searched.
    pub positions: usize,
    /// Positions solved: the move found is one of the best, and none of those to avoid.
    pub solved: usize,
    /// Positions solved at a depth and all deeper ones.
    pub by_depth: Vec<SolvedByDepth>,
    /// Positions solved after a time and until the end.
    pub by_time: Vec<SolvedByTime>,
    /// Nodes, including unfinished depths.
    pub nodes: u64,
    /// Nanoseconds of the whole run. The table is cleared between positions.
    pub time_ns: u64,
    /// Nanoseconds of all searches, divided by the positions searched side by side.
    pub search_ns: u64,
    #[serde(flatten)]
    pub ledger: Ledger,
}

/// Positions solved by a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SolvedByDepth {
    /// Depth.
    pub depth: u32,
    /// Positions solved there or before.
    pub solved: usize,
}

/// Positions solved by a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SolvedByTime {
    /// Nanoseconds since the search of a position began.
    pub time_ns: u64,
    /// Positions solved until then.
    pub solved: usize,
}

/// A position and its results.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SuitePosition {
    /// Operation `id`, or else the line number.
    pub id: String,
    /// Line in the file, from 1.
    pub line: usize,
    /// FEN of the position.
    pub position: String,
    /// Best moves (`bm`) in standard algebraic notation.
    pub expected: Vec<String>,
    /// Moves to avoid (`am`).
    pub avoided: Vec<String>,
    /// Comment (`c0`); null if none.
    pub comment: Option<String>,
    /// Results, in the order of the runs.
    pub results: Vec<SuiteResult>,
}

/// The result of a position.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SuiteResult {
    /// Move found; null if the game is over.
    pub best: Option<String>,
    /// That move in standard algebraic notation.
    pub san: Option<String>,
    /// Value of the move.
    #[serde(flatten)]
    pub value: Value,
    /// True if the move solves the position.
    pub solved: bool,
    /// Depth from which on the move was right; null if not solved.
    pub solved_depth: Option<u32>,
    /// Nanoseconds until that depth was finished; null if not solved.
    pub solved_time_ns: Option<u64>,
    /// Last finished depth, or if `play` or `lazy` was stopped the depth it had begun.
    pub depth: u32,
    /// Nodes, including an unfinished depth.
    pub nodes: u64,
    /// Wall time in nanoseconds.
    pub time_ns: u64,
}

impl SuiteResult {
    pub fn solved_at(&self) -> Option<(u32, u64)> {
        self.solved_depth.zip(self.solved_time_ns)
    }
}

/// Two runs compared, at each position's deepest depth that both finished.
#[derive(Clone, Copy, Debug, PartialEq, JsonSchema, Serialize)]
pub struct SuiteComparison {
    /// Positions compared.
    pub positions: usize,
    /// First run's time divided by the second's, the geometric mean.
    pub time_to_depth: f64,
    /// First run's nodes divided by the second's, the geometric mean.
    pub nodes_to_depth: f64,
}

/// A position and the leaves counted below it.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SuiteCount {
    /// Operation `id`, or else the line number.
    pub id: String,
    /// Line in the file, from 1.
    pub line: usize,
    /// FEN of the position.
    pub position: String,
    /// Counts, in the order of the line.
    pub depths: Vec<SuiteLeaves>,
    /// Counts left out because they are deeper than --depth.
    pub deeper: usize,
    /// Wall time in nanoseconds.
    pub time_ns: u64,
}

/// The leaves at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SuiteLeaves {
    /// Depth.
    pub depth: u32,
    /// Leaves according to the file.
    pub expected: u64,
    /// Leaves counted.
    pub nodes: u64,
}

/// A line that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SuiteError {
    /// Line, from 1.
    pub line: usize,
    /// Message: the input, what was expected, and advice.
    pub error: String,
}

impl SuiteDocument {
    /// A line for each count that differs from the file's.
    pub fn differences(&self) -> Vec<String> {
        let wrong = |count: &SuiteCount| {
            let line = format!("line {}", count.line);
            let named = if count.id == line { line } else { format!("{line}, {}", count.id.escape_debug()) };
            let wrong = count.depths.iter().filter(|leaves| leaves.nodes != leaves.expected);
            let told = wrong.map(|&SuiteLeaves { depth, expected, nodes }| {
                format!("{named}: D{depth}: got {nodes} leaves, expected {expected}")
            });
            told.collect::<Vec<_>>()
        };
        self.counts.iter().flat_map(wrong).collect()
    }
}

/// Counts the positions solved by every depth, given the depth and time of each.
pub fn solved_by_depth(solved_at: &[(u32, u64)]) -> Vec<SolvedByDepth> {
    let deepest = solved_at.iter().map(|(depth, _)| *depth).max().unwrap_or(0);
    let by = |depth| SolvedByDepth {
        depth,
        solved: solved_at.iter().filter(|(since, _)| *since <= depth).count(),
    };
    (1..=deepest).map(by).collect()
}

/// Counts the positions solved by 1, 2, 5, 10, ... milliseconds, from the last time without any to
/// the first with all.
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
