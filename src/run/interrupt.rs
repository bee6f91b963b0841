//! Ctrl-C: the first one asks the work under way to end, the second ends the process.

use std::process;
use std::sync::Arc;

use parking_lot::Mutex;

/// The exit code of an interrupted command: 128 + SIGINT, as shells have it.
pub const INTERRUPTED: u8 = 130;

type Stopper = Box<dyn Fn() + Send>;

#[derive(Default)]
struct State {
    requested: bool,
    stopper: Option<Stopper>,
}

/// What the first Ctrl-C stops.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<Mutex<State>>);

impl Interrupt {
    /// Takes over Ctrl-C for the whole process. As long as nothing is guarded, Ctrl-C ends the
    /// process at once with exit code [`INTERRUPTED`].
    ///
    /// # Errors
    /// Ctrl-C is taken over already, or the system refuses.
    pub fn install() -> Result<Interrupt, ctrlc::Error> {
        let interrupt = Interrupt::default();
        let handler = interrupt.clone();
        ctrlc::set_handler(move || handler.request())?;
        Ok(interrupt)
    }

    fn request(&self) {
        let mut state = self.0.lock();
        match &state.stopper {
            Some(stop) if !state.requested => stop(),
            _ => process::exit(INTERRUPTED.into()),
        }
        state.requested = true;
    }

    /// From now on the first Ctrl-C calls `stop`. If there was one before, `stop` is called at
    /// once.
    pub fn guard(&self, stop: impl Fn() + Send + 'static) {
        let mut state = self.0.lock();
        if state.requested {
            stop();
        }
        state.stopper = Some(Box::new(stop));
    }

    /// Whether Ctrl-C was pressed.
    pub fn requested(&self) -> bool {
        self.0.lock().requested
    }
}
