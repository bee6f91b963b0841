use super::reproduce::{ReproduceDocument, ReproduceRow};
use super::sharing::{COLUMNS_MEAN, sharing_table};
use super::{Published, PublishedRow};
use sparring_report::{Width, fitted, grouped, prose, span, table};

/// Columns; the first three identify a row.
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

/// Published columns and ours; the first three identify a row.
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
    "ours",
    "speed-up",
    "stolen",
    "conversion",
    "MiB",
];

/// Index of our first column.
const OURS_AT: usize = 14;

pub(crate) fn number(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

pub(crate) fn rounded(number: Option<f64>, places: usize) -> String {
    number.map_or(String::new(), |number| format!("{number:.places$}"))
}

impl ReproduceDocument {
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
        let mut head = PUBLISHED;
        head[OURS_AT] = "| ours";
        let mut table = table(&head);
        for row in &self.published {
            table.add_row(row.published.cells().into_iter().chain(self.ours(row)));
        }
        fitted(&table, 3, width)
    }

    /// Returns our time, speed-up, stolen tasks, conversion and memory beside a published row.
    pub(crate) fn ours(&self, row: &PublishedRow) -> [String; 5] {
        let Some(ours) = self.beside(row) else { return Default::default() };
        let time =
            span(ours.ns_per_game.filter(|_| row.published.of == "game").unwrap_or(ours.ns_per_decision));
        let tasks = if ours.tasks.created > 0 { grouped(ours.tasks.stolen) } else { String::new() };
        [
            format!("{time} {}", ours.clock.word()),
            ours.speedup_cell(),
            tasks,
            rounded(ours.conversion, 3),
            rounded(ours.memory_mib, 1),
        ]
    }
}

impl ReproduceDocument {
    fn shares(&self, width: Width) -> String {
        let mut table = table(&["program", "strategy", "threads", "clock", "ours", "published"]);
        for share in &self.shares {
            table.add_row([
                share.program.clone().unwrap_or_default(),
                share.strategy.clone(),
                share.threads.to_string(),
                share.clock.word().to_owned(),
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
            self.clock.word().to_owned(),
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

    /// The speed-up for tables; on one worker too, where a parallel search may be slower
    /// than its baseline.
    pub(crate) fn speedup_cell(&self) -> String {
        format!("{:.2}", self.speedup)
    }

    fn sparks_lines(&self) -> String {
        if self.tasks.created == 0 {
            return String::new();
        }
        let threads = self.clock.workers(self.threads);
        let mut lines = format!("{}, {} on {threads}: {}\n", self.setting, self.strategy, self.sparks);
        let theirs = self.ancestor.as_ref().and_then(|ancestor| ancestor.sparks.as_ref());
        lines += &theirs.map_or(String::new(), |sparks| format!("  ancestor: {sparks}\n"));
        let published = self.published.as_ref().and_then(|published| published.sparks.as_ref());
        lines + &published.map_or(String::new(), |sparks| format!("  published: {sparks}\n"))
    }
}
