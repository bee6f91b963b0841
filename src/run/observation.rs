//! What a run leaves besides its answer: what its pool counted and, if that was wanted, recorded.

use std::time::SystemTime;

use super::usage::CpuClock;
use sparring_report::{
    Accounts, Document, Extras, Ledger, Mark, Program, Provenance, Resources, RunPage, SearchStats, Stats,
    lanes,
};
use sparring_sched::{Pool, Recording, Snapshot};

/// A run that has ended.
pub struct Finished<D> {
    /// Its document.
    pub document: D,
    /// What its pool did.
    pub observed: Observation,
}

/// What the pool of a run did.
pub struct Observation {
    /// What it counted.
    pub snapshot: Snapshot,
    /// What it took of the machine; `None` in virtual time.
    pub resources: Option<Resources>,
    /// What it recorded, if it was to.
    pub recording: Option<Recording>,
    /// Moments worth a line across all workers: finished depths.
    pub marks: Vec<Mark>,
    /// What the search counted, if the run was one.
    pub search: Option<SearchStats>,
}

/// How much a run tells besides its answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Detail {
    /// Whether it tells counters and latencies.
    pub stats: bool,
    /// Whether it draws in text when each worker was at work, if there is a recording.
    pub lanes: bool,
}

impl Observation {
    /// What `pool` did since it was reset.
    pub fn of(pool: &Pool, marks: Vec<Mark>) -> Observation {
        let (snapshot, recording) = (pool.snapshot(), pool.recording());
        Observation { snapshot, resources: None, recording, marks, search: None }
    }

    /// The same with what the machine gave since `clock` was started.
    pub fn timed(pool: &Pool, marks: Vec<Mark>, clock: CpuClock) -> Observation {
        let snapshot = pool.snapshot();
        let resources = Some(clock.resources(&snapshot.total()));
        Observation { snapshot, resources, recording: pool.recording(), marks, search: None }
    }

    /// The part of it that a document tells.
    pub fn stats(&self, detail: Detail) -> Option<Stats> {
        let recording = self.recording.as_ref();
        let drawn = recording.filter(|_| detail.lanes);
        detail.stats.then(|| Stats {
            search: self.search,
            lanes: drawn.map(|recording| lanes(recording, unicode())),
            ..Stats::of(&self.snapshot.latencies(), self.resources).with_recording(recording)
        })
    }

    /// The ledger and the statistics of a run that is compared with none.
    pub fn accounts(&self, detail: Detail) -> Accounts {
        let extras = Extras { stats: self.stats(detail), compare: None };
        Accounts { ledger: Ledger::of(&self.snapshot), extras }
    }

    /// Events that the recording has dropped, the oldest, because they were too many.
    pub fn dropped(&self) -> u64 {
        self.recording.iter().flat_map(|recording| &recording.tracks).map(|track| track.dropped).sum()
    }
}

impl<D: Document> Finished<D> {
    /// What a page for a browser shows.
    pub(super) fn page<'r>(&'r self, provenance: &'r Provenance) -> RunPage<'r> {
        RunPage {
            search: self.observed.search,
            resources: self.observed.resources,
            recording: self.observed.recording.as_ref(),
            marks: &self.observed.marks,
            ..RunPage::of(&self.document, self.observed.snapshot.latencies(), provenance)
        }
    }
}

/// Whether the terminal shows more than ASCII, by the rules of POSIX locales.
pub(super) fn unicode() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(std::env::var_os);
    let locale = set.map(|value| value.to_string_lossy().to_lowercase()).find(|value| !value.is_empty());
    locale.is_some_and(|locale| locale.contains("utf-8") || locale.contains("utf8"))
}

/// This program.
pub const PROGRAM: Program =
    Program { version: env!("CARGO_PKG_VERSION"), commit: option_env!("SPARRING_COMMIT") };

/// This program, its command line and this machine, now.
pub fn provenance() -> Provenance {
    let command = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    Provenance {
        version: PROGRAM.version,
        commit: PROGRAM.commit,
        command: command.collect(),
        processor: processor(),
        processors: std::thread::available_parallelism().map_or(1, usize::from),
        date: SystemTime::now(),
    }
}

/// The processor's name for itself, where the system tells.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
