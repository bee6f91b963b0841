//! Exhaustive models of the scheduler's protocols (`tools/loom`).
//!
//! Each model runs the real type of a protocol on loom's atomics with two or three threads, in
//! every interleaving with a bounded number of preemptions. A mutant leaves out one step that the
//! protocol needs, so it shows that the model detects the loss. [`ModelDeque`] replaces crossbeam's
//! deque, which cannot run under loom.

mod cancel;
mod gate;
mod latch;
mod ring;
mod safepoint;
mod signal;
mod sleep;
mod take_back;

use loom::sync::Mutex;

fn model(body: impl Fn() + Sync + Send + 'static) {
    model_with(3, body);
}

fn model_with(preemptions: usize, body: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.check(body);
}

#[derive(Default)]
struct ModelDeque(Mutex<Vec<u32>>);

impl ModelDeque {
    fn push(&self, entry: u32) {
        self.0.lock().unwrap().push(entry);
    }

    fn pop(&self) -> Option<u32> {
        self.0.lock().unwrap().pop()
    }

    fn steal(&self) -> Option<u32> {
        let mut entries = self.0.lock().unwrap();
        (!entries.is_empty()).then(|| entries.remove(0))
    }

    fn is_empty(&self) -> bool {
        self.0.lock().unwrap().is_empty()
    }
}
