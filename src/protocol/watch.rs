//! Observers of the engine's thinking: Ctrl-C ends it, a spinner shows progress.

use sparring_engine::Stop;
use sparring_run::{Interrupt, Progress};

#[derive(Clone, Default)]
pub struct Watch {
    interrupt: Option<Interrupt>,
    spins: bool,
}

impl Watch {
    /// An observer with a spinner; Ctrl-C makes the engine move now.
    pub fn person(interrupt: Interrupt) -> Watch {
        Watch { interrupt: Some(interrupt), spins: true }
    }

    /// An observer that ignores Ctrl-C.
    pub fn nobody() -> Watch {
        Watch::default()
    }

    /// An observer that only reacts to Ctrl-C.
    pub fn stoppable(interrupt: Interrupt) -> Watch {
        Watch { interrupt: Some(interrupt), spins: false }
    }

    /// Connects a search; hold the result while it runs.
    pub fn search(&self, stop: &Stop) -> SearchWatch {
        if let Some(interrupt) = &self.interrupt {
            let stop = stop.clone();
            interrupt.guard(move || stop.stop());
        }
        SearchWatch { interrupt: self.interrupt.clone(), progress: self.spins.then(Progress::spinner) }
    }
}

pub struct SearchWatch {
    interrupt: Option<Interrupt>,
    progress: Option<Progress>,
}

impl SearchWatch {
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
