//! `--report`: the run as a page for a browser.

use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args;

use super::failure::Failure;
use super::output_file::OutputFile;
use crate::report::Provenance;

/// Where the page goes.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(super) struct ReportArgs {
    /// Write a page for a browser, one file that needs nothing else: the result, a timeline of the workers to zoom, what became
    /// of the tasks, latencies, where the time went
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
}

impl ReportArgs {
    /// The file of the page, to be opened before anything is worked out for it.
    pub fn open(&self) -> Result<Option<OutputFile>, Failure> {
        self.report.as_deref().map(|path| OutputFile::open("--report", path)).transpose()
    }
}

/// Writes the page into its file, if there is one. The results have been printed before: they are not lost with it.
pub(super) fn write_page(
    file: Option<OutputFile>,
    page: impl FnOnce(&Provenance) -> String,
) -> Result<(), Failure> {
    file.map_or(Ok(()), |file| file.write(page(&provenance()).as_bytes()))
}

fn provenance() -> Provenance {
    let command = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    Provenance {
        version: env!("CARGO_PKG_VERSION"),
        commit: option_env!("SPARRING_COMMIT"),
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
