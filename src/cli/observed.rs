//! What is known of a search besides its answer: what its pool counted and, if that was wanted, recorded.

use super::args::OutputArgs;
use super::failure::Failure;
use super::output_file::OutputFile;
use super::page::write_page;
use crate::engine::Counts;
use crate::report::{Mark, RunPage, SearchDocument, SearchStats, Stats, lanes};
use crate::sched::{Pool, Recording, Snapshot};

/// What the pool of a search did.
pub(super) struct Observed {
    /// What it counted.
    pub snapshot: Snapshot,
    /// What it recorded, if it was to.
    pub recording: Option<Recording>,
    /// When a depth was finished.
    pub marks: Vec<Mark>,
}

impl Observed {
    /// What `pool` did since it was reset.
    pub fn of(pool: &Pool, marks: Vec<Mark>) -> Observed {
        Observed { snapshot: pool.snapshot(), recording: pool.recording(), marks }
    }

    /// What `--stats` asks for.
    pub fn stats(&self, output: OutputArgs, counts: &Counts) -> Option<Stats> {
        output.stats.then(|| Stats {
            search: Some(SearchStats::from(counts)),
            latencies: (&self.snapshot.latencies()).into(),
            lanes: self
                .recording
                .as_ref()
                .filter(|_| output.lanes())
                .map(|recording| lanes(recording, unicode())),
        })
    }

    /// Writes the page of a search, a score being counted in `unit`s; `finish` says of it what only the game knows.
    pub fn write_page(
        &self,
        file: Option<OutputFile>,
        (document, unit): (&SearchDocument, &str),
        counts: &Counts,
        finish: impl FnOnce(&mut RunPage<'_>),
    ) -> Result<(), Failure> {
        let latencies = self.snapshot.latencies();
        write_page(file, |provenance| {
            let mut page = RunPage {
                search: Some(SearchStats::from(counts)),
                recording: self.recording.as_ref(),
                marks: &self.marks,
                ..RunPage::of_search(document, unit, &latencies, provenance)
            };
            finish(&mut page);
            page.html()
        })
    }
}

/// Whether the terminal knows more than plain letters.
fn unicode() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(std::env::var_os);
    let locale = set.map(|value| value.to_string_lossy().to_lowercase()).find(|value| !value.is_empty());
    locale.is_some_and(|locale| locale.contains("utf-8") || locale.contains("utf8"))
}
