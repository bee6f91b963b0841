use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

/// Sets a flag if its thread panics. Other threads check the flag and end; otherwise they would
/// wait forever.
pub struct EndsOnPanic<'f>(pub &'f AtomicBool);

impl Drop for EndsOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}
