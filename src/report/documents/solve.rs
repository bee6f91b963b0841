use schemars::JsonSchema;
use serde::Serialize;

use super::diagram::{Diagram, EdgeMark};
use super::document::{Document, Extras, Findings, Summary};
use crate::statistics::Ledger;
use crate::text::{Numbering, Width, grouped, span};

/// A solver's table.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
pub struct TableLine {
    /// Size in MiB, rounded up.
    pub mib: usize,
    /// Share of it in use, 0 to 1.
    pub fill: f64,
}

/// A solve's checkpoint file.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct CheckpointLine {
    /// File.
    pub file: String,
    /// File from which the solve was resumed; null if it began anew.
    pub resumed_from: Option<String>,
    /// Nodes searched before the solve was resumed.
    pub earlier_nodes: u64,
    /// Nanoseconds of wall time before the solve was resumed.
    pub earlier_time_ns: u64,
    /// Number of times that the file was written.
    pub written: u64,
    /// Size of the file in bytes when last written, or 0.
    pub bytes: u64,
    /// Error of the last attempt to write the file; null if it succeeded.
    pub failed: Option<String>,
}

/// The proven value of a position.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SolveDocument {
    /// Result, whose depth is the number of edges to the end, or 0 if the value is not proved; its
    /// best move is the lowest optimal edge.
    #[serde(flatten)]
    pub findings: Findings,
    /// Same as the score; null if not proved.
    pub value: Option<i32>,
    /// Set of all optimal moves, in hexadecimal; null if not asked for or not all proved.
    pub optimal: Option<String>,
    /// Nanoseconds until the value was proved; null if it is not.
    pub value_ns: Option<u64>,
    /// Lower and upper bound of the value.
    pub bounds: [i32; 2],
    /// Table.
    pub table: TableLine,
    /// Checkpoint file; null without `--checkpoint`.
    pub checkpoint: Option<CheckpointLine>,
    /// Board and rules in words, for the page.
    #[serde(skip)]
    pub board: String,
    /// Additional keys.
    #[serde(flatten)]
    pub extras: Extras,
    /// First lines of the text form: board, value and moves.
    #[serde(skip)]
    pub head: String,
}

impl Document for SolveDocument {
    fn text(&self, width: Width) -> String {
        let Findings { header, cost, .. } = &self.findings;
        let (time, speed) = (span(cost.time_ns), grouped(cost.knodes_per_second()));
        let mut text = self.head.clone();
        text += &format!("nodes    {} ({})\n", grouped(cost.nodes), header.strategy);
        text += &format!("time     {time} on {} threads, {speed} knodes/s", header.threads);
        text += &self.value_ns.map_or("\n".to_owned(), |ns| format!("; the value in {}\n", span(ns)));
        text += &format!("table    {} MiB, {:.1} % full\n", self.table.mib, 100.0 * self.table.fill);
        text += &self.checkpoint.as_ref().map_or(String::new(), CheckpointLine::text);
        text + &self.extras.lines(&cost.ledger, width)
    }

    fn summary(&self) -> Summary {
        let Findings { header, cost, .. } = &self.findings;
        let mut facts = vec![
            ("Board", self.board.clone()),
            ("Mask of drawn edges", header.position.clone()),
            ("Nodes", format!("{} ({})", grouped(cost.nodes), header.strategy)),
            ("Time", span(cost.time_ns)),
            ("Speed", format!("{} knodes/s", grouped(cost.knodes_per_second()))),
            ("Workers", header.threads.to_string()),
            ("Table", format!("{} MiB, {:.1} % full", self.table.mib, 100.0 * self.table.fill)),
        ];
        facts.extend(self.value_ns.map(|ns| ("Value proved in", span(ns))));
        facts.extend(self.optimal_edges().map(|optimal| ("Optimal edges", optimal)));
        Summary {
            title: "dots solve".to_owned(),
            headline: self.findings.headline.clone(),
            diagram: self.findings.diagram.clone(),
            facts,
            pv: Numbering::OneByOne.line(&self.findings.pv),
            ..Summary::default()
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.findings.cost.ledger
    }

    fn extras(&self) -> &Extras {
        &self.extras
    }
}

impl SolveDocument {
    /// The names of optimal edges; on a board from a file, a set of bits.
    fn optimal_edges(&self) -> Option<String> {
        let optimal = self.optimal.clone()?;
        let Some(Diagram::Dots(dots)) = &self.findings.diagram else { return Some(optimal) };
        let best = dots.edges.iter().filter(|(_, mark)| *mark == EdgeMark::Best);
        Some(best.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" "))
    }
}

impl CheckpointLine {
    fn text(&self) -> String {
        let resumed = self.resumed_from.as_ref().map_or(String::new(), |from| {
            let (nodes, time) = (grouped(self.earlier_nodes), span(self.earlier_time_ns));
            format!("resumed  from {from}, after {nodes} nodes in {time}\n")
        });
        let kept = match &self.failed {
            Some(why) => format!("kept     not: {why}\n"),
            None if self.written == 0 => format!("kept     {}, as it was\n", self.file),
            None => {
                let bytes = grouped(self.bytes);
                format!("kept     {}, {bytes} bytes, written {} times\n", self.file, self.written)
            }
        };
        resumed + &kept
    }
}
