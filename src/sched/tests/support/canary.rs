use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

pub struct Canary(Arc<AtomicUsize>);

impl Canary {
    pub fn new(alive: &Arc<AtomicUsize>) -> Canary {
        alive.fetch_add(1, SeqCst);
        Canary(alive.clone())
    }
}

impl Drop for Canary {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}
