//! What a thread holds while others count on what it will deliver.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

/// Sets a flag if the thread that holds it panics. The others look at the flag and end; without it
/// they would wait for what never comes, or go on for hours before the panic is told.
pub struct EndsOnPanic<'f>(pub &'f AtomicBool);

impl Drop for EndsOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}
