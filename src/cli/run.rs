//! What every run has in common on the command line: the flags of its workers, its output and its
//! files, and how its results are delivered.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::args::{OutputArgs, PoolArgs, whole};
use super::failure::{Exit, Failure};
use super::output::{print, print_json, say, width};
use super::search::{Defaults, LinesArgs, SearchArgs};
use sparring_engine::search::Settings;
use sparring_report::{Document, grouped};
use sparring_run::{
    Bestmove, Destinations, Detail, Finished, Interrupt, NamedFile, OutputFile, Perft, ProgressView,
    Repetitions, Run, Sinks, is_picture, perft, search,
};
use sparring_sched::Pool;

/// The help of --stats where a run can be recorded.
const STATS: &str = "Also print what each worker did, latencies, counters of searches, and a \
                     lane for each worker that shows when it was at work (the run is recorded for \
                     that). With --json all but the lanes is in the document";

/// The flags of a run: workers, output, files.
#[derive(Args, Clone, Debug)]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub pool: PoolArgs,
    #[command(flatten)]
    pub delivery: DeliveryArgs,
}

/// How a run is told: its output, its files, and what is shown meanwhile.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("stats", |arg| arg.help(STATS)))]
pub(super) struct DeliveryArgs {
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    recording: RecordingArgs,
    #[command(flatten)]
    live: LiveArgs,
}

/// The flag of the live view.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Output")]
pub(super) struct LiveArgs {
    /// Show what the workers do while they do it, five times a second: their lanes, what becomes of
    /// the tasks, what is found so far. On standard error, if that is a terminal
    #[arg(long)]
    live: bool,
}

impl LiveArgs {
    /// What is shown.
    pub fn view(self) -> ProgressView {
        if self.live { ProgressView::Live } else { ProgressView::Line }
    }
}

/// The flags of `bestmove` in a game without dice.
#[derive(Args, Clone, Debug)]
pub(super) struct BestmoveArgs<P: Args, D: Defaults> {
    #[command(flatten)]
    pub place: P,
    #[command(flatten)]
    search: SearchArgs<D>,
    #[command(flatten)]
    lines: LinesArgs,
    #[command(flatten)]
    pub run: RunArgs,
    /// Search on one worker first and show where the speed-up comes from. par is compared with
    /// minimax; par-ab, and what proves no value, with itself; any other strategy with pvs
    #[arg(long, conflicts_with_all = ["movetime", "nodes"], help_heading = "Output")]
    compare: bool,
    #[command(flatten)]
    reps: RepsArgs,
}

/// How often two searches are compared.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Output")]
pub(super) struct RepsArgs {
    /// With --compare: searches of each kind, by turns; those of median time are compared
    #[arg(
        long, value_name = "N", value_parser = whole::<usize>(1..=99, "--reps 5"), default_value = "3",
        requires = "compare", allow_negative_numbers = true, hide_short_help = true
    )]
    reps: usize,
}

impl RepsArgs {
    /// How often to compare, if that is asked for.
    pub fn compared(self, compare: bool) -> Option<usize> {
        compare.then_some(self.reps)
    }
}

impl<P: Args, D: Defaults> BestmoveArgs<P, D> {
    /// How to search, as [`SearchArgs::settings`] checks it; two searches are compared to a depth.
    pub fn settings(&self) -> Result<Settings<D::Strategy>, Failure> {
        let settings = if self.compare { self.search.settings_to_depth() } else { self.search.settings() };
        Ok(settings?.with_lines(self.lines.multipv))
    }

    /// How often to compare the search with its baseline, if that is asked for.
    pub fn compared(&self) -> Option<usize> {
        self.reps.compared(self.compare)
    }

    /// Size of the table in MiB, as [`SearchArgs::hash`] checks it.
    pub fn hash(&self) -> Result<usize, Failure> {
        self.search.hash(&self.run.pool)
    }
}

/// The files that a run is recorded in.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Recording")]
pub(super) struct RecordingArgs {
    /// Record what each worker did as a GHC eventlog, for ThreadScope (see `sparring help formats`)
    #[arg(long, value_name = "FILE")]
    eventlog: Option<PathBuf>,
    /// Record what each worker did as a Chrome trace, for ui.perfetto.dev (see `sparring help
    /// formats`)
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    report: ReportArgs,
}

/// The page of a run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(super) struct ReportArgs {
    /// Write a page for a browser, one file that needs no network: the result, a timeline of the
    /// workers, what became of the tasks, latencies, where the time went (see
    /// `sparring help timeline`). A name that ends in .svg asks for the timeline alone, a picture
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
}

impl ReportArgs {
    /// The file of the page.
    pub fn file(&self) -> Option<NamedFile<'_>> {
        Some(("--report", self.report.as_deref()?))
    }

    /// Opens the file of a page that cannot be a picture.
    ///
    /// # Errors
    /// Bad usage if its name is that of a picture, and if it cannot be opened.
    pub fn page(&self) -> Result<Option<OutputFile>, Failure> {
        let Some((flag, path)) = self.file() else { return Ok(None) };
        if is_picture(path) {
            return Err(Failure::usage(format!(
                "{flag}: got '{}', expected the name of a page, since only runs and scaling have pictures; try {flag} report.html",
                path.display()
            )));
        }
        Ok(Some(OutputFile::open(flag, path)?))
    }
}

