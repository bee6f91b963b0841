use comfy_table::CellAlignment;

use super::suite::{SuiteComparison, SuiteCount, SuiteDocument, SuitePosition, SuiteResult, SuiteRun};
use crate::text::{Width, counted, fitted, grouped, span, table, thousands_per_second};

/// Names of the runs if there are two.
const NAMES: [&str; 2] = ["A", "B"];

impl SuiteDocument {
    pub fn text(&self, width: Width) -> String {
        let mut text = String::new();
        if !self.positions.is_empty() {
            let solved = self.depths_table(width) + &self.times_table(width);
            text += &format!("{}\n{solved}\n", self.positions_table(width));
        }
        for (nth, run) in self.runs.iter().enumerate() {
            let name = if self.runs.len() > 1 { NAMES[nth] } else { "" };
            let (solved, positions) = (run.solved, run.positions);
            text += &format!("solved {name:1} {solved} of {positions} ({})\n", run.way(self.jobs));
            text += &run.cost();
        }
        text += &self.compare.map_or(String::new(), SuiteComparison::line);
        if !self.counts.is_empty() {
            text += &self.counts_text(width);
        }
        text
    }

    fn positions_table(&self, width: Width) -> String {
        let both = self.runs.len() > 1;
        let columns: &[&str] = if both {
            &["found", "depth", "after", "nodes"]
        } else {
            &["found", "depth", "after", "score", "reached", "nodes"]
        };
        let named = |nth: usize| {
            let name = move |column: &&str| {
                if both { format!("{} {column}", NAMES[nth]) } else { (*column).to_owned() }
            };
            columns.iter().map(name).collect::<Vec<_>>()
        };
        let head: Vec<String> = (0..self.runs.len()).flat_map(named).collect();
        let head: Vec<&str> = ["id", "expected"].into_iter().chain(head.iter().map(String::as_str)).collect();
        let mut rows = table(&head);
        for column in [1].into_iter().chain((0..self.runs.len()).map(|nth| 2 + nth * columns.len())) {
            if let Some(column) = rows.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Left);
            }
        }
        for position in &self.positions {
            let cells = position.results.iter().flat_map(|result| result.cells(both));
            let id = position.id.escape_debug().to_string();
            rows.add_row([id, position.wanted()].into_iter().chain(cells));
        }
        // Position and right moves identify a row.
        fitted(&rows, 2, width)
    }

    fn depths_table(&self, width: Width) -> String {
        let deepest = self.runs.iter().filter_map(|run| run.by_depth.last()).map(|by| by.depth).max();
        let solved = |run: &SuiteRun, depth| {
            run.by_depth.iter().take_while(|by| by.depth <= depth).last().map_or(0, |by| by.solved)
        };
        self.solved_table(
            "depth",
            (1..=deepest.unwrap_or(0)).map(|depth| (depth.to_string(), depth)),
            solved,
            width,
        )
    }

    fn times_table(&self, width: Width) -> String {
        let mut times: Vec<u64> =
            self.runs.iter().flat_map(|run| &run.by_time).map(|by| by.time_ns).collect();
        times.sort_unstable();
        times.dedup();
        let solved = |run: &SuiteRun, time| {
            run.by_time.iter().take_while(|by| by.time_ns <= time).last().map_or(0, |by| by.solved)
        };
        let named = |time: u64| match time / 1_000_000 {
            ms @ 0..1000 => (format!("{ms} ms"), time),
            ms => (format!("{} s", ms / 1000), time),
        };
        self.solved_table("time", times.into_iter().map(named), solved, width)
    }

    fn solved_table<K: Copy>(
        &self,
        by: &str,
        keys: impl Iterator<Item = (String, K)>,
        solved: impl Fn(&SuiteRun, K) -> usize,
        width: Width,
    ) -> String {
        let names = ["A solved", "B solved"];
        let head = if self.runs.len() > 1 { &names[..] } else { &["solved"] };
        let mut rows = table(&[&[by], head].concat());
        for (name, key) in keys {
            let counts = self.runs.iter().map(|run| solved(run, key).to_string());
            rows.add_row([name].into_iter().chain(counts));
        }
        fitted(&rows, 1, width)
    }

    fn counts_text(&self, width: Width) -> String {
        let mut rows = table(&["id", "depth", "leaves", "", "time"]);
        for count in &self.counts {
            rows.add_row(count.cells());
        }
        let depths = || self.counts.iter().flat_map(|count| &count.depths);
        let wrong = depths().filter(|leaves| leaves.nodes != leaves.expected).count();
        let deeper: usize = self.counts.iter().map(|count| count.deeper).sum();
        let mut said = format!(
            "{}\ncounts   {} of {} right in {}",
            fitted(&rows, 1, width),
            grouped((depths().count() - wrong) as u64),
            grouped(depths().count() as u64),
            counted(self.counts.len(), "position"),
        );
        if deeper > 0 {
            said += &format!("; {} deeper than --depth left out", grouped(deeper as u64));
        }
        let nodes = depths().map(|leaves| leaves.nodes).sum();
        let time_ns: u64 = self.counts.iter().map(|count| count.time_ns).sum();
        said + &format!("\nleaves   {} in {}\n", grouped(nodes), span(time_ns))
    }
}

