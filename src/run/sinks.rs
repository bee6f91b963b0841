//! The files that a recorded run is written to.

use std::path::Path;
use std::process;

use super::files::{FileError, NamedFile, OutputFile};
use super::observed::{Finished, provenance};
use crate::report::{Document, Recorded, eventlog, trace};

/// Room for events of all workers together: about a million events of an eventlog, as much as
/// ThreadScope opens in a gigabyte.
const EVENTS: usize = 1 << 19;

/// The files asked for, each with what the user calls it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Destinations<'a> {
    /// For a GHC eventlog.
    pub eventlog: Option<NamedFile<'a>>,
    /// For a trace in Chrome's format.
    pub trace: Option<NamedFile<'a>>,
    /// For a page for a browser.
    pub page: Option<NamedFile<'a>>,
}

/// Turns a recorded run into the contents of a file.
type Format = fn(&Recorded) -> Vec<u8>;

/// Open files that wait for a recording.
#[derive(Debug)]
pub struct Sinks {
    recordings: Vec<(OutputFile, Format)>,
    page: Option<OutputFile>,
}

impl Sinks {
    /// Opens the files. `others` are the files that the run reads or writes besides.
    ///
    /// # Errors
    /// [`FileError::Open`] and [`FileError::Same`].
    pub fn open(to: &Destinations, others: &[NamedFile]) -> Result<Sinks, FileError> {
        let open = |(name, path): (&'static str, &Path)| OutputFile::open(name, path);
        let formats: [(_, Format); 2] = [(to.eventlog, eventlog), (to.trace, trace)];
        let given = formats.into_iter().filter_map(|(file, format)| Some((file?, format)));
        let recordings = given.map(|(file, format)| Ok((open(file)?, format))).collect::<Result<_, _>>()?;
        let sinks = Sinks { recordings, page: to.page.map(open).transpose()? };
        OutputFile::all_distinct(sinks.recordings.iter().map(|(file, _)| file).chain(&sinks.page), others)?;
        Ok(sinks)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.recordings.is_empty() && self.page.is_none()
    }

    /// Events for which the pool should have room: 0 if neither a file nor `lanes` in the text need
    /// them.
    pub fn events(&self, lanes: bool) -> usize {
        if lanes || !self.is_empty() { EVENTS } else { 0 }
    }

    /// Writes the run. A file that fails does not keep the others from being written.
    ///
    /// # Errors
    /// [`FileError::Write`], the first of them.
    pub fn write<D: Document>(self, finished: Finished<D>) -> Result<(), FileError> {
        let paged = self.page.map_or(Ok(()), |file| file.write(finished.page(&provenance()).as_bytes()));
        let ledger = finished.document.ledger().clone();
        let Some(recording) = finished.observed.recording else { return paged };
        let args = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect();
        let run = Recorded { recording, ledger, marks: finished.observed.marks, args, pid: process::id() };
        let written: Vec<_> =
            self.recordings.into_iter().map(|(file, format)| file.write(&format(&run))).collect();
        written.into_iter().chain([paged]).collect()
    }
}
