use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};

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

const STATS: &str = "Also print what each worker did, latencies, counters of searches, and a \
                     lane for each worker that shows when it was at work (the run is recorded for \
                     that). With --json all but the lanes is in the document";

/// Flags of a run.
#[derive(Args, Clone, Debug)]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub pool: PoolArgs,
    #[command(flatten)]
    pub delivery: DeliveryArgs,
}

/// Flags of output, files and progress.
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

/// Flag of the live view.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Output")]
pub(super) struct LiveArgs {
    /// Show the workers at work, five times a second: their lanes, the fate of the tasks, the
    /// results so far. On standard error, if that is a terminal
    #[arg(long)]
    live: bool,
}

impl LiveArgs {
    pub fn view(self) -> ProgressView {
        if self.live { ProgressView::Live } else { ProgressView::Line }
    }
}

/// Flags of `bestmove` in a game without dice.
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
    /// minimax; par-ab, and strategies that prove no value, with themselves; any other with pvs
    #[arg(long, conflicts_with_all = ["movetime", "nodes"], help_heading = "Output")]
    compare: bool,
    #[command(flatten)]
    reps: RepsArgs,
}

/// The number of compared searches.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Output")]
pub(super) struct RepsArgs {
    /// With --compare: searches of each kind, alternating; those of median time are compared
    #[arg(
        long, value_name = "N", value_parser = whole::<usize>(1..=99, "--reps 5"), default_value = "3",
        requires = "compare", allow_negative_numbers = true, hide_short_help = true
    )]
    reps: usize,
}

impl RepsArgs {
    pub fn compared(self, compare: bool) -> Option<usize> {
        compare.then_some(self.reps)
    }
}

impl<P: Args, D: Defaults> BestmoveArgs<P, D> {
    /// The settings; compared searches end at a depth.
    pub fn settings(&self) -> Result<Settings<D::Strategy>, Failure> {
        let settings = if self.compare { self.search.settings_to_depth() } else { self.search.settings() };
        Ok(settings?.with_lines(self.lines.multipv))
    }

    pub fn compared(&self) -> Option<usize> {
        self.reps.compared(self.compare)
    }

    pub fn hash(&self) -> Result<usize, Failure> {
        self.search.hash(&self.run.pool)
    }
}

/// The files of a recording.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Recording")]
pub(super) struct RecordingArgs {
    /// Record each worker's activity as a GHC eventlog, for ThreadScope (see `sparring help
    /// formats`)
    #[arg(long, value_name = "FILE")]
    eventlog: Option<PathBuf>,
    /// Record each worker's activity as a Chrome trace, for ui.perfetto.dev (see `sparring help
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
    /// workers, the fate of the tasks, latencies, where the time went (see `sparring help
    /// timeline`). A name that ends in .svg asks for the timeline alone, a picture
    #[arg(long, value_name = "FILE.html", value_parser = OsStringValueParser::new().try_map(page_name))]
    report: Option<PathBuf>,
}

/// Reads the name of a page or picture, which promises no format that is not written.
fn page_name(name: OsString) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    let kind = path.extension().map_or(String::new(), |kind| kind.to_string_lossy().to_lowercase());
    if !["gif", "jpeg", "jpg", "pdf", "png", "webp"].contains(&kind.as_str()) {
        return Ok(path);
    }
    let got = path.to_string_lossy();
    Err(format!("got '{}', expected a name in .html or .svg; try --report run.html", got.escape_debug()))
}

impl ReportArgs {
    pub fn file(&self) -> Option<NamedFile<'_>> {
        Some(("--report", self.report.as_deref()?))
    }

    /// Opens the file of a page.
    ///
    /// # Errors
    /// Bad usage if its name is a picture's, or it cannot be opened.
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
    pub fn open(&self, others: &[NamedFile]) -> Result<Sinks, Failure> {
        self.recording.open(others)
    }

    /// The event capacity for files and text.
    pub fn events(&self, sinks: &Sinks) -> usize {
        sinks.events(self.detail().lanes)
    }

    pub fn view(&self) -> ProgressView {
        self.live.view()
    }

    pub fn run(&self, pool: impl Into<Arc<Pool>>, interrupt: &Interrupt) -> Run {
        Run { view: self.view(), detail: self.detail(), ..Run::new(pool, interrupt) }
    }

    pub fn detail(&self) -> Detail {
        Detail { stats: self.output.stats, lanes: self.output.stats && !self.output.json }
    }

    pub fn of_one_run(&self) -> Option<&'static str> {
        let files = [("--eventlog", &self.recording.eventlog), ("--trace", &self.recording.trace)];
        let named = files.into_iter().find_map(|(name, file)| file.as_ref().map(|_| name));
        let page = self.recording.report.file().map(|(name, _)| name);
        named.or(page).or(self.output.stats.then_some("--stats"))
    }

    pub fn given(&self) -> Option<&'static str> {
        let more = [("--json", self.output.json), ("--live", self.live.live)];
        self.of_one_run().or_else(|| more.into_iter().find_map(|(name, given)| given.then_some(name)))
    }

    /// Prints the results before it writes files: a full disk costs a file, not the answer.
    pub fn deliver<D: Document>(
        &self,
        finished: Finished<D>,
        sinks: Sinks,
        interrupt: &Interrupt,
    ) -> Result<Exit, Failure> {
        let document = &finished.document;
        let printed = if self.output.json { print_json(document) } else { print(&document.text(width())) };
        // The page shows the loss itself; the other files do not.
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
    pub fn run(&self, sinks: &Sinks, interrupt: &Interrupt) -> Result<Run, Failure> {
        Ok(self.delivery.run(self.pool.recording_pool(self.delivery.events(sinks))?, interrupt))
    }

    /// Searches and delivers. With `reps` it alternates between one worker and all.
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
