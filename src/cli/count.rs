//! Running a perft and saying what came out, whatever the game.

use std::sync::Arc;
use std::time::Instant;

use super::args::{OutputArgs, PoolArgs};
use super::failure::{Exit, Failure};
use super::interrupt::Interrupt;
use super::observed::Observed;
use super::output::{print, print_json, say};
use super::output_file::Flagged;
use super::recording::RecordingArgs;
use crate::report::{CountDocument, Divide, Extras, Header, Ledger, Provenance, RunPage, grouped, span};
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
    /// The file the position is read from.
    pub file: Option<Flagged<'a>>,
    /// The workers.
    pub pool: &'a PoolArgs,
    /// The form of the results.
    pub output: OutputArgs,
    /// What to record.
    pub recording: &'a RecordingArgs,
}

impl Count<'_> {
    /// Counts and reports. `below` gives the leaves by first move, `None` if its scope was cancelled; it is not asked at
    /// depth 0, where there is nothing below.
    pub fn run(
        self,
        interrupt: &Interrupt,
        below: impl FnOnce(&Pool, &CancelScope) -> Option<Vec<(String, u64)>>,
    ) -> Result<Exit, Failure> {
        let sinks = self.recording.open(self.file.as_slice())?;
        let pool = self.pool.recording_pool(sinks.events(self.output.lanes()))?;
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
        let observed = Observed::of(&pool, Vec::new());
        let nodes = counts.as_ref().map(|counts| match self.depth {
            0 => 1,
            _ => counts.iter().map(|(_, count)| count).sum(),
        });
        let document = CountDocument {
            header: Header {
                game: self.game,
                position: self.position,
                strategy: "perft",
                depth: self.depth,
                threads: pool.threads(),
                best: None,
            },
            score: None,
            pv: Vec::new(),
            nodes,
            time_ns,
            divide: Divide(counts.unwrap_or_default()),
            ledger: Ledger::of(&observed.snapshot),
            extras: Extras { stats: observed.stats(self.output, None), compare: None },
        };
        if nodes.is_none() {
            say("interrupted before the count was complete; try a smaller --depth");
        }
        let printed =
            if self.output.json { print_json(&document) } else { print(&document.text(self.divide)) };
        sinks.write(observed, &document.ledger, |observed, provenance| {
            page(&document, observed, provenance)
        })?;
        printed?;
        Ok(if nodes.is_none() { Exit::Interrupted } else { Exit::Done })
    }
}

fn page(document: &CountDocument, observed: &Observed, provenance: &Provenance) -> String {
    let latencies = observed.snapshot.latencies();
    let title = format!("{} perft", document.header.game);
    let page = RunPage {
        result: document.nodes.map_or("interrupted".to_owned(), grouped),
        value: document.nodes.map_or(String::new(), |_| "leaves".to_owned()),
        facts: vec![
            ("Depth", document.header.depth.to_string()),
            ("Time", span(document.time_ns)),
            ("Workers", document.header.threads.to_string()),
            ("Position", document.header.position.clone()),
        ],
        recording: observed.recording.as_ref(),
        ..RunPage::new(&title, document, &document.ledger, latencies, provenance)
    };
    page.html()
}
