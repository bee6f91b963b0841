//! Watching the engine think: Ctrl-C makes it move now, a spinner shows how far it is.

use sparring_engine::Stop;
use sparring_run::{Interrupt, Progress};

/// Who watches the engine think.
#[derive(Clone, Default)]
pub struct Watch {
    interrupt: Option<Interrupt>,
    /// Whether a spinner shows how far the engine is.
    spins: bool,
}

impl Watch {
    /// A person, whose Ctrl-C ends the thinking with the best move so far.
    pub fn person(interrupt: Interrupt) -> Watch {
        Watch { interrupt: Some(interrupt), spins: true }
    }

    /// Nobody: nothing is shown, and Ctrl-C is not looked at.
    pub fn nobody() -> Watch {
        Watch::default()
    }

    /// Nobody, but Ctrl-C ends the thinking.
    pub fn stoppable(interrupt: Interrupt) -> Watch {
        Watch { interrupt: Some(interrupt), spins: false }
    }

    /// To be held while a search runs that `stop` can end.
    pub fn search(&self, stop: &Stop) -> SearchWatch {
        if let Some(interrupt) = &self.interrupt {
            let stop = stop.clone();
            interrupt.guard(move || stop.stop());
        }
        SearchWatch { interrupt: self.interrupt.clone(), progress: self.spins.then(Progress::spinner) }
    }
}

/// A search that is watched.
pub struct SearchWatch {
    interrupt: Option<Interrupt>,
    progress: Option<Progress>,
}

impl SearchWatch {
    /// Shows what has been found so far.
    pub fn show(&self, news: impl FnOnce() -> String) {
        if let Some(progress) = &self.progress {
            progress.show(news());
        }
    }
}

impl Drop for SearchWatch {
    fn drop(&mut self) {
        if let Some(interrupt) = &self.interrupt {
            interrupt.release();
        }
    }
}
