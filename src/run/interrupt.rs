//! Ctrl-C: the first one asks the work under way to end, the second ends the process. In a
//! conversation it asks more gently. A request to terminate and the end of the terminal (SIGTERM,
//! SIGHUP) count as Ctrl-C.

use std::io;
use std::process;
use std::sync::Arc;
use std::thread;

use parking_lot::Mutex;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// This many Ctrl-Cs without an answer end the process even if it is held.
const IMPATIENT: u32 = 4;

type Stopper = Box<dyn Fn() + Send>;

#[derive(Default)]
struct State {
    /// How often Ctrl-C was pressed; in a conversation, since [`Interrupt::taken`].
    presses: u32,
    /// The signal that came last; 0 if none did.
    signal: i32,
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
        process::exit(exit_code(self.signal).into())
    }
}

/// The exit code of a command that a signal has ended, as shells have it.
fn exit_code(signal: i32) -> u8 {
    128 + signal as u8
}

/// What Ctrl-C stops.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<Mutex<State>>);

impl Interrupt {
    /// Takes over Ctrl-C for the whole process. As long as nothing is guarded, Ctrl-C ends the
    /// process at once.
    ///
    /// # Errors
    /// The system refuses.
    pub fn install(&self) -> io::Result<()> {
        let (mut signals, handler) = (Signals::new([SIGINT, SIGTERM, SIGHUP])?, self.clone());
        let watch = move || signals.forever().for_each(|signal| handler.request(signal));
        thread::Builder::new().name("signals".to_owned()).spawn(watch)?;
        Ok(())
    }

    /// The exit code of a command that was interrupted: 128 and the number of the signal.
    pub fn exit_code(&self) -> u8 {
        exit_code(self.0.lock().signal)
    }

    fn request(&self, signal: i32) {
        let mut state = self.0.lock();
        state.presses += 1;
        state.signal = signal;
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
        self.guard(move || all.iter().for_each(|one| one.request(SIGINT)));
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
        interrupt.request(SIGINT);
        guard();
        assert_eq!(stopped.load(Relaxed), 1, "the press came before the search");
        interrupt.request(SIGINT);
        assert_eq!(stopped.load(Relaxed), 2);
        interrupt.release();
        assert_eq!((interrupt.taken(), interrupt.taken()), (2, 0));
        guard();
        assert_eq!(stopped.load(Relaxed), 2, "the presses were answered");
    }
}
