//! The text form of an ancestor's experiment.

use super::reproduce::{ReproduceDocument, ReproduceRow};
use super::sharing::{COLUMNS_MEAN, sharing_table};
use super::{Published, PublishedRow, TimeSource};
use sparring_report::{Width, counted, fitted, grouped, prose, span, table};

/// The columns of our rows. The first three tell them apart.
const COLUMNS: [&str; 16] = [
    "setting",
    "strategy",
    "threads",
    "clock",
    "decisions",
    "a decision",
    "a game",
    "runs",
    "speed-up",
    "tasks",
    "nodes",
    "ancestor",
    "its time",
    "times faster",
    "as published",
    "best",
];

/// The columns of all that was published. The first three tell its rows apart.
pub(crate) const PUBLISHED: [&str; 19] = [
    "published",
    "setting",
    "cores",
    "seconds",
    "speed-up",
    "% of seq.",
    "sparks",
    "converted",
    "overflowed",
    "dud",
    "GC'd",
    "fizzled",
    "conversion",
    "MiB",
    "| ours",
    "speed-up",
    "stolen",
    "conversion",
    "MiB",
];

/// The word for a kind of time in tables.
pub(crate) fn clock(clock: TimeSource) -> &'static str {
    match clock {
        TimeSource::Real => "real",
        TimeSource::Virtual => "simulated",
        TimeSource::Published => "published",
    }
}

/// A number that may be missing, as it was published.
pub(crate) fn number(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

/// A number of ours that may be missing.
pub(crate) fn rounded(number: Option<f64>, places: usize) -> String {
    number.map_or(String::new(), |number| format!("{number:.places$}"))
}

impl ReproduceDocument {
    /// The text form for a terminal of this width.
    pub fn text(&self, width: Width) -> String {
        let mut rows = table(&COLUMNS);
        for row in &self.rows {
            rows.add_row(row.cells());
        }
        let sparks: String = self.rows.iter().map(ReproduceRow::sparks_lines).collect();
        let mut text =
            format!("{}\n{}\n{sparks}", prose(&self.about.lines(), width), fitted(&rows, 3, width));
        if let Some(note) = self.more_than_workers() {
            text += &format!("\n{}", prose(&[note], width));
        }
        text += &format!("\nEverything published, and ours on as many workers:\n{}", self.published(width));
        if !self.shares.is_empty() {
            text += &format!("\nAverage % of the sequential time:\n{}", self.shares(width));
        }
        if !self.strategies.is_empty() {
            text += "\nWays to share a search:\n";
            text += &prose(&COLUMNS_MEAN.map(str::to_owned), width);
            text += &format!("\n{}", sharing_table(&self.strategies, width));
        }
        text + &format!("\nWhat the paper's sentences say:\n{}", self.stated(width))
    }

    fn published(&self, width: Width) -> String {
        let mut table = table(&PUBLISHED);
        for row in &self.published {
            table.add_row(row.published.cells().into_iter().chain(self.ours(row)));
        }
        fitted(&table, 3, width)
    }

    /// The cells of our row beside a published one: its time and clock, speed-up, stolen tasks,
    /// conversion, memory.
    pub(crate) fn ours(&self, row: &PublishedRow) -> [String; 5] {
        let Some(ours) = self.beside(row) else { return Default::default() };
        let time =
            span(ours.ns_per_game.filter(|_| row.published.of == "game").unwrap_or(ours.ns_per_decision));
        let tasks = if ours.tasks.created > 0 { grouped(ours.tasks.stolen) } else { String::new() };
        [
            format!("{time} {}", clock(ours.clock)),
            ours.speedup_cell(),
            tasks,
            rounded(ours.conversion, 3),
            rounded(ours.memory_mib, 1),
        ]
    }
}

/// Averages over all boards, ours and theirs.
impl ReproduceDocument {
    fn shares(&self, width: Width) -> String {
        let mut table = table(&["program", "strategy", "threads", "clock", "ours", "published"]);
        for share in &self.shares {
            table.add_row([
                share.program.clone().unwrap_or_default(),
                share.strategy.clone(),
                share.threads.to_string(),
                clock(share.clock).to_owned(),
                format!("{:.2}", share.percent),
                number(share.published),
            ]);
        }
        fitted(&table, 3, width)
    }

    fn stated(&self, width: Width) -> String {
        let mut table = table(&["section", "quantity", "published", "unit", "ours"]);
        for stated in &self.stated {
            table.add_row([
                stated.source.clone(),
                stated.quantity.clone(),
                stated.value.to_string(),
                stated.unit.clone(),
                rounded(stated.ours, 3),
            ]);
        }
        fitted(&table, 2, width)
    }
}

impl Published {
    /// The cells of what was published, as it was.
    pub(crate) fn cells(&self) -> [String; 14] {
        let counts = &self.counts;
        [
            self.program.clone(),
            self.setting.clone(),
            self.cores.to_string(),
            number(self.seconds),
            rounded(self.speedup, 2),
            number(self.percent),
            number(counts.total),
            number(counts.converted),
            number(counts.overflowed),
            number(counts.dud),
            number(counts.collected),
            number(counts.fizzled),
            number(self.conversion),
            number(self.memory_mib),
        ]
    }
}

impl ReproduceRow {
    fn cells(&self) -> [String; COLUMNS.len()] {
        let ancestor = self.ancestor.clone().unwrap_or_default();
        [
            self.setting.clone(),
            self.strategy.to_owned(),
            self.threads.to_string(),
            clock(self.clock).to_owned(),
            self.decisions.to_string(),
            span(self.ns_per_decision),
            self.ns_per_game.map_or(String::new(), span),
            self.runs.to_string(),
            self.speedup_cell(),
            grouped(self.tasks.created),
            grouped(self.nodes),
            ancestor.program,
            ancestor.ns_per_decision.map_or(String::new(), span),
            ancestor.times_faster.map_or(String::new(), |times| format!("{times:.0}")),
            self.published.as_ref().map_or(String::new(), Published::to_string),
            self.best.clone().unwrap_or_default(),
        ]
    }

    /// The speed-up as tables show it, on one worker too: a parallel search there may be slower
    /// than its baseline.
    pub(crate) fn speedup_cell(&self) -> String {
        format!("{:.2}", self.speedup)
    }

    /// What became of the tasks, and of the ancestor's; nothing if there was none.
    fn sparks_lines(&self) -> String {
        if self.tasks.created == 0 {
            return String::new();
        }
        let threads = match self.clock {
            TimeSource::Virtual => counted(self.threads, "simulated worker"),
            _ => counted(self.threads, "thread"),
        };
        let mut lines = format!("{}, {} on {threads}: {}\n", self.setting, self.strategy, self.sparks);
        let theirs = self.ancestor.as_ref().and_then(|ancestor| ancestor.sparks.as_ref());
        lines += &theirs.map_or(String::new(), |sparks| format!("  ancestor: {sparks}\n"));
        let published = self.published.as_ref().and_then(|published| published.sparks.as_ref());
        lines + &published.map_or(String::new(), |sparks| format!("  published: {sparks}\n"))
    }
}
