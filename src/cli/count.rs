//! Running a perft and saying what came out, whatever the game.

use std::sync::Arc;
use std::time::Instant;

use super::args::{OutputArgs, PoolArgs};
use super::failure::{Exit, Failure};
use super::interrupt::Interrupt;
use super::output::{print, print_json, say};
use crate::report::{
    CountDocument, Divide, Ledger, Stats, grouped, latency_table, span, task_table, thousands_per_second,
    work_table,
};
use crate::sched::{CancelScope, Pool};

/// What is counted, and what is said of it.
pub(super) struct Count<'a> {
    /// The game.
    pub game: &'static str,
    /// The position counted from.
    pub position: String,
    /// Plies.
    pub depth: u32,
    /// Whether the text says the count of each beginning too.
    pub divide: bool,
    /// The workers.
    pub pool: &'a PoolArgs,
    /// The form of the results.
    pub output: OutputArgs,
}

impl Count<'_> {
    /// Counts and reports. `below` gives the leaves by first move, `None` if its scope was cancelled; it is not asked at
    /// depth 0, where there is nothing below.
    pub fn run(
        self,
        interrupt: &Interrupt,
        below: impl FnOnce(&Pool, &CancelScope) -> Option<Vec<(String, u64)>>,
    ) -> Result<Exit, Failure> {
        let pool = self.pool.pool()?;
        let scope = Arc::new(pool.cancel_scope());
        let switch = scope.clone();
        interrupt.guard(move || switch.cancel());
        pool.reset();
        let start = Instant::now();
        let counts = match self.depth {
            0 => Some(Vec::new()),
            _ => below(&pool, &scope).filter(|_| !scope.is_cancelled()),
        };
        let time_ns = start.elapsed().as_nanos() as u64;
        let snapshot = pool.snapshot();
        let nodes = counts.as_ref().map(|counts| match self.depth {
            0 => 1,
            _ => counts.iter().map(|(_, count)| count).sum(),
        });
        let document = CountDocument {
            game: self.game,
            position: self.position,
            strategy: "perft",
            depth: self.depth,
            threads: pool.threads(),
            best: None,
            score: None,
            pv: Vec::new(),
            nodes,
            time_ns,
            divide: Divide(counts.unwrap_or_default()),
            ledger: Ledger::of(&snapshot),
            stats: self.output.stats.then(|| Stats {
                search: None,
                latencies: (&snapshot.latencies()).into(),
                lanes: None,
            }),
        };
        if nodes.is_none() {
            say("interrupted before the count was complete; try a smaller --depth");
        }
        if self.output.json {
            print_json(&document)?;
        } else {
            print(&text(self.divide, &document))?;
        }
        Ok(if nodes.is_none() { Exit::Interrupted } else { Exit::Done })
    }
}

fn text(divide: bool, document: &CountDocument) -> String {
    let mut text = String::new();
    if divide {
        for (m, count) in &document.divide.0 {
            text += &format!("{m}: {count}\n");
        }
    }
    if let Some(nodes) = document.nodes {
        let speed = grouped(thousands_per_second(nodes, document.time_ns));
        text += &format!("nodes    {nodes}\n");
        text += &format!("depth    {}\n", document.depth);
        text += &format!(
            "time     {} on {} threads, {speed} knodes/s\n",
            span(document.time_ns),
            document.threads
        );
    }
    if let Some(stats) = &document.stats {
        let tables =
            [task_table(&document.ledger), work_table(&document.ledger), latency_table(&stats.latencies)];
        text += &format!("\n{}\n", tables.join("\n"));
    }
    text + &document.ledger.lines()
}
