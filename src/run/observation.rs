use std::time::SystemTime;

use super::usage::CpuClock;
use sparring_report::{
    Accounts, Document, Extras, Ledger, Mark, Program, Provenance, Resources, RunPage, SearchStats, Stats,
    lanes,
};
use sparring_sched::{Pool, Recording, Snapshot};

pub struct Finished<D> {
    pub document: D,
    pub observed: Observation,
}

pub struct Observation {
    pub snapshot: Snapshot,
    /// `None` in virtual time.
    pub resources: Option<Resources>,
    pub recording: Option<Recording>,
    /// Finished depths.
    pub marks: Vec<Mark>,
    pub search: Option<SearchStats>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Detail {
    pub stats: bool,
    pub lanes: bool,
}

impl Observation {
    pub fn of(pool: &Pool, marks: Vec<Mark>) -> Observation {
        let (snapshot, recording) = (pool.snapshot(), pool.recording());
        Observation { snapshot, resources: None, recording, marks, search: None }
    }

    /// Returns these with the machine's use since `clock`.
    pub fn timed(pool: &Pool, marks: Vec<Mark>, clock: CpuClock) -> Observation {
        let snapshot = pool.snapshot();
        let resources = Some(clock.resources(&snapshot.total()));
        Observation { snapshot, resources, recording: pool.recording(), marks, search: None }
    }

    pub fn stats(&self, detail: Detail) -> Option<Stats> {
        let recording = self.recording.as_ref();
        let drawn = recording.filter(|_| detail.lanes);
        detail.stats.then(|| Stats {
            search: self.search,
            lanes: drawn.map(|recording| lanes(recording, unicode())),
            ..Stats::of(&self.snapshot.latencies(), self.resources).with_recording(recording)
        })
    }

    pub fn accounts(&self, detail: Detail) -> Accounts {
        let extras = Extras { stats: self.stats(detail), compare: None };
        Accounts { ledger: Ledger::of(&self.snapshot), extras }
    }

    pub fn dropped(&self) -> u64 {
        self.recording.iter().flat_map(|recording| &recording.tracks).map(|track| track.dropped).sum()
    }
}

impl<D: Document> Finished<D> {
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

/// True if the POSIX locale uses UTF-8.
pub(super) fn unicode() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(std::env::var_os);
    let locale = set.map(|value| value.to_string_lossy().to_lowercase()).find(|value| !value.is_empty());
    locale.is_some_and(|locale| locale.contains("utf-8") || locale.contains("utf8"))
}

pub const PROGRAM: Program =
    Program { version: env!("CARGO_PKG_VERSION"), commit: option_env!("SPARRING_COMMIT") };

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

fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
