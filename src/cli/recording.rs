//! `--eventlog`, `--trace` and `--report`: what a recorded run leaves in files. They are opened before the run, so that what cannot
//! be written is known before anything has been waited for, and filled after its results were printed.

use std::path::PathBuf;
use std::process;

use clap::Args;

use super::failure::Failure;
use super::observed::Observed;
use super::output_file::OutputFile;
use super::page::{ReportArgs, write_page};
use crate::report::{Ledger, Provenance, Recorded, eventlog, trace};

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
    /// Opens the files.
    pub fn open(&self) -> Result<Sinks, Failure> {
        let names = [
            ("--eventlog", self.eventlog.as_deref()),
            ("--trace", self.trace.as_deref()),
            ("--report", self.report.path()),
        ];
        for (i, (flag, path)) in names.iter().enumerate() {
            if let Some((other, _)) = names[..i].iter().find(|(_, earlier)| path.is_some() && earlier == path)
            {
                return Err(Failure::usage(format!(
                    "got the same file for {other} and {flag}, expected two; try other names"
                )));
            }
        }
        let forms: [Form; 2] = [eventlog, trace];
        let given = names.into_iter().zip(forms).filter_map(|((flag, path), form)| Some((flag, path?, form)));
        let forms = given.map(|(flag, path, form)| Ok((OutputFile::open(flag, path)?, form)));
        Ok(Sinks { forms: forms.collect::<Result<_, Failure>>()?, page: self.report.open()? })
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
        let paged = write_page(self.page, |provenance| page(&observed, provenance));
        let Some(recording) = observed.recording else { return paged };
        let args = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect();
        let run =
            Recorded { recording, ledger: ledger.clone(), marks: observed.marks, args, pid: process::id() };
        let written: Vec<_> = self.forms.into_iter().map(|(file, form)| file.write(&form(&run))).collect();
        written.into_iter().chain([paged]).collect()
    }
}
