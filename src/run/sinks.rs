use std::path::Path;
use std::process;

use super::files::{FileError, NamedFile, OutputFile};
use super::observation::{Finished, provenance};
use sparring_report::{Document, RecordedRun, RunPage, eventlog, trace};

/// About a million lines of an eventlog, which ThreadScope opens in a gigabyte.
const EVENTS: usize = 1 << 19;

#[derive(Clone, Copy, Debug, Default)]
pub struct Destinations<'a> {
    pub eventlog: Option<NamedFile<'a>>,
    pub trace: Option<NamedFile<'a>>,
    /// A page, or a picture if the name ends in `.svg`.
    pub page: Option<NamedFile<'a>>,
}

type Format = fn(&RecordedRun) -> Vec<u8>;

type Drawing = fn(&RunPage) -> String;

pub fn is_picture(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"))
}

#[derive(Debug)]
pub struct Sinks {
    recordings: Vec<(OutputFile, Format)>,
    page: Option<(OutputFile, Drawing)>,
}

impl Sinks {
    /// Opens the files, distinct from `others`.
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

    pub fn is_empty(&self) -> bool {
        self.recordings.is_empty() && self.page.is_none()
    }

    /// The event capacity: 0 without files and `lanes`.
    pub fn events(&self, lanes: bool) -> usize {
        if lanes || !self.is_empty() { EVENTS } else { 0 }
    }

    /// Writes all files, even if one fails.
    ///
    /// # Errors
    /// The first [`FileError::Write`].
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