impl SuiteComparison {
    fn line(self) -> String {
        format!(
            "compare  A takes {:.2} times as long as B to the same depth and {:.2} times the nodes \
             (geometric means of {})\n",
            self.time_to_depth,
            self.nodes_to_depth,
            counted(self.positions, "position")
        )
    }
}

impl SuitePosition {
    fn wanted(&self) -> String {
        let avoided = self.avoided.iter().map(|san| format!("not {san}"));
        self.expected.iter().cloned().chain(avoided).collect::<Vec<_>>().join(" ")
    }
}

impl SuiteResult {
    fn cells(&self, both: bool) -> Vec<String> {
        let found = self.san.clone().unwrap_or("none".to_owned());
        let (depth, after) = match self.solved_at() {
            Some((depth, time_ns)) => (depth.to_string(), span(time_ns)),
            None => ("-".to_owned(), "-".to_owned()),
        };
        let mut cells = vec![found, depth, after];
        if !both {
            cells.extend([self.value.score(), self.depth.to_string()]);
        }
        cells.push(grouped(self.nodes));
        cells
    }
}

impl SuiteRun {
    fn way(&self, jobs: usize) -> String {
        let depth = self.depth.map(|depth| format!(" to depth {depth}"));
        let time = self.movetime_ms.map(|ms| format!(" for {ms} ms"));
        let nodes = self.node_limit.map(|nodes| format!(" for {} nodes", grouped(nodes)));
        let limits = [depth, time, nodes].into_iter().flatten().collect::<Vec<_>>().join(" or");
        let side_by_side = if jobs > 1 { format!(", {jobs} positions side by side") } else { String::new() };
        format!("{}{limits} on {}{side_by_side}", self.strategy, counted(self.threads, "thread"))
    }

    fn cost(&self) -> String {
        let speed = grouped(thousands_per_second(self.nodes, self.search_ns));
        format!("nodes    {}\n", grouped(self.nodes))
            + &format!("time     {}, {speed} knodes/s while searching\n", span(self.time_ns))
            + &self.ledger.lines()
    }
}

impl SuiteCount {
    fn cells(&self) -> [String; 5] {
        let deepest = self.depths.iter().max_by_key(|leaves| leaves.depth);
        let verdict = if self.depths.is_empty() {
            "-"
        } else if self.depths.iter().all(|leaves| leaves.nodes == leaves.expected) {
            "right"
        } else {
            "wrong"
        };
        [
            self.id.escape_debug().to_string(),
            deepest.map_or("-".to_owned(), |leaves| leaves.depth.to_string()),
            deepest.map_or("-".to_owned(), |leaves| grouped(leaves.nodes)),
            verdict.to_owned(),
            span(self.time_ns),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::super::suite::SuiteLeaves;
    use super::*;

    #[test]
    fn only_counts_that_were_checked_are_right_or_wrong() {
        let verdict = |counted: &[u64]| {
            let leaves = |&nodes: &u64| SuiteLeaves { depth: 1, expected: 20, nodes };
            let depths = counted.iter().map(leaves).collect();
            let (id, position) = ("one".to_owned(), String::new());
            SuiteCount { id, line: 1, position, depths, deeper: 1, time_ns: 0 }.cells()[3].clone()
        };
        assert_eq!([&[][..], &[20], &[20, 21]].map(verdict), ["-", "right", "wrong"]);
    }
}