impl RecordingArgs {
    /// Opens the files. `others` are the files that the command reads or writes besides.
    pub fn open(&self, others: &[NamedFile]) -> Result<Sinks, Failure> {
        let RecordingArgs { eventlog, trace, report } = self;
        let to = Destinations {
            eventlog: eventlog.as_deref().map(|path| ("--eventlog", path)),
            trace: trace.as_deref().map(|path| ("--trace", path)),
            page: report.file(),
        };
        Ok(Sinks::open(&to, others)?)
    }
}

impl DeliveryArgs {
    /// As [`RecordingArgs::open`].
    pub fn open(&self, others: &[NamedFile]) -> Result<Sinks, Failure> {
        self.recording.open(others)
    }

    /// Events for which the pool should have room: those that the files and the text form need.
    pub fn events(&self, sinks: &Sinks) -> usize {
        sinks.events(self.detail().lanes)
    }

    /// What is shown while it runs.
    pub fn view(&self) -> ProgressView {
        self.live.view()
    }

    /// A run on these workers.
    pub fn run(&self, pool: impl Into<Arc<Pool>>, interrupt: &Interrupt) -> Run {
        Run { view: self.view(), detail: self.detail(), ..Run::new(pool, interrupt) }
    }

    /// What the run is to tell besides its answer.
    pub fn detail(&self) -> Detail {
        Detail { stats: self.output.stats, lanes: self.output.stats && !self.output.json }
    }

    /// The first of these flags that asks for the record of one run, if one does.
    pub fn of_one_run(&self) -> Option<&'static str> {
        let files = [("--eventlog", &self.recording.eventlog), ("--trace", &self.recording.trace)];
        let named = files.into_iter().find_map(|(name, file)| file.as_ref().map(|_| name));
        let page = self.recording.report.file().map(|(name, _)| name);
        named.or(page).or(self.output.stats.then_some("--stats"))
    }

    /// The first of all these flags, if one is given.
    pub fn given(&self) -> Option<&'static str> {
        let more = [("--json", self.output.json), ("--live", self.live.live)];
        self.of_one_run().or_else(|| more.into_iter().find_map(|(name, given)| given.then_some(name)))
    }

    /// Prints the results of a run, then writes its files: a full disk costs a file, not the
    /// answer.
    pub fn deliver<D: Document>(
        &self,
        finished: Finished<D>,
        sinks: Sinks,
        interrupt: &Interrupt,
    ) -> Result<Exit, Failure> {
        let document = &finished.document;
        let printed = if self.output.json { print_json(document) } else { print(&document.text(width())) };
        // The page tells by itself that something is missing; the other files do not.
        let dropped = finished.observed.dropped();
        if dropped > 0 && !sinks.is_empty() {
            let dropped = grouped(dropped);
            say(&format!(
                "recording: {dropped} events dropped, the oldest; try a shorter run to have them all"
            ));
        }
        sinks.write(finished)?;
        printed?;
        Ok(Exit::of(interrupt))
    }
}

impl RunArgs {
    /// Starts the workers, with room for the events that the files and the text form need.
    pub fn run(&self, sinks: &Sinks, interrupt: &Interrupt) -> Result<Run, Failure> {
        Ok(self.delivery.run(self.pool.recording_pool(self.delivery.events(sinks))?, interrupt))
    }

    /// Runs a search and delivers it. `file` is the one that the position was read from; `reps`:
    /// how often to search on one worker and then on all, if the two are to be compared.
    pub fn bestmove<B: Bestmove>(
        &self,
        what: &B,
        reps: Option<usize>,
        file: Option<NamedFile>,
        interrupt: &Interrupt,
    ) -> Result<Exit, Failure> {
        let sinks = self.delivery.open(file.as_slice())?;
        let mut turns = Repetitions::default();
        for _ in 0..reps.unwrap_or(1) {
            if reps.is_some() {
                let one = what.with(what.settings().baseline());
                turns.add_baseline(&search(&one, &self.delivery.run(self.pool.pool_of(1)?, interrupt)));
            }
            turns.add_run(search(what, &self.run(&sinks, interrupt)?));
            if interrupt.requested() {
                break;
            }
        }
        let compared = turns.compared(interrupt.requested());
        let finished = compared.run.finish(what, compared.baseline, self.delivery.detail());
        self.delivery.deliver(finished, sinks, interrupt)
    }

    /// Runs a perft and delivers it. `file` is the one that the position was read from.
    pub fn perft(
        &self,
        what: Perft<'_>,
        divide: bool,
        file: Option<NamedFile>,
        interrupt: &Interrupt,
    ) -> Result<Exit, Failure> {
        let sinks = self.delivery.open(file.as_slice())?;
        let finished = perft(what, divide, &self.run(&sinks, interrupt)?);
        if finished.document.nodes.is_none() {
            say("interrupted before the count was complete; try a smaller --depth");
        }
        self.delivery.deliver(finished, sinks, interrupt)
    }
}
