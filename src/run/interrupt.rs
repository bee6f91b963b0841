//! Ctrl-C: the first one asks the work under way to end, the second ends the process. In a
//! conversation it asks more gently.

use std::process;
use std::sync::Arc;

use parking_lot::Mutex;

/// The exit code of an interrupted command: 128 + SIGINT, as shells have it.
pub const INTERRUPTED: u8 = 130;

/// This many Ctrl-Cs without an answer end the process even if it is held.
const IMPATIENT: u32 = 4;

type Stopper = Box<dyn Fn() + Send>;

#[derive(Default)]
struct State {
    /// How often Ctrl-C was pressed; in a conversation, since [`Interrupt::taken`].
    presses: u32,
    stopper: Option<Stopper>,
    /// Whether Ctrl-C only stops the work under way.
    held: bool,
    /// What is done before Ctrl-C ends the process.
    last: Option<Stopper>,
}

impl State {
    fn exit(&self) -> ! {
        if let Some(last) = &self.last {
            last();
        }
        process::exit(INTERRUPTED.into())
    }
}

/// What Ctrl-C stops.
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
        state.presses += 1;
        let patient = if state.held { IMPATIENT } else { 2 };
        match &state.stopper {
            _ if state.presses >= patient => state.exit(),
            Some(stop) => stop(),
            None if state.held => {}
            None => state.exit(),
        }
    }

    /// From now on the first Ctrl-C calls `stop`. If there was one before, `stop` is called at
    /// once.
    pub fn guard(&self, stop: impl Fn() + Send + 'static) {
        let mut state = self.0.lock();
        if state.presses > 0 {
            stop();
        }
        state.stopper = Some(Box::new(stop));
    }

    /// For each of the threads that work side by side an interrupt of its own. The first
    /// Ctrl-C stops what each of them guards.
    pub fn for_threads(&self, threads: usize) -> Vec<Interrupt> {
        let each: Vec<Interrupt> = (0..threads).map(|_| Interrupt::default()).collect();
        each.iter().for_each(|one| one.hold(true));
        let all = each.clone();
        self.guard(move || all.iter().for_each(Interrupt::request));
        each
    }

    /// Nothing is guarded any more.
    pub fn release(&self) {
        self.0.lock().stopper = None;
    }

    /// Whether Ctrl-C was pressed.
    pub fn requested(&self) -> bool {
        self.0.lock().presses > 0
    }

    /// From now on (`true`) Ctrl-C does no more than stop what is guarded, until it is pressed for
    /// the fourth time; or (`false`) it ends the process again.
    pub fn hold(&self, held: bool) {
        self.0.lock().held = held;
    }

    /// Before Ctrl-C ends the process, calls `last`.
    pub fn at_exit(&self, last: impl Fn() + Send + 'static) {
        self.0.lock().last = Some(Box::new(last));
    }

    /// How often Ctrl-C was pressed since this was last asked.
    pub fn taken(&self) -> u32 {
        std::mem::take(&mut self.0.lock().presses)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use super::*;

    #[test]
    fn while_held_every_press_stops_what_is_guarded_now_or_next() {
        let (interrupt, stopped) = (Interrupt::default(), Arc::new(AtomicU32::new(0)));
        let guard = || {
            let stopped = stopped.clone();
            interrupt.guard(move || _ = stopped.fetch_add(1, Relaxed));
        };
        interrupt.hold(true);
        interrupt.request();
        guard();
        assert_eq!(stopped.load(Relaxed), 1, "the press came before the search");
        interrupt.request();
        assert_eq!(stopped.load(Relaxed), 2);
        interrupt.release();
        assert_eq!((interrupt.taken(), interrupt.taken()), (2, 0));
        guard();
        assert_eq!(stopped.load(Relaxed), 2, "the presses were answered");
    }
}
