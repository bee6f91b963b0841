//! The files that a recorded run is written to.

use std::path::Path;
use std::process;

use super::files::{FileError, NamedFile, OutputFile};
use super::observation::{Finished, provenance};
use sparring_report::{Document, RecordedRun, RunPage, eventlog, trace};

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
    /// For a page for a browser; if its name ends in `.svg`, for the timeline as a picture.
    pub page: Option<NamedFile<'a>>,
}

/// Turns a recorded run into the contents of a file.
type Format = fn(&RecordedRun) -> Vec<u8>;

/// Turns a run into the text of a page or a picture.
type Drawing = fn(&RunPage) -> String;

/// Whether a report to this file is a picture, not a page.
pub fn is_picture(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"))
}

/// Open files that wait for a recording.
#[derive(Debug)]
pub struct Sinks {
    recordings: Vec<(OutputFile, Format)>,
    page: Option<(OutputFile, Drawing)>,
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
        let page = to.page.map(|file| {
            let drawing: Drawing = if is_picture(file.1) { |run| run.picture() } else { |run| run.html() };
            Ok((open(file)?, drawing))
        });
        let sinks = Sinks { recordings, page: page.transpose()? };
        let files = sinks.recordings.iter().map(|(file, _)| file);
        OutputFile::all_distinct(files.chain(sinks.page.iter().map(|(file, _)| file)), others)?;
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
        let paged = self
            .page
            .map_or(Ok(()), |(file, drawing)| file.write(drawing(&finished.page(&provenance())).as_bytes()));
        let ledger = finished.document.ledger().clone();
        let Some(recording) = finished.observed.recording else { return paged };
        let args = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect();
        let run = RecordedRun { recording, ledger, marks: finished.observed.marks, args, pid: process::id() };
        let written: Vec<_> =
            self.recordings.into_iter().map(|(file, format)| file.write(&format(&run))).collect();
        written.into_iter().chain([paged]).collect()
    }
}
