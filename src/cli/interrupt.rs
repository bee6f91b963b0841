//! Ctrl-C: the first one asks the work under way to end, the second ends the process.

use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use super::failure::Failure;

/// The exit code of an interrupted command.
pub(super) const INTERRUPTED: u8 = 130;

type Stopper = Box<dyn Fn() + Send>;

#[derive(Default)]
struct State {
    requested: bool,
    stopper: Option<Stopper>,
}

/// Who is to be told of a Ctrl-C.
#[derive(Clone, Default)]
pub(super) struct Interrupt(Arc<Mutex<State>>);

impl Interrupt {
    /// Takes over Ctrl-C; once in a process. While nothing is guarded it ends the process at once.
    pub fn install() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt::default();
        let handler = interrupt.clone();
        ctrlc::set_handler(move || handler.request())
            .map_err(|error| Failure::Run(format!("got '{error}' while taking over Ctrl-C; try again")))?;
        Ok(interrupt)
    }

    fn request(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &state.stopper {
            Some(stop) if !state.requested => stop(),
            _ => process::exit(INTERRUPTED.into()),
        }
        state.requested = true;
    }

    /// From now on the first Ctrl-C calls `stop`; if it was asked for before, at once.
    pub fn guard(&self, stop: impl Fn() + Send + 'static) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.requested {
            stop();
        }
        state.stopper = Some(Box::new(stop));
    }

    /// Whether there was a Ctrl-C.
    pub fn requested(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).requested
    }
}
