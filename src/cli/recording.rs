//! `--eventlog`, `--trace` and `--report`: what a recorded run leaves in files. They are opened before the run, so that what cannot
//! be written is known before anything has been waited for, and filled after its results were printed.

use std::path::PathBuf;
use std::process;

use clap::Args;

use super::failure::Failure;
use super::observed::Observed;
use super::output::say;
use super::output_file::{Flagged, OutputFile};
use super::page::{ReportArgs, write_page};
use crate::report::{Ledger, Provenance, Recorded, eventlog, grouped, trace};
use crate::sched::Recording;

/// Events of all workers together for which there is room: about a million events of an eventlog, as much as ThreadScope opens
/// in a gigabyte.
const EVENTS: usize = 1 << 19;

/// Files to leave a recording in.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Recording")]
pub(super) struct RecordingArgs {
    /// Record what each worker did, as a GHC eventlog: open it in ThreadScope
    #[arg(long, value_name = "FILE")]
    eventlog: Option<PathBuf>,
    /// Record what each worker did, in Chrome's trace format: open it at ui.perfetto.dev
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    report: ReportArgs,
}

/// How a recorded run is written.
type Form = fn(&Recorded) -> Vec<u8>;

/// All files that wait for a recording.
pub(super) struct Sinks {
    forms: Vec<(OutputFile, Form)>,
    page: Option<OutputFile>,
}

impl RecordingArgs {
    /// Opens the files. `others` are those that the command reads or writes besides.
    pub fn open(&self, others: &[Flagged]) -> Result<Sinks, Failure> {
        let forms: [(_, _, Form); 2] =
            [("--eventlog", &self.eventlog, eventlog), ("--trace", &self.trace, trace)];
        let given = forms.into_iter().filter_map(|(flag, path, form)| Some((flag, path.as_ref()?, form)));
        let forms = given.map(|(flag, path, form)| Ok((OutputFile::open(flag, path)?, form)));
        let sinks = Sinks { forms: forms.collect::<Result<_, Failure>>()?, page: self.report.open()? };
        OutputFile::all_distinct(sinks.forms.iter().map(|(file, _)| file).chain(&sinks.page), others)?;
        Ok(sinks)
    }
}

impl Sinks {
    /// Events to record; 0 if nobody asks. `lanes`: somebody else does.
    pub fn events(&self, lanes: bool) -> usize {
        let asked = lanes || !self.forms.is_empty() || self.page.is_some();
        if asked { EVENTS } else { 0 }
    }

    /// Writes what was recorded. A file that fails does not keep the others from being written.
    pub fn write(
        self,
        observed: Observed,
        ledger: &Ledger,
        page: impl FnOnce(&Observed, &Provenance) -> String,
    ) -> Result<(), Failure> {
        if self.events(false) > 0 {
            observed.recording.iter().for_each(say_dropped);
        }
        let paged = write_page(self.page, |provenance| page(&observed, provenance));
        let Some(recording) = observed.recording else { return paged };
        let args = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect();
        let run =
            Recorded { recording, ledger: ledger.clone(), marks: observed.marks, args, pid: process::id() };
        let written: Vec<_> = self.forms.into_iter().map(|(file, form)| file.write(&form(&run))).collect();
        written.into_iter().chain([paged]).collect()
    }
}

/// Only the page tells by itself that something is missing.
fn say_dropped(recording: &Recording) {
    let dropped: u64 = recording.tracks.iter().map(|track| track.dropped).sum();
    if dropped > 0 {
        say(&format!(
            "recording: {} events dropped, the oldest; try a shorter run to have them all",
            grouped(dropped)
        ));
    }
}
