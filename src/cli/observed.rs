//! What is known of a run besides its answer: what its pool counted and, if that was wanted, recorded.

use super::args::OutputArgs;
use crate::engine::Counts;
use crate::report::{Mark, Provenance, RunPage, SearchDocument, SearchStats, Stats, lanes};
use crate::sched::{Pool, Recording, Snapshot};

/// What the pool of a run did.
pub(super) struct Observed {
    /// What it counted.
    pub snapshot: Snapshot,
    /// What it recorded, if it was to.
    pub recording: Option<Recording>,
    /// What the run told meanwhile: finished depths.
    pub marks: Vec<Mark>,
}

impl Observed {
    /// What `pool` did since it was reset.
    pub fn of(pool: &Pool, marks: Vec<Mark>) -> Observed {
        Observed { snapshot: pool.snapshot(), recording: pool.recording(), marks }
    }

    /// What `--stats` asks for; `counts` are those of a search.
    pub fn stats(&self, output: OutputArgs, counts: Option<&Counts>) -> Option<Stats> {
        let recording = self.recording.as_ref().filter(|_| output.lanes());
        output.stats.then(|| Stats {
            search: counts.map(SearchStats::from),
            latencies: (&self.snapshot.latencies()).into(),
            lanes: recording.map(|recording| lanes(recording, unicode())),
        })
    }

    /// The page of a search, a score being counted in `unit`s.
    pub fn page<'p>(
        &'p self,
        (document, unit): (&'p SearchDocument, &str),
        counts: &Counts,
        provenance: &'p Provenance,
    ) -> RunPage<'p> {
        RunPage {
            search: Some(SearchStats::from(counts)),
            recording: self.recording.as_ref(),
            marks: &self.marks,
            ..RunPage::of_search(document, unit, self.snapshot.latencies(), provenance)
        }
    }
}

/// Whether the terminal knows more than plain letters.
fn unicode() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(std::env::var_os);
    let locale = set.map(|value| value.to_string_lossy().to_lowercase()).find(|value| !value.is_empty());
    locale.is_some_and(|locale| locale.contains("utf-8") || locale.contains("utf8"))
}
