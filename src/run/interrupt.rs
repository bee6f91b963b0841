//! Ctrl-C: the first one asks the current work to end, the second ends the process. Conversations
//! are more patient. SIGTERM and SIGHUP count as Ctrl-C.

use std::io;
use std::process;
use std::sync::Arc;
use std::thread;

use parking_lot::Mutex;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// This many unanswered Ctrl-Cs end the process even if held.
const IMPATIENT: u32 = 4;

type Stopper = Box<dyn Fn() + Send>;

#[derive(Default)]
struct State {
    /// In a conversation, presses since [`Interrupt::taken`].
    presses: u32,
    /// Last signal; 0 before any.
    signal: i32,
    stopper: Option<Stopper>,
    /// True if Ctrl-C only stops the guarded work.
    held: bool,
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

fn exit_code(signal: i32) -> u8 {
    128 + signal as u8
}

#[derive(Clone, Default)]
pub struct Interrupt(Arc<Mutex<State>>);

impl Interrupt {
    /// Handles Ctrl-C, which ends the process if nothing is guarded.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn install(&self) -> io::Result<()> {
        let (mut signals, handler) = (Signals::new([SIGINT, SIGTERM, SIGHUP])?, self.clone());
        let watch = move || signals.forever().for_each(|signal| handler.request(signal));
        thread::Builder::new().name("signals".to_owned()).spawn(watch)?;
        Ok(())
    }

    /// Returns 128 plus the signal.
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

    /// Makes the first Ctrl-C call `stop`, at once if it came earlier.
    pub fn guard(&self, stop: impl Fn() + Send + 'static) {
        let mut state = self.0.lock();
        if state.presses > 0 {
            stop();
        }
        state.stopper = Some(Box::new(stop));
    }

    /// An interrupt per thread; the first Ctrl-C stops them all.
    pub fn for_threads(&self, threads: usize) -> Vec<Interrupt> {
        let each: Vec<Interrupt> = (0..threads).map(|_| Interrupt::default()).collect();
        each.iter().for_each(|one| one.hold(true));
        let all = each.clone();
        self.guard(move || all.iter().for_each(|one| one.request(SIGINT)));
        each
    }

    pub fn release(&self) {
        self.0.lock().stopper = None;
    }

    pub fn requested(&self) -> bool {
        self.0.lock().presses > 0
    }

    /// Makes Ctrl-C only stop guarded work, up to the fourth press, or restores the default.
    pub fn hold(&self, held: bool) {
        self.0.lock().held = held;
    }

    /// Registers what to call before Ctrl-C ends the process.
    pub fn at_exit(&self, last: impl Fn() + Send + 'static) {
        self.0.lock().last = Some(Box::new(last));
    }

    /// The presses since the last call.
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
