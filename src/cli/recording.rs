//! `--eventlog` and `--trace`: what a recorded run leaves in files. They are opened before the run, so that what cannot be
//! written is known before anything has been waited for, and filled after its results were printed.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process;

use clap::Args;

use super::failure::Failure;
use crate::report::{Ledger, Mark, Recorded, eventlog, trace};
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
}

/// How a recorded run is written.
type Form = fn(&Recorded) -> Vec<u8>;

/// A file that waits for a recording.
struct Sink {
    flag: &'static str,
    path: PathBuf,
    file: File,
    form: Form,
}

/// All of them.
pub(super) struct Sinks(Vec<Sink>);

impl RecordingArgs {
    /// Opens the files.
    pub fn open(&self) -> Result<Sinks, Failure> {
        if self.eventlog.is_some() && self.eventlog == self.trace {
            return Err(Failure::usage(
                "got the same file for --eventlog and --trace, expected two; try other names",
            ));
        }
        let wanted: [(_, &Option<PathBuf>, Form); 2] =
            [("--eventlog", &self.eventlog, eventlog), ("--trace", &self.trace, trace)];
        let given = wanted.into_iter().filter_map(|(flag, path, form)| Some((flag, path.as_deref()?, form)));
        given.map(|(flag, path, form)| Sink::open(flag, path, form)).collect::<Result<_, _>>().map(Sinks)
    }
}

impl Sinks {
    /// Events to record; 0 if nobody asks.
    pub fn events(&self) -> usize {
        if self.0.is_empty() { 0 } else { EVENTS }
    }

    /// Writes what was recorded. A file that fails does not keep the others from being written.
    pub fn write(
        self,
        recording: Option<Recording>,
        ledger: &Ledger,
        marks: Vec<Mark>,
    ) -> Result<(), Failure> {
        let Some(recording) = recording else { return Ok(()) };
        let args = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect();
        let run = Recorded { recording, ledger: ledger.clone(), marks, args, pid: process::id() };
        let written: Vec<_> = self.0.into_iter().map(|sink| sink.write(&run)).collect();
        written.into_iter().collect()
    }
}

impl Sink {
    fn open(flag: &'static str, path: &Path, form: Form) -> Result<Sink, Failure> {
        let file = File::create(path).map_err(|error| {
            let path = path.display();
            Failure::usage(format!(
                "{flag}: got '{path}' ({error}), expected a file that can be written; try another path"
            ))
        })?;
        Ok(Sink { flag, path: path.to_owned(), file, form })
    }

    fn write(mut self, run: &Recorded) -> Result<(), Failure> {
        let bytes = (self.form)(run);
        self.file.write_all(&bytes).map_err(|error| {
            let (flag, path, length) = (self.flag, self.path.display(), bytes.len());
            Failure::Run(format!(
                "{flag}: got '{error}' while writing '{path}', expected room for {length} bytes; try another disk"
            ))
        })
    }
}
